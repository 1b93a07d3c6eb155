"""Narration: the log lines of one event and of all that it brought about."""

from __future__ import annotations

from paddock.core.match import demand_masked
from paddock.core.message import Message, message, seat_name
from paddock.core.state import CHANCE, State
from paddock.games.zooloretto import cells
from paddock.games.zooloretto.board import OFFSPRING as YOUNG
from paddock.games.zooloretto.effect import Effect, effect
from paddock.games.zooloretto.material import BONUS, KINDS, PRICES
from paddock.games.zooloretto.notation import Deed
from paddock.games.zooloretto.place import next_expansion
from paddock.games.zooloretto.reading import BARN, NONE, Reading, animal_of, animals_in, counted
from paddock.games.zooloretto.words import (
    animals,
    coins,
    head_count,
    one,
    out_of,
    place_name,
    plain,
    points,
    the_place,
    tile_list,
    toward,
    within,
)


def tell(before: State, after: State, seat: int, action: int) -> list[Message]:
    """What happened, in the order it happened; nothing in this game is hidden."""
    demand_masked(before)
    demand_masked(after)
    old, new = Reading(before), Reading(after)
    if seat == CHANCE:
        return tell_chance(old, new, action)
    found = effect(old, new, seat, action)
    if found.deed.verb == "draw":
        return []  # what comes up is told when it is loaded
    lines = [tell_decision(old, seat, found), *tell_births(seat, found), *tell_filling(seat, found)]
    if new.streak == cells.STREAK_LIMIT > old.streak:
        lines.append(message("streak", count=cells.STREAK_LIMIT))
    if new.rounds_finished > old.rounds_finished:
        lines += tell_round_end(old, new, found)
    return lines


def tell_chance(old: Reading, new: Reading, outcome: int) -> list[Message]:
    """R1.3, R1.6 the set-up; R7.1 the disc."""
    if old.phase == cells.REMOVE:
        lines = [message("without", animals=animals(outcome))]
    elif old.phase == cells.STARTER:
        return [message("starts", who=seat_name(outcome))]
    else:
        return [message("disc")] if new.last_round and not old.last_round else []
    if new.phase == cells.MAIN:
        lines.append(message("starts", who=seat_name(new.turn)))
    return lines


def tell_decision(old: Reading, seat: int, found: Effect) -> Message:
    """The decision itself."""
    done, who = found.deed, seat_name(seat)
    verb = done.verb
    if verb == "load":
        return message("loads", who=who, tile=one(old.revealed), truck=done.truck + 1)
    if verb == "take":
        return message("takes", who=who, truck=done.truck + 1, tiles=tile_list(counted(old.trucks[done.truck].tiles)))
    price = coins(found.price)
    if verb == "expand":
        return message("expands", who=who, place=place_name(next_expansion(old, seat)), price=price)
    if verb in ("exchange", "barn"):
        return tell_exchange(old, seat, done, price)
    if verb == "buy":
        share = coins(PRICES["to_seller"])
        return message("buys", who=who, tile=one(found.tile), seller=seat_name(done.seller), price=price, share=share)
    if verb == "discard":
        return message("discards", who=who, tile=one(found.tile), price=price)
    to = toward(found.tile, done.goal)
    if verb == "place":
        return message("places", who=who, tile=one(found.tile), to=to)
    return message("moves", who=who, tile=one(found.tile), start=out_of(done.start), to=to, price=price)


def tell_exchange(old: Reading, seat: int, done: Deed, price: Message) -> Message:
    """R4.4, R4.5 which animals change places."""
    who = seat_name(seat)
    first = old.enclosure(seat, done.start)
    assert first is not None
    one_herd = message("herd", animals=head_count(first.animal, first.animals), place=within(done.start))
    if done.verb == "barn":
        number = animals_in(old.barn(seat), done.animal)
        other = message("herd", animals=head_count(done.animal, number), place=within(BARN))
        return message("exchanges", who=who, one=one_herd, two=other, price=price)
    second = old.enclosure(seat, done.goal)
    assert second is not None
    other = message("herd", animals=head_count(second.animal, second.animals), place=within(done.goal))
    return message("exchanges", who=who, one=one_herd, two=other, price=price)


def tell_births(seat: int, found: Effect) -> list[Message]:
    """R5 who is born, and where it lives."""
    if not found.born:
        return []
    done = found.deed
    place = done.start if done.verb == "barn" else done.goal
    animal = done.animal if done.verb == "barn" else animal_of(found.tile)
    young, where = one(len(KINDS) * animal + YOUNG), within(place)
    inside = message("born", young=young, place=where, who=seat_name(seat))
    homeless = message("born.barn", young=young, place=where, who=seat_name(seat))
    return [inside] * found.born_inside + [homeless] * (found.born - found.born_inside)


def tell_filling(seat: int, found: Effect) -> list[Message]:
    """R6 the last space, and what the bank pays for it."""
    if found.filled == NONE:
        return []
    place, who = the_place(found.filled), seat_name(seat)
    if not BONUS[found.filled]:
        return [message("filled.nothing", place=place, who=who)]
    if found.short:
        return [message("filled.short", place=place, who=who, coins=coins(found.bonus))]
    return [message("filled", place=place, who=who, coins=coins(found.bonus))]


def tell_round_end(old: Reading, new: Reading, found: Effect) -> list[Message]:
    """R2.6 who begins the next round; R8.3 what is lost on the way; R7 the end."""
    lines = [
        message("lost", truck=truck.number + 1, tiles=tile_list(counted(truck.tiles)))
        for truck in old.trucks
        if truck.taker == NONE and truck.tiles and not (found.deed.verb == "take" and found.deed.truck == truck.number)
    ]
    lines.append(message("round.over", round=new.rounds_finished))
    if new.phase == cells.OVER:
        return [*lines, *tell_scores(new), tell_winner(new)]
    return [*lines, message("round.next", round=new.rounds_finished + 1, who=seat_name(new.turn))]


def tell_scores(new: Reading) -> list[Message]:
    """R7 how each zoo scores, the best first."""
    places = new.state.places()
    order = sorted(new.everyone, key=lambda seat: (places[seat], seat))
    return [tell_score(new, seat) for seat in order]


def tell_score(new: Reading, seat: int) -> Message:
    """One line of the result, part by part."""
    score = new.score(seat)
    parts = [message("part.enclosures", points=sum(score.enclosures))]
    if score.stalls:
        parts.append(message("part.stalls", points=score.stalls))
    if score.barn:
        parts.append(message("part.barn", points=plain(score.barn)))
    return message(
        "score", who=seat_name(seat), points=points(score.total), parts=tuple(parts), coins=coins(new.coins(seat))
    )


def tell_winner(new: Reading) -> Message:
    """R7.5 the most points, then the most coins; or a shared victory."""
    places = new.state.places()
    winners = [seat for seat in new.everyone if places[seat] == 1]
    most = new.score(winners[0]).total
    if len(winners) > 1:
        return message("game.shared", who=tuple(seat_name(seat) for seat in winners), points=points(most))
    tied = sum(new.score(seat).total == most for seat in new.everyone) > 1
    return message("game.won.coins" if tied else "game.won", who=seat_name(winners[0]), points=points(most))
