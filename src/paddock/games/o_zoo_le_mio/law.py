"""Law: refuses a written position that no match could reach, so that an accepted one can be played on."""

from __future__ import annotations

import re
from typing import NoReturn

from paddock.core.errors import BadPosition
from paddock.core.state import BIT, NOBODY, OPEN, SEALED, WHOLE, State
from paddock.games.o_zoo_le_mio import board, cells
from paddock.games.o_zoo_le_mio.material import ANIMALS, START_TILES
from paddock.games.o_zoo_le_mio.reading import PHASES, Reading

CHANCES = (cells.FLAGS, cells.REVEAL)


def refuse(field: str, reason: str) -> NoReturn:
    raise BadPosition(f"{field}: {reason}")


def demand(holds: bool, field: str, reason: str) -> None:
    if not holds:
        refuse(field, reason)


def demand_lots(state: State) -> None:
    """The tiles lie where they may; from here on all that follows from them is known."""
    reading = Reading(state)
    demand(reading.cell(cells.START_TILE) < len(START_TILES), "start_tile", "there is no such starting tile")
    for lot in reading.lots:
        demand(
            (lot.number <= reading.done) == (lot.fate != cells.ON_SALE),
            f"lots[{lot.number - 1}]",
            "lots that are done with come before those to be sold",
        )
        demand(lot.seat < reading.seats, f"lots[{lot.number - 1}]", f"there is no seat {lot.seat} of {reading.seats}")
        if lot.fate in (cells.GONE, cells.BESIDE):
            kept = reading.cell(cells.UNPLACEABLE) == cells.KEEP
            expected = "kept" if kept else "discarded"
            demand((lot.fate == cells.BESIDE) == kept, f"lots[{lot.number - 1}]", f"{expected} is expected here")
    try:
        reading.state.rebuild()
    except AssertionError as error:
        refuse(*named(str(error)))


def named(complaint: str) -> tuple[str, str]:
    """A complaint of the rules with the field it is about: `lot 3: why` is about `lots[2]`."""
    found = re.fullmatch(r"lot (\d+): (.*)", complaint)
    return (f"lots[{int(found[1]) - 1}]", found[2]) if found else ("position", complaint)


def demand_sale(state: State) -> None:
    """R2 the year has as many tiles as it can have, and the phase fits them."""
    reading = Reading(state)
    phase, sold = reading.phase, reading.done - reading.year_first
    over = phase == cells.OVER
    demand(over == (reading.years == cells.YEARS), "phase", "the game is over exactly when five years are finished")
    demand(over == (reading.actor == NOBODY), "actor", "nobody decides exactly when the game is over")
    demand((phase in CHANCES) == (reading.actor == -1), "actor", "chance hangs the flags and turns up the tiles")
    demand((phase == cells.BIDDING) == bool(state.due), "due", "bids, and bids only, are made in a sealed round")
    if phase == cells.FLAGS:
        demand(not reading.turned and not reading.years, "phase", "flags are hung before the first tile is turned up")
        demand(len(reading.pole()) < reading.seats - 1, "flag", "the last flag hangs by itself")
    else:
        demand(len(reading.pole()) == reading.seats, "flag", f"every flag hangs in phase {PHASES[phase]}")
    pole = [reading.flag(seat) for seat in reading.pole()]
    demand(pole == [*range(len(pole))], "flag", "flags hang at different places, without a gap from the top")
    if reading.cell(cells.YEAR_RULE) != cells.BUSHES:
        expected = cells.YEAR_TILES * reading.years
        demand(
            reading.year_first == expected,
            "sold",
            f"{reading.done} lots are done with, so {reading.done - expected} is expected",
        )
        demand(sold < cells.YEAR_TILES, "sold", "a year has five tiles and ends with the last")
    if over:
        demand(reading.done == cells.TILES, "lots", "all tiles are done with when the game is over")
        return
    demand_open_tiles(reading, sold)


def demand_open_tiles(reading: Reading, sold: int) -> None:
    """R2.2, R2.3 no more tiles lie open than may, and one is on sale where it must be."""
    state, phase = reading.state, reading.phase
    year = [lot for lot in reading.lots if lot.number > reading.year_first]
    most = reading.cell(cells.FACE_UP)
    if most:
        demand(
            len(year) <= max(most, sold + 1), "lots", f"only {max(most, sold + 1)} tiles of the year are turned up now"
        )
    if reading.cell(cells.YEAR_RULE) == cells.BUSHES:
        if reading.years < cells.YEARS - 1:
            bushes = sum(board.BUSH[lot.tile] > 0 for lot in year[:-1])
            demand(bushes < cells.YEAR_BUSHES, "lots", "a year ends with its third bush tile")
    else:
        demand(len(year) <= cells.YEAR_TILES, "lots", "a year has five tiles")
    if phase != cells.FLAGS:
        wants = bool(state.wants_tile(state.cells))
        demand(
            (phase == cells.REVEAL) == wants, "phase", f"the next tile is {'to be' if wants else 'already'} turned up"
        )
    if phase in (cells.BIDDING, cells.PLACING):
        demand(reading.done < reading.turned, "lots", "a tile must be on sale")
    if phase == cells.PLACING:
        fits = board.fits_somewhere(state.cells, reading.actor, reading.lot(reading.done + 1).tile)
        demand(bool(fits), "lots", f"the tile to be placed fits nowhere in the zoo of seat {reading.actor}")


