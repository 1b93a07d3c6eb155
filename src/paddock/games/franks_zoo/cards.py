"""Cards: any number of them in one word, and what can be asked of such words in a step or two.

Four bits a kind, in the deck's order, the top one free as a guard; the total from bit 52.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paddock.games.franks_zoo import material

# Kinds that the rules name, by their place in the deck.
ELEPHANT: Final = 1
LION: Final = 4
HEDGEHOG: Final = 8
MOSQUITO: Final = 11
JOKER: Final = 12

TOTAL_BITS: Final = 52
TOTALS: Final = 0x3FF0000000000000  # the total of a packed word
CARDS: Final = 0x000FFFFFFFFFFFFF  # the kinds of a packed word
ANIMALS_ONLY: Final = 0x0000FFFFFFFFFFFF  # the kinds but the joker
GUARD: Final = 0x0008888888888888  # the top bit of each kind
MOSQUITO_BIT: Final = 44  # where a packed word counts mosquitoes; its joker, the last kind, comes next
LONE_JOKER: Final = 0x0011000000000000
ONE_UNKNOWN: Final = 0x0010000000000000  # a hand of one card that nobody else knows
FULL: Final = 0x03C1455555555555  # all sixty cards
COST: Final = vec[i64]([material.packed(cards) for cards in material.SETS])  # set -> packed word
# set -> every bit of its kinds, which tells in one step whether other cards share one
KINDS_OF: Final = vec[i64]([material.packed(tuple(7 * (n > 0) for n in cards)) & CARDS for cards in material.SETS])
PAIR: Final = vec[i64]([material.packed(cards) for cards in material.PAIRS])
ONE: Final = vec[i64]([(1 << 4 * kind) + (1 << 52) for kind in range(13)])  # one card of a kind
SHUFFLED: Final = vec[i64]([ONE[kind] for kind, number in enumerate(material.DECK) for _ in range(number)])


def holds(hand: i64, cost: i64) -> bool:
    """Are these cards in that drawer? One subtraction for all kinds: a missing card borrows the guard."""
    return ((hand | GUARD) - cost) & GUARD == GUARD


def without(cards: i64, gone: i64) -> i64:
    """Kind by kind what is left, never below nothing; totals are ignored and left out."""
    rest: i64 = ((cards & CARDS) | GUARD) - (gone & CARDS)
    kept: i64 = rest & GUARD
    return rest & (kept - (kept >> 3))


def at_least(one: i64, two: i64) -> i64:
    """Kind by kind the larger number; totals are left out."""
    return (two & CARDS) + without(one, two)


def number_of(cards: i64, kind: i64) -> i64:
    return (cards >> (4 * kind)) & 7
