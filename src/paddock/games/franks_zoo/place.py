"""Place: where a choice is clicked; the view shows these places and the prompt's paths lead along them."""

from __future__ import annotations

from functools import cache

from paddock.core.choice import Path
from paddock.games.franks_zoo.material import KINDS
from paddock.games.franks_zoo.notation import cards_with, verb_of, written
from paddock.games.franks_zoo.reading import Reading, listed_kinds


def path(reading: Reading, action: int) -> Path:
    """The places clicked one after the other: a card of the hand, then a whole set of it; or two cards."""
    return path_with(reading.offer, action)


@cache
def path_with(offer: int, action: int) -> Path:
    """The same, by the offer that an answer completes."""
    verb, cards = verb_of(action), cards_with(offer, action)
    if verb in ("pass", "decline"):
        return (verb,)
    if verb == "give":
        return tuple(hand_place(kind) for kind in listed_kinds(cards) for _ in range(cards[kind]))
    if verb == "ask":
        return ("ask", f"offer:{written(cards)}")
    return (hand_place(listed_kinds(cards)[0]), f"{verb}:{written(cards)}")


@cache
def hand_place(kind: int) -> str:
    return f"hand:{KINDS[kind]}"
