"""Prompt: what is asked of the viewer now, every choice explained, and why something cannot be chosen."""

from __future__ import annotations

from functools import lru_cache

from paddock.core.choice import Blocked, Choice, Prompt
from paddock.core.match import demand_masked
from paddock.core.message import Message, message, seat_name
from paddock.core.state import NOBODY, State
from paddock.games.o_zoo_le_mio import cells
from paddock.games.o_zoo_le_mio.fit import Spot, reasons
from paddock.games.o_zoo_le_mio.geometry import Plan
from paddock.games.o_zoo_le_mio.notation import bid_written, placement_written
from paddock.games.o_zoo_le_mio.place import bid_path, placement_path
from paddock.games.o_zoo_le_mio.preview import Change, Preview, previews, prospects
from paddock.games.o_zoo_le_mio.reading import Lot, Reading
from paddock.games.o_zoo_le_mio.words import animal_name, cell_name, coins, tile_name, tile_parts, turn_name


def prompt(state: State) -> Prompt:
    """One choice for each legal action of the state's viewer."""
    demand_masked(state)
    reading = Reading(state)
    viewer = reading.viewer
    actions = state.legal_actions(viewer) if viewer >= 0 else []
    lot = reading.on_sale
    if not actions or lot is None:
        return Prompt(viewer, waiting(reading))
    if reading.phase == cells.BIDDING:
        choices = tuple(bid_choice(action, reading.coins(viewer) - action) for action in actions)
        purse = reading.coins(viewer)
        beyond = Blocked(bid_path(purse + 1), message("why.coins", coins=coins(purse)))
        return Prompt(viewer, ask_bid(reading, lot), choices, (beyond,))
    choices = tuple(placement(reading, lot, what) for what in previews(reading, viewer).values())
    spots = placements(reading, viewer, actions)
    ask = message("ask.place", tile=tile_name(lot.tile), parts=tile_parts(lot.tile))
    return Prompt(viewer, ask, choices, reasons(Plan(reading, viewer), lot.tile, spots))


def placements(reading: Reading, seat: int, actions: list[int]) -> list[Spot]:
    """Where half A may lie, and how turned."""
    spots = [reading.spot(seat, action) for action in actions]
    return sorted(((x, y), rotation) for x, y, rotation in spots)


def waiting(reading: Reading) -> Message:
    """What goes on while the viewer has nothing to decide."""
    if reading.actor == NOBODY:
        return outcome(reading)
    if reading.phase in (cells.FLAGS, cells.REVEAL):
        return message("wait.flags" if reading.phase == cells.FLAGS else "wait.reveal")
    lot = reading.on_sale
    assert lot is not None
    if reading.phase == cells.PLACING:
        return message("wait.place", who=seat_name(reading.actor), tile=tile_name(lot.tile))
    bid = reading.sealed(reading.viewer) if reading.viewer >= 0 else None
    if bid is None:
        return message("wait.bids", tile=tile_name(lot.tile))
    return message("wait.own_bid", tile=tile_name(lot.tile), coins=coins(bid))


def outcome(reading: Reading) -> Message:
    """Who has won, and if others have as many points why they have not (R9.2)."""
    places = reading.state.places()
    winners = [seat for seat in reading.everyone if places[seat] == 1]
    points = reading.points(winners[0])
    if len(winners) == 1:
        won = message("game.won", who=seat_name(winners[0]), points=points)
    else:
        won = message("game.shared", who=tuple(seat_name(seat) for seat in winners), points=points)
    equal = [seat for seat in reading.everyone if places[seat] > 1 and reading.points(seat) == points]
    if not equal:
        return won
    if reading.cell(cells.FINAL_TIE) == cells.FLAGPOLE:
        return message("game.tie.flag", won=won, who=tuple(map(seat_name, equal)))
    most = reading.visitors(winners[0])
    fewer = [seat for seat in equal if reading.visitors(seat) < most]
    same = [seat for seat in equal if seat not in fewer]
    if same:
        won = message("game.tie.trees", won=won, who=tuple(map(seat_name, same)))
    return message("game.tie.visitors", won=won, who=tuple(map(seat_name, fewer))) if fewer else won


