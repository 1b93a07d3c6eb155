"""Prompt: what is asked of the viewer now, and every choice explained."""

from __future__ import annotations

from paddock.core.choice import Choice, Prompt
from paddock.core.match import demand_masked
from paddock.core.message import Message, message, seat_name
from paddock.core.state import NOBODY, State
from paddock.games.zooloretto import cells
from paddock.games.zooloretto.effect import PRICE, moved_tile
from paddock.games.zooloretto.narration import tell_winner
from paddock.games.zooloretto.notation import decision, deed
from paddock.games.zooloretto.note import notes
from paddock.games.zooloretto.place import next_expansion, path
from paddock.games.zooloretto.reading import NONE, Reading, animals_in, counted
from paddock.games.zooloretto.reason import blocked
from paddock.games.zooloretto.words import (
    coins,
    either,
    head_count,
    name,
    one,
    out_of,
    place_name,
    tile_list,
    toward,
    within,
)


def prompt(state: State) -> Prompt:
    """One choice for each legal action of the state's viewer."""
    demand_masked(state)
    reading = Reading(state)
    viewer = reading.viewer
    actions = state.legal_actions(viewer) if viewer >= 0 else []
    if not actions:
        return Prompt(viewer, waiting(reading))
    choices = tuple(
        Choice(
            action,
            path(reading, viewer, action),
            decision(deed(reading, action)),
            text(reading, action),
            notes(reading, action),
        )
        for action in actions
    )
    return Prompt(viewer, question(reading, actions), choices, blocked(reading, [choice.path for choice in choices]))


def waiting(reading: Reading) -> Message:
    """What goes on while the viewer has nothing to decide."""
    if reading.actor == NOBODY:
        return tell_winner(reading)
    if reading.phase in (cells.REMOVE, cells.STARTER):
        return message("wait.setup")
    if reading.phase == cells.REVEAL:
        return message("wait.reveal", who=seat_name(reading.turn))
    return message("turn.wait", who=seat_name(reading.actor))


def question(reading: Reading, actions: list[int]) -> Message:
    """What the viewer is asked."""
    if reading.phase == cells.LOADING:
        return message("ask.load", tile=one(reading.revealed))
    if reading.phase == cells.PLACING:
        first, *more = reading.carried
        if not more:
            return message("ask.place", tile=name(first))
        return message("ask.place.more", tiles=tile_list(counted(reading.carried)))
    verbs = {deed(reading, action).verb for action in actions}
    can = [message(f"can.{verb}") for verb in ("draw", "take") if verb in verbs]
    if verbs - {"draw", "take"}:
        can.append(message("can.spend", coins=coins(reading.coins(reading.viewer))))
    alone = all(reading.truck_of(seat) != NONE for seat in reading.everyone if seat != reading.viewer)
    return message("ask.main.alone" if alone else "ask.main", can=either(can))


def text(reading: Reading, action: int) -> Message:
    """What a choice is."""
    done = deed(reading, action)
    verb, seat = done.verb, reading.viewer
    if verb == "draw":
        return message("do.draw")
    if verb in ("take", "load"):
        tiles = tile_list(counted(reading.trucks[done.truck].tiles))
        if verb == "load" and not tiles:
            return message("do.load.empty", truck=done.truck + 1)
        return message(f"do.{verb}", truck=done.truck + 1, tiles=tiles)
    price = coins(PRICE.get(verb, 0))
    if verb == "expand":
        return message("do.expand", place=place_name(next_expansion(reading, seat)), price=price)
    if verb == "exchange":
        return message("do.exchange", one=herd(reading, done.start), two=herd(reading, done.goal), price=price)
    if verb == "barn":
        number = animals_in(reading.barn(seat), done.animal)
        theirs = herd(reading, done.start)
        return message("do.barn", one=head_count(done.animal, number), two=theirs, price=price)
    tile = one(moved_tile(reading, seat, done))
    if verb == "buy":
        return message("do.buy", tile=tile, seller=seat_name(done.seller), price=price)
    if verb == "discard":
        return message("do.discard", tile=tile, price=price)
    to = toward(done.tile, done.goal)
    if verb == "place":
        return message("do.place", tile=tile, to=to)
    return message("do.move", tile=tile, start=out_of(done.start), to=to, price=price)


def herd(reading: Reading, place: int) -> Message:
    """`3 zebras in Four`."""
    house = reading.enclosure(reading.viewer, place)
    assert house is not None
    return message("herd", animals=head_count(house.animal, house.animals), place=within(place))
