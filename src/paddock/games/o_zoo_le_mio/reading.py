"""Reading: the cells of a state as plain numbers by name, for everything that is not the rules."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

from paddock.core.errors import foreign
from paddock.core.state import ACTOR, LEG, OPEN, SEALED, SEATS, VIEWER, State
from paddock.games.o_zoo_le_mio import board, cells, material, rules
from paddock.games.o_zoo_le_mio.option import CHOICES, KINDS

PHASES = ("flags", "reveal", "bid", "place", "over")
RANKED = (*material.ANIMALS, "bushes")  # what zoos are compared by, in the order of cells.KINDS


class Lot(NamedTuple):
    """A tile that has been turned up, and what became of it."""

    number: int  # from 1, in the order of sale: the age stamp of a placement
    tile: int
    fate: int
    seat: int  # NONE while it is on sale
    x: int
    y: int
    rotation: int

    @property
    def id(self) -> int:
        return material.IDS[self.tile]


@lru_cache(4096)  # a lot stays as it is once it is sold
def lot_of(number: int, word: int) -> Lot:
    """The lot of a packed word."""
    return Lot(number, *(int(part) for part in cells.lot(word)))


class Entry(NamedTuple):
    """What a zoo is ranked by: its best enclosure of an animal, or its bushes."""

    strength: int  # stars or bushes
    stamp: int  # the lot that made it so; the newer of equals is ranked first

    @classmethod
    def of(cls, cell: int) -> Entry:
        return cls(cell // 32, cell % 32)


entry_of = lru_cache(4096)(Entry.of)


class Score(NamedTuple):
    """What one year scored, as the rules keep it in one cell."""

    visitors: int
    trees: int
    benches: int

    @classmethod
    def of(cls, cell: int) -> Score:
        return cls(cell & 15, cell >> 4 & 3, cell >> 6)

    @property
    def cell(self) -> int:
        return self.visitors + 16 * self.trees + 64 * self.benches

    @property
    def units(self) -> int:
        return self.visitors + self.trees + self.benches


@lru_cache(1024)  # a match never changes them
def options_of(chosen: tuple[int, ...]) -> dict[str, object]:
    """The options of their cells, by name."""
    return {name: KINDS[name].write(cell) for name, cell in zip(CHOICES, chosen, strict=True)}


class Reading:
    """One state, whole or masked, read by name."""

    def __init__(self, state: State) -> None:
        if not isinstance(state, rules.OZooLeMio):
            raise foreign("O Zoo le Mio", state)
        self.state = state
        self.cells: list[int] = list(state.cells[: cells.PATH])  # read once; the map beyond is the rules' affair
        self.seats = self.cells[SEATS]
        self.viewer = self.cells[VIEWER]
        self.actor = self.cells[ACTOR]
        self.years = self.cells[LEG]  # finished
        self.phase = self.cells[cells.PHASE]
        self.turned = self.cells[cells.TURNED]
        self.done = self.cells[cells.DONE]
        self.year_first = self.cells[cells.YEAR_FIRST]

    def cell(self, offset: int) -> int:
        return self.cells[offset]

    @property
    def everyone(self) -> range:
        return range(self.seats)

    @property
    def year(self) -> int:
        """The year that is being played, 1 to 5; after the end the last one."""
        return min(self.years + 1, cells.YEARS)

    def option(self, name: str) -> object:
        """An option's value as it was chosen."""
        return self.options[name]

    @property
    def options(self) -> dict[str, object]:
        """All options as they were chosen."""
        return options_of(tuple(self.cells[cells.START_TILE : cells.START_TILE + len(CHOICES)]))

    @property
    def later(self) -> bool:
        """Do visitors and trees move at the year's end only?"""
        return self.cell(cells.TIMING) == cells.YEAR_END

    def lot(self, number: int) -> Lot:
        """The lot of this number, from 1."""
        return lot_of(number, self.cells[cells.LOT + number - 1])

    @cached_property
    def lots(self) -> tuple[Lot, ...]:
        """Every tile turned up so far, in the order of sale."""
        words = self.cells[cells.LOT : cells.LOT + self.turned]
        return tuple(lot_of(number, word) for number, word in enumerate(words, 1))

    @property
    def on_sale(self) -> Lot | None:
        """The tile that is bid for, or being placed."""
        return self.lot(self.done + 1) if self.phase in (cells.BIDDING, cells.PLACING) else None

    def built(self, seat: int) -> tuple[Lot, ...]:
        """The tiles in a zoo, oldest first."""
        return tuple(lot for lot in self.lots if lot.seat == seat and lot.fate == cells.BUILT)

    def stack(self) -> list[int]:
        """The tiles not turned up yet."""
        rest = self.cell(cells.STACK)
        return [tile for tile in range(cells.TILES) if rest >> tile & 1]

    def coins(self, seat: int) -> int:
        return self.cell(cells.COINS + seat)

    def knows_purse(self, seat: int) -> bool:
        """R10.1 may the viewer be shown these coins?"""
        return seat == self.viewer or bool(self.cell(cells.COINS_OPEN))

    def flag(self, seat: int) -> int:
        return self.cell(cells.FLAG + seat)

    def pole(self) -> list[int]:
        """The seats whose flags hang, from the top down."""
        return sorted((seat for seat in self.everyone if self.flag(seat) != cells.NONE), key=self.flag)

    def points(self, seat: int) -> int:
        return self.cell(cells.POINTS + seat)

    def last_bid(self, seat: int) -> int:
        return self.cell(cells.LAST_BID + seat)

    def held(self, seat: int, kind: int) -> int:
        """Visitors of an animal, or trees."""
        return self.cell(cells.HELD + cells.KINDS * seat + kind)

    def visitors(self, seat: int) -> int:
        return sum(self.all_held(seat)[: cells.ANIMALS])

    def trees(self, seat: int) -> int:
        return self.held(seat, cells.TREES)

    def benches(self, seat: int) -> int:
        return self.cell(cells.BENCH + seat)

    def units(self, seat: int) -> int:
        """What counts at a year's end: visitors, trees and benches as they are now."""
        return self.visitors(seat) + self.trees(seat) + self.benches(seat)

    def entry(self, seat: int, kind: int) -> Entry:
        return entry_of(self.cells[cells.ENTRY + cells.KINDS * seat + kind])

    def entries(self, seat: int) -> tuple[Entry, ...]:
        """What a zoo is ranked by, kind by kind."""
        first = cells.ENTRY + cells.KINDS * seat
        return tuple(map(entry_of, self.cells[first : first + cells.KINDS]))

    def all_held(self, seat: int) -> tuple[int, ...]:
        """Visitors by animal, then trees."""
        first = cells.HELD + cells.KINDS * seat
        return tuple(self.cells[first : first + cells.KINDS])

    def tiles(self, seat: int) -> int:
        """Tiles that earn income."""
        return self.cell(cells.ZOO_TILES + seat)

    def income(self, seat: int) -> int:
        """Coins at the year's end, if there are enough; none after the last (R8.2, R8.4)."""
        if self.years >= cells.YEARS - 1:
            return 0
        return self.cell(cells.FIXED_INCOME) if self.cell(cells.INCOME) == cells.FIXED else self.tiles(seat)

    def score(self, seat: int, year: int) -> Score:
        """What a finished year scored."""
        return Score.of(self.cell(cells.SHEET + cells.YEARS * seat + year - 1))

    def sealed(self, seat: int) -> int | None:
        """The bid of the running auction, as far as this state knows it."""
        bid = self.cell(SEALED + seat)
        return None if bid == OPEN else bid

    def by_standing(self) -> list[int]:
        """The seats, best first."""
        places = self.state.places()
        return sorted(self.everyone, key=lambda seat: places[seat])

    def spot(self, seat: int, action: int) -> tuple[int, int, int]:
        """Where a placement puts half A, and the rotation from 0 to 3."""
        return board.spot(self.state, seat, action)
