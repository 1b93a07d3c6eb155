"""Geometry: a zoo as cells, lines and areas, for views, drawings and reasons.

A cell's centre has whole numbers, x to the east and y to the north; its corners lie half a unit away. Grass meets
at the corners, for a path crosses an edge in the middle: so an area that paths surround is a set of corners.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from paddock.games.o_zoo_le_mio import board, cells
from paddock.games.o_zoo_le_mio.frame import EDGES
from paddock.games.o_zoo_le_mio.material import HOUSE, START, STEPS, inner_side, kept
from paddock.games.o_zoo_le_mio.reading import Lot, Reading

Cell = tuple[int, int]
Point = tuple[float, float]
Line = tuple[Point, Point]

REACH = tuple(STEPS[inner_side(0, rotation)] for rotation in range(4))  # from half A to half B
# The corners of a tile that is not turned, doubled: corner k lies between edge k and the next, clockwise.
CORNERS = ((1, 1), (3, 1), (3, -1), (1, -1), (-1, -1), (-1, 1))


class Half:
    """What lies on one cell: a half of a tile or of the starting tile, or a part of the house; see `half_of`."""

    __slots__ = ("animal", "half", "inner", "rotation", "sides", "stars", "tile")

    def __init__(self, tile: int, half: int, rotation: int) -> None:
        self.tile = tile  # its number; HOUSE, or START and what follows
        self.half = half
        self.rotation = rotation
        self.animal = int(board.ANIMAL[2 * tile + half])  # NONE on the house and the starting tile
        self.stars = int(board.STARS[2 * tile + half]) if tile < HOUSE else 0
        # The side over which the other half lies; NONE for the house.
        self.inner = cells.NONE if tile == HOUSE else inner_side(half, rotation)
        self.sides = tuple(side for side in range(4) if board.SIDES[self.piece] >> side & 1)  # that a path crosses

    @property
    def piece(self) -> int:
        return 8 * self.tile + 4 * self.half + self.rotation

    def path(self, side: int) -> bool:
        """Does a path cross this side?"""
        return side in self.sides

    def group(self, side: int) -> int:
        return int(board.GROUPS[4 * self.piece + side])

    def groups(self) -> dict[int, list[int]]:
        """The sides of each path on this half; the inner one belongs to every path that goes on beyond it."""
        found: dict[int, list[int]] = {}
        for side in self.sides:
            found.setdefault(self.group(side), []).append(side)
        beyond = half_of(self.tile, 1 - self.half, self.rotation)
        for group, sides in found.items():
            if self.inner != cells.NONE and any(beyond.group(side) == group for side in beyond.sides):
                sides.append(self.inner)
        return found


@kept(512)
def half_of(tile: int, half: int, rotation: int) -> Half:
    return Half(tile, half, rotation)


class Site:
    """What lies in one zoo and all that follows from it alone; see `site_of`."""

    def __init__(self, start: int, lots: tuple[Lot, ...]) -> None:
        self.house: list[Cell] = [origin(k) for k in range(int(board.HOUSE[0]))]
        self.lots = lots
        self.halves: dict[Cell, Half] = {cell: half_of(HOUSE, 0, 0) for cell in self.house}
        self.tiles: list[tuple[int, Cell, int]] = [(start, (0, 0), 0)]
        self.tiles += [(lot.tile, (lot.x, lot.y), lot.rotation) for lot in lots]
        for tile, cell, rotation in self.tiles:
            self.halves[cell] = half_of(tile, 0, rotation)
            self.halves[beyond(cell, rotation)] = half_of(tile, 1, rotation)

    def around(self, cell: Cell) -> Iterator[tuple[int, Half]]:
        """What touches a cell, by side."""
        for side in range(4):
            other = self.halves.get(step(cell, side))
            if other is not None:
                yield side, other

    @cached_property
    def ends(self) -> list[tuple[Cell, int]]:
        """Open path ends: the cell, and the side over which the path leads into the open."""
        return sorted(
            (cell, side)
            for cell, half in self.halves.items()
            for side in half.sides
            if step(cell, side) not in self.halves
        )

    def ends_with(self, tile: int, cell: Cell, rotation: int) -> int:
        """How many path ends would be open with one tile more."""
        added = {cell: half_of(tile, 0, rotation), beyond(cell, rotation): half_of(tile, 1, rotation)}
        met = sum(self.ends_into[at] for at in added)
        ahead = [step(at, side) for at, half in added.items() for side in half.sides]
        return len(self.ends) - met + sum(at not in added and at not in self.halves for at in ahead)

    @cached_property
    def ends_into(self) -> Counter[Cell]:
        """How many open path ends lead into a free cell."""
        return Counter(step(*end) for end in self.ends)

    @cached_property
    def free(self) -> list[Cell]:
        """The free cells beside tiles and the starting tile, from west to east and south to north."""
        built = [cell for cell, half in self.halves.items() if half.tile != HOUSE]
        return sorted({step(cell, side) for cell in built for side in range(4)} - set(self.halves))

    @cached_property
    def bounds(self) -> tuple[int, int, int, int]:
        """West, south, east and north, with the free cells beside the zoo."""
        shown = [*self.halves, *self.free]
        xs, ys = [x for x, _ in shown], [y for _, y in shown]
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def areas(self) -> list[list[Cell]]:
        """The corners, doubled, of each area that paths surround (R5.1)."""
        west, south, east, north = self.bounds
        joined: list[list[Cell]] = []  # corners between which no path lies
        for x in range(2 * west - 2, 2 * east + 3, 2):
            for y in range(2 * south - 2, 2 * north + 3, 2):
                half = self.halves.get((x // 2, y // 2))
                if half is None or half.tile == HOUSE:
                    joined.append([(x + 1, y + 1), (x + 1, y - 1), (x - 1, y - 1), (x - 1, y + 1)])
        for tile, cell, rotation in self.tiles:
            corners = [corner_of(cell, rotation, k) for k in range(6)]
            joined += [[corners[k] for k in face] for face in faces(tile)]
        at: dict[Cell, list[list[Cell]]] = {}
        for some in joined:
            for corner in some:
                at.setdefault(corner, []).append(some)
        seen: set[Cell] = set()

        def reached(corner: Cell) -> list[Cell]:
            """All corners that no path parts from this one."""
            seen.add(corner)
            found = [corner]
            for here in found:  # it grows as the walk goes on
                for some in at[here]:
                    for other in some:
                        if other not in seen:
                            seen.add(other)
                            found.append(other)
            return sorted(found)

        reached((2 * west - 1, 2 * south - 1))  # the outside
        return [reached(corner) for corner in sorted(at.keys() - seen) if corner not in seen]

    @cached_property
    def bench_spots(self) -> list[Point]:
        """A corner in the middle of each surrounded area."""
        spots = []
        for corners in self.areas:
            x = sum(corner[0] for corner in corners) / len(corners)
            y = sum(corner[1] for corner in corners) / len(corners)
            spots.append(min(corners, key=lambda corner: (abs(corner[0] - x) + abs(corner[1] - y), corner)))
        return [(x / 2, y / 2) for x, y in spots]


@kept(1024)  # a zoo stays as it is for many events, and every viewer sees it
def site_of(start: int, lots: tuple[Lot, ...]) -> Site:
    return Site(start, lots)


class Plan:
    """Everything that lies in one zoo of a state."""

    def __init__(self, reading: Reading, seat: int) -> None:
        self.reading = reading
        self.seat = seat
        self.lots = reading.built(seat)
        self.site = site_of(START + reading.cell(cells.START_TILE), self.lots)
        self.halves = self.site.halves

    def bounds(self) -> tuple[int, int, int, int]:
        """West, south, east and north, with the free cells beside the zoo."""
        return self.site.bounds

    def roots(self) -> tuple[int, ...]:
        """For both halves of each tile the half that stands for its combined enclosure (R6.1)."""
        enclosure = self.reading.state.enclosure
        return tuple(int(enclosure(2 * lot.tile + half)) for lot in self.lots for half in (0, 1))

    def benches(self) -> list[Point]:
        """Where the benches stand."""
        number = self.reading.benches(self.seat)
        return self.site.bench_spots[:number] if number else []


def origin(k: int) -> Cell:
    """A cell of the house."""
    key = cells.ORIGIN + int(board.HOUSE[k + 1])
    return (key >> 7 & 127) - 64, (key & 127) - 64


def step(cell: Cell, side: int) -> Cell:
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def beyond(cell: Cell, rotation: int) -> Cell:
    """Where half B lies if half A lies here."""
    x, y = REACH[rotation]
    return cell[0] + x, cell[1] + y


def corner_of(cell: Cell, rotation: int, number: int) -> Cell:
    """A corner of a tile, doubled."""
    x, y = CORNERS[number]
    for _ in range(rotation):
        x, y = y, -x
    return 2 * cell[0] + x, 2 * cell[1] + y


@kept(64)
def faces(tile: int) -> list[list[int]]:
    """The corners of a tile by the parts into which its paths cut it: no path has ends on both sides of two of them."""
    paths: dict[int, set[int]] = {}
    for number, (half, side) in enumerate(EDGES.values()):
        here = half_of(tile, half, 0)
        if here.path(side):
            paths.setdefault(here.group(side), set()).add(number)
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
        part = half_of(tile, half, rotation)
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
