"""Narration: the log lines of one event and of all that it brought about."""

from __future__ import annotations

from paddock.core.match import demand_masked
from paddock.core.message import Message, message, seat_name
from paddock.core.state import CHANCE, HIDDEN, State
from paddock.games.o_zoo_le_mio import cells
from paddock.games.o_zoo_le_mio.prompt import outcome
from paddock.games.o_zoo_le_mio.reading import Reading, Score
from paddock.games.o_zoo_le_mio.words import (
    animal_name,
    cell_name,
    coins,
    shares,
    tile_name,
    tile_text,
    turn_name,
)


def tell(before: State, after: State, seat: int, action: int) -> list[Message]:
    """What the states' viewer learns; a hidden action still makes a line."""
    demand_masked(before)
    demand_masked(after)
    old, new = Reading(before), Reading(after)
    if seat == CHANCE:
        return tell_chance(old, new, action)
    if old.phase == cells.BIDDING:
        if new.done == old.done and new.phase == cells.BIDDING:
            return [tell_bid(old, seat, action)]
        lines = tell_auction(old, new)
    else:
        x, y, rotation = old.spot(seat, action)
        tile = tile_name(old.lot(new.done).tile)
        turn = turn_name(rotation)
        lines = [message("places", who=seat_name(seat), tile=tile, cell=cell_name(x, y), turn=turn)]
    return lines + tell_zoos(old, new) + tell_years(old, new)


def tell_chance(old: Reading, new: Reading, outcome: int) -> list[Message]:
    """The flags are told together when the last hangs; a tile is told as it is turned up."""
    if old.phase == cells.FLAGS:
        return [message("flags", order=names(new.pole()))] if len(new.pole()) == new.seats else []
    lines = [message("year", year=old.year)] if old.turned == old.year_first else []
    return [*lines, message("turned", tile=tile_text(outcome))]


def names(seats: list[int]) -> tuple[Message, ...]:
    return tuple(seat_name(seat) for seat in seats)


def tell_bid(old: Reading, seat: int, action: int) -> Message:
    """A bid in the running auction: only the bidder knows how much."""
    if action == HIDDEN or seat != old.viewer:
        return message("bids", who=seat_name(seat))
    return message("bids.own", who=seat_name(seat), coins=coins(action))


def tell_auction(old: Reading, new: Reading) -> list[Message]:
    """R3 all bids are shown; who has won, how a tie was broken, and whether the tile fits."""
    bids = [new.last_bid(seat) for seat in new.everyone]
    price = max(bids)
    tied = [seat for seat in old.pole() if bids[seat] == price]
    winner, tile = tied[0], old.lot(old.done + 1).tile
    shown = tuple(message("bid", who=seat_name(seat), coins=bids[seat]) for seat in new.everyone)
    lines = [message("bids.shown", tile=tile_name(tile), bids=shown)]
    if len(tied) > 1:
        lines.append(message("tie", who=names(tied), winner=seat_name(winner)))
    who = seat_name(winner)
    won = {"who": who, "tile": tile_name(tile)}
    lines.append(message("wins", coins=coins(price), **won) if price else message("wins.free", **won))
    if len(tied) > 1:
        lines.append(message("flag.drops", who=who))
    if new.done > old.done:
        kept = new.lot(new.done).fate == cells.BESIDE
        lines.append(message("fits.kept" if kept else "fits.nowhere", who=who, tile=tile_name(tile)))
    return lines


def tell_zoos(old: Reading, new: Reading) -> list[Message]:
    """Benches, visitors and trees that have come or moved."""
    lines = []
    for seat in new.everyone:
        benches = new.benches(seat) - old.benches(seat)
        if benches:
            lines.append(message("benches.new", count=benches, who=seat_name(seat)))
    for kind in range(cells.KINDS):
        held = [new.held(seat, kind) for seat in new.everyone]
        if held != [old.held(seat, kind) for seat in old.everyone]:
            if kind == cells.TREES:
                lines.append(message("trees.now", shares=shares(new, kind, held)))
            else:
                lines.append(message("visitors.now", animal=animal_name(kind), shares=shares(new, kind, held)))
    return lines


def tell_years(old: Reading, new: Reading) -> list[Message]:
    """R8 each year that has ended: the scores, then the income; and at last who has won."""
    lines: list[Message] = []
    points = [old.points(seat) for seat in old.everyone]
    for year in range(old.years + 1, new.years + 1):
        lines.append(message("year.over", year=year))
        for seat in new.everyone:
            score = new.score(seat, year)
            points[seat] += year * score.units
            lines.append(tell_score(seat, year, score, points[seat]))
    if new.years > old.years and old.years < cells.YEARS - 1:
        lines += tell_income(old, new)
    if new.phase == cells.OVER:
        lines.append(outcome(new))
    return lines


def tell_score(seat: int, year: int, score: Score, points: int) -> Message:
    """One line of the score sheet."""
    who = seat_name(seat)
    parts = [message(name, count=number) for name, number in score._asdict().items() if number]
    if not parts:
        return message("score.nothing", who=who, points=points)
    gained = {"units": score.units, "year": year, "gained": year * score.units}
    return message("score", who=who, parts=tuple(parts), points=points, **gained)


def tell_income(old: Reading, new: Reading) -> list[Message]:
    """R8.2 what everybody got, the price of a tile that fitted nowhere aside."""
    got = [new.coins(seat) - old.coins(seat) for seat in new.everyone]
    if old.phase == cells.BIDDING:
        bids = [new.last_bid(seat) for seat in new.everyone]
        winner = next(seat for seat in old.pole() if bids[seat] == max(bids))
        got[winner] += max(bids)
    if not any(got):
        return [message("income.none")]
    return [message("income", parts=tuple(message("bid", who=seat_name(k), coins=n) for k, n in enumerate(got)))]
