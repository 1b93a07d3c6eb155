"""Words: the phrases that prompts, log lines and drawings share, as messages without a language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from paddock.core.message import Message, message
from paddock.games.franks_zoo.material import KINDS, SETS, SIZES, Cards, followers
from paddock.games.franks_zoo.reading import face_of, listed_kinds, toward


@cache
def count(kind: int, number: int) -> Message:
    """`2 lions`."""
    return message(f"cards.{KINDS[kind]}", count=number)


@lru_cache(4096)
def card_list(cards: Cards) -> tuple[Message, ...]:
    """`2 lions and 1 joker`."""
    return tuple(count(kind, cards[kind]) for kind in listed_kinds(cards))


@cache
def kind_name(kind: int) -> Message:
    """`lion`."""
    return message(f"kind.{KINDS[kind]}")


@cache
def kind_names(kind: int) -> Message:
    """`lions`."""
    return message(f"kinds.{KINDS[kind]}")


@cache
def set_name(chosen: int) -> Message:
    """A set by what it counts as: `2 elephants (1 elephant and 1 mosquito)`."""
    name = count(face_of(chosen), SIZES[chosen])
    if len(listed_kinds(SETS[chosen])) == 1:
        return name
    return message("set.mixed", set=name, cards=card_list(SETS[chosen]))


def goal_names(sets: Sequence[int]) -> list[Message]:
    """What these sets count as, each once: `2 mice`, `3 elephants`."""
    return [count(face, size) for face, size in sorted({(face_of(k), SIZES[k]) for k in sets})]


def beaters(chosen: int) -> list[Message]:
    """What beats a set."""
    return goal_names(followers(chosen))


@cache
def either_beater(chosen: int) -> Message:
    """What beats a set that can be beaten, in one phrase."""
    return either(beaters(chosen))


@cache
def either_goal(offer: int, ranking: int) -> Message:
    """What an offer can become, in one phrase."""
    return either(goal_names(toward(offer, ranking)))


def either(names: Sequence[Message]) -> Message:
    """`2 mice, 2 lions or 3 elephants`."""
    *some, last = names
    if not some:
        return last
    joined = some[0]
    for name in some[1:]:
        joined = message("either.more", some=joined, next=name)
    return message("either.last", some=joined, last=last)


def signed(points: int) -> str:
    """`+2`, `0` or `−1`, with a true minus sign."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def plain(points: int) -> str:
    """`2` or `−1`."""
    return str(points).replace("-", "−")


@cache
def ordinal(place: int) -> Message:
    """`2nd`."""
    return message(f"ordinal.{place}")
