"""Frank's Zoo: what can happen. The position is one vector; RULES.md has the numbered rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.rng import Rng
from paddock.core.state import ACTOR, BIT, CHANCE, DUE, HIDDEN, LEG, NOBODY, SEATS, VIEWER, WHOLE, Scratch, State
from paddock.core.state import head as common_cells
from paddock.games.franks_zoo import material
from paddock.games.franks_zoo.cards import (
    CARDS,
    COST,
    FULL,
    HEDGEHOG,
    KINDS_OF,
    LION,
    LONE_JOKER,
    ONE,
    ONE_UNKNOWN,
    PAIR,
    SHUFFLED,
    TOTAL_BITS,
    TOTALS,
    at_least,
    number_of,
    without,
)
from paddock.games.franks_zoo.cells import (
    ANIMALS,
    ASIDE,
    ASK,
    ASKER,
    DEAL,
    DEALER,
    DEALER_DRAW,
    DECK,
    DECLINE,
    FINISH,
    FOLLOW,
    GIVE,
    HAND,
    HELP,
    JUNIOR,
    KNOWN,
    LAST_SET,
    LAST_TRICK,
    LEAD,
    LEFT,
    LEFT_ASIDE,
    MOST_HANDS,
    NONE,
    OFFER,
    OUT,
    OUTCOMES,
    OVER,
    OWNER,
    PARTNER,
    PARTNERS,
    PASS,
    PHASE,
    PLACE,
    RANKING,
    REPLY,
    SENIOR,
    SHEET,
    SHOWN,
    SIZE,
    SOLO,
    SOLO_BONUS,
    TABLE,
    TABLE_SEATS,
    TAKEN,
    TARGET,
    TOTAL,
    VARIANT,
)
from paddock.games.franks_zoo.legal import legal_follow, legal_lead, legal_pairs, legal_reply

SCRATCH: Final = Scratch()


@final
@mypyc_attr(native_class=True, free_list_len=1, acyclic=True)
class FranksZoo(State):
    """One position of Frank's Zoo.

    The methods of every turn hand `c`, the cells, on: each look at `self.cells` would count a reference.
    """

    def copy(self) -> "FranksZoo":
        return FranksZoo(self.cells[:])

    # Legal actions

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        c = self.cells
        if seat != c[ACTOR] and (seat < 0 or not c[DUE] & BIT[seat]):
            return 0
        phase = c[PHASE]
        if phase == FOLLOW:
            return legal_follow(c, seat, out)
        if phase == LEAD:
            return legal_lead(c[HAND + seat], out)
        if phase == REPLY:
            return legal_reply(c, c[HAND + seat], out)
        if JUNIOR <= phase <= SOLO:
            return legal_pairs(c[HAND + seat], out)
        return 0

    def legal_actions(self, seat: i64) -> list[int]:
        if SCRATCH.lent:
            return super().legal_actions(seat)
        SCRATCH.lent = True
        out = SCRATCH.buffer
        n = self.legal(seat, out)
        actions = [out[k] for k in range(n)]
        SCRATCH.lent = False
        return actions

    # Decisions

    def apply(self, seat: i64, action: i64) -> None:
        c = self.cells
        if action <= LAST_SET and seat != CHANCE:
            if action == PASS:
                self.advance(c, seat)
            else:
                cost = COST[action]
                hand: i64 = c[HAND + seat] - cost
                c[HAND + seat] = hand
                known: i64 = c[KNOWN + seat] | c[SHOWN + seat]
                if known and known & KINDS_OF[action]:
                    self.forget(c, seat, cost)
                c[TABLE] += cost
                c[RANKING] = action  # R4.4 the set becomes the one to beat
                c[OWNER] = seat
                if hand:
                    self.advance(c, seat)
                else:
                    self.go_out(c, seat, seat)
        elif seat == CHANCE:
            self.happen(action)
        elif action >= GIVE:
            self.give(seat, action)
        elif action > HELP:
            self.help(seat, action - HELP)
        elif action >= ASK:
            self.ask(seat, action - ASK)
        else:  # R5.4 declined: the cards go back, and everybody has seen them
            asker = c[ASKER]
            c[SHOWN + asker] = at_least(c[SHOWN + asker], COST[c[OFFER]])
            c[OFFER] = NONE
            c[ASKER] = NONE
            self.advance(c, asker)

    def ask(self, seat: i64, offer: i64) -> None:
        """R5.2 the offer lies open, but stays in the hand until the senior has answered."""
        c = self.cells
        c[OFFER] = offer
        c[ASKER] = seat
        c[PHASE] = REPLY
        c[ACTOR] = c[PARTNER + seat]

    def help(self, seat: i64, goal: i64) -> None:
        """R5.3 the completed set counts as the junior's play."""
        c = self.cells
        asker = c[ASKER]
        offered = COST[c[OFFER]]
        added = COST[goal] - offered
        c[HAND + asker] -= offered
        self.forget(c, asker, offered)
        c[HAND + seat] -= added
        self.forget(c, seat, added)
        c[OFFER] = NONE
        c[ASKER] = NONE
        c[TABLE] += offered + added
        c[RANKING] = goal
        c[OWNER] = asker
        self.go_out(c, asker, seat)

    def forget(self, c: vec[i64], seat: i64, cards: i64) -> None:
        """Cards that left a hand are no longer known to be in it."""
        c[KNOWN + seat] = without(c[KNOWN + seat], cards)
        c[SHOWN + seat] = without(c[SHOWN + seat], cards)

    def go_out(self, c: vec[i64], seat: i64, giver: i64) -> None:
        """R4.4 whoever is out of cards is recorded, asker first; the hand goes on until one is left."""
        if not c[HAND + seat]:
            c[OUT] += 1
            c[FINISH + seat] = c[OUT]
        if giver != seat and not c[HAND + giver]:
            c[OUT] += 1
            c[FINISH + giver] = c[OUT]
        if c[OUT] >= c[SEATS] - 1:
            self.end_hand()
        else:
            self.advance(c, seat)

    def advance(self, c: vec[i64], seat: i64) -> None:
        """R4.5 the next player with cards follows; the trick is over at its owner's seat."""
        seats = c[SEATS]
        owner = c[OWNER]
        while True:
            seat += 1
            if seat == seats:
                seat = 0
            if seat == owner:
                c[TAKEN + owner] += c[TABLE]
                c[TABLE] = 0
                c[RANKING] = 0
                c[OWNER] = NONE
                self.lead(c, owner)
                return
            if c[HAND + seat]:
                c[PHASE] = FOLLOW
                c[ACTOR] = seat
                return

    def lead(self, c: vec[i64], seat: i64) -> None:
        """R4.6 he leads, or the first to his left who holds more than the joker."""
        hand = c[HAND + seat]
        while not hand or hand == LONE_JOKER:
            if hand:  # being passed over shows what he holds
                c[SHOWN + seat] = LONE_JOKER & CARDS
            seat += 1
            if seat == c[SEATS]:
                seat = 0
            hand = c[HAND + seat]
        c[PHASE] = LEAD
        c[ACTOR] = seat

    # Chance, exchange

    def happen(self, outcome: i64) -> None:
        """R2.1 the first dealer, or the next card to the next player."""
        c = self.cells
        if c[PHASE] == DEALER_DRAW:
            c[DEALER] = outcome
            c[PHASE] = DEAL
            return
        seat: i64 = (c[DEALER] + 1 + 60 - (c[DECK] >> TOTAL_BITS)) % c[SEATS]
        c[HAND + seat] += ONE[outcome]
        c[DECK] -= ONE[outcome]
        if not c[DECK]:
            self.begin_hand()

    def weights(self, out: vec[i64]) -> i64:
        c = self.cells
        if c[PHASE] == DEALER_DRAW:
            for seat in range(c[SEATS]):
                out[seat] = 1
            return c[SEATS]
        for kind in range(i64(OUTCOMES)):
            out[kind] = number_of(c[DECK], kind)
        return OUTCOMES

    def settle(self, rng: Rng) -> None:
        """The base's settle, but all cards in one go: a deal is half a playout otherwise."""
        c = self.cells
        if c[ACTOR] != CHANCE:
            return
        if c[PHASE] == DEALER_DRAW:
            self.happen(rng.below(c[SEATS]))
        seats = c[SEATS]
        pool = SHUFFLED[:]
        left: i64 = 60
        if c[DECK] != FULL:
            left = self.spread(c[DECK], pool)
        rng.shuffle(pool, left)
        seat: i64 = (c[DEALER] + 1 + 60 - left) % seats
        for first in range(left - 1, max(left - 1 - seats, -1), -1):
            hand = c[HAND + seat]
            k = first
            while k >= 0:  # every so many-th card is his
                hand += pool[k]
                k -= seats
            c[HAND + seat] = hand
            seat += 1
            if seat == seats:
                seat = 0
        c[DECK] = 0
        self.begin_hand()

    def spread(self, cards: i64, pool: vec[i64]) -> i64:
        """Write these cards into the pool, one word each; how many."""
        n: i64 = 0
        for kind in range(i64(OUTCOMES)):
            for _card in range(number_of(cards, kind)):
                pool[n] = ONE[kind]
                n += 1
        return n

    def begin_hand(self) -> None:
        """All cards are dealt: R2.4 partners exchange, or R2.3 somebody leads."""
        c = self.cells
        if c[VARIANT] == PARTNERS and c[LEG]:
            c[PHASE] = JUNIOR
            self.open_round(self.partners(1))
        else:
            self.first_lead()

    def partners(self, junior: i64) -> i64:
        """A bit for each junior (1) or each senior (0)."""
        c = self.cells
        due: i64 = 0
        for seat in range(c[SEATS]):
            partner = c[PARTNER + seat]
            if partner != NONE and (c[PLACE + partner] < c[PLACE + seat]) == (junior == 1):
                due |= BIT[seat]
        return due

    def give(self, seat: i64, action: i64) -> None:
        """R2.4 juniors give, then seniors, then the solo player sets aside."""
        c = self.cells
        if c[PHASE] == SOLO:
            c[HAND + seat] -= PAIR[action - GIVE]
            c[ASIDE] = PAIR[action - GIVE]
            self.first_lead()
        elif self.submit(seat, action):
            if c[PHASE] == JUNIOR:
                self.exchange(self.partners(1))
                c[PHASE] = SENIOR
                self.open_round(self.partners(0))
                return
            self.exchange(self.partners(0))
            for solo in range(c[SEATS]):
                if c[PARTNER + solo] == NONE:
                    c[PHASE] = SOLO
                    c[ACTOR] = solo
                    return
            self.first_lead()

    def exchange(self, givers: i64) -> None:
        """The closed round's cards change hands; each partner knows what he gave."""
        c = self.cells
        for seat in range(c[SEATS]):
            if givers & BIT[seat]:
                cards = PAIR[self.take_sealed(seat) - GIVE]
                partner = c[PARTNER + seat]
                c[HAND + seat] -= cards
                c[HAND + partner] += cards
                c[KNOWN + seat] = without(c[KNOWN + seat], cards)
                c[KNOWN + partner] = cards & CARDS

    def first_lead(self) -> None:
        """R2.3 left of the dealer leads the first hand, the last place the others."""
        c = self.cells
        c[PHASE] = LEAD
        if not c[LEG]:
            c[ACTOR] = (c[DEALER] + 1) % c[SEATS]
            return
        for seat in range(c[SEATS]):
            if c[PLACE + seat] == c[SEATS]:
                c[ACTOR] = seat

    # The end of a hand

    def end_hand(self) -> None:
        """R6 score, R7 new standings and teams, R8 perhaps the end."""
        c = self.cells
        seats = c[SEATS]
        c[LEFT] = 0
        for seat in range(seats):
            if not c[FINISH + seat]:
                c[FINISH + seat] = seats
                c[LEFT] = c[HAND + seat]
        if c[LAST_TRICK]:
            c[TAKEN + c[OWNER]] += c[TABLE]
        self.score()
        self.rank()
        c[LEG] += 1
        c[LEFT_ASIDE] = c[ASIDE]
        c[ASIDE] = 0
        c[TABLE] = 0
        c[RANKING] = 0
        c[OWNER] = NONE
        c[OUT] = 0
        c[DECK] = FULL
        there: i64 = 0
        for seat in range(seats):
            if c[TOTAL + seat] >= c[TARGET]:
                there += 1
            if c[PLACE + seat] == 1:
                c[DEALER] = seat  # R7.2 the first place deals
            c[HAND + seat] = 0
            c[TAKEN + seat] = 0
            c[KNOWN + seat] = 0
            c[SHOWN + seat] = 0
            c[FINISH + seat] = 0
        if there >= 2 or c[LEG] >= MOST_HANDS:
            c[PHASE] = OVER
            c[ACTOR] = NOBODY
            c[DEALER] = NONE
            for seat in range(seats):
                c[PARTNER + seat] = NONE
        else:
            c[PHASE] = DEAL
            c[ACTOR] = CHANCE
            if c[VARIANT] == PARTNERS:
                self.pair_up()

    def score(self) -> None:
        """R6 place points, shared in a team; lions and hedgehogs each for himself."""
        c = self.cells
        seats = c[SEATS]
        team: bool = c[VARIANT] == PARTNERS and c[LEG] > 0
        for seat in range(seats):
            points = self.place_points(c[FINISH + seat])
            partner = c[PARTNER + seat]
            lions: i64 = 0
            hedgehog: i64 = 0
            if team:
                points += self.place_points(c[FINISH + partner]) if partner != NONE else SOLO_BONUS
            if team or c[VARIANT] == ANIMALS:
                taken = c[TAKEN + seat]
                if team and partner == NONE:
                    taken += c[ASIDE]
                lions = number_of(taken, LION)
                if lions == 1:
                    lions = 0
                if c[FINISH + seat] == seats:
                    lions -= number_of(c[HAND + seat], LION)
                if not number_of(taken, HEDGEHOG):
                    hedgehog = 1
            c[TOTAL + seat] += points + lions - hedgehog
            role: i64 = 0 if not team else 1 if partner == NONE else 2 + partner
            c[SHEET + seat] = c[FINISH + seat] + 16 * role + 256 * (lions + 8) + 4096 * hedgehog

    def place_points(self, finish: i64) -> i64:
        """R6.1 as many as players for the first, one less each, nothing for the last."""
        seats = self.cells[SEATS]
        return 0 if finish == seats else seats + 1 - finish

    def rank(self) -> None:
        """R7.1 by points; of equals the one who stood (or, at first, finished) worse comes first."""
        c = self.cells
        seats = c[SEATS]
        for seat in range(seats):  # FINISH is scored and about to be cleared: it serves as the key
            c[FINISH + seat] += 16 * c[PLACE + seat] + 1024 * c[TOTAL + seat]
        for seat in range(seats):
            place: i64 = 1
            mine = c[FINISH + seat]
            for other in range(seats):
                if c[FINISH + other] > mine:
                    place += 1
            c[PLACE + seat] = place

    def pair_up(self) -> None:
        """R7.3 the top half with the bottom half in order; an odd middle plays alone."""
        c = self.cells
        seats = c[SEATS]
        apart: i64 = (seats + 1) // 2
        for seat in range(seats):
            c[PARTNER + seat] = NONE
            mine = c[PLACE + seat]
            for other in range(seats):
                distance: i64 = mine - c[PLACE + other]
                if distance == apart or distance == -apart:
                    c[PARTNER + seat] = other

    def tally(self, out: vec[i64]) -> None:
        c = self.cells
        for seat in range(c[SEATS]):
            out[seat] = c[TOTAL + seat]

    def places(self) -> list[int]:
        c = self.cells
        return [c[PLACE + seat] if c[LEG] else 1 for seat in range(c[SEATS])]

    # What is hidden

    def seen(self, seat: i64, action: i64, viewer: i64) -> i64:
        c = self.cells
        if seat == CHANCE:
            if c[PHASE] == DEAL:
                dealt: i64 = (c[DEALER] + 1 + 60 - (c[DECK] >> TOTAL_BITS)) % c[SEATS]
                return action if viewer == dealt else HIDDEN
            return action
        if action >= GIVE and viewer != seat and (c[PHASE] == SOLO or viewer != c[PARTNER + seat]):
            return HIDDEN
        return action

    def reveals(self, seat: i64, action: i64) -> bool:
        """Cards laid open do; a pass does when it shows a leader to hold nothing but the joker."""
        c = self.cells
        if seat == CHANCE or action >= GIVE:
            return False
        if action != PASS and action != DECLINE:
            return True
        after = self.copy()
        after.apply(seat, action)
        joker: i64 = LONE_JOKER & CARDS
        for other in range(c[SEATS]):
            if other != c[ASKER] and after.cells[SHOWN + other] & ~c[SHOWN + other] & joker:
                return True
        return False

    def hide(self, viewer: i64) -> None:
        """Other hands keep their totals and what the viewer knows of them."""
        c = self.cells
        for seat in range(c[SEATS]):
            if seat != viewer:
                listed = c[SHOWN + seat]
                if c[PARTNER + seat] == viewer:
                    listed = at_least(listed, c[KNOWN + seat])
                else:
                    c[KNOWN + seat] = 0
                if c[ASKER] == seat:
                    listed = at_least(listed, COST[c[OFFER]])
                c[HAND + seat] = (c[HAND + seat] & TOTALS) | listed
        if c[DECK] != FULL:
            c[DECK] &= TOTALS
        if viewer < 0 or c[VARIANT] != PARTNERS or c[PARTNER + viewer] != NONE:
            c[ASIDE] &= TOTALS

    def fill(self, rng: Rng) -> None:
        """Deal the unseen cards to whatever drawers lack some."""
        c = self.cells
        seats = c[SEATS]
        unseen: i64 = FULL & CARDS
        unseen -= (c[TABLE] & CARDS) + (c[DECK] & CARDS) + (c[ASIDE] & CARDS)
        for seat in range(seats):
            unseen -= (c[HAND + seat] & CARDS) + (c[TAKEN + seat] & CARDS)
        c[VIEWER] = WHOLE
        if not unseen:
            return
        pool = SHUFFLED[:]
        left = self.spread(unseen, pool)
        if c[PHASE] == LEAD and c[HAND + c[ACTOR]] == ONE_UNKNOWN:  # R4.6 the joker alone cannot lead, and it is last
            k = rng.below(left - 1 if pool[left - 1] == LONE_JOKER else left)
            left -= 1
            c[HAND + c[ACTOR]] += pool[k] & CARDS
            pool[k] = pool[left]
        for seat in range(seats):
            left = self.complete(HAND + seat, pool, left, rng)
        left = self.complete(ASIDE, pool, left, rng)
        self.complete(DECK, pool, left, rng)

    def complete(self, drawer: i64, pool: vec[i64], left: i64, rng: Rng) -> i64:
        """Draw from the pool until the drawer lists as many cards as it has; what is left of the pool."""
        c = self.cells
        cards = c[drawer]
        missing: i64 = cards >> TOTAL_BITS
        if not missing:
            return left
        if cards & CARDS:
            for kind in range(i64(OUTCOMES)):
                missing -= number_of(cards, kind)
        for _card in range(missing):
            k = rng.below(left)
            left -= 1
            cards += pool[k] & CARDS
            pool[k] = pool[left]
        c[drawer] = cards
        return left

    # Laws

    def check(self) -> None:
        """Sixty cards, totals that add up, and cells that fit the phase."""
        c = self.cells
        seats = c[SEATS]
        total: i64 = c[DECK] + c[ASIDE] + c[TABLE]
        for seat in range(seats):
            total += c[HAND + seat] + c[TAKEN + seat]
        if total >> TOTAL_BITS != 60:
            raise AssertionError(f"there are {total >> TOTAL_BITS} cards, not 60")
        if c[VIEWER] == WHOLE:
            for kind in range(i64(OUTCOMES)):
                if (total >> (4 * kind)) & 15 != number_of(FULL, kind):
                    raise AssertionError(f"the cards of kind {material.KINDS[kind]} are not all there")


def start(seats: i64, variant: i64, target: i64, last_trick: i64, dealer: i64) -> FranksZoo:
    """Before the first deal; dealer NONE is drawn by chance."""
    c = common_cells(seats, SIZE)
    c[PHASE] = DEALER_DRAW if dealer == NONE else DEAL
    c[VARIANT] = variant
    c[TARGET] = target
    c[LAST_TRICK] = last_trick
    c[DEALER] = dealer
    c[DECK] = FULL
    c[OWNER] = NONE
    c[OFFER] = NONE
    c[ASKER] = NONE
    for seat in range(i64(TABLE_SEATS)):
        c[PARTNER + seat] = NONE
    return FranksZoo(c)
