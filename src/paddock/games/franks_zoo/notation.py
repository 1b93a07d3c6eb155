"""Notation: cards and actions in ASCII, for transcripts, written positions and error messages."""

from __future__ import annotations

from functools import cache

from paddock.core.state import CHANCE, State
from paddock.games.franks_zoo import cells
from paddock.games.franks_zoo.material import DECK, KINDS, NO_CARDS, PAIRS, SETS, Cards
from paddock.games.franks_zoo.reading import Reading, listed_kinds, minus


def notation(state: State, seat: int, action: int) -> str:
    """One action, or one chance outcome, in a line."""
    reading = Reading(state)
    if seat == CHANCE:
        return f"dealer {action}" if reading.phase == cells.DEALER_DRAW else KINDS[action]
    return decision(reading.phase, reading.offer, action)


@cache
def decision(phase: int, offer: int, action: int) -> str:
    """A decision in a line; the cards of an answer are what it adds to the offer."""
    verb = "aside" if phase == cells.SOLO else verb_of(action)
    return f"{verb} {written(cards_with(offer, action))}".rstrip()


@cache
def verb_of(action: int) -> str:
    """What kind of action it is; what partners `give`, the solo player sets `aside`."""
    if action in (cells.PASS, cells.DECLINE):
        return "pass" if action == cells.PASS else "decline"
    if action <= cells.LAST_SET:
        return "lay"
    if action <= cells.HELP:
        return "ask"
    return "help" if action < cells.GIVE else "give"


def cards_of(reading: Reading, action: int) -> Cards:
    """The cards that leave the hand of whoever acts, or that he shows; none for a pass or a refusal."""
    return cards_with(reading.offer, action)


@cache
def cards_with(offer: int, action: int) -> Cards:
    """The same, by the offer that an answer completes."""
    if action in (cells.PASS, cells.DECLINE):
        return NO_CARDS
    if action <= cells.LAST_SET:
        return SETS[action]
    if action <= cells.HELP:
        return SETS[action - cells.ASK]
    if action < cells.GIVE:
        return minus(SETS[action - cells.HELP], SETS[offer])
    return PAIRS[action - cells.GIVE]


def written(cards: Cards, unknown: int = 0) -> str:
    """Cards as text: `2 lion, 1 joker, 3 ?`; nothing at all is the empty string."""
    parts = [f"{cards[kind]} {KINDS[kind]}" for kind in listed_kinds(cards)]
    return ", ".join(parts + [f"{unknown} ?"] * (unknown > 0))


def read(text: object) -> tuple[Cards, int]:
    """The cards that `written` wrote, in any order, and how many are unknown; ValueError says what is wrong."""
    if not isinstance(text, str):
        raise ValueError(f"cards such as '2 lion, 1 joker' are expected, got {text!r}")
    numbers = list(NO_CARDS)
    unknown = 0
    seen = set()
    for part in text.split(",") if text.strip() else []:
        number, _, kind = part.strip().partition(" ")
        if not (number.isascii() and number.isdigit() and 0 < len(number) < 3 and int(number)):
            raise ValueError(f"a number and a kind such as '2 lion' are expected, got {part.strip()!r}")
        if kind in seen:
            raise ValueError(f"{kind} is listed twice")
        seen.add(kind)
        if kind == "?":
            unknown = int(number)
        elif kind not in KINDS:
            raise ValueError(f"no card is called {kind!r}; there are {', '.join(KINDS)}")
        elif int(number) > DECK[KINDS.index(kind)]:
            raise ValueError(f"the deck has {DECK[KINDS.index(kind)]} {kind}, got {number}")
        else:
            numbers[KINDS.index(kind)] = int(number)
    return tuple(numbers), unknown
