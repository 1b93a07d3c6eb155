"""Referee: a slow second opinion on O Zoo le Mio, written from the rules alone, in plain lists and dicts.

It shares no line with the engine. It takes every event in notation and says who must act, what is
legal, and how the whole position is written. Everything about a zoo is worked out anew from the list of
its tiles: placements by trying every cell near the zoo, benches by painting the paths on squared paper
and flooding what they leave, enclosures by walking from cell to cell.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

Cell = tuple[int, int]

CHANCE = -1
ANIMALS = ["apes", "mammals", "birds", "reptiles", "sea"]
SIDES = ["N", "E", "S", "W"]
STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
HOUSE = [(0, -1), (1, -1)]
START_PATHS = {"front": [["AN", "BN"]], "side": [["AW", "BE"]]}

# Typed from the table of tiles: id, half A, half B, bushes, paths (a comma parts paths that do not meet).
TILE_TABLE = """
1 | apes 2 | birds 2 | 0 | BN BE BS AS AW
2 | birds 3 | apes 3 | 0 | BS AS AW
3 | birds 3 | apes 2 | 0 | AN BE AS AW
4 | sea 1 | birds 1 | 1 | AN BN BE BS AS AW
5 | sea 3 | birds 2 | 1 | AN BN BE AW
6 | sea 2 | birds 1 | 2 | AN BN BS AW
7 | reptiles 2 | sea 3 | 0 | BE AS AW
8 | reptiles 1 | sea 3 | 0 | BN BS AW
9 | sea 1 | reptiles 3 | 1 | AN BS AS
10 | reptiles 2 | mammals 3 | 0 | AN BN BE BS
11 | mammals 3 | reptiles 1 | 1 | AN BS
12 | mammals 2 | reptiles 1 | 1 | AN AS, BN BS
13 | apes 2 | mammals 3 | 0 | BN BE AS AW
14 | mammals 2 | apes 1 | 1 | AN BN AS AW
15 | apes 3 | mammals 2 | 0 | AN AW, BE BS
16 | sea 2 | apes 2 | 1 | AN AS AW
17 | apes 3 | sea 1 | 1 | BN BE AS
18 | reptiles 3 | apes 1 | 2 | AN BE BS
19 | apes 1 | reptiles 2 | 2 | BE BS AS
20 | reptiles 3 | birds 2 | 0 | AN BN BS AS AW
21 | birds 2 | reptiles 2 | 0 | AN BN BE BS AW
22 | birds 3 | mammals 1 | 1 | BE BS AW
23 | birds 1 | mammals 1 | 3 | BN BE BS AS
24 | sea 2 | mammals 2 | 1 | AN BN AS
25 | mammals 1 | sea 2 | 2 | BN BS AS AW
"""


class Half(NamedTuple):
    """One half of a tile."""

    animal: str
    stars: int


class Tile(NamedTuple):
    """A tile as it is printed."""

    halves: tuple[Half, Half]
    bushes: int
    paths: list[list[str]]


def read_tiles(text: str) -> dict[int, Tile]:
    found = {}
    for line in text.strip().splitlines():
        number, a, b, bushes, paths = (part.strip() for part in line.split("|"))
        halves = [Half(animal, int(stars)) for animal, stars in (a.split(), b.split())]
        found[int(number)] = Tile((halves[0], halves[1]), int(bushes), [group.split() for group in paths.split(",")])
    return found


TILES = read_tiles(TILE_TABLE)


class Laid(NamedTuple):
    """A tile in a zoo: where half A lies, how it is turned, and the number of the placement."""

    tile: int
    x: int
    y: int
    turn: int  # degrees clockwise
    stamp: int


# Geometry: section 2 of the rules as we settled them.


def turned(side: str, degrees: int) -> str:
    """N to E to S to W with every quarter turn."""
    return SIDES[(SIDES.index(side) + degrees // 90) % 4]


def beside(cell: Cell, side: str) -> Cell:
    return cell[0] + STEP[side][0], cell[1] + STEP[side][1]


def both_cells(x: int, y: int, degrees: int) -> tuple[Cell, Cell]:
    """The cells of half A and of half B."""
    return (x, y), beside((x, y), turned("E", degrees))


def path_ends(paths: Sequence[Sequence[str]], x: int, y: int, degrees: int) -> list[tuple[Cell, str, int]]:
    """Every path edge of a lying tile: its cell, the side, and the number of its path."""
    a, b = both_cells(x, y, degrees)
    return [
        (a if edge[0] == "A" else b, turned(edge[1], degrees), number)
        for number, group in enumerate(paths)
        for edge in group
    ]


class Zoo:
    """One zoo, worked out from the list of its tiles."""

    def __init__(self, start: str, laid: Iterable[Laid] = ()) -> None:
        self.start = start
        self.laid = list(laid)
        self.cells: dict[Cell, tuple[Laid, int] | None] = {(0, 0): None, (1, 0): None}  # None: the starting tile
        self.ends: set[tuple[Cell, str]] = {(cell, side) for cell, side, _ in path_ends(START_PATHS[start], 0, 0, 0)}
        for one in self.laid:
            for half, cell in enumerate(both_cells(one.x, one.y, one.turn)):
                assert cell not in self.cells, f"two tiles on {cell}"
                self.cells[cell] = (one, half)
            self.ends |= {(cell, side) for cell, side, _ in path_ends(TILES[one.tile].paths, one.x, one.y, one.turn)}

    def free(self, cell: Cell) -> bool:
        return cell not in self.cells and cell not in HOUSE

    def fits(self, tile: int, x: int, y: int, degrees: int, must_extend: bool) -> bool:
        """Rules 1 to 3 of placing."""
        two = both_cells(x, y, degrees)
        if not all(self.free(cell) for cell in two):
            return False
        mine = {(cell, side) for cell, side, _ in path_ends(TILES[tile].paths, x, y, degrees)}
        joined = touching = 0
        for cell in two:
            for side in SIDES:
                other = beside(cell, side)
                if other in two or self.free(other):
                    continue
                path, theirs = (cell, side) in mine, (other, OPPOSITE[side]) in self.ends
                if path != theirs:
                    return False
                joined += path
                touching += other not in HOUSE
        return joined > 0 if must_extend else touching > 0

    def placements(self, tile: int, must_extend: bool) -> list[tuple[int, int, int]]:
        """Every cell anywhere near is tried; a tile that touches nothing fits nowhere."""
        near = {beside(cell, side) for cell in self.cells for side in SIDES}
        xs, ys = [x for x, _ in self.cells], [y for _, y in self.cells]
        return [
            (x, y, degrees)
            for x in range(min(xs) - 2, max(xs) + 3)
            for y in range(min(ys) - 2, max(ys) + 3)
            for degrees in (0, 90, 180, 270)
            if near.intersection(both_cells(x, y, degrees)) and self.fits(tile, x, y, degrees, must_extend)
        ]

    def open_cells(self, must_extend: bool) -> list[Cell]:
        """Free cells that a path end points to (or that touch a tile), by x, then y."""
        pointed = {beside(cell, side) for cell, side in self.ends}
        touched = {beside(cell, side) for cell in self.cells for side in SIDES}
        return sorted(cell for cell in (pointed if must_extend else touched) if self.free(cell))

    def areas(self) -> int:
        """How many areas the paths surround: each cell is four squares wide; paths are painted, the rest flooded."""
        paint: set[Cell] = set()
        pieces = [(START_PATHS[self.start], 0, 0, 0)]
        pieces += [(TILES[one.tile].paths, one.x, one.y, one.turn) for one in self.laid]
        for paths, x, y, degrees in pieces:
            a, b = both_cells(x, y, degrees)
            for group in paths:
                for cell, side, _ in path_ends([group], x, y, degrees):
                    middle = (4 * cell[0] + 2, 4 * cell[1] + 2)
                    paint |= {(middle[0] + k * STEP[side][0], middle[1] + k * STEP[side][1]) for k in (0, 1, 2)}
                if {edge[0] for edge in group} == {"A", "B"}:
                    east = STEP[turned("E", degrees)]
                    paint |= {(4 * a[0] + 2 + k * east[0], 4 * a[1] + 2 + k * east[1]) for k in range(5)}
            assert b == beside(a, turned("E", degrees))
        xs, ys = [x for x, _ in paint], [y for _, y in paint]
        dry = {(x, y) for x in range(min(xs) - 1, max(xs) + 2) for y in range(min(ys) - 1, max(ys) + 2)} - paint
        floods = 0
        while dry:
            floods += 1
            wet = [dry.pop()]
            while wet:
                x, y = wet.pop()
                for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if near in dry:
                        dry.remove(near)
                        wet.append(near)
        return floods - 1  # one flood is the world outside

    def joins_less_paths_plus_parts(self) -> int:
        """The number of surrounded areas by Euler's formula; it holds for any drawing of the paths."""
        owner: dict[tuple[Cell, str], tuple[int, int]] = {}
        pieces = [(0, START_PATHS[self.start], 0, 0, 0)]
        pieces += [(one.stamp, TILES[one.tile].paths, one.x, one.y, one.turn) for one in self.laid]
        for stamp, paths, x, y, turn in pieces:
            for cell, side, number in path_ends(paths, x, y, turn):
                owner[cell, side] = (stamp, number)
        nodes = set(owner.values())
        links = [
            (mine, owner[beside(cell, side), OPPOSITE[side]])
            for (cell, side), mine in owner.items()
            if side in "NE" and (beside(cell, side), OPPOSITE[side]) in owner
        ]
        left, parts = set(nodes), 0
        while left:
            parts += 1
            walk = [left.pop()]
            while walk:
                one = walk.pop()
                for a, b in links:
                    for near in ((b,) if a == one else ()) + ((a,) if b == one else ()):
                        if near in left:
                            left.remove(near)
                            walk.append(near)
        return len(links) - len(nodes) + parts

    def enclosures(self, animal: str) -> list[tuple[int, int]]:
        """Stars and stamp of every combined enclosure of this animal, the best first."""
        left: dict[Cell, tuple[int, int]] = {}
        for cell, what in self.cells.items():
            if what is not None:
                half = TILES[what[0].tile].halves[what[1]]
                if half.animal == animal:
                    left[cell] = (half.stars, what[0].stamp)
        found = []
        while left:
            cell, (stars, stamp) = left.popitem()
            walk = [cell]
            while walk:
                cell = walk.pop()
                for side in SIDES:
                    if beside(cell, side) in left:
                        more, newer = left.pop(beside(cell, side))
                        stars, stamp = stars + more, max(stamp, newer)
                        walk.append(beside(cell, side))
            found.append((stars, stamp))
        return sorted(found, reverse=True)

    def bushes(self) -> tuple[int, int]:
        """How many, and the stamp of the newest tile that has any."""
        some = [one for one in self.laid if TILES[one.tile].bushes]
        return sum(TILES[one.tile].bushes for one in some), max((one.stamp for one in some), default=0)


