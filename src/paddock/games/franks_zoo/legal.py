"""Legal: what a seat may do, decision by decision, as ascending action numbers."""

from collections.abc import Sequence
from functools import reduce
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paddock.games.franks_zoo import material
from paddock.games.franks_zoo.cards import ANIMALS_ONLY, CARDS, COST, GUARD, MOSQUITO_BIT, at_least, holds
from paddock.games.franks_zoo.cells import (
    ASK,
    DECLINE,
    GIVE,
    HAND,
    HELP,
    LAST_SET,
    NONE,
    OFFER,
    PARTNER,
    PASS,
    PLACE,
    RANKING,
)


def starts(rows: Sequence[Sequence[object]]) -> list[int]:
    """Where each row begins when they are laid end to end; the last entry is the end."""
    ends = [0]
    for row in rows:
        ends.append(ends[-1] + len(row))
    return ends


def followers(ranking: int, alone: int, joker: int, mosquito: int) -> list[tuple[int, int]]:
    """The actions but passing, ascending, each with the set laid or offered, if the hand has enough of its face."""
    lays = [(chosen, chosen) for chosen in material.followers(ranking)]
    offers = [] if alone else [(ASK + offer, offer) for offer in material.offers(ranking)]
    return [(action, chosen) for action, chosen in lays + offers if material.uses(chosen, joker, mosquito)]


# Add the number of another kind, or of the kind itself, and it is the pair of the two.
FIRST_PAIR: Final = vec[i64]([GIVE + kind * 13 - kind * (kind - 1) // 2 - kind for kind in range(13)])
# By what a packed word has from MOSQUITO_BIT on: 2 if the joker is there, 1 if a mosquito is.
WILD: Final = vec[i64]([2 * (top >> 4) + (top & 15 > 0) for top in range(32)])
# A row of the follow tables: 8 * ranking set + 4 unless it is a junior's, who may ask, + WILD.
BITS: Final = (0, 1)
ROWS: Final = [
    followers(k, alone, joker, mosquito) if k else []
    for k in range(LAST_SET + 1)
    for alone in BITS
    for joker in BITS
    for mosquito in BITS
]
FOLLOW_START: Final = vec[i64](starts(ROWS))
FOLLOW: Final = vec[i64]([action for row in ROWS for action, _ in row])
# The row knows of joker and mosquito, so the face alone decides: a hand that has enough of it gains a guard.
FOLLOW_GAP: Final = vec[i64]([material.gap(chosen) for row in ROWS for _, chosen in row])
# Kind by kind the easiest of the row.
LEAST_GAP: Final = vec[i64]([reduce(at_least, [material.gap(chosen) for _, chosen in row], 0) for row in ROWS])
# A row of the lead tables: LEAD_ROWS * WILD + 256 * a couple of neighbouring animals + their eight bits of the hand.
LEAD_ROWS: Final = 6 * 256
LEADS: Final = [
    [
        chosen
        for animal, have in ((couple, both & 15), (couple + 1, both >> 4))
        for chosen in material.leads(animal, have, joker, mosquito)
    ]
    for joker in BITS
    for mosquito in BITS
    for couple in range(0, 12, 2)
    for both in range(256)
]
LEAD_START: Final = vec[i64](starts(LEADS))
LEAD: Final = vec[i64]([chosen for row in LEADS for chosen in row])
BEHIND: Final = 128  # in a buffer, behind the longest list of pairs


def legal_follow(c: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """R4.3 pass, or beat the ranking set; R5.1 a junior may ask his senior."""
    hand = c[HAND + seat]
    row: i64 = 8 * c[RANKING] + WILD[(hand >> MOSQUITO_BIT) & 31]
    out[0] = PASS
    # Most followers can only pass; one addition tells, and often it need not be asked whether he is a junior.
    if not (hand + LEAST_GAP[row]) & GUARD:
        return 1
    senior = c[PARTNER + seat]
    if senior == NONE or c[PLACE + senior] > c[PLACE + seat] or not c[HAND + senior]:
        row += 4
        if not (hand + LEAST_GAP[row]) & GUARD:
            return 1
    n: i64 = 1
    for k in range(FOLLOW_START[row], FOLLOW_START[row + 1]):
        out[n] = FOLLOW[k]  # written whether or not it will count: a branch here would be guessed wrong too often
        if (hand + FOLLOW_GAP[k]) & GUARD:
            n += 1
    return n


def legal_lead(hand: i64, out: vec[i64]) -> i64:
    """R4.2 any legal set in hand, never a pass; R3.1 the joker and a mosquito may count as another animal."""
    row: i64 = LEAD_ROWS * WILD[(hand >> MOSQUITO_BIT) & 31]
    rest: i64 = hand & ANIMALS_ONLY
    n: i64 = 0
    while rest:
        both: i64 = rest & 255
        if both:
            for k in range(LEAD_START[row + both], LEAD_START[row + both + 1]):
                out[n] = LEAD[k]
                n += 1
        row += 256
        rest >>= 8
    return n


def legal_reply(c: vec[i64], hand: i64, out: vec[i64]) -> i64:
    """R5.3 decline, or complete the offer to any set that beats the ranking set."""
    offer = COST[c[OFFER]]
    both: i64 = hand + offer
    row: i64 = 8 * c[RANKING] + 4 + WILD[(both >> MOSQUITO_BIT) & 31]
    out[0] = DECLINE
    n: i64 = 1
    for k in range(FOLLOW_START[row], FOLLOW_START[row + 1]):
        if (both + FOLLOW_GAP[k]) & GUARD and holds(COST[FOLLOW[k]], offer):
            out[n] = HELP + FOLLOW[k]
            n += 1
    return n


def legal_pairs(hand: i64, out: vec[i64]) -> i64:
    """R2.4 any two cards of the hand."""
    rest: i64 = hand & CARDS
    kind: i64 = 0
    begin: i64 = BEHIND
    end = begin
    while rest:  # the kinds in hand, noted where no pair will be
        if rest & 7:
            out[end] = kind
            end += 1
        rest >>= 4
        kind += 1
    n: i64 = 0
    for k in range(begin, end):
        kind = out[k]
        first = FIRST_PAIR[kind]
        if (hand >> (4 * kind)) & 6:
            out[n] = first + kind
            n += 1
        for other in range(k + 1, end):
            out[n] = first + out[other]
            n += 1
    return n
