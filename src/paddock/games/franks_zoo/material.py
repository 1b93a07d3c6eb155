"""Material: the cards of data.json as numbers and packed words, for the rules and the words.

A packed word holds any number of cards: four bits for each kind, in the deck's order, and their
total from bit 52. Counts stay below 8, so the top bit of each four is free as a guard.
"""

import json
from functools import cache
from operator import ge
from pathlib import Path

FOLDER = Path(__file__).parent
DATA = json.loads((FOLDER / "data.json").read_text("utf-8"))

KINDS: tuple[str, ...] = tuple(DATA["deck"]["cards"])
ANIMALS = KINDS[:-1]  # all but the joker, which has no face of its own
NUMBER_OF = tuple(DATA["deck"]["cards"].values())
ELEPHANT = KINDS.index("elephant")
LION = KINDS.index("lion")
HEDGEHOG = KINDS.index("hedgehog")
MOSQUITO = KINDS.index("mosquito")
JOKER = KINDS.index("joker")
OUTRANKED_BY = tuple(tuple(KINDS.index(kind) for kind in DATA["outranked_by"][animal]) for animal in ANIMALS)

Cards = tuple[int, ...]  # how many of each kind
NO_CARDS: Cards = (0,) * len(KINDS)
DECK: Cards = NUMBER_OF


def packed(cards: Cards) -> int:
    """The packed word of these cards."""
    return sum(number << 4 * kind for kind, number in enumerate(cards)) + (sum(cards) << 52)


def unpacked(word: int) -> Cards:
    """The cards listed in a packed word; its total may be larger, where some are unknown."""
    return tuple(word >> 4 * kind & 7 for kind in range(len(KINDS)))


def of(**numbers: int) -> Cards:
    """Cards by name: of(lion=2, joker=1)."""
    return tuple(numbers.get(kind, 0) for kind in KINDS)


def face(cards: Cards) -> int | None:
    """The animal that a set of cards counts as, or None if it is no legal set (R3.1)."""
    kinds = [kind for kind, number in enumerate(cards[:JOKER]) if number]
    if len(kinds) == 1:
        return kinds[0]
    if kinds == [ELEPHANT, MOSQUITO] and cards[MOSQUITO] == 1:
        return ELEPHANT
    return None


def legal_sets() -> list[Cards]:
    """All legal sets, animal by animal: plain, with joker, with mosquito, with both; small to large."""
    sets = []
    for animal in range(len(ANIMALS)):
        for mosquito in (0, 1) if animal == ELEPHANT else (0,):
            for joker in (0, 1):
                for number in range(1, NUMBER_OF[animal] + 1):
                    cards = list(NO_CARDS)
                    cards[JOKER] = joker
                    cards[MOSQUITO] += mosquito
                    cards[animal] += number
                    sets.append(tuple(cards))
    return sets


def contains(cards: Cards, part: Cards) -> bool:
    return all(map(ge, cards, part))


LONE_JOKER = of(joker=1)
# Sets by number: 0 is the joker alone, no legal set but a legal offer; then the 128 legal sets.
SETS: tuple[Cards, ...] = (LONE_JOKER, *legal_sets())
PAIRS: tuple[Cards, ...] = tuple(
    pair
    for first in range(len(KINDS))
    for second in range(first, len(KINDS))
    for pair in [tuple((kind == first) + (kind == second) for kind in range(len(KINDS)))]
    if contains(DECK, pair)
)


FACES = tuple(face(cards) for cards in SETS)
SIZES = tuple(sum(cards) for cards in SETS)
SETS_OF = tuple(tuple(k for k, face in enumerate(FACES) if face == animal) for animal in range(len(ANIMALS)))


@cache
def followers(ranking: int) -> tuple[int, ...]:
    """The sets that beat this ranking set."""
    return tuple(k for k in range(1, len(SETS)) if beats(k, ranking))


def beats(chosen: int, ranking: int) -> bool:
    """Does a legal set beat the ranking set (R3.2)? One more of the same, or as many of a stronger animal."""
    mine, theirs = FACES[chosen], FACES[ranking]
    assert theirs is not None
    if mine == theirs:
        return SIZES[chosen] == SIZES[ranking] + 1
    return SIZES[chosen] == SIZES[ranking] and mine in OUTRANKED_BY[theirs]


def uses(chosen: int, joker: int, mosquito: int) -> bool:
    """Can this set be made with so many jokers, and one mosquito more than the animal itself asks for?"""
    cards = SETS[chosen]
    return cards[JOKER] <= joker and (cards[MOSQUITO] <= mosquito or FACES[chosen] == MOSQUITO)


@cache
def parts(whole: int) -> tuple[int, ...]:
    """The sets, the lone joker among them, that lack at least a card of this one."""
    return tuple(k for k in range(len(SETS)) if k != whole and contains(SETS[whole], SETS[k]))


@cache
def offers(ranking: int) -> tuple[int, ...]:
    """What a junior may offer toward some set that beats this one (R5.2); the deck alone decides."""
    return tuple(sorted({part for goal in followers(ranking) for part in parts(goal)}))


@cache
def leads(animal: int, have: int, joker: int, mosquito: int) -> tuple[int, ...]:
    """The sets that so many cards of an animal make, given a joker, a mosquito or both; none of more than there are."""
    if have > NUMBER_OF[animal]:
        return ()
    return tuple(k for k in SETS_OF[animal] if SETS[k][animal] <= have and uses(k, joker, mosquito))


@cache
def gap(chosen: int) -> int:
    """What a hand with just enough of a set's face lacks to the guard of that kind; the lone joker is its own face."""
    face = FACES[chosen]
    kind = JOKER if face is None else face
    return 8 - SETS[chosen][kind] << 4 * kind