# The whole table.

OPTIONS: dict[str, Any] = {
    "start_tile": "front",
    "face_up_at_year_start": "all",
    "allocation_timing": "after_each_tile",
    "tree_tiebreak": "newest",
    "lone_bush_owner_trees": 2,
    "income": "per_tile",
    "fixed_income": 3,
    "year_rule": "five_tiles",
    "must_extend_path": True,
    "final_tiebreak": "shared",
    "unplaceable_tile": "discard",
    "coin_limit": "none",
    "bench_limit": "none",
    "one_rank_per_player": True,
    "coins_open": False,
}
RULE_SETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "reference_manual": {
        "face_up_at_year_start": 3,
        "allocation_timing": "year_end",
        "tree_tiebreak": "flag",
        "income": "fixed",
        "final_tiebreak": "visitors_then_trees",
    },
    "professional": {"year_rule": "three_bush_tiles"},
}


def rank_visitors(zoos: Sequence[Zoo], one_rank: bool = True) -> list[list[int]]:
    """The visitors of each seat, by animal."""
    found = [[0] * len(ANIMALS) for _ in zoos]
    for number, animal in enumerate(ANIMALS):
        entries = []
        for seat, zoo in enumerate(zoos):
            mine = zoo.enclosures(animal)
            entries += [(stars, stamp, seat) for stars, stamp in (mine[:1] if one_rank else mine)]
        entries.sort(reverse=True)
        owners = {seat for _, _, seat in entries}
        if len(owners) == 1:
            found[owners.pop()][number] = 1
        elif owners:
            found[entries[0][2]][number] += 2
            found[entries[1][2]][number] += 1
    return found


