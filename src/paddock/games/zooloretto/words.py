"""Words: the phrases that prompts, log lines and drawings share, as messages without a language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from paddock.core.message import Message, message
from paddock.games.zooloretto.material import COIN, FIRST_STALL, KINDS, PLACES, STALLS, TYPES
from paddock.games.zooloretto.reading import Tiles, listed_tiles

# What the kinds of animal tiles are called: N M F m f O.
KIND_WORDS = ("plain", "male", "female", "father", "mother", "young")


@cache
def forms(animal: int) -> dict[str, Message]:
    """A type in all the forms that a phrase may need."""
    name = TYPES[animal]
    return {form: message(f"{form}.{name}") for form in ("animal", "animals", "an", "stem")}


@cache
def name(tile: int) -> Message:
    """`male zebra`, `snack cart`, `coin`."""
    if tile >= FIRST_STALL:
        return message("coin.name") if tile == COIN else message(f"stall.{STALLS[tile - FIRST_STALL]}")
    animal, kind = divmod(tile, len(KINDS))
    return message(f"name.{KIND_WORDS[kind]}", **forms(animal))


@cache
def one(tile: int) -> Message:
    """`a male zebra`, `an elephant`, as what somebody takes or puts somewhere."""
    if tile >= FIRST_STALL:
        return message("coin.one") if tile == COIN else message(f"one.{STALLS[tile - FIRST_STALL]}")
    animal, kind = divmod(tile, len(KINDS))
    return message(f"one.{KIND_WORDS[kind]}", **forms(animal))


@cache
def count(tile: int, number: int) -> Message:
    """`2 male zebras`."""
    if tile >= FIRST_STALL:
        return coins(number) if tile == COIN else message(f"stalls.{STALLS[tile - FIRST_STALL]}", count=number)
    animal, kind = divmod(tile, len(KINDS))
    return message(f"count.{KIND_WORDS[kind]}", count=number, **forms(animal))


@lru_cache(4096)
def tile_list(tiles: Tiles) -> tuple[Message, ...]:
    """`2 zebras, 1 male zebra and 1 snack cart`."""
    return tuple(count(tile, tiles[tile]) for tile in listed_tiles(tiles))


@cache
def head_count(animal: int, number: int) -> Message:
    """`3 zebras`, whatever their kinds."""
    return message("count.plain", count=number, **forms(animal))


@cache
def animals(animal: int) -> Message:
    """`zebras`."""
    return message(f"animals.{TYPES[animal]}")


@cache
def coins(number: int) -> Message:
    """`2 coins`."""
    return message("coins", count=number)


@cache
def points(number: int) -> Message:
    """`13 points`, `−1 points`."""
    return message("points", count=number, points=plain(number))


@cache
def place_name(place: int) -> Message:
    """`Four-space pen`, `Barn`."""
    return message(f"place.{PLACES[place]}")


@cache
def the_place(place: int) -> Message:
    """`The four-space pen`, as a sentence begins."""
    return message(f"the.{PLACES[place]}")


@cache
def into(place: int) -> Message:
    """`into the four-space pen`."""
    return message(f"into.{PLACES[place]}")


@cache
def within(place: int) -> Message:
    """`in the four-space pen`."""
    return message(f"in.{PLACES[place]}")


@cache
def out_of(place: int) -> Message:
    """`from the four-space pen`, for a stall that stands there."""
    return message(f"from.{PLACES[place]}")


@cache
def toward(tile: int, place: int) -> Message:
    """Where a tile is put: an animal `into Four`, a stall `beside the four-space pen`, either `into the barn`."""
    return message(f"beside.{PLACES[place]}") if tile >= FIRST_STALL and place < len(PLACES) - 1 else into(place)


def either(names: Sequence[Message]) -> Message:
    """`draw a tile, take a truck or spend money`."""
    *some, last = names
    if not some:
        return last
    joined = some[0]
    for part in some[1:]:
        joined = message("either.more", some=joined, next=part)
    return message("either.last", some=joined, last=last)


def signed(points: int) -> str:
    """`+2`, `0` or `−1`, with a true minus sign."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def plain(points: int) -> str:
    """`2` or `−1`."""
    return str(points).replace("-", "−")
