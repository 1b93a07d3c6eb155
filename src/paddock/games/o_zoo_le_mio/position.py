"""Position: a state in words and back, with every cell a named field and every law checked.

Lots, visitors, trees and sheets are written as people think of them, so they are folded from plain fields and unfolded
again. What follows from the lots is not written but worked out anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from paddock.core.errors import BadPosition, listed
from paddock.core.layout import Field, Kind, Layout, Named, Number
from paddock.core.state import State
from paddock.games.o_zoo_le_mio import cells, rules
from paddock.games.o_zoo_le_mio.law import demand_lawful, demand_lots, demand_sale
from paddock.games.o_zoo_le_mio.notation import read, written
from paddock.games.o_zoo_le_mio.option import CHOICES, KINDS
from paddock.games.o_zoo_le_mio.reading import PHASES, Lot, Score

TABLE_SEATS = 4
UNKNOWN = ""  # a lot not turned up; never written
SHEET_PARTS = {"visitors": 15, "trees": 3, "benches": 60}  # the most of each in a year


class Packed:
    """A lot."""

    def write(self, cell: int) -> object:
        return written(Lot(0, *(int(part) for part in cells.lot(cell)))) if cell else UNKNOWN

    def read(self, value: object) -> int:
        return read(value) if value != UNKNOWN else 0


def for_each_seat(name: str, offset: int, kind: Kind, rest: int = 0) -> Field:
    return Field(name, offset, kind, per_seat=True, count=TABLE_SEATS, rest=rest)


ANY = Number(0, 2**61)
BID = Named({"none": cells.NONE}, range(cells.LAY))
LAYOUT = Layout(
    cells.SIZE,
    Field("phase", cells.PHASE, Named({word: number for number, word in enumerate(PHASES)})),
    *(Field(name, cells.START_TILE + k, KINDS[name]) for k, name in enumerate(CHOICES)),
    Field("turned", cells.TURNED, Number(0, cells.TILES)),
    Field("done", cells.DONE, Number(0, cells.TILES)),
    Field("year_first", cells.YEAR_FIRST, Number(0, cells.TILES)),
    Field("lots", cells.LOT, Packed(), count=cells.TILES),
    for_each_seat("coins", cells.COINS, Number(0, cells.LAY - 1)),
    for_each_seat("flag", cells.FLAG, Named({"none": cells.NONE}, range(TABLE_SEATS))),
    for_each_seat("points", cells.POINTS, Number(0, 10**6)),
    Field("held", cells.HELD, Number(0, 3), count=TABLE_SEATS * cells.KINDS),
    Field("sheet", cells.SHEET, ANY, count=TABLE_SEATS * cells.YEARS),
    for_each_seat("last_bid", cells.LAST_BID, BID),
    Field("derived", cells.DERIVED, ANY, count=cells.SIZE - cells.DERIVED),
)
FOLDED = ("turned", "done", "year_first", "held", "derived")  # fields of the layout that are not written
ADDED = ("sold", "visitors", "trees")  # and those written in their stead


def position(state: State) -> dict[str, Any]:
    """The whole position in words."""
    plain = LAYOUT.write(state.cells)
    seats, years = plain["seats"], plain["leg"]
    held, sheet = rows(plain["held"], cells.KINDS, seats), rows(plain["sheet"], cells.YEARS, seats)
    plain["lots"] = plain["lots"][: plain["turned"]]
    plain["sold"] = plain["done"] - plain["year_first"]
    plain["visitors"] = [row[: cells.ANIMALS] for row in held]
    plain["trees"] = [row[cells.TREES] for row in held]
    plain["sheet"] = [[Score.of(word)._asdict() for word in row[:years]] for row in sheet]
    return {name: plain[name] for name in names()}


def names() -> list[str]:
    """The fields of a written position, in order."""
    found = [field.name for field in LAYOUT.fields if field.name not in FOLDED]
    found.insert(found.index("lots") + 1, "sold")
    at = found.index("sheet")
    return [*found[:at], "visitors", "trees", *found[at:]]


def rows(values: list[Any], length: int, seats: int) -> list[list[Any]]:
    return [values[length * seat : length * (seat + 1)] for seat in range(seats)]


def from_position(given: Mapping[str, Any], demand_order: Callable[[State], None]) -> State:
    """The state that was written; BadPosition names the field that is wrong."""
    state = rules.OZooLeMio(LAYOUT.read(unfolded(given)))
    demand_order(state)
    demand_lots(state)
    demand_sale(state)
    demand_lawful(state)
    return state


def unfolded(given: Mapping[str, Any]) -> dict[str, Any]:
    """The plain fields of a written position."""
    if not isinstance(given, Mapping):
        raise BadPosition(f"a position is an object with named fields, got {type(given).__name__}")
    for name in given:
        if name not in names():
            raise BadPosition(f"{name}: no such field; the fields are {listed(names(), most=60)}")
    for name in names():
        if name not in given:
            raise BadPosition(f"{name}: the field is missing")
    plain = {name: given[name] for name in given if name not in ADDED}
    seats = checked("seats", Number(2, TABLE_SEATS), given["seats"])
    years = checked("leg", Number(0, cells.YEARS), given["leg"])
    lots = list_of("lots", given["lots"], range(cells.TILES + 1))
    for k, lot in enumerate(lots):
        if lot == UNKNOWN:
            raise BadPosition(f"lots[{k}]: only tiles that are turned up are listed")
    plain["lots"] = [*lots, *[UNKNOWN] * (cells.TILES - len(lots))]
    plain["turned"] = len(lots)
    plain["done"] = sum(isinstance(lot, str) and " " in lot for lot in lots)
    sold = checked("sold", Number(0, cells.TILES), given["sold"])
    if sold > plain["done"]:
        raise BadPosition(f"sold: {plain['done']} of the lots are done with, got {sold}")
    plain["year_first"] = plain["done"] - sold
    plain["held"] = held(given, seats)
    plain["sheet"] = [word for row in sheets(given["sheet"], seats, years) for word in row]
    plain["sheet"] += [0] * (cells.YEARS * (TABLE_SEATS - seats))
    plain["derived"] = [0] * (cells.SIZE - cells.DERIVED)
    return plain


def checked(label: str, kind: Kind, value: object) -> int:
    try:
        return kind.read(value)
    except ValueError as error:
        raise BadPosition(f"{label}: {error}") from None


def list_of(label: str, value: object, lengths: range) -> list[Any]:
    if not isinstance(value, list) or len(value) not in lengths:
        most = f"at most {lengths[-1]}" if len(lengths) > 1 else str(lengths[0])
        raise BadPosition(f"{label}: a list of {most} is expected, got {value!r}")
    return value


def held(given: Mapping[str, Any], seats: int) -> list[int]:
    """Visitors and trees, seat by seat."""
    cells_held: list[int] = []
    trees = list_of("trees", given["trees"], range(seats, seats + 1))
    for seat, row in enumerate(list_of("visitors", given["visitors"], range(seats, seats + 1))):
        label = f"visitors[{seat}]"
        for animal, number in enumerate(list_of(label, row, range(cells.ANIMALS, cells.ANIMALS + 1))):
            cells_held.append(checked(f"{label}[{animal}]", Number(0, 3), number))
        cells_held.append(checked(f"trees[{seat}]", Number(0, 3), trees[seat]))
    return cells_held + [0] * (cells.KINDS * (TABLE_SEATS - seats))


def sheets(value: object, seats: int, years: int) -> list[list[int]]:
    """What each seat has scored in each finished year, as words."""
    found = []
    for seat, row in enumerate(list_of("sheet", value, range(seats, seats + 1))):
        words = []
        for year, score in enumerate(list_of(f"sheet[{seat}]", row, range(years, years + 1))):
            label = f"sheet[{seat}][{year}]"
            if not isinstance(score, Mapping) or set(score) != set(SHEET_PARTS):
                raise BadPosition(f"{label}: visitors, trees and benches are expected, got {score!r}")
            parts = {
                name: checked(f"{label} {name}", Number(0, most), score[name]) for name, most in SHEET_PARTS.items()
            }
            words.append(Score(**parts).cell)
        found.append(words + [0] * (cells.YEARS - years))
    return found
