"""Position: a state in words and back, with every cell a named field and every law checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paddock.core.layout import Field, Kind, Layout, Named, Number
from paddock.core.state import State
from paddock.games.franks_zoo import cells, rules
from paddock.games.franks_zoo.cards import CARDS, TOTAL_BITS
from paddock.games.franks_zoo.law import demand_lawful
from paddock.games.franks_zoo.material import DECK, SETS, packed, unpacked
from paddock.games.franks_zoo.notation import read, written
from paddock.games.franks_zoo.reading import LAST_TRICKS, PHASES, VARIANTS, Sheet


class Drawer:
    """A drawer of cards: `3 lion, 4 ?`, of which four are unknown."""

    def write(self, cell: int) -> object:
        cards = unpacked(cell)
        return written(cards, (cell >> TOTAL_BITS) - sum(cards))

    def read(self, value: object) -> int:
        cards, unknown = read(value)
        if sum(cards) + unknown > sum(DECK):
            raise ValueError(f"there are {sum(DECK)} cards, got {sum(cards) + unknown}")
        return packed(cards) + (unknown << TOTAL_BITS)


class Knowledge:
    """Cards that somebody knows of, listed without a total."""

    def write(self, cell: int) -> object:
        return written(unpacked(cell))

    def read(self, value: object) -> int:
        cards, unknown = read(value)
        if unknown:
            raise ValueError(f"only known cards can be listed here, got {value!r}")
        return packed(cards) & CARDS


class SetNumber:
    """A set by its number in material.SETS; one number stands for no set at all."""

    def __init__(self, none: int, lowest: int) -> None:
        self.none = none
        self.lowest = lowest

    def write(self, cell: int) -> object:
        return "" if cell == self.none else written(SETS[cell])

    def read(self, value: object) -> int:
        cards, unknown = read(value)
        if not unknown and not any(cards):
            return self.none
        if unknown or cards not in SETS[self.lowest :]:
            raise ValueError(f"a legal set is expected, got {value!r}")
        return SETS.index(cards)


class Scored:
    """How a seat scored in the hand before; null before the first hand is scored."""

    def write(self, cell: int) -> object:
        sheet = Sheet.of(cell)
        if sheet is None:
            return None
        mate = ("none", "solo")[sheet.role] if sheet.role < 2 else sheet.partner
        return {"finish": sheet.finish, "with": mate, "lions": sheet.lions, "hedgehog": sheet.hedgehog}

    def read(self, value: object) -> int:
        if value is None:
            return 0
        if not isinstance(value, Mapping) or set(value) != {"finish", "with", "lions", "hedgehog"}:
            raise ValueError(f"null, or finish, with, lions and hedgehog are expected, got {value!r}")
        mate = Named({"none": -2, "solo": -1}, range(cells.TABLE_SEATS)).read(value["with"])
        finish = Number(1, cells.TABLE_SEATS).read(value["finish"])
        lions = Number(-5, 5).read(value["lions"])
        return Sheet(finish, mate + 2, lions, Number(-1, 0).read(value["hedgehog"])).cell


ANY_SEAT = range(cells.TABLE_SEATS)
SEAT = Named({"none": cells.NONE}, ANY_SEAT)
DRAWER = Drawer()
KNOWLEDGE = Knowledge()


def named(words: tuple[str, ...]) -> Named:
    return Named({word: number for number, word in enumerate(words)})


def for_each_seat(name: str, offset: int, kind: Kind, rest: int = 0) -> Field:
    return Field(name, offset, kind, per_seat=True, count=cells.TABLE_SEATS, rest=rest)


LAYOUT = Layout(
    cells.SIZE,
    Field("phase", cells.PHASE, named(PHASES)),
    Field("variant", cells.VARIANT, named(VARIANTS)),
    Field("target", cells.TARGET, Number(1, 99)),
    Field("last_trick", cells.LAST_TRICK, named(LAST_TRICKS)),
    Field("dealer", cells.DEALER, SEAT),
    Field("deck", cells.DECK, DRAWER),
    Field("aside", cells.ASIDE, DRAWER),
    Field("table", cells.TABLE, DRAWER),
    Field("ranking", cells.RANKING, SetNumber(none=0, lowest=1)),
    Field("owner", cells.OWNER, SEAT),
    Field("offer", cells.OFFER, SetNumber(none=cells.NONE, lowest=0)),
    Field("asker", cells.ASKER, SEAT),
    Field("out", cells.OUT, Number(0, cells.TABLE_SEATS)),
    Field("left", cells.LEFT, DRAWER),
    Field("left_aside", cells.LEFT_ASIDE, DRAWER),
    for_each_seat("hand", cells.HAND, DRAWER),
    for_each_seat("taken", cells.TAKEN, DRAWER),
    for_each_seat("known", cells.KNOWN, KNOWLEDGE),
    for_each_seat("shown", cells.SHOWN, KNOWLEDGE),
    for_each_seat("finish", cells.FINISH, Number(0, cells.TABLE_SEATS)),
    for_each_seat("total", cells.TOTAL, Number(-(10**6), 10**6)),
    for_each_seat("place", cells.PLACE, Number(0, cells.TABLE_SEATS)),
    for_each_seat("partner", cells.PARTNER, SEAT, rest=cells.NONE),
    for_each_seat("sheet", cells.SHEET, Scored()),
)


def position(state: State) -> dict[str, Any]:
    """The whole position in words."""
    return LAYOUT.write(state.cells)


def from_position(given: Mapping[str, Any]) -> State:
    """The state that was written; BadPosition names the field that is wrong."""
    state = rules.FranksZoo(LAYOUT.read(given))
    demand_lawful(state)
    return state