def demand_lawful(state: State) -> None:
    """Coins, bids, visitors, trees and points; at last the rules' own laws."""
    reading = Reading(state)
    demand_purses(reading)
    demand_bids(reading)
    demand_ranks(reading)
    for seat in reading.everyone:
        points = sum(year * reading.score(seat, year).units for year in range(1, reading.years + 1))
        demand(reading.points(seat) == points, f"points[{seat}]", f"by its sheet this seat has {points}")
    try:
        state.check()
    except AssertionError as error:
        refuse(*named(str(error)))


def demand_purses(reading: Reading) -> None:
    """No more coins than there are, and none that could grow beyond the highest bid there is."""
    limit = reading.cell(cells.COIN_LIMIT)
    if limit != cells.NONE:
        least = int(board.PURSE[0]) * reading.seats
        demand(limit >= least, "coin_limit", f"{reading.seats} players begin with {least} coins")
        total = sum(reading.coins(seat) for seat in reading.everyone)
        demand(total <= limit, "coins", f"there are {limit} coins, got {total}")
    for seat in reading.everyone:
        most = cells.LAY - 1 - to_come(reading, seat)
        demand(reading.coins(seat) <= most, f"coins[{seat}]", f"at most {most} are possible now")


def to_come(reading: Reading, seat: int) -> int:
    """The most that a seat may still get as income."""
    ends = range(reading.years + 1, cells.YEARS)
    if reading.cell(cells.INCOME) == cells.FIXED:
        return len(ends) * reading.cell(cells.FIXED_INCOME)
    if reading.cell(cells.YEAR_RULE) == cells.BUSHES:
        return len(ends) * (reading.tiles(seat) + cells.TILES - reading.done)
    return sum(reading.tiles(seat) + cells.YEAR_TILES * year - reading.done for year in ends)


def demand_bids(reading: Reading) -> None:
    """R3.1 sealed bids are within the purse, and only the bidder knows his; the last auction's are known to all."""
    state = reading.state
    auctions = reading.done > 0 or reading.phase == cells.PLACING
    for seat in reading.everyone:
        sealed, bid = reading.cell(SEALED + seat), reading.last_bid(seat)
        if state.due:
            due = bool(state.due & BIT[seat])
            demand(due == (sealed == OPEN), f"sealed[{seat}]", f"{'open' if due else 'a bid'} is expected")
            demand(sealed <= reading.coins(seat), f"sealed[{seat}]", f"this seat has {reading.coins(seat)} coins")
        known = seat == reading.viewer or reading.viewer == WHOLE
        demand(known or sealed == OPEN, f"sealed[{seat}]", "open is expected, for the viewer does not know this bid")
        expected = "a bid" if auctions else "none"
        demand((bid != cells.NONE) == auctions, f"last_bid[{seat}]", f"{expected} is expected")


def demand_ranks(reading: Reading) -> None:
    """R6, R7 visitors and trees are where the ranks send them, or where they were at the last year's end."""
    later = reading.cell(cells.TIMING) == cells.YEAR_END and reading.phase != cells.OVER
    now = reading.state.copy()
    for kind in range(cells.KINDS):
        field = "trees" if kind == cells.TREES else "visitors"
        place = "" if kind == cells.TREES else f"[{kind}]"
        now.rank(now.cells, kind)
        expected = Reading(now)
        moved = kind == cells.TREES and reading.phase == cells.PLACING and reading.cell(cells.TREE_TIE) == cells.BY_FLAG
        for seat in reading.everyone:
            held, due = reading.held(seat, kind), expected.held(seat, kind)
            if not later and not moved:
                demand(held == due, f"{field}[{seat}]{place}", f"{due} is expected by the ranks")
            demand(
                reading.years > 0 or not (later and held), f"{field}[{seat}]{place}", "0 is expected in the first year"
            )
        total = sum(reading.held(seat, kind) for seat in reading.everyone)
        what = "trees" if kind == cells.TREES else f"visitors of the {ANIMALS[kind]}"
        demand(total <= 3, field, f"there are 3 {what}, got {total}")
