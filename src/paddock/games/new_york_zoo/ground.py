"""Ground: the cells of a board as the bits of one number, and the holes that a piece would leave."""

from __future__ import annotations

from functools import cache

from paddock.games.new_york_zoo.material import GRID, WIDTH, cells_of, column

ALL = (1 << GRID) - 1
NOT_LAST = ALL & ~sum(1 << cell for cell in column(WIDTH - 1))  # cells with a neighbour to their right
NOT_FIRST = ALL & ~sum(1 << cell for cell in column(0))
HOLE = 3  # a hole of so many cells takes no tile, only attractions


@cache
def covered(shape: int, placement: int) -> int:
    """The cells under a placed piece."""
    return sum(1 << cell for cell in cells_of(shape, placement // GRID, placement % GRID))


def around(cells: int) -> int:
    """These cells and all beside them."""
    return cells | (cells & NOT_LAST) << 1 | (cells & NOT_FIRST) >> 1 | cells << WIDTH & ALL | cells >> WIDTH


def roomy(free: int) -> int:
    """Free cells that are surely in no small hole: those with three free cells beside them, and what is near these."""
    east, west = (free & NOT_LAST) << 1, (free & NOT_FIRST) >> 1
    south, north = free << WIDTH & ALL, free >> WIDTH
    crossings = free & (east & west & (south | north) | south & north & (east | west))
    return around(around(crossings) & free) & free


def holes(free: int, piece: int) -> tuple[int, ...]:
    """The sizes of the small holes beside a piece, when these cells are still free."""
    sizes = []
    edge = around(piece) & free & ~roomy(free)  # most pieces leave nothing else, which saves walking
    while edge:
        hole, more = 0, edge & -edge
        while more != hole and more.bit_count() <= HOLE:
            hole, more = more, around(more) & free
        if more == hole:
            sizes.append(hole.bit_count())
        edge &= ~more
    return tuple(sorted(sizes))
