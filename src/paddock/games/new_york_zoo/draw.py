"""Draw: the strip and the zoos as one viewer sees them, in plain text for a terminal."""

from __future__ import annotations

from textwrap import wrap

from paddock.core.drawing import Part, beside, flowed, joined
from paddock.core.match import demand_masked
from paddock.core.message import Catalogue, Message, message, seat_name
from paddock.core.state import State
from paddock.games.new_york_zoo import cells as c
from paddock.games.new_york_zoo.material import (
    ATTRACTIONS,
    GRID,
    HEIGHT,
    LENGTH,
    LINE_SPECIES,
    MARKERS,
    ORIENTATIONS,
    SHAPE_OF_TILE,
    SHOWN,
    SLOT_AT,
    SPECIES,
    TILE_CELLS,
    Enclosure,
    cell_at,
    cells_of,
)
from paddock.games.new_york_zoo.notation import CELL_NAMES, verb_of
from paddock.games.new_york_zoo.note import destination
from paddock.games.new_york_zoo.prompt import result, shape_number
from paddock.games.new_york_zoo.reading import SETTING_UP, UNLIMITED, Reading
from paddock.games.new_york_zoo.words import kind_name, line_names, tile_name

GROUP = 5  # spaces between two lines
SHAPE = 14  # columns for the drawing of a tile, at least
LEAST, FULL = 60, 80  # columns; with fewer than the second the strip moves together
LETTERS = "abcdefghijklmnopqrstuvw"
JOINT = "\N{NO-BREAK SPACE}"  # in what should stay on one line
BARN, FREE, STALL, GHOST = "# ", ". ", "* ", "[]"


