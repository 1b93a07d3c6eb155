"""Judge of Frank's Zoo: what the learned judge sees before a decision, and between two hands.

Before a decision (`survey`) a seat sees what it may know, nothing else; then each action in turn (`consider`) adds what
it does. The net's number is what the action should bring in this hand: own points less the mean of the others', as a
share of the seats. Between hands (`look`) the inputs are the standings, and prospects are the softmax over the seats.

| inputs | what | amount |
| --- | --- | --- |
| UNSEEN | by kind: cards that this seat cannot see, 1 to 5 | 1 |
| RANK, RANK_SET | size of the set to beat; its face and size | 1 |
| OTHER | by seat from the left on: cards in hand in ten steps; partner; owner of the set to beat; lions; hedgehog | 1 |
| OUT_OF_CARDS, FINISHED | how many are out; the partner's place if he is | 1 |
| ROLE | alone, with animals, senior, junior, solo; last trick counts; the partner leads this trick | 1 |
| KNOWN_CARDS | by kind: what the partner is known to hold, 1 or more | 1 |
| TAKES | own lions and hedgehog taken; those on the table | 1 |
| STEP | phase of the hand | 1 |
| OFFERED | by kind: the cards that a junior has offered, 1 or more | 1 |
| HELD | by kind: own cards after the action, 1 to 5 | 1 |
| LEFT_OVER | own cards after the action, 0 to 20 | 1 |
| GROUPS, WEAK, STRONG | groups of equal cards left; those that unseen cards can beat when led; those that not | 1 |
| LAID, LAID_WILD | face and size of the set laid; joker, mosquito in it | 1 |
| LAID_SURE | nobody can beat the set laid, by WEAK groups left | 1 |
| DOES | passes, lays, asks, declines, helps, gives; passes on the partner's set, beats it | 1 |
| ASKED, ASKED_LACKS | by kind: cards offered; how many the partner must add at least | 1 |
| GIVEN | by kind: cards given away, 1 or more | 1 |
| NEED, MARGIN, RANKED, PRESSING | standings: points lacking, lead over the others, place, how near the end is | |
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.judge import Judge
from paddock.core.net import Net
from paddock.core.state import LEG, SEATS, State
from paddock.games.franks_zoo import material
from paddock.games.franks_zoo.cards import (
    CARDS,
    COST,
    FULL,
    GUARD,
    HEDGEHOG,
    JOKER,
    LION,
    MOSQUITO,
    MOSQUITO_BIT,
    PAIR,
    TOTAL_BITS,
    at_least,
    number_of,
)
from paddock.games.franks_zoo.cells import (
    ANIMALS,
    ASIDE,
    ASK,
    DECLINE,
    FINISH,
    GIVE,
    HAND,
    HELP,
    JUNIOR,
    KNOWN,
    LAST_SET,
    LAST_TRICK,
    NONE,
    OFFER,
    OUT,
    OWNER,
    PARTNER,
    PARTNERS,
    PASS,
    PHASE,
    PLACE,
    RANKING,
    REPLY,
    SHOWN,
    TABLE,
    TAKEN,
    TARGET,
    TOTAL,
    VARIANT,
)
from paddock.games.franks_zoo.legal import LEAST_GAP, WILD

FACE: Final = vec[i64]([0 if kind is None else kind for kind in material.FACES])
SIZE_OF: Final = vec[i64](list(material.SIZES))
STEPS: Final = vec[i64]([0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9])  # of cards in hand
# By 8 * kind + number: the set of so many cards of an animal alone, 0 if there are not so many.
PLAIN: Final = vec[i64](
    [
        material.SETS.index(material.of(**{kind: number})) if 0 < number <= material.NUMBER_OF[k] else 0
        for k, kind in enumerate(material.ANIMALS)
        for number in range(8)
    ]
)
ANIMAL_KINDS: Final = 12
LARGEST: Final = 5  # larger sets count as this large
MOST_HELD: Final = 20

UNSEEN: Final = 0  # + 6 * kind + number
RANK: Final = 78  # + size
RANK_SET: Final = 86  # + 6 * face + size
OTHER: Final = 158  # + OTHER_ROW * distance
OTHER_ROW: Final = 17
IS_PARTNER: Final = 10
IS_OWNER: Final = 11
HAS_LIONS: Final = 12  # 1, 2, 3 or more
HAS_HEDGEHOG: Final = 16
OUT_OF_CARDS: Final = 260  # six others
FINISHED: Final = 267
ROLE: Final = 275
KNOWN_CARDS: Final = 282
TAKES: Final = 308
STEP: Final = 320
OFFERED: Final = 328
HELD: Final = 354  # + 6 * kind + number
LEFT_OVER: Final = 432
GROUPS: Final = 453
WEAK: Final = 466
STRONG: Final = 479
LAID: Final = 492  # + 6 * face + size
LAID_SURE: Final = 564  # + weak groups left
LAID_WILD: Final = 570
DOES: Final = 572
ASKED: Final = 582
ASKED_LACKS: Final = 608
GIVEN: Final = 612
NEED: Final = 638  # + points lacking
MARGIN: Final = 664
RANKED: Final = 668  # + place
PRESSING: Final = 676
ALWAYS: Final = 692
INPUTS: Final = 694
FARTHEST: Final = 25  # points lacking that are told apart
NEARLY: Final = 8  # points that the second may lack for the end to be near


def beatable(chosen: i64, cards: i64) -> bool:
    """Can a set that beats this one be made of these cards?"""
    row: i64 = 8 * chosen + 4 + WILD[(cards >> MOSQUITO_BIT) & 31]
    return ((cards & CARDS) + LEAST_GAP[row]) & GUARD != 0


def unseen_by(c: vec[i64], seat: i64) -> i64:
    """The cards that a seat cannot see, without their total."""
    unseen: i64 = (FULL & CARDS) - (c[HAND + seat] & CARDS) - (c[TABLE] & CARDS)
    for other in range(c[SEATS]):
        unseen -= c[TAKEN + other] & CARDS
    if c[VARIANT] == PARTNERS and c[LEG] and c[PARTNER + seat] == NONE:
        unseen -= c[ASIDE] & CARDS
    return unseen


@final
@mypyc_attr(native_class=True)
class FranksZooJudge(Judge):
    """Looks at decisions from one seat's side, and at the standings between hands."""

    def __init__(self, net: Net) -> None:
        super().__init__(net, 0.0)
        self.base: i64 = 0  # inputs that are the same for all actions
        self.unseen: i64 = 0
        self.longest: i64 = 0  # cards of the fullest hand among the others

    # Before a decision

    def values(self, c: vec[i64], seat: i64, actions: vec[i64], n: i64, out: vec[float]) -> None:
        """What each of the first n actions should bring."""
        self.survey(c, seat)
        self.net.found(self.inputs, self.amounts, self.base)
        for k in range(n):
            self.consider(c, seat, actions[k])
            out[k] = self.net.upon(self.inputs, self.amounts, self.base, self.count)

    def one(self, k: i64) -> None:
        """An input that is there."""
        self.inputs[self.count] = k
        self.amounts[self.count] = 1.0
        self.count += 1

    def kinds(self, cards: i64, at: i64, row: i64, most: i64) -> None:
        """One input for each kind there is, by its number."""
        rest: i64 = cards & CARDS
        while rest:
            have: i64 = rest & 7
            if have:
                self.one(at + min(have, most))
            rest >>= 4
            at += row

    def survey(self, c: vec[i64], seat: i64) -> None:
        """The inputs of what the seat may know."""
        self.count = 0
        seats = c[SEATS]
        partner = c[PARTNER + seat]
        team: bool = c[VARIANT] == PARTNERS and c[LEG] > 0
        points: bool = team or c[VARIANT] == ANIMALS
        self.unseen = unseen_by(c, seat)
        self.one(ALWAYS)
        self.kinds(self.unseen, UNSEEN, 6, 5)
        ranking = c[RANKING]
        owner = c[OWNER]
        if ranking:
            size: i64 = min(SIZE_OF[ranking], LARGEST)
            self.one(RANK + size)
            self.one(RANK_SET + 6 * FACE[ranking] + size)
        self.longest = 0
        other = seat
        for distance in range(seats - 1):
            other += 1
            if other == seats:
                other = 0
            row: i64 = OTHER + OTHER_ROW * distance
            left: i64 = c[HAND + other] >> TOTAL_BITS
            self.longest = max(self.longest, left)
            self.one(row + STEPS[left])
            if team and other == partner:
                self.one(row + IS_PARTNER)
            if other == owner:
                self.one(row + IS_OWNER)
            if points:
                taken = c[TAKEN + other]
                lions = number_of(taken, LION)
                if lions:
                    self.one(row + HAS_LIONS + min(lions, 3))
                if number_of(taken, HEDGEHOG):
                    self.one(row + HAS_HEDGEHOG)
        self.one(OUT_OF_CARDS + c[OUT])
        if points:
            self.one(ROLE + 1)
            taken = c[TAKEN + seat]
            self.one(TAKES + min(number_of(taken, LION), 3))
            if number_of(taken, HEDGEHOG):
                self.one(TAKES + 4)
            table = c[TABLE]
            self.one(TAKES + 5 + min(number_of(table, LION), 3))
            if number_of(table, HEDGEHOG):
                self.one(TAKES + 9)
            if c[LAST_TRICK]:
                self.one(ROLE + 5)
        else:
            self.one(ROLE)
        if team:
            if partner == NONE:
                self.one(ROLE + 4)
            else:
                self.one(ROLE + 2 if c[PLACE + seat] < c[PLACE + partner] else ROLE + 3)
                if c[FINISH + partner]:
                    self.one(FINISHED + c[FINISH + partner])
                else:
                    known = at_least(c[KNOWN + partner], c[SHOWN + partner])
                    if known:
                        self.kinds(known, KNOWN_CARDS - 1, 2, 2)
                if owner == partner:
                    self.one(ROLE + 6)
        phase = c[PHASE]
        self.one(STEP + phase - JUNIOR)
        if phase == REPLY:
            self.kinds(COST[c[OFFER]], OFFERED - 1, 2, 2)
        self.base = self.count

    def consider(self, c: vec[i64], seat: i64, action: i64) -> None:
        """After a survey: the inputs of one action, and of the hand it leaves."""
        self.count = self.base
        hand = c[HAND + seat]
        chosen: i64 = 0
        friendly: bool = c[OWNER] != NONE and c[OWNER] == c[PARTNER + seat]
        if action == PASS:
            self.one(DOES + 6 if friendly else DOES)
        elif action <= LAST_SET:
            self.one(DOES + 7 if friendly else DOES + 1)
            chosen = action
            hand -= COST[action]
        elif action == DECLINE:
            self.one(DOES + 3)
        elif action >= GIVE:
            self.one(DOES + 5)
            hand -= PAIR[action - GIVE]
            self.kinds(PAIR[action - GIVE], GIVEN - 1, 2, 2)
        elif action > HELP:
            self.one(DOES + 4)
            chosen = action - HELP
            hand -= COST[chosen] - COST[c[OFFER]]
        else:
            self.one(DOES + 8 if friendly else DOES + 2)
            offer: i64 = action - ASK
            self.kinds(COST[offer], ASKED - 1, 2, 2)
            self.one(ASKED_LACKS + max(0, min(3, SIZE_OF[c[RANKING]] - SIZE_OF[offer])))
        self.kinds(hand, HELD, 6, 5)
        self.one(LEFT_OVER + min(hand >> TOTAL_BITS, MOST_HELD))
        groups: i64 = 0
        weak: i64 = 0
        strong: i64 = 0
        unseen = self.unseen
        rest: i64 = hand & CARDS
        kind: i64 = 0
        while rest and kind < ANIMAL_KINDS:
            have: i64 = rest & 7
            if have:
                groups += 1
                if have <= self.longest and beatable(PLAIN[8 * kind + have], unseen):
                    weak += 1
                else:
                    strong += 1
            rest >>= 4
            kind += 1
        self.one(GROUPS + groups)
        self.one(WEAK + weak)
        self.one(STRONG + strong)
        if chosen:
            size: i64 = SIZE_OF[chosen]
            self.one(LAID + 6 * FACE[chosen] + min(size, LARGEST))
            if size > self.longest or not beatable(chosen, unseen):
                self.one(LAID_SURE + min(weak, 5))
            if number_of(COST[chosen], JOKER):
                self.one(LAID_WILD)
            if FACE[chosen] != MOSQUITO and number_of(COST[chosen], MOSQUITO):
                self.one(LAID_WILD + 1)

    # Between hands

    def look(self, state: State, seat: i64) -> None:
        c = state.cells
        seats = c[SEATS]
        mine = c[TOTAL + seat]
        first: i64 = -1000  # of the others
        second: i64 = -1000
        mean: i64 = 0
        for other in range(seats):
            if other != seat:
                theirs = c[TOTAL + other]
                mean += theirs
                if theirs > first:
                    second = first
                    first = theirs
                elif theirs > second:
                    second = theirs
        need: i64 = max(0, min(FARTHEST, c[TARGET] - mine))
        self.one(NEED + need)
        ahead = float(mine - first) / 10.0
        # The end needs two at the target: how near is the second of all?
        near: i64 = max(0, min(NEARLY - 1, c[TARGET] - max(second, min(mine, first))))
        self.add(MARGIN, ahead)
        self.add(MARGIN + 1, float(mine - second) / 10.0)
        self.add(MARGIN + 2, float((seats - 1) * mine - mean) / float(10 * (seats - 1)))
        self.one(RANKED + c[PLACE + seat])
        self.add(PRESSING + near, ahead)
        self.add(PRESSING + NEARLY + near, max(0.0, ahead))

    def settle(self, state: State, out: vec[float], at: i64) -> None:
        """The end: half for being first, half by the places."""
        c = state.cells
        seats = c[SEATS]
        for seat in range(seats):
            place: i64 = c[PLACE + seat]
            share = float(2 * (seats - place)) / float(seats * (seats - 1))
            out[at + seat] = 0.5 * share + (0.5 if place == 1 else 0.0)
