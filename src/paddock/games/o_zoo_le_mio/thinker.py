"""Thinker for O Zoo le Mio: every auction is a small game of its own, solved by regret matching.

What an auction leads to depends on nothing but who wins, at which price, and whether there was a tie: the tile is
placed as well as the judge can, the price is paid, and the position before the next auction is judged, or solved in
its turn where the next tile is in sight. Bids are then drawn from the mixture that nobody would regret.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.judge import Judge
from paddock.core.learner import Learner
from paddock.core.state import ACTOR, BIT, MOST_SEATS, NOBODY, OPEN, SEALED, SEATS, State
from paddock.core.thinker import Thinker
from paddock.games.o_zoo_le_mio.cells import BIDDING, COINS, DONE, FLAG, LAY, LOT, PHASE, PLACING
from paddock.games.o_zoo_le_mio.insight import gain
from paddock.games.o_zoo_le_mio.rules import OZooLeMio

TABLE: Final = 4  # seats
PRICES: Final = 64  # that are looked at, from 0
LEVELS: Final = 6  # auctions solved within one another, and the judgements below
RARE: Final = 0.1  # a bid so much rarer than the likeliest is never made
STRAY_BID: Final = 7  # a stray bid is below
WORST: Final = -1_000_000


@final
@mypyc_attr(native_class=True)
class OZooLeMioThinker(Thinker):
    """Knobs: depth, keep, rounds, misjudge."""

    def __init__(self, judge: Judge) -> None:
        super().__init__(judge)
        self.depth: i64 = 0  # auctions solved after this one
        self.kept: i64 = 8  # placements that are judged, the likeliest by what they bring at once
        self.rounds: i64 = 200  # of regret matching
        self.misjudge: float = 0.0  # how far the prospects of winning this tile may seem better or worse
        self.values: vec[float] = vec[float]([0.0] * (MOST_SEATS * (LEVELS + 1)))
        # By level: what each seat may hope for, at (winner * PRICES + price) * TABLE + seat.
        self.clear: list[vec[float]] = [vec[float]([0.0] * (TABLE * TABLE * PRICES)) for _level in range(LEVELS)]
        self.tied: list[vec[float]] = [vec[float]([0.0] * (TABLE * TABLE * PRICES)) for _level in range(LEVELS)]
        self.mixed: list[vec[float]] = [vec[float]([0.0] * (TABLE * PRICES)) for _level in range(LEVELS)]
        self.regret: vec[float] = vec[float]([0.0] * (TABLE * PRICES))
        self.now: vec[float] = vec[float]([0.0] * (TABLE * PRICES))
        self.below: vec[float] = vec[float]([0.0] * (TABLE * (PRICES + 1)))  # likelihood of a lower bid
        self.brings: vec[float] = vec[float]([0.0] * PRICES)

    def tune(self, name: str, value: float) -> bool:
        if name == "depth":
            self.depth = i64(value)
        elif name == "keep":
            self.kept = i64(value)
        elif name == "rounds":
            self.rounds = i64(value)
        elif name == "misjudge":
            self.misjudge = value
        else:
            return name == "draws"  # tiles that are turned up are never looked at beforehand
        return True

    def pick(self, state: State, seat: i64, n: i64) -> i64:
        s = OZooLeMio(state.cells[:])
        if s.cells[PHASE] == PLACING:
            return self.place(s, 0, 2 * self.kept)
        reopen(s)
        self.solve(s, self.depth, 0, seat)
        return min(n - 1, self.bid(seat, RARE))

    # Placing

    def place(self, s: OZooLeMio, level: i64, keep: i64) -> i64:
        """The placement after which the judge likes the seat's prospects best, of the likeliest ones."""
        c = s.cells
        seat = c[ACTOR]
        tile: i64 = (c[LOT + c[DONE]] & 31) - 1
        n = s.legal(seat, self.actions)
        if n == 1:
            return self.actions[0]
        chosen = vec[i64]([0] * (keep + 1))
        gains = vec[i64]([WORST] * (keep + 1))
        count: i64 = 0
        for k in range(n):
            brings = gain(c, seat, tile, self.actions[k] - LAY)
            at: i64 = count
            while at > 0 and gains[at - 1] < brings:
                gains[at] = gains[at - 1]
                chosen[at] = chosen[at - 1]
                at -= 1
            gains[at] = brings
            chosen[at] = self.actions[k]
            count = min(count + 1, keep)
        base: i64 = MOST_SEATS * level
        for k in range(count):
            t = s.copy()
            t.apply(seat, chosen[k])
            self.judge.judge(t, self.values, base)
            self.found[k] = self.values[base + seat]
            self.actions[k] = chosen[k]
        if level == 0:
            return self.actions[self.liked(s, count)]
        best: i64 = 0
        for k in range(i64(1), count):
            if self.found[k] > self.found[best]:
                best = k
        return chosen[best]

    def sold(self, s: OZooLeMio, winner: i64, level: i64) -> OZooLeMio:
        """The winner has the tile, for nothing, and has placed it."""
        t = s.copy()
        c = t.cells
        reopen(t)
        c[COINS + winner] += 1  # the price, as if nobody else had bid
        for seat in range(c[SEATS]):
            t.apply(seat, 1 if seat == winner else 0)
        if c[PHASE] == PLACING and c[ACTOR] == winner:
            t.apply(winner, self.place(t, level, self.kept))
        return t

    # Auctions

    def solve(self, s: OZooLeMio, depth: i64, level: i64, misjudging: i64) -> None:
        """The prospects of all seats into the values of this level, and the bids into its mixture."""
        c = s.cells
        seats = c[SEATS]
        values = self.values
        base: i64 = MOST_SEATS * (level + 1)
        clear = self.clear[level]
        tied = self.tied[level]
        richest: i64 = 0
        second: i64 = 0
        for seat in range(seats):
            purse = c[COINS + seat]
            if purse > richest:
                second = richest
                richest = purse
            elif purse > second:
                second = purse
        limit: i64 = min(PRICES - 1, second + 1)  # nobody needs to bid more
        for winner in range(seats):
            t = self.sold(s, winner, level + 1)
            d = t.cells
            place = d[FLAG + winner]
            error: float = 0.0
            if winner == misjudging and self.misjudge > 0.0:
                error = self.misjudge * (self.share() - self.share())
            for price in range(min(limit, c[COINS + winner]) + 1):
                row: i64 = (winner * PRICES + price) * TABLE
                self.assess(t, depth, level + 1)
                for seat in range(seats):
                    clear[row + seat] = values[base + seat]
                if place != seats - 1:
                    # After a tie the winner's flag drops to the bottom.
                    for seat in range(seats):
                        if d[FLAG + seat] > place:
                            d[FLAG + seat] -= 1
                    d[FLAG + winner] = seats - 1
                    self.assess(t, depth, level + 1)
                    for seat in range(seats):
                        if seat != winner and d[FLAG + seat] >= place:
                            d[FLAG + seat] += 1
                    d[FLAG + winner] = place
                for seat in range(seats):
                    tied[row + seat] = values[base + seat]
                clear[row + winner] += error
                tied[row + winner] += error
                d[COINS + winner] -= 1
        self.match(c, limit, level)

    def assess(self, t: OZooLeMio, depth: i64, level: i64) -> None:
        """What the position after an auction is worth."""
        if depth > 0 and t.cells[PHASE] == BIDDING and not self.late():
            self.solve(t, depth - 1, level, -1)
        else:
            self.judge.judge(t, self.values, MOST_SEATS * level)

    def match(self, c: vec[i64], limit: i64, level: i64) -> None:
        """Regret matching+, later rounds counting more; all seats bid independently of one another."""
        seats = c[SEATS]
        mixed = self.mixed[level]
        now = self.now
        regret = self.regret
        for k in range(seats * PRICES):
            mixed[k] = 0.0
            regret[k] = 0.0
        for turn in range(self.rounds + 1):
            for seat in range(seats):
                most: i64 = min(limit, c[COINS + seat])
                row: i64 = PRICES * seat
                total: float = 0.0
                source = regret if turn < self.rounds else mixed
                for bid in range(most + 1):
                    total += source[row + bid]
                for bid in range(most + 1):
                    now[row + bid] = source[row + bid] / total if total > 0.0 else 1.0 / float(most + 1)
                    if turn < self.rounds:
                        mixed[row + bid] += float(turn + 1) * now[row + bid]
                    else:
                        mixed[row + bid] = now[row + bid]
                for bid in range(most + 1, limit + 1):
                    now[row + bid] = 0.0
                lower: float = 0.0
                at: i64 = seat * (PRICES + 1)
                for bid in range(limit + 1):
                    self.below[at + bid] = lower
                    lower += now[row + bid]
                self.below[at + limit + 1] = lower
            for seat in range(seats):
                mean = self.expect(c, seat, limit, level)
                if turn < self.rounds:
                    row = PRICES * seat
                    for bid in range(min(limit, c[COINS + seat]) + 1):
                        regret[row + bid] = max(0.0, regret[row + bid] + self.brings[bid] - mean)
                else:
                    self.values[MOST_SEATS * level + seat] = mean

    def expect(self, c: vec[i64], seat: i64, limit: i64, level: i64) -> float:
        """What each bid brings a seat, as the others bid now; and what it may hope for as it bids now."""
        seats = c[SEATS]
        clear = self.clear[level]
        tied = self.tied[level]
        now = self.now
        below = self.below
        most: i64 = min(limit, c[COINS + seat])
        flag = c[FLAG + seat]
        lost: float = 0.0  # from higher bids of others
        mean: float = 0.0
        bid = limit
        while bid >= 0:
            if bid <= most:
                alone: float = 1.0  # all others bid less
                won: float = 1.0  # those lower on the pole no more, those above less
                for other in range(seats):
                    if other != seat:
                        at: i64 = other * (PRICES + 1) + bid
                        alone *= below[at]
                        won *= below[at + 1] if c[FLAG + other] > flag else below[at]
                k: i64 = (seat * PRICES + bid) * TABLE + seat
                value: float = alone * clear[k] + (won - alone) * tied[k] + lost
                for other in range(seats):
                    if other != seat and c[FLAG + other] < flag:
                        value += self.wins(c, other, seat, bid) * tied[(other * PRICES + bid) * TABLE + seat]
                self.brings[bid] = value
                mean += now[PRICES * seat + bid] * value
            for other in range(seats):
                if other != seat and now[PRICES * other + bid] > 0.0:
                    alone = now[PRICES * other + bid]
                    for third in range(seats):
                        if third != seat and third != other:
                            alone *= below[third * (PRICES + 1) + bid]
                    k = (other * PRICES + bid) * TABLE + seat
                    lost += alone * clear[k] + (self.wins(c, other, seat, bid) - alone) * tied[k]
            bid -= 1
        return mean

    def wins(self, c: vec[i64], winner: i64, without: i64, bid: i64) -> float:
        """How likely a seat bids so much and is not beaten by the others, one of them left out."""
        likely = self.now[PRICES * winner + bid]
        if likely > 0.0:
            for third in range(c[SEATS]):
                if third != winner and third != without:
                    at: i64 = third * (PRICES + 1) + bid
                    likely *= self.below[at + 1] if c[FLAG + third] > c[FLAG + winner] else self.below[at]
        return likely

    def bid(self, seat: i64, rare: float) -> i64:
        """Drawn from the mixture at the top, what is rare left out."""
        mixed = self.mixed[0]
        row: i64 = PRICES * seat
        most: float = 0.0
        for bid in range(i64(PRICES)):
            most = max(most, mixed[row + bid])
        total: float = 0.0
        for bid in range(i64(PRICES)):
            if mixed[row + bid] >= rare * most:
                total += mixed[row + bid]
        rest: float = total * self.share()
        last: i64 = 0
        for bid in range(i64(PRICES)):
            if mixed[row + bid] >= rare * most:
                rest -= mixed[row + bid]
                last = bid
                if rest < 0.0:
                    break
        return last

    # Learning

    def study(self, state: State, learner: Learner, stray: i64) -> None:
        s = OZooLeMio(state.cells[:])
        s.settle(self.rng)
        seats = s.cells[SEATS]
        learner.begin(seats)
        self.rounds = 60
        self.kept = 4
        while s.cells[ACTOR] != NOBODY:
            c = s.cells
            if c[PHASE] == PLACING:
                s.apply(c[ACTOR], self.place(s, 0, self.kept))
            else:
                learner.watch(s)
                self.solve(s, 0, 0, -1)
                learner.aim_at(self.values, 0, False)
                for seat in range(seats):
                    bid = min(self.bid(seat, 0.05), c[COINS + seat])
                    if self.rng.below(stray) == 0:
                        bid = self.rng.below(min(c[COINS + seat] + 1, STRAY_BID))
                    s.apply(seat, bid)
            s.settle(self.rng)
        state.assign(s)


def reopen(s: OZooLeMio) -> None:
    """Let the auction begin anew: nobody has bid."""
    c = s.cells
    for seat in range(c[SEATS]):
        c[SEALED + seat] = OPEN
    s.open_round(BIT[c[SEATS]] - 1)