def rank_trees(zoos: Sequence[Zoo], lone: int = 2, flag: Sequence[int] | None = None) -> list[int]:
    """The trees of each seat; equal bushes go to the newer, or, when the pole is given, to the higher flag."""
    entries = []
    for seat, zoo in enumerate(zoos):
        bushes, stamp = zoo.bushes()
        if bushes:
            entries.append((bushes, stamp if flag is None else -flag[seat], seat))
    entries.sort(reverse=True)
    found = [0] * len(zoos)
    if len(entries) == 1:
        found[entries[0][2]] = lone
    elif entries:
        found[entries[0][2]], found[entries[1][2]] = 2, 1
    return found


def auction(bids: Sequence[int], flag: Sequence[int]) -> tuple[int, list[int]]:
    """Who wins, and the pole afterwards."""
    tied = [seat for seat, bid in enumerate(bids) if bid == max(bids)]
    if len(tied) == 1:
        return tied[0], list(flag)
    pole = sorted(range(len(flag)), key=lambda seat: flag[seat])
    winner = next(seat for seat in pole if seat in tied)
    pole.remove(winner)
    pole.append(winner)
    return winner, [pole.index(seat) for seat in range(len(flag))]


def round_the_pole(owed: Sequence[int], flag: Sequence[int], supply: int) -> list[int]:
    """What everybody gets of too few coins: one at a time from the top flag down, again and again."""
    got = [0] * len(owed)
    while supply and got != list(owed):
        for seat in sorted(range(len(flag)), key=lambda seat: flag[seat]):
            if supply and got[seat] < owed[seat]:
                got[seat] += 1
                supply -= 1
    return got


