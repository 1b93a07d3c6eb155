"""Draw: the strip and the zoos as one viewer sees them, in plain text for a terminal."""

from __future__ import annotations

from itertools import zip_longest
from textwrap import wrap

from paddock.core.match import demand_masked
from paddock.core.message import Catalogue, Message, message, seat_name
from paddock.core.state import State
from paddock.games.new_york_zoo import cells as c
from paddock.games.new_york_zoo.material import (
    ATTRACTIONS,
    HEIGHT,
    LENGTH,
    LINE_SPECIES,
    MARKERS,
    SHOWN,
    SLOT_AT,
    SPECIES,
    TILE_CELLS,
    TILES,
    Enclosure,
    cell_at,
)
from paddock.games.new_york_zoo.notation import verb_of
from paddock.games.new_york_zoo.note import destination
from paddock.games.new_york_zoo.prompt import result
from paddock.games.new_york_zoo.reading import SETTING_UP, UNLIMITED, Reading
from paddock.games.new_york_zoo.view import SHAPES, STALLS
from paddock.games.new_york_zoo.words import kind_name, line_names

SPACE = 13  # columns for a space of the strip
GROUP = 5  # spaces between two lines
SHAPE = 13  # columns for the drawing of a tile
LETTERS = "abcdefghijklmnopqrstuvw"
JOINT = "\N{NO-BREAK SPACE}"  # in what should stay on one line
BARN, FREE, STALL = "#", ".", "*"


def named(tile: int) -> Message:
    """`e5-03 (5 cells)`: as the drawing calls it."""
    return message("draw.tile", tile=TILES[tile], cells=TILE_CELLS[tile])


