"""Judge of New York Zoo: what the learned judge sees of a seat where a turn ends.

| inputs | what | amount |
| --- | --- | --- |
| GROUND | cells still free; regions of one to seven cells, bigger ones and their cells; the border of it all | count |
| BIG, SUPPLY | big attractions in supply that would fit; smaller ones left | 1; share |
| EMPTY, SINGLE, PAIRS | enclosures by animals: none (by cells), one, more (by animals that they lack) | count |
| STOCK | animals; in houses; free houses; in houses and wanted | count |
| NEXT, ALMOST | pairs of the species of the next five lines; those that lack one animal | up to 2 |
| BREEDERS | species that breed, species that live here, nothing to settle on a tile | count |
| STRIP | tiles near and far that would fit, tiles left | share |
| EFFORT | attractions needed; turns needed, by the insight's reckoning | / 100 |
| TURN_NEXT | who moves next | |
| RULES | options: the short game, also by cells still free and by effort; animals an addition; order of breeding | |
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.judge import Judge
from paddock.core.net import Net
from paddock.core.state import BIT, SEATS, State
from paddock.games.new_york_zoo.board import bits, border, fits, region
from paddock.games.new_york_zoo.cells import (
    ANIMALS,
    ATTRACTION,
    BOARD,
    CAP,
    CAPACITY,
    CELLS_AT,
    ELEPHANT,
    ENCLOSURE,
    ENCLOSURES,
    FIRST_COPY,
    FREE_LOWER,
    FREE_UPPER,
    HOUSED_AT,
    HOUSES,
    KINDS,
    LENGTH,
    LINE_SPECIES,
    LINES_BEFORE,
    NONE,
    NUMBER,
    ORDER,
    PER_ACTION,
    PER_PLAYER,
    SHAPE_OF_KIND,
    SHAPE_OF_TILE,
    SHORT,
    SLOT_AT,
    SPECIES,
    SPECIES_BITS,
    SPECIES_UNIT,
    STACK,
    TURN,
)
from paddock.games.new_york_zoo.insight import SMALL, attractions_needed, effort, prospect
from paddock.games.new_york_zoo.legal import has_spare_animal

NEAR: Final = 8  # spaces of the strip

GROUND: Final = 0
BIG: Final = 14
SUPPLY: Final = 18
EMPTY: Final = 20
SINGLE: Final = 26
PAIRS: Final = 32
STOCK: Final = 38
NEXT: Final = 42
ALMOST: Final = 47
BREEDERS: Final = 52
STRIP: Final = 55
EFFORT: Final = 58
TURN_NEXT: Final = 60
RULES: Final = 62
INPUTS: Final = 67


@final
@mypyc_attr(native_class=True)
class NewYorkZooJudge(Judge):
    """Looks at positions where a turn begins; in a race only the places count."""

    def __init__(self, net: Net) -> None:
        super().__init__(net, 0.0)
        self.pairs: vec[i64] = vec[i64]([0] * SPECIES)
        self.almost: vec[i64] = vec[i64]([0] * SPECIES)

    def look(self, state: State, seat: i64) -> None:
        c = state.cells
        self.look_at_ground(c, seat)
        self.look_at_enclosures(c, seat)
        self.look_at_strip(c, seat)
        self.add(EFFORT, float(attractions_needed(c, seat)) * 0.01)
        needed = float(effort(c, seat) - prospect(c, seat)) * 0.01
        self.add(EFFORT + 1, needed)
        if c[SHORT]:
            self.add(RULES, 1.0)
            self.add(RULES + 1, float(bits(c[FREE_UPPER + seat]) + bits(c[FREE_LOWER + seat])) * 0.05)
            self.add(RULES + 2, needed)
        if c[CAP] != PER_ACTION:
            self.add(RULES + 3, 1.0)
        if c[ORDER] == PER_PLAYER:
            self.add(RULES + 4, 1.0)
        seats = c[SEATS]
        if c[TURN] == seat:
            self.add(TURN_NEXT, 1.0)
        self.add(TURN_NEXT + 1, float((seat - c[TURN] + seats) % seats) / float(seats))

    def look_at_ground(self, c: vec[i64], seat: i64) -> None:
        upper = c[FREE_UPPER + seat]
        lower = c[FREE_LOWER + seat]
        self.add(GROUND, 1.0)
        self.add(GROUND + 1, float(bits(upper) + bits(lower)) * 0.05)
        self.add(GROUND + 13, float(border(upper, lower)) * 0.05)
        for kind in range(i64(4), i64(KINDS)):
            if not c[ATTRACTION + FIRST_COPY[kind + 1] - 1] and fits(SHAPE_OF_KIND[kind], upper, lower):
                self.add(BIG + kind - 4, 1.0)
        big: i64 = 0
        cells: i64 = 0
        small: i64 = 0  # how many regions have k cells: four bits for each k
        while upper | lower:
            above, below = region(upper, lower)
            size: i64 = bits(above) + bits(below)
            if size < SMALL:
                small += BIT[4 * size]
            else:
                big += 1
                cells += size
            upper ^= above
            lower ^= below
        for size in range(i64(1), i64(SMALL)):
            self.add(GROUND + 2 + size, float((small >> (4 * size)) & 15))
        self.add(GROUND + 10, float(big))
        self.add(GROUND + 11, float(cells) * 0.05)
        twos: i64 = 0
        threes: i64 = 0
        for k in range(FIRST_COPY[1], FIRST_COPY[2]):
            if not c[ATTRACTION + k]:
                twos += 1
        for k in range(FIRST_COPY[2], FIRST_COPY[4]):
            if not c[ATTRACTION + k]:
                threes += 1
        self.add(SUPPLY, float(twos) / 6.0)
        self.add(SUPPLY + 1, float(threes) / 6.0)

    def look_at_enclosures(self, c: vec[i64], seat: i64) -> None:
        pairs = self.pairs
        almost = self.almost
        for species in range(i64(SPECIES)):
            pairs[species] = 0
            almost[species] = 0
        homes: i64 = 0
        total: i64 = 0
        first: i64 = ENCLOSURE + ENCLOSURES * seat
        for k in range(first, first + c[NUMBER + seat]):
            word = c[k]
            animals: i64 = word & ANIMALS
            size: i64 = (word >> CELLS_AT) & 7
            missing: i64 = size - animals
            total += animals
            if animals == 0:
                self.add(EMPTY + max(0, min(size - 4, 5)), 1.0)
                continue
            species = (word & SPECIES_BITS) // SPECIES_UNIT - 1
            homes |= BIT[species]
            if animals == 1:
                self.add(SINGLE + min(missing, 5), 1.0)
                continue
            self.add(PAIRS + min(missing, 5), 1.0)
            pairs[species] += 1
            if missing == 1:
                almost[species] += 1
        houses = c[HOUSES + seat]
        housed: i64 = houses >> HOUSED_AT
        self.add(STOCK, float(total) * 0.2)
        self.add(STOCK + 1, float(housed))
        self.add(STOCK + 2, float(CAPACITY[c[BOARD] + seat] - housed))
        line = LINES_BEFORE[c[ELEPHANT]] % SPECIES
        breeders: i64 = 0
        living: i64 = 0
        wanted: i64 = 0
        for step in range(i64(SPECIES)):
            species = LINE_SPECIES[(line + step) % SPECIES]
            self.add(NEXT + step, float(min(pairs[species], 2)))
            self.add(ALMOST + step, float(min(almost[species], 2)))
            if pairs[species]:
                breeders += 1
            if homes & BIT[species]:
                living += 1
                wanted += (houses >> (4 * species)) & 15
        self.add(STOCK + 3, float(wanted))
        self.add(BREEDERS, float(breeders))
        self.add(BREEDERS + 1, float(living))
        if not has_spare_animal(c, seat):
            self.add(BREEDERS + 2, 1.0)

    def look_at_strip(self, c: vec[i64], seat: i64) -> None:
        upper = c[FREE_UPPER + seat]
        lower = c[FREE_LOWER + seat]
        here = c[ELEPHANT]
        near: i64 = 0
        fitting: i64 = 0
        tiles: i64 = 0
        steps: i64 = 0
        for position in range(here + 1, here + LENGTH):
            slot = SLOT_AT[position]
            if slot == NONE:
                steps += 1
                continue
            stack = c[STACK + slot]
            if not stack:
                continue
            steps += 1
            if fits(SHAPE_OF_TILE[(stack & 63) - 1], upper, lower):
                fitting += 1
                if steps <= NEAR:
                    near += 1
            while stack:
                tiles += 1
                stack >>= 6
        self.add(STRIP, float(near) * 0.25)
        self.add(STRIP + 1, float(fitting) * 0.1)
        self.add(STRIP + 2, float(tiles) * 0.05)
