"""Reason: why something that a newcomer might click is not possible now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from paddock.core.choice import Blocked, Path
from paddock.core.message import Message, message, seat_name
from paddock.games.zooloretto import cells
from paddock.games.zooloretto.effect import PRICE
from paddock.games.zooloretto.material import EXPANSION, FIRST_STALL, SPACES
from paddock.games.zooloretto.notation import lot_name, tile_number
from paddock.games.zooloretto.place import (
    DISCARD,
    EXCHANGE,
    STACK,
    barn_place,
    carried_place,
    next_expansion,
    stall_place,
    truck_place,
    zoo_place,
)
from paddock.games.zooloretto.reading import (
    BARN,
    ENCLOSURES,
    NONE,
    Enclosure,
    Reading,
    Tiles,
    Truck,
    animal_of,
    animals_in,
    listed_tiles,
    types_in,
)
from paddock.games.zooloretto.words import animals, coins, place_name, the_place

Reason = tuple[Path, Message]

# Most places are barred most of the time, for one of a few reasons: the same words serve every prompt.
DRAWN = message("why.drawn")
PLACE_FIRST = message("why.place.first")
UNBUILT = message("why.unbuilt")
NO_DRAWING = message("why.stack")
STAYS_HERE = message("why.stall.here")
NOT_TO_BARN = message("why.stall.barn")
NO_OTHER_SPACE = message("why.stall.nowhere")
NO_EXCHANGE = message("why.exchange")
NO_ANIMALS = message("why.enclosure.empty")


def blocked(reading: Reading, paths: Sequence[Path]) -> tuple[Blocked, ...]:
    """What cannot be clicked, or not after another place, each with its reason."""
    begun = {path[:length] for path in paths for length in range(1, len(path) + 1)}
    if reading.phase == cells.LOADING:
        reasons = load_reasons(reading)
    elif reading.phase == cells.PLACING:
        reasons = place_reasons(reading)
    else:
        reasons = main_reasons(reading, begun)
    found: dict[Path, Message] = {}
    for path, why in reasons:
        if path not in begun and (len(path) == 1 or path[:1] not in found):
            found.setdefault(path, why)
    return tuple(Blocked(path, why) for path, why in found.items())


def load_reasons(reading: Reading) -> Iterator[Reason]:
    for truck in reading.trucks:
        if truck.taker != NONE:
            yield (truck_place(truck.number),), taken(truck)
        else:
            yield (truck_place(truck.number),), message("why.truck.full", truck=truck.number + 1)
    yield (STACK,), DRAWN


@lru_cache(4096)
def taken(truck: Truck) -> Message:
    return message("why.truck.taken", truck=truck.number + 1, who=seat_name(truck.taker))


def place_reasons(reading: Reading) -> Iterator[Reason]:
    seat = reading.viewer
    for tile in reading.carried:
        for place in reading.places:
            yield (carried_place(tile), zoo_place(seat, place)), no_room(reading, tile, place)
    for truck in reading.trucks:
        yield (truck_place(truck.number),), PLACE_FIRST
    yield (STACK,), PLACE_FIRST


def no_room(reading: Reading, tile: int, place: int) -> Message:
    """R3.1, R3.2 why a tile cannot be put there."""
    house = reading.enclosure(reading.viewer, place)
    return UNBUILT if house is None else does_not_take(place, house.animal, tile)


@cache
def does_not_take(place: int, animal: int, tile: int) -> Message:
    """Why an enclosure where that type lives does not take a tile."""
    if tile >= FIRST_STALL:
        return message("why.stall.full", place=the_place(place))
    if animal not in (NONE, animal_of(tile)):
        return message("why.other", place=the_place(place), animals=animals(animal))
    return message("why.full", place=the_place(place))


def main_reasons(reading: Reading, begun: set[Path]) -> Iterator[Reason]:
    yield (STACK,), NO_DRAWING
    for truck in reading.trucks:
        yield (truck_place(truck.number),), nothing_on(truck.number) if truck.taker == NONE else taken(truck)
    yield from expansion_reasons(reading)
    yield from barn_reasons(reading, begun)
    yield from stall_reasons(reading)
    yield from exchange_reasons(reading)
    yield from buy_reasons(reading)


@cache
def nothing_on(truck: int) -> Message:
    return message("why.truck.empty", truck=truck + 1)


def too_poor(reading: Reading, verb: str) -> Message | None:
    """Why no such money action can be paid now, if it cannot."""
    if reading.streak >= cells.STREAK_LIMIT:
        return message("why.streak", count=cells.STREAK_LIMIT)
    return unpaid(verb, reading.coins(reading.viewer))


@cache
def unpaid(verb: str, have: int) -> Message | None:
    """That this is too dear for so many coins, if it is."""
    if have >= PRICE[verb]:
        return None
    return message(f"why.poor.{verb}", price=coins(PRICE[verb]), coins=coins(have))


def expansion_reasons(reading: Reading) -> Iterator[Reason]:
    """R4.8 the price, and one after the other."""
    seat = reading.viewer
    for place in reading.places:
        if EXPANSION[place] and reading.enclosure(seat, place) is None:
            poor = too_poor(reading, "expand")
            later = message("why.expansion.order", place=place_name(next_expansion(reading, seat)))
            yield (zoo_place(seat, place),), poor or later


def barn_reasons(reading: Reading, begun: set[Path]) -> Iterator[Reason]:
    """R4.2, R4.3, R4.7 why a tile of the own barn stays there."""
    seat = reading.viewer
    poor = too_poor(reading, "move")
    undisposable = too_poor(reading, "discard")
    for tile in lots(reading.barn(seat)):
        first = barn_place(seat, tile)
        if poor is not None:
            yield (first,), poor
            continue
        if (first,) not in begun:  # with enough coins it could be discarded
            price, have = PRICE["discard"], reading.coins(seat)
            yield (first,), message("why.barn.nowhere", price=coins(price), coins=coins(have))
            continue
        for place in reading.places:
            goal = (first, zoo_place(seat, place))
            house = reading.enclosure(seat, place)
            if house is not None and house.animal not in (NONE, animal_of(tile)) and tile < FIRST_STALL:
                yield goal, only_by_exchange(place, house.animal)
            else:
                yield goal, no_room(reading, tile, place)
        if undisposable is not None:
            yield (first, DISCARD), undisposable


@cache
def only_by_exchange(place: int, animal: int) -> Message:
    return message("why.other.exchange", place=the_place(place), animals=animals(animal))


@lru_cache(4096)
def lots(barn: Tiles) -> list[int]:
    """A tile of each lot in a barn."""
    return [tile_number(name) for name in dict.fromkeys(map(lot_name, listed_tiles(barn)))]


def stall_reasons(reading: Reading) -> Iterator[Reason]:
    """R4.3 why a stall stays where it stands."""
    seat = reading.viewer
    poor = too_poor(reading, "shift")
    for house in reading.built(seat):
        for stall, number in enumerate(house.stalls):
            if not number:
                continue
            first = stall_place(seat, house.place, FIRST_STALL + stall)
            if poor is not None:
                yield (first,), poor
                continue
            for place in reading.places:
                if place == house.place:
                    yield (first, zoo_place(seat, place)), STAYS_HERE
                else:
                    yield (first, zoo_place(seat, place)), no_room(reading, FIRST_STALL + stall, place)
            yield (first, zoo_place(seat, BARN)), NOT_TO_BARN
            yield (first,), NO_OTHER_SPACE


def exchange_reasons(reading: Reading) -> Iterator[Reason]:
    """R4.4, R4.5 why nothing can be exchanged; and that animals leave an enclosure in no other way."""
    seat = reading.viewer
    poor = too_poor(reading, "exchange")
    yield (EXCHANGE,), poor or NO_EXCHANGE
    for house in reading.built(seat):
        if house.animal == NONE:
            yield (zoo_place(seat, house.place),), NO_ANIMALS
        else:
            yield (zoo_place(seat, house.place),), poor or stuck(reading, house)


def stuck(reading: Reading, house: Enclosure) -> Message:
    """Why these animals cannot be exchanged, or how they can."""
    seat = reading.viewer
    partners = [other for other in reading.built(seat) if other.animal not in (NONE, house.animal)]
    barn = reading.barn(seat)
    strangers = [animal for animal in types_in(barn) if animal != house.animal]
    if not partners and not strangers:
        return message("why.exchange.partner", animals=animals(house.animal))
    fits = any(
        other.animals <= SPACES[house.place] and house.animals <= SPACES[other.place] for other in partners
    ) or any(animals_in(barn, animal) <= SPACES[house.place] for animal in strangers)
    return message("why.exchange.how" if fits else "why.exchange.size", animals=animals(house.animal))


def buy_reasons(reading: Reading) -> Iterator[Reason]:
    """R4.6 only barns sell, and at a price."""
    poor = too_poor(reading, "buy")
    for other in reading.everyone:
        if other == reading.viewer:
            continue
        if poor is not None:
            for tile in lots(reading.barn(other)):
                yield (barn_place(other, tile),), poor
        for place in ENCLOSURES:
            house = reading.enclosure(other, place)
            if house is not None and house.animal != NONE:
                yield (zoo_place(other, place),), not_for_sale(other)


@cache
def not_for_sale(seat: int) -> Message:
    return message("why.not_for_sale", who=seat_name(seat))
