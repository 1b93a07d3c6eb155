"""Material: the cards of data.json as numbers and packed words, for the rules and the words.

A packed word holds any number of cards: four bits for each kind, in the deck's order, and their
total from bit 52. Counts stay below 8, so the top bit of each four is free as a guard.
"""

import json
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


def outranks(cards: Cards, ranking: Cards) -> bool:
    """Does a legal set beat the ranking set (R3.2)?"""
    mine, theirs = face(cards), face(ranking)
    if mine is None or theirs is None:
        return False
    if mine == theirs:
        return sum(cards) == sum(ranking) + 1
    return mine in OUTRANKED_BY[theirs] and sum(cards) == sum(ranking)


def contains(cards: Cards, part: Cards) -> bool:
    return all(have >= want for have, want in zip(cards, part, strict=True))


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


def followers(ranking: int) -> list[int]:
    """The sets that beat this ranking set."""
    return [k for k in range(1, len(SETS)) if outranks(SETS[k], SETS[ranking])]


def offers(ranking: int) -> list[int]:
    """What a junior may offer toward some set that beats this one (R5.2); the deck alone decides."""
    goals = [SETS[k] for k in followers(ranking)]
    return [k for k, offer in enumerate(SETS) if any(contains(goal, offer) and goal != offer for goal in goals)]


def least(ranking: int, joker: int, mosquito: int) -> int:
    """For each kind the fewest cards of it in any set that beats this one, given these helpers.

    A kind in no such set gets 7, which nobody has. The total is left out: only kinds are compared.
    """
    fewest = [7] * len(KINDS)
    for k in followers(ranking):
        cards = SETS[k]
        animal = face(cards)
        assert animal is not None
        if cards[JOKER] <= joker and (animal == MOSQUITO or cards[MOSQUITO] <= mosquito):
            fewest[animal] = min(fewest[animal], cards[animal])
    return sum(number << 4 * kind for kind, number in enumerate(fewest))