def ask_bid(reading: Reading, lot: Lot) -> Message:
    """What is on sale, what it could bring, and who wins a tie."""
    purse = coins(reading.coins(reading.viewer))
    tile, parts = tile_name(lot.tile), tile_parts(lot.tile)
    return message("ask.bid", tile=tile, parts=parts, coins=purse, worth=worth(reading), ties=ties(reading))


def worth(reading: Reading) -> Message:
    """What the tile could bring this zoo, at once or at the year's end."""
    seat = reading.viewer
    best = prospects(reading, seat).best
    if best is None:
        kept = reading.cell(cells.UNPLACEABLE) == cells.KEEP
        return message("worth.nowhere.kept" if kept else "worth.nowhere")
    gain = best.gain(seat)
    if reading.later:
        return message("worth.later", count=gain) if gain > 0 else message("worth.later.nothing")
    return message("worth.gain", count=gain) if gain > 0 else message("worth.nothing")


def ties(reading: Reading) -> Message:
    """Against whom a tie would be won (R3.3)."""
    below = [seat for seat in reading.everyone if reading.flag(seat) > reading.flag(reading.viewer)]
    if len(below) == reading.seats - 1:
        return message("ties.all")
    return message("ties.some", who=tuple(seat_name(seat) for seat in below)) if below else message("ties.none")


@lru_cache(4096)
def bid_choice(action: int, left: int) -> Choice:
    """A bid, and the coins that are left if it wins."""
    note = message("note.left", count=left) if left or not action else message("note.all")
    return Choice(action, bid_path(action), bid_written(action), message("do.bid", coins=coins(action)), (note,))


def placement(reading: Reading, lot: Lot, what: Preview) -> Choice:
    """A placement, and what it brings."""
    x, y, rotation = reading.spot(reading.viewer, what.action)
    text = message("do.place", tile=tile_name(lot.tile), cell=cell_name(x, y), turn=turn_name(rotation))
    path, written = placement_path((x, y), rotation), placement_written(lot, x, y, rotation)
    return Choice(what.action, path, written, text, tuple(notes(reading, what)))


def notes(reading: Reading, what: Preview) -> list[Message]:
    """Benches closed, ranks gained and lost, trees; what grows without a new rank; and whether a path stays open."""
    seat = reading.viewer
    found = [message("note.benches", count=what.benches)] if what.benches else []
    mine = {change.kind for change in what.changes if change.seat == seat}
    for change in sorted(what.changes, key=lambda change: change.seat != seat):
        found.append(changed_later(change, seat) if reading.later else changed(change, seat))
    for kind, old, new in what.grown:
        if kind == cells.TREES and kind not in mine:
            found.append(message("note.bushes", count=new.strength))
        elif kind not in mine:
            stars = message("stars", count=new.strength)
            found.append(message("note.stars", animal=animal_name(kind), before=old.strength, after=stars))
    if not found:
        found.append(message("note.later.nothing") if reading.later else message("note.nothing"))
    return [*found, message("note.ends", count=what.ends) if what.ends else message("note.no_ends")]


def changed(change: Change, seat: int) -> Message:
    """Visitors or trees that this seat or another gains or loses."""
    numbers = {"before": change.before, "after": change.after}
    if change.kind == cells.TREES:
        if change.seat == seat:
            return message("note.trees", **numbers)
        return message("note.trees.rival", who=seat_name(change.seat), **numbers)
    if change.seat == seat:
        return message("note.visitors", animal=animal_name(change.kind), **numbers)
    return message("note.visitors.rival", who=seat_name(change.seat), animal=animal_name(change.kind), **numbers)


def changed_later(change: Change, seat: int) -> Message:
    """The same where nothing moves before the year's end."""
    numbers = {"before": change.before, "after": change.after}
    if change.kind == cells.TREES:
        if change.seat == seat:
            return message("note.later.trees", **numbers)
        return message("note.later.trees.rival", who=seat_name(change.seat), **numbers)
    animal = animal_name(change.kind)
    if change.seat == seat:
        return message("note.later.visitors", animal=animal, **numbers)
    return message("note.later.visitors.rival", who=seat_name(change.seat), animal=animal, **numbers)