LAID = re.compile(r"(\d+) \((-?\d+),(-?\d+)\) r(\d+) by (\d)")
FATE = re.compile(r"(\d+) (discarded|kept) by (\d)")


class Referee:
    """One game, event by event."""

    def __init__(self, seats: int, rule_set: str = "standard", **options: Any) -> None:
        self.seats = seats
        self.options = {**OPTIONS, **RULE_SETS[rule_set], **options}
        assert set(self.options) == set(OPTIONS), options
        self.phase = "flags"
        self.pole: list[int] = []  # seats from the top
        self.stack = set(TILES)
        self.lots: list[str] = []  # done with
        self.row: list[int] = []  # tiles that lie open
        self.turned_this_year: list[int] = []
        self.sold = 0
        self.leg = 0
        self.coins = [8] * seats
        self.points = [0] * seats
        self.visitors = [[0] * len(ANIMALS) for _ in range(seats)]
        self.trees = [0] * seats
        self.benches = [0] * seats
        self.laid: list[list[Laid]] = [[] for _ in range(seats)]
        self.kept = [0] * seats
        self.sheet: list[list[dict[str, int]]] = [[] for _ in range(seats)]
        self.last_bid: list[int | str] = ["none"] * seats
        self.bids: dict[int, int] = {}
        self.winner = -1
        self.happened: set[str] = set()

    @classmethod
    def from_position(cls, written: Mapping[str, Any]) -> Referee:
        made = cls(written["seats"], **{name: written[name] for name in OPTIONS})
        made.phase, made.leg, made.sold = written["phase"], written["leg"], written["sold"]
        hung = [seat for seat in range(made.seats) if written["flag"][seat] != "none"]
        made.pole = sorted(hung, key=lambda seat: int(written["flag"][seat]))
        turned_up = []
        for number, text in enumerate(written["lots"], 1):
            tile = int(text.split()[0])
            turned_up.append(tile)
            made.stack.remove(tile)
            if where := LAID.fullmatch(text):
                seat = int(where[5])
                before = made.zoo(seat).areas()
                made.laid[seat].append(Laid(tile, int(where[2]), int(where[3]), int(where[4]), number))
                made.give_benches(seat, before)
                made.lots.append(text)
            elif fate := FATE.fullmatch(text):
                made.kept[int(fate[3])] += fate[2] == "kept"
                made.lots.append(text)
            else:
                made.row.append(tile)
        made.turned_this_year = turned_up[len(made.lots) - made.sold :]
        for name in ("coins", "points", "visitors", "trees", "sheet", "last_bid"):
            setattr(made, name, copy.deepcopy(written[name]))
        made.bids = {seat: bid for seat, bid in enumerate(written["sealed"]) if bid != "open"}
        if made.phase == "place":
            made.winner = written["actor"]
        return made

    def zoo(self, seat: int) -> Zoo:
        return Zoo(self.options["start_tile"], self.laid[seat])

    def zoos(self) -> list[Zoo]:
        return [self.zoo(seat) for seat in range(self.seats)]

    @property
    def flag(self) -> list[int]:
        return [self.pole.index(seat) for seat in range(self.seats)]

    # What may happen.

    def pending(self) -> list[int]:
        if self.phase == "bid":
            return [seat for seat in range(self.seats) if seat not in self.bids]
        return [self.winner] if self.phase == "place" else []

    def actor(self) -> int | str:
        return {"flags": "chance", "reveal": "chance", "over": "nobody"}.get(self.phase) or self.pending()[0]

    def legal(self, seat: int) -> list[str]:
        if seat not in self.pending():
            return []
        if self.phase == "bid":
            return [f"bid {coins}" for coins in range(self.coins[seat] + 1)]
        tile = self.row[0]
        where = self.zoo(seat).placements(tile, self.options["must_extend_path"])
        return [f"place {tile} ({x},{y}) r{degrees}" for x, y, degrees in where]

    def chance(self) -> list[str]:
        if self.phase == "flags":
            return [f"flag {seat}" for seat in range(self.seats) if seat not in self.pole]
        return [f"tile {tile}" for tile in sorted(self.stack)] if self.phase == "reveal" else []

    def action(self, seat: int, notation: str) -> int:
        """The number of a placement, by the open cell that it covers."""
        where = re.fullmatch(r"place \d+ \((-?\d+),(-?\d+)\) r(\d+)", notation)
        assert where, notation
        a, b = both_cells(int(where[1]), int(where[2]), int(where[3]))
        cells = self.zoo(seat).open_cells(self.options["must_extend_path"])
        named, other, half = (a, b, 0) if a in cells else (b, a, 1)
        side = next(k for k in range(4) if beside(named, SIDES[k]) == other)
        return 128 + 8 * cells.index(named) + 2 * side + half

    # What happens.

    def play(self, seat: int, notation: str) -> None:
        allowed = self.chance() if seat == CHANCE else self.legal(seat)
        assert notation in allowed, f"{seat} {notation}: allowed {allowed}"
        number = int(notation.split()[1])
        if self.phase == "flags":
            self.pole.append(number)
            if len(self.pole) == self.seats - 1:
                self.pole += [one for one in range(self.seats) if one not in self.pole]
                self.open_year()
        elif self.phase == "reveal":
            self.stack.remove(number)
            self.row.append(number)
            self.turned_this_year.append(number)
            self.go_on()
        elif self.phase == "bid":
            self.bids[seat] = number
            if len(self.bids) == self.seats:
                self.close_auction()
        else:
            x, y, degrees = (int(one) for one in re.findall(r"-?\d+", notation)[1:])
            before = self.zoo(seat).areas()
            self.laid[seat].append(Laid(number, x, y, degrees, len(self.lots) + 1))
            new = self.give_benches(seat, before)
            if new > 1:
                self.happened.add("several benches at once")
            self.done(f"{number} ({x},{y}) r{degrees} by {seat}")

    def give_benches(self, seat: int, before: int) -> int:
        new = self.zoo(seat).areas() - before
        if self.options["bench_limit"] != "none":
            left = self.options["bench_limit"] - sum(self.benches)
            if new > left:
                self.happened.add("no bench left")
            new = min(new, left)
        self.benches[seat] += new
        return new

    def year_is_complete(self) -> bool:
        """Have all tiles of this year been turned up?"""
        if not self.stack:
            return True
        if self.options["year_rule"] == "five_tiles":
            return len(self.turned_this_year) == 5
        with_bush = [tile for tile in self.turned_this_year if TILES[tile].bushes]
        return self.leg < 4 and len(with_bush) == 3

    def open_year(self) -> None:
        self.sold = 0
        self.turned_this_year = []
        self.go_on()

    def go_on(self) -> None:
        """Turn up, sell, or end the year."""
        face_up = self.options["face_up_at_year_start"]
        wanted = 99 if face_up == "all" else max(face_up, self.sold + 1)
        if not self.year_is_complete() and len(self.turned_this_year) < wanted:
            self.phase = "reveal"
        elif self.row:
            self.phase = "bid"
        else:
            self.end_year()

    def close_auction(self) -> None:
        bids = [self.bids[seat] for seat in range(self.seats)]
        before = self.flag
        self.winner, after = auction(bids, before)
        if bids.count(max(bids)) > 1:
            self.happened.add("tie at zero" if not max(bids) else "tie")
        self.pole = sorted(range(self.seats), key=lambda seat: after[seat])
        self.coins[self.winner] -= bids[self.winner]
        self.last_bid = list(bids)
        self.bids = {}
        self.phase = "place"
        if not self.legal(self.winner):
            keep = self.options["unplaceable_tile"] == "keep_for_income"
            self.kept[self.winner] += keep
            self.happened.add("kept" if keep else "discarded")
            self.done(f"{self.row[0]} {'kept' if keep else 'discarded'} by {self.winner}")

    def done(self, lot: str) -> None:
        self.lots.append(lot)
        self.row.pop(0)
        self.sold += 1
        self.winner = -1
        if self.options["allocation_timing"] == "after_each_tile":
            self.deal_out()
        self.go_on()

    def deal_out(self) -> None:
        self.visitors = rank_visitors(self.zoos(), self.options["one_rank_per_player"])
        by_flag = self.options["tree_tiebreak"] == "flag"
        self.trees = rank_trees(self.zoos(), self.options["lone_bush_owner_trees"], self.flag if by_flag else None)

    def end_year(self) -> None:
        if self.options["allocation_timing"] == "year_end":
            self.deal_out()
        year = self.leg + 1
        if not self.turned_this_year:
            self.happened.add("a year without tiles")
        for seat in range(self.seats):
            units = {"visitors": sum(self.visitors[seat]), "trees": self.trees[seat], "benches": self.benches[seat]}
            self.sheet[seat].append(units)
            self.points[seat] += year * sum(units.values())
        if year < 5:
            self.income()
        self.leg += 1
        if self.leg == 5:
            self.phase = "over"
            self.sold = 0
        else:
            self.open_year()

    def income(self) -> None:
        if self.options["income"] == "fixed":
            owed = [int(self.options["fixed_income"])] * self.seats
        else:
            owed = [len(self.laid[seat]) + self.kept[seat] for seat in range(self.seats)]
        if self.options["coin_limit"] != "none":
            paid = round_the_pole(owed, self.flag, self.options["coin_limit"] - sum(self.coins))
            if paid != owed:
                self.happened.add("too few coins")
            owed = paid
        for seat in range(self.seats):
            self.coins[seat] += owed[seat]

    # What is to be read.

    def places(self) -> list[int]:
        rule = self.options["final_tiebreak"]
        worth: list[tuple[int, ...]] = []
        for seat in range(self.seats):
            more = {
                "shared": (),
                "flagpole": (-self.flag[seat],),
                "visitors_then_trees": (sum(self.visitors[seat]), self.trees[seat]),
            }[rule]
            worth.append((self.points[seat], *more))
        return [1 + sum(other > mine for other in worth) for mine in worth]

    def position(self) -> dict[str, Any]:
        """The whole position, in words."""
        hung = {seat: place for place, seat in enumerate(self.pole)}
        due = sum(2**seat for seat in self.pending()) if self.phase == "bid" else 0
        return {
            "seats": self.seats,
            "actor": self.actor(),
            "due": due,
            "leg": self.leg,
            "viewer": "whole",
            "sealed": [self.bids.get(seat, "open") for seat in range(self.seats)],
            "phase": self.phase,
            **self.options,
            "lots": self.lots + [str(tile) for tile in self.row],
            "sold": self.sold,
            "coins": list(self.coins),
            "flag": [hung.get(seat, "none") for seat in range(self.seats)],
            "points": list(self.points),
            "visitors": copy.deepcopy(self.visitors),
            "trees": list(self.trees),
            "sheet": copy.deepcopy(self.sheet),
            "last_bid": list(self.last_bid),
        }


def lines(referee: Referee, depth: int) -> int:
    """Lines of play to this depth; seats bid from the lowest up."""
    if depth == 0 or referee.phase == "over":
        return 1
    actor = CHANCE if referee.actor() == "chance" else referee.pending()[0]
    choices = referee.chance() if actor == CHANCE else referee.legal(actor)
    if depth == 1:
        return len(choices)
    total = 0
    for choice in choices:
        child = copy.deepcopy(referee)
        child.play(actor, choice)
        total += lines(child, depth - 1)
    return total
