"""Judge of O Zoo le Mio: what the learned judge sees of a seat when a tile comes on sale.

| inputs | what | amount |
| --- | --- | --- |
| LEAD | points ahead of the best rival, also the later the more | points / 20 |
| HOPE | points at the end by the insight's reckoning, against the best rival and against their mean | / 3000 |
| BENCHES | benches, and those of a rival | worth of a unit now |
| RANK, RANK_LEFT | of each animal and of bushes: stars ahead, -4 to 4, or nobody has any | worth; times tiles left |
| AHEAD | with three or four: how many rivals are ahead | worth; times tiles left |
| PURSE … | coins: share of all, difference from the richest rival, number, by year and by tiles left in the year | |
| INCOME | tiles that will earn, and how many more than a rival's | years left |
| POLE | place on the flagpole | |
| GROUND | open cells; cells where paths meet | tiles left |
| ON_SALE | appeal of the tile on sale and of all that lie open, here and for rivals, also times coins | / 3 units |
| TIME | year, tiles left, and whether somebody is broke | |
| RULES | options: years by bushes, ranks at the year's end, equal income, hidden tiles | 1; coins; hope; tiles left |
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.judge import Judge
from paddock.core.net import Net
from paddock.core.state import LEG, SEATS, State
from paddock.games.o_zoo_le_mio.board import NEXT, NEXT_SHIFT
from paddock.games.o_zoo_le_mio.cells import (
    BENCH,
    BUSHES,
    COINS,
    DONE,
    ENTRY,
    FACE_UP,
    FIRST_OPEN,
    FIXED,
    FLAG,
    HELD,
    KINDS,
    LOT,
    MAP,
    POINTS,
    TILES,
    TIMING,
    TREES,
    TURNED,
    YEAR_END,
    YEAR_RULE,
    YEAR_TILES,
    YEARS,
    ZOO_TILES,
)
from paddock.games.o_zoo_le_mio.cells import INCOME as EARNING
from paddock.games.o_zoo_le_mio.insight import WORTH, OZooLeMioInsight, appeal, lots_left

POINT_SPREAD: Final = 8.0
SIDES_SET: Final = vec[i64]([k.bit_count() for k in range(16)])

LEAD: Final = 0
HOPE: Final = 3
BENCHES: Final = 7
RANK: Final = 10  # + 11 for bushes
RANK_LEFT: Final = 32
AHEAD: Final = 54
UNITS: Final = 66
PURSE: Final = 70  # by year: share, difference, number
PURSE_LOTS: Final = 85
LAST_YEAR: Final = 90
INCOME: Final = 105
POLE: Final = 108
GROUND: Final = 111
ON_SALE: Final = 122
TIME: Final = 130
RULES: Final = 141
INPUTS: Final = 157


@final
@mypyc_attr(native_class=True)
class OZooLeMioJudge(Judge):
    """Looks at positions between two auctions."""

    def __init__(self, net: Net) -> None:
        super().__init__(net, POINT_SPREAD)
        self.insight: OZooLeMioInsight = OZooLeMioInsight()
        self.hopes: vec[i64] = vec[i64]([0] * 16)
        self.worth: float = 0.0  # of a unit held from now on, of 1
        self.left: float = 0.0  # tiles to come, of 1

    def prepare(self, state: State) -> None:
        c = state.cells
        self.insight.expect(c, self.hopes)
        self.worth = float(WORTH[c[LEG]]) / 15.0
        self.left = float(TILES - c[DONE]) / 25.0

    def look(self, state: State, seat: i64) -> None:
        c = state.cells
        self.look_at_points(c, seat)
        self.look_at_ranks(c, seat)
        difference = self.look_at_coins(c, seat)
        self.look_at_zoo(c, seat)
        self.look_at_tiles(c, seat, difference)
        self.look_at_rules(c, seat, difference)

    def look_at_points(self, c: vec[i64], seat: i64) -> None:
        seats = c[SEATS]
        late: float = 1.0 - self.left
        points: i64 = -1000
        most: i64 = -1000000
        benches: i64 = 0
        mean: float = 0.0
        for other in range(seats):
            if other != seat:
                points = max(points, c[POINTS + other])
                most = max(most, self.hopes[other])
                benches = max(benches, c[BENCH + other])
                mean += float(self.hopes[other]) / float(seats - 1)
        lead = float(c[POINTS + seat] - points) / 20.0
        self.add(LEAD, lead)
        self.add(LEAD + 1, lead * late)
        self.add(LEAD + 2, lead * late * late)
        hope = float(self.hopes[seat] - most) / 3000.0
        self.add(HOPE, hope)
        self.add(HOPE + 1, hope * late)
        hope = (float(self.hopes[seat]) - mean) / 3000.0
        self.add(HOPE + 2, hope)
        self.add(HOPE + 3, hope * late)
        self.add(BENCHES, float(c[BENCH + seat]) * self.worth)
        self.add(BENCHES + 1, float(benches) * self.worth)

    def look_at_ranks(self, c: vec[i64], seat: i64) -> None:
        seats = c[SEATS]
        held: i64 = 0
        for kind in range(i64(KINDS)):
            mine = c[ENTRY + KINDS * seat + kind]
            held += c[HELD + KINDS * seat + kind]
            best: i64 = 0
            ahead: i64 = 0
            for other in range(seats):
                if other != seat:
                    theirs = c[ENTRY + KINDS * other + kind]
                    best = max(best, theirs)
                    if theirs > mine:
                        ahead += 1
            stars: i64 = (mine >> 5) - (best >> 5)
            k: i64 = 5  # nobody has any
            if stars > 0:
                k = 6 + min(stars, 4)
            elif stars < 0:
                k = 4 + max(stars, -4)
            elif mine:
                k = 6 if mine > best else 4  # of equals the newest
            if kind == TREES:
                k += 11
            self.add(RANK + k, self.worth)
            self.add(RANK_LEFT + k, self.left * self.worth)
            if seats > 2:
                k = AHEAD + min(ahead, 2)
                if kind == TREES:
                    k += 3
                self.add(k, self.worth)
                self.add(k + 6, self.worth * self.left)
        self.add(UNITS, float(held) * self.worth / 4.0)

    def look_at_coins(self, c: vec[i64], seat: i64) -> float:
        """And how many more coins, in tens, than the richest rival."""
        seats = c[SEATS]
        year = c[LEG]
        lots: i64 = YEAR_TILES if c[TURNED] == c[DONE] else min(YEAR_TILES, lots_left(c))
        coins = c[COINS + seat]
        rich: i64 = 0
        all_coins: i64 = 0
        for other in range(seats):
            all_coins += c[COINS + other]
            if other != seat:
                rich = max(rich, c[COINS + other])
        share: float = float(coins) / float(all_coins) - 1.0 / float(seats) if all_coins else 0.0
        difference = float(coins - rich) / 10.0
        self.add(PURSE + year, share)
        self.add(PURSE + 5 + year, difference)
        self.add(PURSE + 10 + year, float(coins) / 10.0)
        if 1 <= lots <= YEAR_TILES:
            self.add(PURSE_LOTS + lots - 1, difference)
            if year == YEARS - 1:
                self.add(LAST_YEAR + lots - 1, difference)
                self.add(LAST_YEAR + 5 + lots - 1, share)
                if coins > rich:
                    self.add(LAST_YEAR + 10 + lots - 1, 1.0)
        self.add(INCOME, float(coins) * float(lots) / 50.0)
        if coins == 0:
            self.add(TIME + 7, self.worth)
            self.add(TIME + 8, float(lots) / 5.0)
        if rich == 0:
            self.add(TIME + 9, self.worth)
            self.add(TIME + 10, float(lots) / 5.0)
        return difference

    def look_at_zoo(self, c: vec[i64], seat: i64) -> None:
        tiles: i64 = 0
        for other in range(c[SEATS]):
            if other != seat:
                tiles = max(tiles, c[ZOO_TILES + other])
        years: float = float(YEARS - 1 - c[LEG]) / 4.0
        if c[EARNING] != FIXED:
            self.add(INCOME + 1, float(c[ZOO_TILES + seat]) * years / 5.0)
            self.add(INCOME + 2, float(c[ZOO_TILES + seat] - tiles) * years / 5.0)
        if c[FLAG + seat] == 0:
            self.add(POLE, 1.0)
            self.add(POLE + 1, self.left)
        self.add(POLE + 2, float(c[FLAG + seat]))
        cells: i64 = 0
        meeting: i64 = 0
        at = c[FIRST_OPEN + seat]
        while at:
            word = c[MAP + at - 1]
            cells += 1
            if SIDES_SET[word & 15] > 1:
                meeting += 1
            at = (word & NEXT) >> NEXT_SHIFT
        self.add(GROUND + min(cells, 8), self.left)
        self.add(GROUND + 9, float(meeting) * self.worth)
        self.add(GROUND + 10, float(meeting) * self.left)

    def look_at_tiles(self, c: vec[i64], seat: i64, difference: float) -> None:
        mine: float = 0.0
        theirs: float = 0.0
        for k in range(c[DONE], c[TURNED]):
            tile: i64 = (c[LOT + k] & 31) - 1
            here = float(appeal(c, seat, tile)) / 300.0
            there: float = 0.0
            for other in range(c[SEATS]):
                if other != seat:
                    there = max(there, float(appeal(c, other, tile)) / 300.0)
            if k == c[DONE]:
                self.add(ON_SALE, here * self.worth)
                self.add(ON_SALE + 1, there * self.worth)
                self.add(ON_SALE + 2, here * difference)
            mine += here
            theirs += there
        self.add(ON_SALE + 3, mine * self.worth / 3.0)
        self.add(ON_SALE + 4, theirs * self.worth / 3.0)
        self.add(ON_SALE + 5, mine * difference / 3.0)
        self.add(ON_SALE + 6, theirs * difference / 3.0)
        self.add(TIME + c[LEG], 1.0)
        self.add(TIME + 5, self.left)
        self.add(TIME + 6, 1.0)

    def look_at_rules(self, c: vec[i64], seat: i64, difference: float) -> None:
        most: i64 = -1000000
        for other in range(c[SEATS]):
            if other != seat:
                most = max(most, self.hopes[other])
        hope = float(self.hopes[seat] - most) / 3000.0
        for k in range(i64(4)):
            unusual: bool = c[FACE_UP] != 0
            if k == 0:
                unusual = c[YEAR_RULE] == BUSHES
            elif k == 1:
                unusual = c[TIMING] == YEAR_END
            elif k == 2:
                unusual = c[EARNING] == FIXED
            if unusual:
                self.add(RULES + 4 * k, 1.0)
                self.add(RULES + 4 * k + 1, difference)
                self.add(RULES + 4 * k + 2, hope)
                self.add(RULES + 4 * k + 3, self.left)