class Drawing:
    """Draws one masked state in one language."""

    def __init__(self, state: State, words: Catalogue, names: tuple[str, ...], width: int) -> None:
        demand_masked(state)
        self.reading = Reading(state)
        self.words = words
        self.names = names
        self.width = max(width, 80)

    def say(self, text: Message) -> str:
        return self.words.say(text, self.names)

    def lines(self) -> list[str]:
        reading = self.reading
        rule = "-" * self.width
        mine = [reading.viewer] if reading.viewer >= 0 else []
        others = [seat for seat in reading.everyone if seat not in mine]
        parts = [self.head(), self.strip(), self.pieces()]
        parts += [self.zoo(seat) for seat in mine]
        parts += [self.zoos(others)]
        lines: list[str] = []
        for part in parts:
            lines += [*part, rule] if part else []
        return [line.rstrip() for line in lines[:-1]]

    def wrapped(self, text: str) -> list[str]:
        lines = wrap(text, self.width, subsequent_indent="  ", break_on_hyphens=False)
        return [line.replace(JOINT, " ") for line in lines]

    # The strip

    def head(self) -> list[str]:
        """Whose turn it is, and what is still to happen in it."""
        reading = self.reading
        if reading.phase == c.OVER:
            return [self.say(message("draw.over")), *self.wrapped(self.say(result(reading)))]
        if reading.phase in SETTING_UP:
            lines = [self.say(message("draw.setup"))]
        elif reading.solo:
            lines = [self.say(message("draw.solo", count=c.LIMIT - reading.distance))]
            ready = " ".join(MARKERS[marker] for marker in reading.markers)
            lines.append(self.say(message("draw.markers", markers=ready)))
        else:
            lines = [self.say(message("draw.head", who=seat_name(reading.turn)))]
        if reading.lines:
            lines += self.wrapped(self.say(message("draw.lines", lines=line_names(reading.lines))))
        return lines

    def destinations(self) -> list[int]:
        """Where the viewer may move now."""
        reading = self.reading
        if reading.phase != c.MOVING or reading.viewer != reading.actor:
            return []
        actions = reading.state.legal_actions(reading.viewer)
        found = {destination(reading, verb_of(reading.phase, action), action)[0] for action in actions}
        return sorted(found, key=lambda position: (position - reading.elephant) % LENGTH)

    def strip(self) -> list[str]:
        """Five rows of five spaces, each ending at a breeding line."""
        lines = [self.say(message("draw.strip"))]
        legal = self.destinations()
        for group in range(LENGTH // GROUP):
            first = group * GROUP - 1
            spaces = [self.space((first + k) % LENGTH, legal) for k in range(GROUP)]
            line = self.say(kind_name(LINE_SPECIES[group]))
            lines.append("".join(f"{space:{SPACE}}" for space in spaces) + f"|{line}|")
        kinds = [kind for kind in range(len(ATTRACTIONS)) if kind != UNLIMITED and self.reading.left(kind)]
        supply = tuple(message("draw.supply", count=self.reading.left(kind), kind=ATTRACTIONS[kind]) for kind in kinds)
        endless = message("draw.supply", count="∞", kind=ATTRACTIONS[UNLIMITED])
        return lines + self.wrapped(self.say(message("draw.attractions", kinds=(endless, *supply))))

    def space(self, position: int, legal: list[int]) -> str:
        """`> 5 kang+meer`, or `@ 3 e7-03 +2` with two tiles under the top one."""
        mark = "@" if position == self.reading.elephant else ">" if position in legal else " "
        if SLOT_AT[position] < 0:
            what = "+".join(self.short(species) for species in SHOWN[position])
        else:
            stack = self.reading.stack(position)
            more = f" +{len(stack) - 1}" if len(stack) > 1 else ""
            what = f"{TILES[stack[-1]]}{more}" if stack else "--"
        return f"{mark}{position:>2} {what}"

    def short(self, species: int) -> str:
        return self.say(message(f"short.{SPECIES[species]}"))

    # Pieces

    def pieces(self) -> list[str]:
        """The tiles in reach, the start tiles, or the piece to be placed."""
        reading = self.reading
        if reading.tile >= 0:
            title = message("draw.piece", piece=named(reading.tile))
            return [self.say(title), *drawn(SHAPES[reading.tile]["rows"])]
        if reading.kind >= 0:
            title = message("draw.piece", piece=message(f"attraction.{ATTRACTIONS[reading.kind]}"))
            return [self.say(title), *drawn(STALLS[reading.kind])]
        if reading.phase == c.PICKING:
            tiles = tuple(named(tile) for tile in reading.hand(reading.actor))
            title = message("draw.hand", who=seat_name(reading.actor), tiles=tiles)
            return self.wrapped(self.say(title)) + self.shapes(
                [(TILES[tile], tile) for tile in reading.hand(reading.actor)]
            )
        slots = [position for position in self.destinations() if SLOT_AT[position] >= 0]
        tops = [
            (f"{position}: {TILES[reading.stack(position)[-1]]}", reading.stack(position)[-1]) for position in slots
        ]
        return [self.say(message("draw.reach")), *self.shapes(tops)] if tops else []

    def shapes(self, tiles: list[tuple[str, int]]) -> list[str]:
        """Tiles side by side, each under its title."""
        lines: list[str] = []
        row = self.width // SHAPE
        for first in range(0, len(tiles), row):
            blocks = [[title, *drawn(SHAPES[tile]["rows"])] for title, tile in tiles[first : first + row]]
            lines += ["".join(f"{part:{SHAPE}}" for part in parts) for parts in zip_longest(*blocks, fillvalue="")]
        return lines

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
        """`a e5-03 peng 2/5`."""
        species = self.short(one.species) if one.species >= 0 else self.say(message("draw.none"))
        return f"{LETTERS[number]} {TILES[one.tile]} {species} {one.animals}/{TILE_CELLS[one.tile]}"

    def ground(self, seat: int) -> list[str]:
        """The rows of a board, one letter a cell."""
        reading = self.reading
        marks: dict[int, str] = dict.fromkeys(reading.board(seat).cells, STALL)
        marks |= dict.fromkeys(reading.free_cells(seat), FREE)
        for k, one in enumerate(reading.enclosures(seat)):
            for spot, cell in enumerate(one.cells):
                marks[cell] = LETTERS[k].upper() if spot < one.animals else LETTERS[k]
        wide = range(reading.board(seat).width)
        return ["".join(marks.get(cell_at(row, column), BARN) for column in wide) for row in range(HEIGHT)]

    def zoo(self, seat: int) -> list[str]:
        """The viewer's own board, with its enclosures beside it."""
        rows = self.ground(seat)
        letters = "".join(chr(ord("A") + column) for column in range(len(rows[0])))
        board = ["   " + " ".join(letters), *(f"{k:>2} " + " ".join(row) for k, row in enumerate(rows, 1))]
        entries = [self.entry(k, one) for k, one in enumerate(self.reading.enclosures(seat))]
        columns = [entries[first : first + len(board)] for first in range(0, len(entries), len(board))]
        lines = self.wrapped(self.title(seat))
        for row in zip_longest(board, *columns, fillvalue=""):
            lines.append(row[0].ljust(len(board[0]) + 2) + "".join(part.ljust(19) for part in row[1:]))
        return [*lines, self.say(message("draw.key"))]

    def zoos(self, seats: list[int]) -> list[str]:
        """The other boards: their animals in a line each, and the ground side by side."""
        lines: list[str] = []
        for seat in seats:
            entries = [self.entry(k, one) for k, one in enumerate(self.reading.enclosures(seat))]
            joined = ", ".join(entry.replace(" ", JOINT) for entry in entries)
            lines += self.wrapped("; ".join(filter(None, [self.title(seat), joined])))
        blocks = []
        for seat in seats:
            rows = self.ground(seat)
            blocks.append([f"{self.say(seat_name(seat))[: len(rows[0])]:{len(rows[0])}}", *rows])
        for row in zip(*blocks, strict=True):
            lines.append("  " + "  ".join(row))
        return lines


def drawn(rows: list[str]) -> list[str]:
    """A piece with two columns a cell."""
    return ["  " + "".join("[]" if mark == "#" else "  " for mark in row) for row in rows]


def draw(state: State, words: Catalogue, names: tuple[str, ...], width: int) -> str:
    """The masked state as text, no line longer than `width` (of at least 80)."""
    return "\n".join(Drawing(state, words, names, width).lines())
