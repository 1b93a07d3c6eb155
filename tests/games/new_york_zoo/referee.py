"""Referee: a slow second opinion on New York Zoo, written from the rules alone, in plain sets, lists and dicts.

It shares no line with the engine. The whole game is one long generator that stops at every question; the referee
takes every event in notation and says who must act, what is legal, and what the whole position is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.games.new_york_zoo.box import (
    ATTRACTIONS,
    BOARDS,
    BONUS,
    COPIES,
    LINE_AFTER,
    LINES,
    RANGE,
    SLOTS,
    SPECIES,
    STRIP,
    TILES,
    Cell,
    all_placements,
    area,
    cell_of,
    cells_text,
    houses_of,
    houses_text,
    numeral,
    runs,
    size,
    unrun,
)

CHANCE = -1
NOBODY = -2


# One seat's zoo.


@dataclass
class Enclosure:
    tile: str
    cells: frozenset[Cell]
    species: str = "none"
    animals: int = 0

    @property
    def full(self) -> bool:
        return self.animals == len(self.cells)

    def add(self, species: str) -> None:
        assert self.species in ("none", species), "two species in one enclosure"
        assert not self.full, "no cell left"
        self.species = species
        self.animals += 1


@dataclass
class Zoo:
    board: str
    free: set[Cell]
    houses: Counter[str]
    enclosures: list[Enclosure] = field(default_factory=list)
    hand: set[str] = field(default_factory=set)
    bred: set[int] = field(default_factory=set)

    @property
    def house_free(self) -> bool:
        return self.houses.total() < BOARDS[self.board][1]

    @property
    def animals(self) -> int:
        return self.houses.total() + sum(one.animals for one in self.enclosures)

    def spots(self, rows: str) -> list[frozenset[Cell]]:
        return [cells for cells in all_placements(rows, self.board) if cells <= self.free]

    def fits(self, rows: str) -> bool:
        return any(cells <= self.free for cells in all_placements(rows, self.board))

    def places(self, species: str) -> list[str]:
        """Where an acquired animal may go."""
        found = ["house"] if self.house_free else []
        return found + [one.tile for one in self.enclosures if one.species in ("none", species)]

    def named(self, tile: str) -> Enclosure:
        return next(one for one in self.enclosures if one.tile == tile)

    def number(self, one: Enclosure) -> int:
        return [other.tile for other in self.enclosures].index(one.tile)


class Over(Exception):
    """The game ended in the middle of something."""


Script = Generator[list[str], str, None]
Asked = Generator[list[str], str, str]


class Referee:
    """A game from its set-up, or from a written position in which the next move is asked."""

    def __init__(
        self,
        seats: int,
        cap: str = "per_action",
        order: str = "phased",
        landing: bool = True,
        short: bool = False,
        board: str = "",
        written: dict[str, Any] | None = None,
    ) -> None:
        self.seats, self.cap, self.order, self.landing, self.short = seats, cap, order, landing, short
        boards = [board or "1p-3houses"] if seats == 1 else [f"{seats}p-seat{k + 1}" for k in range(seats)]
        self.zoos = [Zoo(one, set(area(one)), Counter(BOARDS[one][2].split())) for one in boards]
        self.stacks: dict[int, list[str]] = {at: [] for at in SLOTS}
        self.undealt: set[str] = set(TILES)
        self.removed: set[str] = set()
        self.dealt = 0
        self.elephant = self.laps = self.turn = 0
        self.markers = ["0", "1", "2", "3", "4+"] if seats == 1 else []
        self.standing: dict[str, list[tuple[int, frozenset[Cell]]]] = {kind: [] for kind in COPIES}
        self.chosen = self.leaving = self.second = self.target = self.first = "none"
        self.added = 0
        self.stage = "main"
        self.passed: list[str] = []
        self.phase, self.actor = "deal", CHANCE
        self.happened: Counter[str] = Counter()
        if written:
            self._read(written)
        self._script = self._whole(written is None)
        self.options: list[str] = next(self._script)

    # Outside.

    @classmethod
    def from_position(cls, written: dict[str, Any]) -> Referee:
        assert written["phase"] == "move"
        return cls(
            written["seats"],
            written["max_added_per_enclosure"],
            written["breeding_order"],
            written["solo_landing_on_start_breeds"],
            written["short_game_2p"],
            written["board"],
            written,
        )

    def play(self, notation: str) -> None:
        assert notation in self.options, f"{notation} is not legal in {self.phase}"
        self.options = []
        try:
            self.options = self._script.send(notation)
        except StopIteration:
            assert self.phase == "over"

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def distance(self) -> int:
        return 25 * self.laps + self.elephant

    def scores(self) -> list[int]:
        if self.seats == 1 and not self.zoos[0].free:
            return [50 - self.distance]
        return [-len(zoo.free) for zoo in self.zoos]

    def places(self) -> list[int]:
        keys = [(len(zoo.free), -zoo.animals) for zoo in self.zoos]
        return [1 + sum(1 for other in keys if other < key) for key in keys]

    def position(self) -> dict[str, Any]:
        upper = [{cell for cell in zoo.free if cell <= (4, 8)} for zoo in self.zoos]
        copies: list[Any] = []
        for kind, number in COPIES.items():
            there = [{"seat": seat, "cells": cells_text(cells)} for seat, cells in self.standing[kind]]
            copies += there + [None] * (number - len(there))
        order = list(TILES)

        def tiles(some: Iterable[str]) -> str:
            return " ".join(sorted(some, key=order.index))

        return {
            "seats": self.seats,
            "actor": {CHANCE: "chance", NOBODY: "nobody"}.get(self.actor, self.actor),
            "leg": self.laps,
            "phase": self.phase,
            "max_added_per_enclosure": self.cap,
            "breeding_order": self.order,
            "solo_landing_on_start_breeds": self.landing,
            "short_game_2p": self.short,
            "board": self.zoos[0].board,
            "turn": self.turn,
            "elephant": self.elephant,
            "markers": " ".join(self.markers),
            "dealt": self.dealt,
            "undealt": tiles(self.undealt),
            "removed": tiles(self.removed),
            "stack": [" ".join(self.stacks[at]) for at in SLOTS],
            "attraction": copies,
            "chosen": self.chosen,
            "target": numeral(self.target),
            "leaving": self.leaving,
            "second": self.second,
            "first": numeral(self.first),
            "added": self.added,
            "stage": self.stage,
            "line": LINES.index(self.passed[0]) if self.passed else 0,
            "lines": len(self.passed),
            "bred": [" ".join(str(one) for one in sorted(zoo.bred)) for zoo in self.zoos],
            "hand": [tiles(zoo.hand) for zoo in self.zoos],
            "houses": [houses_text(zoo.houses) for zoo in self.zoos],
            "number": [len(zoo.enclosures) for zoo in self.zoos],
            "free_upper": [runs(cells) for cells in upper],
            "free_lower": [runs(zoo.free - cells) for zoo, cells in zip(self.zoos, upper, strict=True)],
            "enclosures": [
                [
                    {
                        "tile": one.tile,
                        "cells": cells_text(one.cells),
                        "species": one.species,
                        "animals": one.animals,
                    }
                    for one in zoo.enclosures
                ]
                for zoo in self.zoos
            ],
        }

    def _read(self, written: dict[str, Any]) -> None:
        self.undealt = set()
        self.removed = set(written["removed"].split())
        self.stacks = {at: text.split() for at, text in zip(SLOTS, written["stack"], strict=True)}
        self.turn, self.elephant, self.laps = written["turn"], written["elephant"], written["leg"]
        self.markers = written["markers"].split()
        copies = iter(written["attraction"])
        for kind, number in COPIES.items():
            for _ in range(number):
                there = next(copies)
                if there:
                    cells = frozenset(cell_of(text) for text in there["cells"].split())
                    self.standing[kind].append((there["seat"], cells))
        for seat, zoo in enumerate(self.zoos):
            zoo.free = unrun(written["free_upper"][seat]) | unrun(written["free_lower"][seat])
            zoo.houses = houses_of(written["houses"][seat])
            zoo.enclosures = [
                Enclosure(
                    one["tile"],
                    frozenset(cell_of(text) for text in one["cells"].split()),
                    one["species"],
                    one["animals"],
                )
                for one in written["enclosures"][seat]
            ]

    # The game as one long script.

    def _ask(self, phase: str, seat: int, options: list[str]) -> Asked:
        assert options, f"{phase} without an answer"
        self.phase, self.actor = phase, seat
        self.happened[phase] += 1
        answer = yield options
        if answer == "decline":
            self.happened[f"decline {phase}"] += 1
        return answer

    def _whole(self, from_the_start: bool) -> Script:
        if from_the_start:
            yield from self._set_up()
        try:
            while True:
                yield from self._turn()
                self.turn = (self.turn + 1) % self.seats
        except Over:
            pass
        self.passed = []
        self.chosen = self.leaving = self.second = self.target = self.first = "none"
        self.added = 0
        self.stage = "main"
        for zoo in self.zoos:
            zoo.bred.clear()
        self.phase, self.actor = "over", NOBODY

    def _set_up(self) -> Script:
        for cells, where in ((4, ("middle",)), (5, ("end", "middle")), (6, ("end", "middle")), (7, ("end",))):
            for at in SLOTS:
                if STRIP[at] in where:
                    tile = yield from self._chance("deal", cells)
                    self.stacks[at].append(tile)
        self.dealt = 0
        if self.seats == 1:
            self.removed |= {stack.pop() for stack in self.stacks.values()}
        if self.short:
            self.undealt |= {stack.pop() for stack in self.stacks.values()}
            for zoo in self.zoos:
                for cells in (7, 7, 7, 6, 6, 6):
                    tile = yield from self._chance("hands", cells)
                    zoo.hand.add(tile)
            self.dealt = 0
            self.removed |= self.undealt
            self.undealt = set()
            for seat in range(self.seats):
                yield from self._lay_hand(seat)

    def _chance(self, phase: str, cells: int) -> Asked:
        tile = yield from self._ask(
            phase, CHANCE, [tile for tile in TILES if tile in self.undealt and size(tile) == cells]
        )
        self.undealt.remove(tile)
        self.dealt += 1
        return tile

    def _lay_hand(self, seat: int) -> Script:
        zoo = self.zoos[seat]
        while True:
            lost = {tile for tile in zoo.hand if not zoo.fits(TILES[tile])}
            self.happened["start tile lost"] += len(lost)
            self.removed |= lost
            zoo.hand -= lost
            if not zoo.hand:
                return
            answer = yield from self._ask("pick", seat, [f"pick {tile}" for tile in zoo.hand])
            self.chosen = answer.removeprefix("pick ")
            yield from self._put_tile("lay", seat, self.chosen)
            zoo.hand.remove(self.chosen)
            self.chosen = "none"

    def _put(self, phase: str, seat: int, rows: str) -> Generator[list[str], str, frozenset[Cell]]:
        options = {f"place {cells_text(cells)}": cells for cells in self.zoos[seat].spots(rows)}
        answer = yield from self._ask(phase, seat, list(options))
        self.zoos[seat].free -= options[answer]
        return options[answer]

    def _put_tile(self, phase: str, seat: int, tile: str) -> Script:
        cells = yield from self._put(phase, seat, TILES[tile])
        self.zoos[seat].enclosures.append(Enclosure(tile, cells))

    # Moving: section 4.1, and 7 for one player.

    def _countable(self) -> list[int]:
        """The spaces ahead that count, in order, without the present one."""
        ahead = [(self.elephant + step) % 25 for step in range(1, 25)]
        return [at for at in ahead if at not in SLOTS or self.stacks[at]]

    def _playable(self, at: int) -> bool:
        zoo = self.zoos[self.turn]
        if at in SLOTS:
            own = zoo.houses.total() > 0 or any(one.animals >= 2 for one in zoo.enclosures)
            return bool(self.stacks[at]) and own and zoo.fits(TILES[self.stacks[at][-1]])
        return zoo.house_free or bool(zoo.enclosures)

    def _moves(self) -> dict[str, int]:
        ahead = self._countable()
        next_blue = next(at for at in ahead if at not in SLOTS)
        if self.seats > 1:
            found = {f"move {at}": at for at in ahead[: RANGE[self.seats]]}
        else:
            found = {"walk": next_blue}
            for marker in self.markers:
                if marker == "0":
                    found["marker 0"] = self.elephant
                elif marker == "4+":
                    found |= {f"marker 4+ to {at}": at for at in ahead[3:]}
                else:
                    found[f"marker {marker}"] = ahead[int(marker) - 1]
        self.happened["slot closed"] += sum(1 for at in found.values() if at in SLOTS and not self._playable(at))
        self.happened["blue closed"] += sum(1 for at in found.values() if at not in SLOTS and not self._playable(at))
        found = {text: at for text, at in found.items() if self._playable(at)}
        if not found:
            self.happened["safety net"] += 1
            found = {f"move {next_blue}" if self.seats > 1 else "walk": next_blue}
        return found

    def _turn(self) -> Script:
        moves = self._moves()
        answer = yield from self._ask("move", self.turn, list(moves))
        at = moves[answer]
        playable = self._playable(at)
        marker = answer.split()[1] if answer.startswith("marker") else ""
        if marker:
            self.markers.remove(marker)
            if not self.markers:
                self.markers = ["0", "1", "2", "3", "4+"]
                self.happened["markers return"] += 1
            self.happened[f"marker {marker}"] += 1
        steps = 0 if marker == "0" else (at - self.elephant) % 25
        for step in range(steps):
            space = (self.elephant + step) % 25
            if space in LINE_AFTER:
                self.passed.append(LINE_AFTER[space])
            if space == 24:
                self.laps += 1
        self.elephant = at
        self.happened[f"lines {len(self.passed)}"] += 1
        solo = self.seats == 1
        if solo and self.distance > 50:
            self.happened["past the start"] += 1
            raise Over
        if solo and self.distance == 50 and not self.landing:
            self.happened["landing does not breed"] += len(self.passed)
            self.passed = []
        if not playable:
            self.happened["nothing to do"] += 1
        elif at in SLOTS:
            yield from self._lay_tile(at)
        else:
            yield from self._acquire(STRIP[at].split())
        bred = False
        while self.passed:
            bred = True
            yield from self._line(self.passed[0])
            self.passed.pop(0)
        full = sum(1 for zoo in self.zoos if not zoo.free)
        if full:
            assert bred
            self.happened[f"{full} full by breeding"] += 1
            raise Over
        if solo and self.distance == 50:
            self.happened["start reached"] += 1
            raise Over

    # The main action: sections 4.2 and 4.3.

    def _lay_tile(self, at: int) -> Script:
        zoo = self.zoos[self.turn]
        yield from self._put_tile("place", self.turn, self.stacks[at][-1])
        self.stacks[at].pop()
        self._end_if_full(zoo)
        new = zoo.enclosures[-1]
        sources = self._sources(zoo, SPECIES)
        answer = yield from self._ask("populate", self.turn, sources)
        species = self._fetch(zoo, new, answer)
        sources = self._sources(zoo, [species], new)
        if sources:
            answer = yield from self._ask("populate_2", self.turn, [*sources, "decline"])
            if answer != "decline":
                self._fetch(zoo, new, answer)

    def _sources(self, zoo: Zoo, species: Sequence[str], new: Enclosure | None = None) -> list[str]:
        found = [f"from house {kind}" for kind in species if zoo.houses[kind]]
        return found + [
            f"from {one.tile}"
            for one in zoo.enclosures
            if one.animals >= 2 and one.species in species and one is not new
        ]

    def _fetch(self, zoo: Zoo, new: Enclosure, answer: str) -> str:
        words = answer.split()
        if words[1] == "house":
            species = words[2]
            zoo.houses[species] -= 1
        else:
            source = zoo.named(words[1])
            species = source.species
            source.animals -= 1
            assert source.animals >= 1
        new.add(species)
        return species

    def _end_if_full(self, zoo: Zoo) -> None:
        if not zoo.free:
            self.happened["full by main action"] += 1
            if self.passed:
                self.happened["breeding cancelled"] += 1
            raise Over

    def _acquire(self, shown: list[str]) -> Script:
        zoo = self.zoos[self.turn]
        options = [f"{kind} to {place}" for kind in SPECIES for place in zoo.places(kind)]
        answer = yield from self._ask("acquire", self.turn, options)
        species, place = answer.split(" to ")
        other = ""
        if species in shown:
            other = next(kind for kind in shown if kind != species)
        self.second = other or "none"
        added: Counter[str] = Counter()
        yield from self._receive(zoo, species, place, added)
        self.second = self.first = "none"
        self.added = 0
        if not other:
            return
        places = zoo.places(other)
        if self.cap == "per_action":
            self.happened["closed by the cap"] += sum(1 for one in places if added[one] >= 2)
            places = [one for one in places if added[one] < 2]
        if not places:
            self.happened["no place for the second"] += 1
            return
        self.second = other
        if self.cap == "per_action" and added:
            (tile, self.added), *_ = added.items()
            self.first = str(zoo.number(zoo.named(tile)))
        answer = yield from self._ask("acquire_2", self.turn, [*(f"{other} to {one}" for one in places), "decline"])
        self.second = self.first = "none"
        self.added = 0
        if answer != "decline":
            place = answer.split(" to ")[1]
            if added[place]:
                self.happened["second into the emptied"] += 1
            yield from self._receive(zoo, other, place, added)

    def _receive(self, zoo: Zoo, species: str, place: str, added: Counter[str]) -> Script:
        if place == "house":
            zoo.houses[species] += 1
            return
        one = zoo.named(place)
        one.add(species)
        added[place] += 1
        self._note(zoo, one, added)
        if self.cap == "per_addition" or added[place] < 2:
            moved = yield from self._extra(self.turn, one)
            if moved:
                added[place] += 1
                self._note(zoo, one, added)
        elif not one.full and zoo.houses[species]:
            self.happened["extra forbidden by the cap"] += 1
        if one.full:
            yield from self._complete(self.turn, one)

    def _note(self, zoo: Zoo, one: Enclosure, added: Counter[str]) -> None:
        """While the second animal waits, where the first went and how many came with it."""
        if self.second != "none" and self.cap == "per_action":
            self.first, self.added = str(zoo.number(one)), added[one.tile]

    def _extra(self, seat: int, one: Enclosure) -> Generator[list[str], str, bool]:
        zoo = self.zoos[seat]
        if one.full or not zoo.houses[one.species]:
            return False
        self.target = str(zoo.number(one))
        answer = yield from self._ask("extra", seat, ["extra", "decline"])
        self.target = "none"
        if answer == "decline":
            return False
        zoo.houses[one.species] -= 1
        one.add(one.species)
        return True

    # Completion: section 4.4.

    def _complete(self, seat: int, one: Enclosure) -> Script:
        zoo = self.zoos[seat]
        species, one.species, one.animals = one.species, "none", 0
        self.happened["completion"] += 1
        self.target = str(zoo.number(one))
        if zoo.house_free:
            self.leaving = species
            answer = yield from self._ask("keep", seat, ["keep", "decline"])
            self.leaving = "none"
            if answer == "keep":
                zoo.houses[species] += 1
        else:
            self.happened["no house to keep"] += 1
        if zoo.free:
            kinds = [
                kind
                for kind, rows in ATTRACTIONS.items()
                if (kind == "a1" or len(self.standing[kind]) < COPIES[kind]) and zoo.fits(rows)
            ]
            answer = yield from self._ask("attraction", seat, [f"take {kind}" for kind in kinds])
            self.chosen = answer.removeprefix("take ")
            cells = yield from self._put("stand", seat, ATTRACTIONS[self.chosen])
            if self.chosen != "a1":
                self.standing[self.chosen].append((seat, cells))
            self.chosen = "none"
            if self.stage == "main":
                self._end_if_full(zoo)
        else:
            self.happened["completion on a full board"] += 1
        self.target = "none"

    # Breeding: section 4.5.

    def _line(self, species: str) -> Script:
        seats = [(self.turn + k) % self.seats for k in range(self.seats)]
        bonus = self.seats in BONUS
        if self.order == "phased":
            for seat in seats:
                yield from self._part_1(seat, species)
            for seat in seats if bonus else []:
                yield from self._part_2(seat)
        else:
            for seat in seats:
                yield from self._part_1(seat, species)
                if bonus:
                    yield from self._part_2(seat)
        for zoo in self.zoos:
            zoo.bred.clear()
        self.stage = "main"

    def _part_1(self, seat: int, species: str) -> Script:
        zoo = self.zoos[seat]
        self.stage = "breeding"
        eligible = [one for one in zoo.enclosures if one.species == species and one.animals >= 2]
        chosen: list[Enclosure] = []
        for phase in ("breed", "breed_2"):
            left = [one for one in eligible if one not in chosen]
            if not left:
                break
            answer = yield from self._ask(phase, seat, [*(f"breed {one.tile}" for one in left), "decline"])
            if answer == "decline":
                break
            one = zoo.named(answer.removeprefix("breed "))
            one.add(species)
            chosen.append(one)
            zoo.bred.add(zoo.number(one))
        chosen.sort(key=zoo.number)
        extras = 0
        for one in chosen:
            extras += yield from self._extra(seat, one)
        self.happened[f"{extras} extras of {len(chosen)}"] += 1
        full = [one for one in chosen if one.full]
        self.happened[f"{len(full)} completed of {len(chosen)}"] += 1
        for one in full:
            yield from self._complete(seat, one)

    def _part_2(self, seat: int) -> Script:
        zoo = self.zoos[seat]
        self.stage = "bonus"
        if not zoo.bred:
            return
        if not zoo.free:
            self.happened["bonus on a full board"] += 1
        others = [one for one in zoo.enclosures if zoo.number(one) not in zoo.bred and one.animals >= 2]
        if not others:
            return
        answer = yield from self._ask("bonus", seat, [*(f"bonus {one.tile}" for one in others), "decline"])
        if answer == "decline":
            return
        one = zoo.named(answer.removeprefix("bonus "))
        one.add(one.species)
        yield from self._extra(seat, one)
        if one.full:
            yield from self._complete(seat, one)


def lines(history: Sequence[str], begin: Any, depth: int) -> int:
    """How many lines of `depth` events follow; `begin` makes a fresh referee, for a script cannot be copied."""
    referee = begin()
    for notation in history:
        referee.play(notation)
    if depth == 0 or referee.over:
        return 1
    if depth == 1:
        return len(referee.options)
    return sum(lines([*history, notation], begin, depth - 1) for notation in referee.options)
