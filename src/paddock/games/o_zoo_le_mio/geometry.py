"""Geometry: a zoo as cells, lines and areas, for views, drawings and reasons.

A cell's centre has whole numbers, x to the east and y to the north; its corners lie half a unit away. Grass meets
at the corners, for a path crosses an edge in the middle: so an area that paths surround is a set of corners.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from paddock.games.o_zoo_le_mio import board, cells
from paddock.games.o_zoo_le_mio.frame import EDGES
from paddock.games.o_zoo_le_mio.material import HOUSE, START, STEPS, inner_side
from paddock.games.o_zoo_le_mio.reading import Lot, Reading

Cell = tuple[int, int]
Point = tuple[float, float]
Line = tuple[Point, Point]

# The corners of a tile that is not turned, doubled: corner k lies between edge k and the next, clockwise.
CORNERS = ((1, 1), (3, 1), (3, -1), (1, -1), (-1, -1), (-1, 1))


class Half(NamedTuple):
    """What lies on one cell: a half of a tile or of the starting tile, or a part of the house."""

    tile: int  # its number; HOUSE, or START and what follows
    half: int
    rotation: int

    @property
    def piece(self) -> int:
        return 8 * self.tile + 4 * self.half + self.rotation

    @property
    def animal(self) -> int:
        """NONE on the house and the starting tile."""
        return int(board.ANIMAL[2 * self.tile + self.half])

    @property
    def stars(self) -> int:
        return int(board.STARS[2 * self.tile + self.half]) if self.tile < HOUSE else 0

    @property
    def inner(self) -> int:
        """The side over which the other half lies; NONE for the house."""
        return cells.NONE if self.tile == HOUSE else inner_side(self.half, self.rotation)

    def path(self, side: int) -> bool:
        """Does a path cross this side?"""
        return bool(board.SIDES[self.piece] >> side & 1)

    def group(self, side: int) -> int:
        return int(board.GROUPS[4 * self.piece + side])

    def groups(self) -> dict[int, list[int]]:
        """The sides of each path on this half; the inner one belongs to every path that goes on beyond it."""
        found: dict[int, list[int]] = {}
        for side in range(4):
            if self.path(side):
                found.setdefault(self.group(side), []).append(side)
        beyond = Half(self.tile, 1 - self.half, self.rotation)
        for group, sides in found.items():
            if self.inner != cells.NONE and any(beyond.path(side) and beyond.group(side) == group for side in range(4)):
                sides.append(self.inner)
        return found


class Plan:
    """Everything that lies in one zoo."""

    def __init__(self, reading: Reading, seat: int) -> None:
        self.reading = reading
        self.seat = seat
        self.house: list[Cell] = [origin(k) for k in range(int(board.HOUSE[0]))]
        self.start = START + reading.cell(cells.START_TILE)
        self.lots = reading.built(seat)
        self.halves: dict[Cell, Half] = {cell: Half(HOUSE, 0, 0) for cell in self.house}
        self.tiles: list[tuple[int, Cell, int]] = [(self.start, (0, 0), 0)]
        self.tiles += [(lot.tile, (lot.x, lot.y), lot.rotation) for lot in self.lots]
        for tile, cell, rotation in self.tiles:
            self.halves[cell] = Half(tile, 0, rotation)
            self.halves[beyond(cell, rotation)] = Half(tile, 1, rotation)

    def around(self, cell: Cell) -> Iterator[tuple[int, Half]]:
        """What touches a cell, by side."""
        for side in range(4):
            other = self.halves.get(step(cell, side))
            if other is not None:
                yield side, other

    def ends(self) -> list[tuple[Cell, int]]:
        """Open path ends: the cell, and the side over which the path leads into the open."""
        return sorted(
            (cell, side)
            for cell, half in self.halves.items()
            for side in range(4)
            if half.path(side) and step(cell, side) not in self.halves
        )

    def free(self) -> list[Cell]:
        """The free cells beside tiles and the starting tile, from west to east and south to north."""
        built = [cell for cell, half in self.halves.items() if half.tile != HOUSE]
        return sorted({step(cell, side) for cell in built for side in range(4)} - set(self.halves))

    def enclosures(self) -> list[list[tuple[Cell, Half]]]:
        """The combined enclosures, each as its halves (R6.1)."""
        found: dict[int, list[tuple[Cell, Half]]] = {}
        for cell, half in self.halves.items():
            if half.tile < HOUSE:
                found.setdefault(int(self.reading.state.enclosure(2 * half.tile + half.half)), []).append((cell, half))
        return list(found.values())

    def bounds(self) -> tuple[int, int, int, int]:
        """West, south, east and north, with the free cells beside the zoo."""
        shown = [*self.halves, *self.free()]
        xs, ys = [x for x, _ in shown], [y for _, y in shown]
        return min(xs), min(ys), max(xs), max(ys)

    def areas(self) -> list[list[Cell]]:
        """The corners, doubled, of each area that paths surround (R5.1)."""
        west, south, east, north = self.bounds()
        joined: dict[Cell, Cell] = {}

        def find(corner: Cell) -> Cell:
            while joined.setdefault(corner, corner) != corner:
                joined[corner] = joined[joined[corner]]  # the next one finds it sooner
                corner = joined[corner]
            return corner

        def join(some: list[Cell]) -> None:
            for other in some:
                joined[find(other)] = find(some[0])

        for x in range(west - 1, east + 2):
            for y in range(south - 1, north + 2):
                if (x, y) not in self.halves or (x, y) in self.house:
                    join(
                        [(2 * x + 1, 2 * y + 1), (2 * x + 1, 2 * y - 1), (2 * x - 1, 2 * y - 1), (2 * x - 1, 2 * y + 1)]
                    )
        for tile, cell, rotation in self.tiles:
            corners = [corner_of(cell, rotation, k) for k in range(6)]
            for face in faces(tile):
                join([corners[k] for k in face])
        outside = find((2 * west - 1, 2 * south - 1))
        found: dict[Cell, list[Cell]] = {}
        for corner in sorted(joined):
            found.setdefault(find(corner), []).append(corner)
        return [corners for top, corners in found.items() if top != outside]

    def benches(self) -> list[Point]:
        """Where the benches stand: a corner in the middle of each surrounded area."""
        number = self.reading.benches(self.seat)
        spots = []
        for corners in self.areas() if number else []:
            x = sum(corner[0] for corner in corners) / len(corners)
            y = sum(corner[1] for corner in corners) / len(corners)
            spots.append(min(corners, key=lambda corner: (abs(corner[0] - x) + abs(corner[1] - y), corner)))
        return [(x / 2, y / 2) for x, y in spots[:number]]


def origin(k: int) -> Cell:
    """A cell of the house."""
    key = cells.ORIGIN + int(board.HOUSE[k + 1])
    return (key >> 7 & 127) - 64, (key & 127) - 64


def step(cell: Cell, side: int) -> Cell:
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def beyond(cell: Cell, rotation: int) -> Cell:
    """Where half B lies if half A lies here."""
    return step(cell, inner_side(0, rotation))


def corner_of(cell: Cell, rotation: int, number: int) -> Cell:
    """A corner of a tile, doubled."""
    x, y = CORNERS[number]
    for _ in range(rotation):
        x, y = y, -x
    return 2 * cell[0] + x, 2 * cell[1] + y


def faces(tile: int) -> list[list[int]]:
    """The corners of a tile by the parts into which its paths cut it: no path has ends on both sides of two of them."""
    paths: dict[int, set[int]] = {}
    for number, (half, side) in enumerate(EDGES.values()):
        if Half(tile, half, 0).path(side):
            paths.setdefault(Half(tile, half, 0).group(side), set()).add(number)
    parts: list[list[int]] = []
    for corner in range(6):
        for part in parts:
            between = set(range(part[0] + 1, corner + 1))
            if not any(ends & between and ends - between for ends in paths.values()):
                part.append(corner)
                break
        else:
            parts.append([corner])
    return parts


def lines(tile: int, cell: Cell, rotation: int) -> list[Line]:
    """The paths of a tile as straight lines: from each path edge to the middle of its half, and between the middles."""
    found: list[Line] = []
    ends: dict[int, list[Point]] = {}
    for half in (0, 1):
        part = Half(tile, half, rotation)
        x, y = beyond(cell, rotation) if half else cell
        groups = part.groups()
        for group, sides in groups.items():
            node = (float(x), float(y))
            if len(groups) > 1:  # two paths that do not meet keep out of each other's way
                node = (x + sum(STEPS[side][0] for side in sides) / 5, y + sum(STEPS[side][1] for side in sides) / 5)
            for side in sides:
                if side == part.inner:
                    ends.setdefault(group, []).append(node)
                else:
                    found.append((node, (x + STEPS[side][0] / 2, y + STEPS[side][1] / 2)))
    return found + [(nodes[0], nodes[1]) for nodes in ends.values()]


def lot_cells(lot: Lot) -> tuple[Cell, Cell]:
    """The cells of half A and half B of a placed tile."""
    return (lot.x, lot.y), beyond((lot.x, lot.y), lot.rotation)
