"""Place: where a choice is clicked; the view shows these places and the prompt's paths lead along them."""

from __future__ import annotations

from paddock.core.choice import Path
from paddock.games.franks_zoo.material import KINDS
from paddock.games.franks_zoo.notation import cards_of, verb_of, written
from paddock.games.franks_zoo.reading import Reading, listed_kinds


def path(reading: Reading, action: int) -> Path:
    """The places clicked one after the other: a card of the hand, then a whole set of it; or two cards."""
    verb, cards = verb_of(action), cards_of(reading, action)
    if verb in ("pass", "decline"):
        return (verb,)
    if verb == "give":
        return tuple(hand_place(kind) for kind in listed_kinds(cards) for _ in range(cards[kind]))
    if verb == "ask":
        return ("ask", f"offer:{written(cards)}")
    return (hand_place(listed_kinds(cards)[0]), f"{verb}:{written(cards)}")


def hand_place(kind: int) -> str:
    return f"hand:{KINDS[kind]}"
