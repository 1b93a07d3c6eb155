"""Reason: why something that a newcomer might click is not possible now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
    Truck,
    animal_of,
    animals_in,
    listed_tiles,
    types_in,
)
from paddock.games.zooloretto.words import animals, coins, place_name

Reason = tuple[Path, Message]


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
    yield (STACK,), message("why.drawn")


def taken(truck: Truck) -> Message:
    return message("why.truck.taken", truck=truck.number + 1, who=seat_name(truck.taker))


def place_reasons(reading: Reading) -> Iterator[Reason]:
    seat = reading.viewer
    for tile in reading.carried:
        for place in reading.places:
            yield (carried_place(tile), zoo_place(seat, place)), no_room(reading, tile, place)
    for truck in reading.trucks:
        yield (truck_place(truck.number),), message("why.place.first")
    yield (STACK,), message("why.place.first")


def no_room(reading: Reading, tile: int, place: int) -> Message:
    """R3.1, R3.2 why a tile cannot be put there."""
    house = reading.enclosure(reading.viewer, place)
    if house is None:
        return message("why.unbuilt")
    if tile >= FIRST_STALL:
        return message("why.stall.full", place=place_name(place))
    if house.animal not in (NONE, animal_of(tile)):
        return message("why.other", place=place_name(place), animals=animals(house.animal))
    return message("why.full", place=place_name(place))


def main_reasons(reading: Reading, begun: set[Path]) -> Iterator[Reason]:
    yield (STACK,), message("why.stack")
    for truck in reading.trucks:
        empty = message("why.truck.empty", truck=truck.number + 1)
        yield (truck_place(truck.number),), empty if truck.taker == NONE else taken(truck)
    yield from expansion_reasons(reading)
    yield from barn_reasons(reading, begun)
    yield from stall_reasons(reading)
    yield from exchange_reasons(reading)
    yield from buy_reasons(reading)


def too_poor(reading: Reading, verb: str) -> Message | None:
    """Why no such money action can be paid now, if it cannot."""
    if reading.streak >= cells.STREAK_LIMIT:
        return message("why.streak", count=cells.STREAK_LIMIT)
    have = reading.coins(reading.viewer)
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
    for tile in lots(reading, seat):
        first = barn_place(seat, tile)
        poor = too_poor(reading, "move")
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
                yield goal, message("why.other.exchange", place=place_name(place), animals=animals(house.animal))
            else:
                yield goal, no_room(reading, tile, place)
        poor = too_poor(reading, "discard")
        if poor is not None:
            yield (first, DISCARD), poor


def lots(reading: Reading, seat: int) -> list[int]:
    """A tile of each lot in a barn."""
    return [tile_number(name) for name in dict.fromkeys(map(lot_name, listed_tiles(reading.barn(seat))))]


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
                    yield (first, zoo_place(seat, place)), message("why.stall.here")
                else:
                    yield (first, zoo_place(seat, place)), no_room(reading, FIRST_STALL + stall, place)
            yield (first, zoo_place(seat, BARN)), message("why.stall.barn")
            yield (first,), message("why.stall.nowhere")


def exchange_reasons(reading: Reading) -> Iterator[Reason]:
    """R4.4, R4.5 why nothing can be exchanged; and that animals leave an enclosure in no other way."""
    seat = reading.viewer
    poor = too_poor(reading, "exchange")
    yield (EXCHANGE,), poor or message("why.exchange")
    for house in reading.built(seat):
        if house.animal == NONE:
            yield (zoo_place(seat, house.place),), message("why.enclosure.empty")
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
            for tile in lots(reading, other):
                yield (barn_place(other, tile),), poor
        for place in ENCLOSURES:
            house = reading.enclosure(other, place)
            if house is not None and house.animal != NONE:
                yield (zoo_place(other, place),), message("why.not_for_sale", who=seat_name(other))