class Drawing:
    """Draws one masked state in one language; a ghost is the placement that is being thought of."""

    def __init__(
        self, state: State, words: Catalogue, names: tuple[str, ...], width: int, ghost: int | None = None
    ) -> None:
        demand_masked(state)
        self.reading = Reading(state)
        self.words = words
        self.names = names
        self.width = max(width, LEAST)
        self.ghost: list[int] = []
        if ghost is not None and c.PLACE <= ghost < c.PICK and self.reading.shape >= 0:
            self.ghost = cells_of(self.reading.shape, *divmod(ghost - c.PLACE, GRID))

    def say(self, text: Message) -> str:
        return self.words.say(text, self.names)

    def parts(self) -> list[Part]:
        """What one can do without longest comes first: the other zoos, and what there is to be had."""
        reading = self.reading
        mine = [reading.viewer] if reading.viewer >= 0 else []
        others = [seat for seat in reading.everyone if seat not in mine]
        rest = [*self.zoos(others), *self.supply(), *self.wrapped(self.say(message("draw.key")))]
        first = Part(self.say(message("draw.others" if others else "draw.supplies")), rest)
        return [first, self.strip(), *self.sketch()]

    def sketch(self) -> list[Part]:
        """The viewer's own zoo, and what is to be placed in it."""
        seat = self.reading.viewer
        if seat < 0:
            return []
        zoo = self.zoo(seat)
        aside = beside(zoo, self.shapes(self.width - max(map(len, zoo)) - 3))
        fits = max(map(len, aside)) <= self.width
        lines = aside if fits else [*zoo, *self.shapes(self.width)]
        return [Part(self.title(seat), lines)]

    def wrapped(self, text: str) -> list[str]:
        lines = wrap(text, self.width, subsequent_indent="  ", break_on_hyphens=False)
        return [line.replace(JOINT, " ") for line in lines]

    # The strip

    def head(self) -> str:
        """Whose turn it is, or what else goes on."""
        reading = self.reading
        if reading.phase == c.OVER:
            return self.say(message("draw.over"))
        if reading.phase in SETTING_UP:
            return self.say(message("draw.setup"))
        if reading.solo:
            ready = " ".join(MARKERS[marker] for marker in reading.markers)
            return self.say(message("draw.solo", count=c.LIMIT - reading.distance, markers=ready))
        if reading.viewer == reading.turn:
            return self.say(message("draw.strip"))
        return self.say(message("draw.head", who=seat_name(reading.turn)))

    def destinations(self) -> list[int]:
        """Where the viewer may move now."""
        reading = self.reading
        if reading.phase != c.MOVING or reading.viewer != reading.actor:
            return []
        actions = reading.state.legal_actions(reading.viewer)
        found = {destination(reading, verb_of(reading.phase, action), action)[0] for action in actions}
        return sorted(found, key=lambda position: (position - reading.elephant) % LENGTH)

    def strip(self) -> Part:
        """Five rows of five spaces, each ending at a breeding line."""
        reading = self.reading
        if reading.phase == c.OVER:
            return Part(self.head(), self.wrapped(self.say(result(reading))))
        wide = self.width >= FULL
        slot, blue = (11, 14) if wide else (9, 13)  # columns
        lines: list[str] = []
        legal = self.destinations()
        for group in range(LENGTH // GROUP):
            row = [(group * GROUP - 1 + k) % LENGTH for k in range(GROUP)]
            spaces = [f"{self.space(position, legal):{slot if SLOT_AT[position] >= 0 else blue}}" for position in row]
            species = LINE_SPECIES[group]
            lines.append(f"{''.join(spaces)}|{self.say(kind_name(species)) if wide else self.short(species)}|")
        if reading.lines:
            lines += self.wrapped(self.say(message("draw.lines", lines=line_names(reading.lines))))
        return Part(self.head(), lines)

    def supply(self) -> list[str]:
        """The attractions that are left."""
        kinds = [kind for kind in range(len(ATTRACTIONS)) if kind != UNLIMITED and self.reading.left(kind)]
        supply = tuple(message("draw.supply", count=self.reading.left(kind), kind=stall_name(kind)) for kind in kinds)
        endless = message("draw.supply", count="∞", kind=stall_name(UNLIMITED))
        return self.wrapped(self.say(message("draw.attractions", kinds=(endless, *supply))))

    def space(self, position: int, legal: list[int]) -> str:
        """`> 5 kang+meer`, or `@ 3 [7]+2`: a tile of seven cells, and two under it."""
        mark = "@" if position == self.reading.elephant else ">" if position in legal else " "
        if SLOT_AT[position] < 0:
            what = "+".join(self.short(species) for species in SHOWN[position])
        else:
            stack = self.reading.stack(position)
            more = f"+{len(stack) - 1}" if len(stack) > 1 else ""
            what = f"[{TILE_CELLS[stack[-1]]}]{more}" if stack else "--"
        return f"{mark}{position:>2} {what}"

    def short(self, species: int) -> str:
        return self.say(message(f"short.{SPECIES[species]}"))

    # Pieces

    def shapes(self, width: int) -> list[str]:
        """The piece to be placed, or the tiles that can be had, each under the name that the choices give it."""
        reading = self.reading
        if self.ghost:
            return []
        if reading.tile >= 0:
            return [self.say(tile_name(reading.tile)), *drawn(reading.shape)]
        if reading.kind >= 0:
            return [self.say(stall_name(reading.kind)), *drawn(reading.shape)]
        if reading.phase == c.PICKING:
            tiles = [
                (message("draw.shape", cells=TILE_CELLS[tile], number=shape_number(tile)), tile)
                for tile in reading.hand(reading.actor)
            ]
        else:
            tiles = [
                (message("draw.step", steps=self.steps(position), cells=TILE_CELLS[top]), top)
                for position in self.destinations()
                if SLOT_AT[position] >= 0
                for top in reading.stack(position)[-1:]
            ]
        blocks = [[f"{self.say(title):{SHAPE}}", *drawn(SHAPE_OF_TILE[tile])] for title, tile in tiles]
        return flowed(blocks, width)

    def steps(self, position: int) -> int:
        return self.reading.steps((position - self.reading.elephant - 1) % LENGTH + 1)

    # Zoos

    def name(self, seat: int) -> str:
        you = f" {self.say(message('draw.you'))}" if seat == self.reading.viewer else ""
        mark = "> " if seat == self.reading.actor else ""
        return f"{mark}{self.say(seat_name(seat))}{you}"

    def title(self, seat: int) -> str:
        """`Ada (you): 41 cells to go, houses: meer, flam, 1 free`."""
        reading = self.reading
        housed = [self.short(species) for species, number in enumerate(reading.houses(seat)) for _ in range(number)]
        if reading.free_houses(seat):
            housed.append(self.say(message("draw.free", count=reading.free_houses(seat))))
        left = message("left", count=reading.uncovered(seat))
        return self.say(message("draw.board", who=self.name(seat), left=left, houses=", ".join(housed)))

    def entry(self, number: int, one: Enclosure) -> str:
        """`a E4 peng 2/5`: its letter on the board, and the cell by which the choices call it."""
        species = self.short(one.species) if one.species >= 0 else self.say(message("draw.none"))
        return f"{LETTERS[number]} {CELL_NAMES[min(one.cells)]} {species} {one.animals}/{TILE_CELLS[one.tile]}"

    def ground(self, seat: int) -> list[list[str]]:
        """The rows of a board, two columns a cell."""
        reading = self.reading
        marks: dict[int, str] = dict.fromkeys(reading.board(seat).cells, STALL)
        marks |= dict.fromkeys(reading.free_cells(seat), FREE)
        for k, one in enumerate(reading.enclosures(seat)):
            for spot, cell in enumerate(one.cells):
                marks[cell] = (LETTERS[k].upper() if spot < one.animals else LETTERS[k]) + " "
        if seat == reading.viewer:
            marks |= dict.fromkeys(self.ghost, GHOST)
        wide = range(reading.board(seat).width)
        return [[marks.get(cell_at(row, column), BARN) for column in wide] for row in range(HEIGHT)]

    def zoo(self, seat: int) -> list[str]:
        """The viewer's own board, with its enclosures beside it."""
        rows = self.ground(seat)
        letters = " ".join(chr(ord("A") + column) for column in range(len(rows[0])))
        board = ["   " + letters, *(f"{k:>2} " + "".join(row) for k, row in enumerate(rows, 1))]
        entries = [self.entry(k, one) for k, one in enumerate(self.reading.enclosures(seat))]
        columns = [entries[first : first + len(board)] for first in range(0, len(entries), len(board))]
        lines = board
        for column in columns:
            lines = beside(lines, column, 1)
        return lines

    def zoos(self, seats: list[int]) -> list[str]:
        """The other boards: their animals in a line each, and the ground side by side."""
        lines: list[str] = []
        for seat in seats:
            entries = [self.entry(k, one) for k, one in enumerate(self.reading.enclosures(seat))]
            joined = ", ".join(entry.replace(" ", JOINT) for entry in entries)
            lines += self.wrapped("; ".join(filter(None, [self.title(seat), joined])))
        blocks = []
        for seat in seats:
            rows = ["".join(mark[0] for mark in row) for row in self.ground(seat)]
            blocks.append([f"{self.say(seat_name(seat))[: len(rows[0])]:{len(rows[0])}}", *rows])
        return lines + [f"  {line}" for line in flowed(blocks, self.width - 2)]


def stall_name(kind: int) -> Message:
    return message(f"attraction.{ATTRACTIONS[kind]}")


def drawn(shape: int) -> list[str]:
    """A piece with two columns a cell, lying as it does in the first of its placements."""
    cells = ORIENTATIONS[shape][0]
    left = min(column for _, column in cells)
    lines = ["  "] * (1 + max(row for row, _ in cells))
    for row, column in cells:
        lines[row] = f"{lines[row]:{2 * (column - left) + 2}}{GHOST}"
    return lines


def draw(state: State, words: Catalogue, names: tuple[str, ...], width: int) -> str:
    """The masked state as text, no line longer than `width` (of at least 60)."""
    drawing = Drawing(state, words, names, width)
    return joined(drawing.parts(), drawing.width)


def sketch(state: State, action: int | None, words: Catalogue, names: tuple[str, ...], width: int) -> str:
    """The viewer's own zoo with a placement pencilled in."""
    drawing = Drawing(state, words, names, width, action)
    return joined(drawing.sketch(), drawing.width)
