"""Insight into Frank's Zoo: who will be out first, and how a sensible player plays a hand down."""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.insight import SURE, Insight
from paddock.core.rng import Rng
from paddock.core.state import ACTOR, LEG, NOBODY, SEATS, State
from paddock.games.franks_zoo import material
from paddock.games.franks_zoo.cards import COST, HEDGEHOG, JOKER, LION, PAIR, number_of
from paddock.games.franks_zoo.cells import (
    ANIMALS,
    ASIDE,
    DECLINE,
    FINISH,
    FOLLOW,
    GIVE,
    HAND,
    JUNIOR,
    LAST_SET,
    LEAD,
    OWNER,
    PARTNER,
    PARTNERS,
    PASS,
    PHASE,
    PLACE,
    REPLY,
    SOLO_BONUS,
    TAKEN,
    TOTAL,
    VARIANT,
)

# How long a kind keeps its holder in the hand, in hundredths of a trick: a fish beats next to nothing,
# an elephant finds its moment. A guess that follows how many kinds each beats and is beaten by.
BURDEN: Final = vec[i64]([55, 50, 75, 65, 100, 85, 85, 105, 105, 120, 85, 115, 30])
EXTRA: Final = 12  # each further card of a kind: a bigger set finds fewer sets to beat
ON_TURN: Final = 35  # what leading, or owning the set to beat, is worth
FACE: Final = vec[i64]([-1 if kind is None else kind for kind in material.FACES])


def chance_of(difference: int, width: float) -> int:
    """The likelihood, of SURE, that a side so far ahead wins."""
    return round(SURE / (1 + math.exp(-difference / width)))


# The likelihood of going out first, by the difference of burdens in hundredths, from -999 to 999.
AHEAD: Final = vec[i64]([chance_of(k - 999, 170.0) for k in range(1999)])
# Prospects by the difference of points from the table's mean, in hundredths, from -4999 to 4999.
STANDING: Final = vec[i64]([chance_of(k - 4999, 600.0) for k in range(9999)])


def burden(hand: i64) -> i64:
    """How much there is to get rid of, in hundredths of a trick."""
    total: i64 = 0
    for kind in range(i64(12)):
        have = number_of(hand, kind)
        if have:
            total += BURDEN[kind] + EXTRA * (have - 1)
    if number_of(hand, JOKER):
        total = total + BURDEN[JOKER] if total else 400  # a lone joker can never be laid
    return total


@final
@mypyc_attr(native_class=True)
class FranksZooInsight(Insight):
    """Counts burdens, compares them in pairs, and adds up the points that the places would bring."""

    def guides(self) -> bool:
        return True

    def evaluate(self, state: State, out: vec[i64]) -> None:
        c = state.cells
        seats = c[SEATS]
        if c[PHASE] >= JUNIOR and c[PHASE] <= REPLY:
            self.expect(c, out)
        else:
            for seat in range(seats):
                out[seat] = 100 * c[TOTAL + seat]
        if state.actor == NOBODY:
            for seat in range(seats):
                out[seat] = SURE * (seats - c[PLACE + seat]) // (seats - 1)
            return
        total: i64 = 0
        for seat in range(seats):
            total += out[seat]
        for seat in range(seats):
            ahead: i64 = out[seat] - total // seats
            out[seat] = STANDING[4999 + max(-4999, min(4999, ahead))]

    def expect(self, c: vec[i64], out: vec[i64]) -> None:
        """Points after this hand as they may be expected, in hundredths."""
        seats = c[SEATS]
        team: bool = c[VARIANT] == PARTNERS and c[LEG] > 0
        for seat in range(seats):
            out[seat] = self.place_points(c, seat)
        if team:
            for seat in range(seats):
                partner = c[PARTNER + seat]
                if partner > seat:
                    out[seat] += out[partner]
                    out[partner] = out[seat]
                elif partner < 0:
                    out[seat] += 100 * SOLO_BONUS
        for seat in range(seats):
            out[seat] += 100 * c[TOTAL + seat]
            if team or c[VARIANT] == ANIMALS:
                taken = c[TAKEN + seat]
                if team and c[PARTNER + seat] < 0:
                    taken += c[ASIDE]
                lions = number_of(taken, LION)
                out[seat] += 40 if lions == 1 else 100 * lions
                if not number_of(taken, HEDGEHOG):
                    out[seat] -= 60  # there may still be time for a hedgehog

    def place_points(self, c: vec[i64], seat: i64) -> i64:
        """One point for each rival behind and one for being there, in hundredths; nothing for the last."""
        seats = c[SEATS]
        if c[FINISH + seat]:
            return 100 * (seats + 1 - c[FINISH + seat])
        mine: i64 = burden(c[HAND + seat]) - self.tempo(c, seat)
        behind: i64 = 0
        last: i64 = 100
        for other in range(seats):
            if other != seat and not c[FINISH + other]:
                gap: i64 = burden(c[HAND + other]) - self.tempo(c, other) - mine
                odds = AHEAD[999 + max(-999, min(999, gap))]
                behind += odds // 10
                last = last * (SURE - odds) // SURE
        return 100 + behind - last

    def tempo(self, c: vec[i64], seat: i64) -> i64:
        """What it is worth that this seat leads, or owns the set to beat."""
        if c[PHASE] == LEAD:
            return ON_TURN if c[ACTOR] == seat else 0
        return ON_TURN if c[OWNER] == seat else 0

    def choose(self, state: State, seat: i64, actions: vec[i64], n: i64, rng: Rng) -> i64:
        """Shed whole groups, the hard ones first; follow when it breaks no group; keep the joker."""
        c = state.cells
        phase = c[PHASE]
        hand = c[HAND + seat]
        best: i64 = actions[0]
        best_worth: i64 = -100000
        for k in range(n):
            action = actions[k]
            worth: i64 = rng.below(64)
            if phase < LEAD:
                worth -= burden(hand - PAIR[action - GIVE])
            elif phase == REPLY:
                worth += 0 if action == DECLINE else 60
            elif action == PASS:
                worth += 20
            elif action <= LAST_SET:
                worth += self.worth(hand, action, phase)
            else:
                worth -= 10  # asking
            if worth > best_worth:
                best = action
                best_worth = worth
        return best

    def worth(self, hand: i64, chosen: i64, phase: i64) -> i64:
        """What laying this set is worth to its holder."""
        cost = COST[chosen]
        if hand == cost:
            return 1000  # out
        animal = FACE[chosen]
        worth: i64 = 30 + BURDEN[animal] // 2 if phase == LEAD else 130 - BURDEN[animal] // 2
        if number_of(hand, animal) > number_of(cost, animal):
            worth -= 50  # breaks a group
        if number_of(cost, JOKER):
            worth -= 40
        if phase == FOLLOW:
            worth += 20
        return worth + 6 * number_of(cost, animal)
