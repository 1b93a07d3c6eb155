"""Legal: what a seat may do, decision by decision, as ascending action numbers."""

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paddock.games.franks_zoo import material
from paddock.games.franks_zoo.cards import COST, ELEPHANT, GUARD, JOKER_BIT, MOSQUITO, MOSQUITOES, ONES, holds
from paddock.games.franks_zoo.cells import (
    ASK,
    DECLINE,
    GIVE,
    HAND,
    HELP,
    LAST_SET,
    NONE,
    OFFER,
    OUTCOMES,
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


# The pair of two cards of a kind; the joker, alone of its kind, begins no pair.
FIRST_PAIR: Final = vec[i64]([GIVE + kind * 13 - kind * (kind - 1) // 2 for kind in range(13)])
# A row of the follow tables: 4 * ranking set + 2 if the hand has the joker + 1 if it has a mosquito.
ROWS: Final = [(k, joker, mosquito) for k in range(LAST_SET + 1) for joker in (0, 1) for mosquito in (0, 1)]
FOLLOWERS: Final = [
    [chosen for chosen in material.followers(k) if material.uses(chosen, joker, mosquito)] if k else []
    for k, joker, mosquito in ROWS
]
SPANS: Final = [material.offer_spans(*row) if row[0] else [] for row in ROWS]
FOLLOW_START: Final = vec[i64](starts(FOLLOWERS))
FOLLOW_SET: Final = vec[i64]([chosen for row in FOLLOWERS for chosen in row])
FOLLOW_COST: Final = vec[i64]([COST[chosen] for row in FOLLOWERS for chosen in row])
SPAN_START: Final = vec[i64](starts(SPANS))
SPAN_SHIFT: Final = vec[i64]([4 * kind for row in SPANS for kind, _, _ in row])
SPAN_FIRST: Final = vec[i64]([ASK + first for row in SPANS for _, first, _ in row])
SPAN_MOST: Final = vec[i64]([most for row in SPANS for _, _, most in row])
# Kind by kind no set that beats the ranking set has fewer cards.
LEAST: Final = vec[i64]([material.least(*row) if row[0] else 0 for row in ROWS])
FIRST_SET: Final = vec[i64](
    [next(k for k in range(1, LAST_SET + 1) if material.face(material.SETS[k]) == animal) for animal in range(12)]
)


def legal_follow(c: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """R4.3 pass, or beat the ranking set; R5.1 a junior may ask his senior."""
    hand = c[HAND + seat]
    ranking = c[RANKING]
    room: i64 = hand | GUARD
    out[0] = PASS
    n: i64 = 1
    row: i64 = 4 * ranking + 2 * ((hand >> JOKER_BIT) & 1)
    if hand & MOSQUITOES:
        row += 1
    # Most followers can only pass; one subtraction tells.
    if (room - LEAST[row]) & GUARD:
        for k in range(FOLLOW_START[row], FOLLOW_START[row + 1]):
            if (room - FOLLOW_COST[k]) & GUARD == GUARD:
                out[n] = FOLLOW_SET[k]
                n += 1
    senior = c[PARTNER + seat]
    if senior != NONE and c[PLACE + senior] < c[PLACE + seat] and c[HAND + senior]:
        for k in range(SPAN_START[row], SPAN_START[row + 1]):
            have: i64 = (hand >> SPAN_SHIFT[k]) & 7
            if have:
                first = SPAN_FIRST[k]
                most = SPAN_MOST[k]
                for action in range(first, first + (min(most, have))):
                    out[n] = action
                    n += 1
    return n


def legal_lead(hand: i64, out: vec[i64]) -> i64:
    """R4.2 any legal set in hand, never a pass."""
    joker: i64 = (hand >> JOKER_BIT) & 1
    n: i64 = 0
    for animal in range(i64(12)):
        have: i64 = (hand >> (4 * animal)) & 7
        if have:
            first = FIRST_SET[animal]
            for k in range(first, first + have):
                out[n] = k
                n += 1
            step: i64 = 5
            if animal == MOSQUITO:
                step = 4
            if joker:
                for k in range(first + step, first + step + have):
                    out[n] = k
                    n += 1
            if animal == ELEPHANT and hand & MOSQUITOES:  # R3.1 one mosquito counts as an elephant
                for k in range(first + 10, first + 10 + have):
                    out[n] = k
                    n += 1
                if joker:
                    for k in range(first + 15, first + 15 + have):
                        out[n] = k
                        n += 1
    return n


def legal_reply(c: vec[i64], hand: i64, out: vec[i64]) -> i64:
    """R5.3 decline, or complete the offer to any set that beats the ranking set."""
    offer = COST[c[OFFER]]
    row: i64 = 4 * c[RANKING] + 3  # the joker or a mosquito may be in either hand
    out[0] = DECLINE
    n: i64 = 1
    for k in range(FOLLOW_START[row], FOLLOW_START[row + 1]):
        goal = FOLLOW_SET[k]
        if holds(COST[goal], offer) and holds(hand, COST[goal] - offer):
            out[n] = HELP + goal
            n += 1
    return n


def legal_pairs(hand: i64, out: vec[i64]) -> i64:
    """R2.4 any two cards of the hand."""
    held: i64 = (hand | hand >> 1 | hand >> 2) & ONES
    n: i64 = 0
    for kind in range(i64(OUTCOMES)):
        have: i64 = (hand >> (4 * kind)) & 7
        if have:
            first = FIRST_PAIR[kind]
            if have > 1:
                out[n] = first
                n += 1
            for other in range(kind + 1, i64(OUTCOMES)):
                out[n] = first + other - kind  # overwritten unless the other kind is held
                n += (held >> (4 * other)) & 1
    return n
