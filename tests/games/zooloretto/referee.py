"""Referee: a slow second opinion on Zooloretto, written from the rules alone, in plain lists of tile names.

It shares no line with the engine. It takes every event in notation and says who must act, what
is legal, how likely each tile is, and what everybody's zoo is worth.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Tiles = Counter[str]

CHANCE = -1
TYPES = ["flamingo", "camel", "leopard", "elephant", "panda", "chimpanzee", "zebra", "kangaroo"]
STALLS = ["snack_cart", "drinks_kiosk", "fruit_cart", "popcorn_booth"]
SUFFIXES = ["", " M", " F", " m", " f", " O"]  # plain, unbred male and female, bred male and female, offspring
NAMES = [kind + suffix for kind in TYPES for suffix in SUFFIXES] + STALLS + ["coin"]
SQUARES = {"": 7, " M": 2, " F": 2}  # of each type, in the box

PENS = ["E4", "E5", "E6", "X1", "X2"]
SPACES = {"E4": 4, "E5": 5, "E6": 6, "X1": 5, "X2": 5}
STALL_SPACES = {"E4": 2, "E5": 1, "E6": 1, "X1": 1, "X2": 1}
BONUS = {"E4": 1, "E5": 2, "E6": 0, "X1": 1, "X2": 1}
FULL = {"E4": 5, "E5": 8, "E6": 10, "X1": 9, "X2": 9}
ONE_SHORT = {"E4": 4, "E5": 5, "E6": 6, "X1": 5, "X2": 5}
TYPES_IN_PLAY = {2: 5, 3: 6, 4: 7, 5: 8}
TRUCKS = {2: [3, 2, 1], 3: [3, 3, 3], 4: [3, 3, 3, 3], 5: [3, 3, 3, 3, 3]}
END_STACK = 15
MOST_MONEY_ACTIONS = 100  # in a row, then somebody must draw or take


# Tiles in words.


def tiles(text: str) -> Tiles:
    """`2 zebra, 1 zebra M` as a Counter; no text, no tiles."""
    found: Tiles = Counter()
    for part in text.split(", ") if text else []:
        number, _, name = part.partition(" ")
        assert name in NAMES, f"no such tile: {part}"
        found[name] += int(number)
    return found


def words(some: Iterable[str] | Mapping[str, int]) -> str:
    """The tiles as a list: type by type, then stalls, then coins, always with their number."""
    found = Counter(some)
    return ", ".join(f"{found[name]} {name}" for name in NAMES if found[name])


def row(text: str) -> list[str]:
    """`zebra M, coin` as a list."""
    return text.split(", ") if text else []


def type_of(tile: str) -> str:
    """The animal type, or nothing for stalls and coins."""
    kind = tile.split(" ")[0]
    return kind if kind in TYPES else ""


def lot_of(tile: str) -> str:
    """What a decision calls the tile: bred animals and offspring are like plain ones."""
    return tile if tile.endswith((" M", " F")) or not type_of(tile) else type_of(tile)


def box(types: Sequence[str]) -> Tiles:
    """All square tiles of a game with these types."""
    found = Counter({kind + suffix: number for kind in types for suffix, number in SQUARES.items()})
    found.update(dict.fromkeys(STALLS, 3))
    found["coin"] = 12
    return found


# Scoring: section 8.


def pen_points(place: str, animals: int, stalls: int) -> int:
    empty = SPACES[place] - animals
    if empty == 0:
        return FULL[place]
    if empty == 1:
        return ONE_SHORT[place]
    return animals if stalls else 0


def barn_points(barn: Sequence[str]) -> int:
    """Two points less for each animal type and each stall type, however many tiles."""
    return -2 * len({type_of(tile) or tile for tile in barn})


class Zoo:
    """One player's tiles: animals and stalls by enclosure, and the barn; an unbuilt enclosure is missing."""

    def __init__(self) -> None:
        self.pen: dict[str, list[str]] = {place: [] for place in ("E4", "E5", "E6")}
        self.stand: dict[str, list[str]] = {place: [] for place in ("E4", "E5", "E6")}
        self.barn: list[str] = []

    def build(self, place: str) -> None:
        self.pen[place] = []
        self.stand[place] = []

    def welcomes(self, place: str, tile: str) -> bool:
        """May this animal or stall be put on a space here?"""
        if place not in self.pen:
            return False
        if not type_of(tile):
            return len(self.stand[place]) < STALL_SPACES[place]
        pen = self.pen[place]
        return len(pen) < SPACES[place] and all(type_of(other) == type_of(tile) for other in pen)

    def lots(self) -> list[str]:
        return sorted({lot_of(tile) for tile in self.barn})

    def take_out(self, lot: str) -> str:
        """One tile of this lot leaves the barn: of several kinds the plain one, the offspring, a bred male, female."""
        for suffix in ("", " O", " m", " f"):
            if lot + suffix in self.barn:
                self.barn.remove(lot + suffix)
                return lot + suffix
        raise AssertionError(f"no {lot} in the barn")

    def points(self) -> int:
        enclosures = sum(pen_points(place, len(self.pen[place]), len(self.stand[place])) for place in self.pen)
        stalls = {stall for stand in self.stand.values() for stall in stand}
        return enclosures + 2 * len(stalls) + barn_points(self.barn)

    def written(self, place: str) -> str:
        return words(self.pen[place] + self.stand[place]) if place in self.pen else "unbuilt"

    def all_tiles(self) -> list[str]:
        areas = [self.barn, *self.pen.values(), *self.stand.values()]
        return [tile for area in areas for tile in area]


class Referee:
    """The whole game, one event at a time."""

    def __init__(
        self,
        seats: int,
        animal_types: str = "random",
        start_player: int | str = "random",
        stall_to_barn: bool = True,
        unlimited_bank: bool = False,
        show_tiles_left: bool = True,
    ) -> None:
        self.seats = seats
        self.types = list(TYPES) if animal_types == "random" else animal_types.split("+")
        self.stall_to_barn = stall_to_barn
        self.unlimited_bank = unlimited_bank
        self.show_tiles_left = show_tiles_left
        self.turn: int | None = None if start_player == "random" else int(start_player)
        self.leg = 0
        self.streak = 0
        self.bank = 30 - 2 * seats
        self.undrawn: Tiles = box(self.types)
        self.gone: list[str] = []
        self.revealed: str | None = None
        self.carried: list[str] = []
        self.truck: list[list[str]] = [[] for _ in TRUCKS[seats]]
        self.taker: list[int | None] = [None] * len(TRUCKS[seats])
        self.coins = [2] * seats
        self.zoo = [Zoo() for _ in range(seats)]
        self.phase = "types"
        self.happened: Counter[str] = Counter()  # rare things, so that a test can demand that they occurred
        self.open_game()

    def open_game(self) -> None:
        """The next step of the set-up that is not decided yet."""
        if len(self.types) > TYPES_IN_PLAY[self.seats]:
            self.phase = "types"
        else:
            self.phase = "starter" if self.turn is None else "main"

    # Who and what.

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def last_round(self) -> bool:
        return self.undrawn.total() < END_STACK

    @property
    def expansions(self) -> list[str]:
        return ["X1", "X2"] if self.seats == 2 else ["X1"]

    def pending(self) -> list[int]:
        if self.phase not in ("main", "load", "place"):
            return []
        assert self.turn is not None
        return [self.turn]

    def passed(self, seat: int) -> bool:
        return seat in self.taker

    def room(self, truck: int) -> bool:
        return self.taker[truck] is None and len(self.truck[truck]) < TRUCKS[self.seats][truck]

    def unbuilt(self, seat: int) -> list[str]:
        return [place for place in self.expansions if place not in self.zoo[seat].pen]

    def chance(self) -> dict[str, int]:
        """The outcomes of chance, each with its weight."""
        if self.phase == "types":
            return {f"without {kind}": 1 for kind in self.types}
        if self.phase == "starter":
            return {f"starts {seat}": 1 for seat in range(self.seats)}
        if self.phase == "reveal":
            return {name: number for name, number in self.undrawn.items() if number}
        return {}

    def legal(self, seat: int) -> list[str]:
        """All that the seat may do now, in notation."""
        if seat not in self.pending():
            return []
        trucks = range(len(self.truck))
        if self.phase == "load":
            return [f"load {k + 1}" for k in trucks if self.room(k)]
        if self.phase == "place":
            zoo = self.zoo[seat]
            found = []
            for tile in sorted(set(self.carried)):
                found += [f"place {lot_of(tile)} in {place}" for place in PENS if zoo.welcomes(place, tile)]
                found.append(f"place {lot_of(tile)} in barn")
            return sorted(set(found))
        found = ["draw"] if any(self.room(k) for k in trucks) else []
        found += [f"take {k + 1}" for k in trucks if self.taker[k] is None and self.truck[k]]
        if self.streak < MOST_MONEY_ACTIONS:
            if self.coins[seat] >= 1:
                found += self.remodelling(seat)
            if self.coins[seat] >= 2:
                found += self.purchases(seat) + [f"discard {lot}" for lot in self.zoo[seat].lots()]
            if self.coins[seat] >= 3 and self.unbuilt(seat):
                found.append("expand")
        return found

    def remodelling(self, seat: int) -> list[str]:
        zoo = self.zoo[seat]
        found = []
        for lot in zoo.lots():
            if type_of(lot):
                found += [f"move {lot} to {place}" for place in PENS if zoo.welcomes(place, lot)]
        stands = {**zoo.stand, "barn": [tile for tile in zoo.barn if not type_of(tile)]}
        for source, stalls in stands.items():
            for stall in sorted(set(stalls)):
                found += [
                    f"move {stall} from {source} to {place}"
                    for place in PENS
                    if place != source and zoo.welcomes(place, stall)
                ]
                if source != "barn" and self.stall_to_barn:
                    found.append(f"move {stall} from {source} to barn")
        for k, one in enumerate(PENS):
            for two in PENS[k + 1 :]:
                here, there = zoo.pen.get(one, []), zoo.pen.get(two, [])
                fits = len(here) <= SPACES[two] and len(there) <= SPACES[one]
                if here and there and type_of(here[0]) != type_of(there[0]) and fits:
                    found.append(f"exchange {one} {two}")
        for place, pen in zoo.pen.items():
            for kind in TYPES:
                group = [tile for tile in zoo.barn if type_of(tile) == kind]
                if pen and group and type_of(pen[0]) != kind and len(group) <= SPACES[place]:
                    found.append(f"exchange {place} barn {kind}")
        return found

    def purchases(self, seat: int) -> list[str]:
        return [
            f"buy {lot} from {seller}"
            for seller in range(self.seats)
            if seller != seat
            for lot in self.zoo[seller].lots()
        ]

    # What happens.

    def play(self, seat: int, notation: str) -> None:
        """One event: a seat's decision, or an outcome of chance."""
        if seat == CHANCE:
            assert notation in self.chance(), (notation, self.phase)
            self.roll(notation)
            return
        assert notation in self.legal(seat), (seat, notation, self.phase)
        verb, _, rest = notation.partition(" ")
        if verb == "draw":
            self.streak = 0
            self.phase = "reveal"
        elif verb == "load":
            assert self.revealed is not None
            self.truck[int(rest) - 1].append(self.revealed)
            self.revealed = None
            self.end_turn(seat)
        elif verb == "take":
            self.take(seat, int(rest) - 1)
        elif verb == "place":
            self.place(seat, *rest.split(" in "))
        else:
            self.streak += 1
            self.happened["no more money actions"] += self.streak == MOST_MONEY_ACTIONS
            self.spend(seat, verb, rest)

    def roll(self, outcome: str) -> None:
        if self.phase == "types":
            kind = outcome.split(" ")[1]
            self.types.remove(kind)
            self.undrawn = box(self.types)
            self.open_game()
        elif self.phase == "starter":
            self.turn = int(outcome.split(" ")[1])
            self.open_game()
        else:
            if self.undrawn.total() == END_STACK:
                self.happened["the disc"] += 1
            self.undrawn[outcome] -= 1
            self.revealed = outcome
            self.phase = "load"

    def take(self, seat: int, truck: int) -> None:
        self.streak = 0
        load = self.truck[truck]
        self.truck[truck], self.taker[truck] = [], seat
        self.coins[seat] += load.count("coin")
        self.carried = [tile for tile in load if tile != "coin"]
        if self.carried:
            self.phase = "place"
        else:
            self.happened["only coins"] += 1
            self.end_turn(seat)

    def place(self, seat: int, name: str, place: str) -> None:
        tile = next(tile for tile in self.carried if lot_of(tile) == name)
        self.carried.remove(tile)
        self.put(seat, tile, place)
        if not self.carried:
            self.end_turn(seat)

    def put(self, seat: int, tile: str, place: str) -> None:
        """A tile from a truck, a purchase or a move comes to its place, with all that follows."""
        zoo = self.zoo[seat]
        if place == "barn":
            zoo.barn.append(tile)
            return
        assert zoo.welcomes(place, tile)
        if not type_of(tile):
            zoo.stand[place].append(tile)
            return
        zoo.pen[place].append(tile)
        filled = len(zoo.pen[place]) == SPACES[place]
        if self.breed(zoo, place) and not filled and len(zoo.pen[place]) == SPACES[place]:
            self.happened["bonus by offspring"] += bool(BONUS[place])
        if len(zoo.pen[place]) == SPACES[place]:
            self.reward(seat, BONUS[place])

    def breed(self, zoo: Zoo, place: str) -> bool:
        """One pair of unbred partners has its offspring, inside if there is room."""
        pen = zoo.pen[place]
        kind = type_of(pen[0])
        if f"{kind} M" not in pen or f"{kind} F" not in pen:
            return False
        for unbred, bred in ((" M", " m"), (" F", " f")):
            pen[pen.index(kind + unbred)] = kind + bred
        if len(pen) < SPACES[place]:
            self.happened["birth"] += 1
            pen.append(f"{kind} O")
        else:
            self.happened["birth into the barn"] += 1
            zoo.barn.append(f"{kind} O")
        return True

    def reward(self, seat: int, bonus: int) -> None:
        self.happened["bonus"] += bool(bonus)
        if self.bank < bonus:
            self.happened["short bank"] += 1
        paid = bonus if self.unlimited_bank else min(bonus, self.bank)
        self.coins[seat] += paid
        self.bank = max(0, self.bank - paid)

    def spend(self, seat: int, verb: str, rest: str) -> None:
        """One money action: pay, then do it."""
        zoo = self.zoo[seat]
        self.happened[verb] += 1
        price = {"move": 1, "exchange": 1, "buy": 2, "discard": 2, "expand": 3}[verb]
        self.coins[seat] -= price
        if verb == "buy":
            lot, _, seller = rest.partition(" from ")
            self.happened["buy from one who has passed"] += self.passed(int(seller))
            self.coins[int(seller)] += 1
            self.bank += 1
            self.carried = [self.take_out(self.zoo[int(seller)], lot)]
            self.phase = "place"
            return
        self.bank += price
        if verb == "move":
            self.move(seat, rest)
        elif verb == "exchange":
            self.exchange(zoo, *rest.split(" "))
        elif verb == "discard":
            self.gone.append(self.take_out(zoo, rest))
        else:
            zoo.build(self.unbuilt(seat)[0])
        self.end_turn(seat)

    def take_out(self, zoo: Zoo, lot: str) -> str:
        tile = zoo.take_out(lot)
        self.happened["plain before offspring"] += tile == lot and f"{lot} O" in zoo.barn
        self.happened["offspring before parents"] += tile == f"{lot} O" and f"{lot} m" in zoo.barn
        self.happened["male before female"] += tile == f"{lot} m" and f"{lot} f" in zoo.barn
        return tile

    def move(self, seat: int, rest: str) -> None:
        zoo = self.zoo[seat]
        what, _, to = rest.partition(" to ")
        if " from " not in what:
            self.put(seat, self.take_out(zoo, what), to)
            return
        stall, _, source = what.partition(" from ")
        (zoo.barn if source == "barn" else zoo.stand[source]).remove(stall)
        self.happened["stall to the barn"] += to == "barn"
        self.put(seat, stall, to)

    def exchange(self, zoo: Zoo, one: str, two: str, kind: str = "") -> None:
        if two != "barn":
            zoo.pen[one], zoo.pen[two] = zoo.pen[two], zoo.pen[one]
            return
        leaving = zoo.pen[one]
        self.happened["exchange with its own type in the barn"] += any(
            type_of(tile) == type_of(leaving[0]) for tile in zoo.barn
        )
        zoo.pen[one] = [tile for tile in zoo.barn if type_of(tile) == kind]
        zoo.barn = [tile for tile in zoo.barn if type_of(tile) != kind] + leaving
        births = 0
        while self.breed(zoo, one):
            births += 1
        self.happened["birth in an exchange"] += births == 1
        self.happened["two births in an exchange"] += births == 2
        self.happened["filled by an exchange"] += len(zoo.pen[one]) == SPACES[one]

    def end_turn(self, seat: int) -> None:
        for step in range(1, self.seats + 1):
            other = (seat + step) % self.seats
            if not self.passed(other):
                self.happened["the last player goes on"] += other == seat
                self.phase, self.turn = "main", other
                return
        for load in self.truck:  # with two players one truck is left
            self.happened["left on the truck"] += bool(load)
            self.gone += load
        self.truck = [[] for _ in self.truck]
        self.taker = [None for _ in self.truck]
        self.leg += 1
        if self.last_round:
            self.phase, self.turn = "over", None
        else:
            self.phase, self.turn = "main", seat

    # Standings.

    def scores(self) -> list[int]:
        return [zoo.points() for zoo in self.zoo]

    def places(self) -> list[int]:
        mine = list(zip(self.scores(), self.coins, strict=True))
        return [1 + sum(other > own for other in mine) for own in mine]

    # Written positions.

    def position(self) -> dict[str, Any]:
        """The written position, but for `sealed` and `viewer`."""
        pending = self.pending()
        actor: int | str = "nobody" if self.over else pending[0] if pending else "chance"
        trucks = [
            ", ".join(load) if taker is None else f"taken by {taker}"
            for load, taker in zip(self.truck, self.taker, strict=True)
        ]
        return {
            "seats": self.seats,
            "actor": actor,
            "due": 0,
            "leg": self.leg,
            "phase": self.phase,
            "types": ", ".join(sorted(self.types, key=TYPES.index)),
            "turn": "none" if self.turn is None else self.turn,
            "stall_to_barn": self.stall_to_barn,
            "unlimited_bank": self.unlimited_bank,
            "show_tiles_left": self.show_tiles_left,
            "bank": self.bank,
            "streak": self.streak,
            "undrawn": words(self.undrawn),
            "gone": words(self.gone),
            "revealed": self.revealed or "none",
            "carried": ", ".join(self.carried),
            "trucks": trucks + [""] * (5 - len(trucks)),
            "coins": list(self.coins),
            **{place.lower(): [zoo.written(place) for zoo in self.zoo] for place in PENS},
            "barn": [words(zoo.barn) for zoo in self.zoo],
        }

    @classmethod
    def from_position(cls, position: Mapping[str, Any]) -> Referee:
        """A referee who takes over here."""
        self = cls(position["seats"])
        for field in (
            "phase",
            "leg",
            "bank",
            "streak",
            "stall_to_barn",
            "unlimited_bank",
            "show_tiles_left",
        ):
            setattr(self, field, position[field])
        self.types = row(position["types"])
        self.turn = None if position["turn"] == "none" else position["turn"]
        self.undrawn = tiles(position["undrawn"])
        self.gone = list(tiles(position["gone"]).elements())
        self.revealed = None if position["revealed"] == "none" else position["revealed"]
        self.carried = row(position["carried"])
        for k in range(len(self.truck)):
            text = position["trucks"][k]
            self.taker[k] = int(text.split(" ")[2]) if text.startswith("taken by ") else None
            self.truck[k] = [] if self.taker[k] is not None else row(text)
        self.coins = list(position["coins"])
        for seat, zoo in enumerate(self.zoo):
            zoo.barn = list(tiles(position["barn"][seat]).elements())
            for place in PENS:
                text = position[place.lower()][seat]
                if text != "unbuilt":
                    here = list(tiles(text).elements())
                    zoo.pen[place] = [tile for tile in here if type_of(tile)]
                    zoo.stand[place] = [tile for tile in here if not type_of(tile)]
        return self


def everywhere(position: Mapping[str, Any]) -> Tiles:
    """All tiles of a written position, wherever they lie; coin tiles that became money are not among them."""
    found = tiles(position["undrawn"]) + tiles(position["gone"]) + Counter(row(position["carried"]))
    if position["revealed"] != "none":
        found[position["revealed"]] += 1
    for load in position["trucks"]:
        if not load.startswith("taken by "):
            found += Counter(row(load))
    for field in ("e4", "e5", "e6", "x1", "x2", "barn"):
        for text in position[field]:
            found += tiles(text) if text != "unbuilt" else Counter()
    return found


def conserved(position: Mapping[str, Any]) -> None:
    """Edge cases 23 and 24: no tile and no coin is lost or found."""
    found = everywhere(position)
    for kind in row(position["types"]):
        assert found[kind] == 7, f"{found[kind]} plain {kind}"
        assert found[f"{kind} M"] + found[f"{kind} m"] == found[f"{kind} F"] + found[f"{kind} f"] == 2, kind
        assert found[f"{kind} m"] == found[f"{kind} f"] == found[f"{kind} O"] <= 2, f"births of {kind}"
    assert {type_of(name) for name in found if found[name]} <= {*row(position["types"]), ""}
    assert [found[stall] for stall in STALLS] == [3] * 4
    money = position["bank"] + sum(position["coins"])
    turned = 12 - found["coin"]
    assert turned >= 0
    assert position["bank"] >= 0
    assert min(position["coins"]) >= 0
    assert money >= 30 + turned if position["unlimited_bank"] else money == 30 + turned, f"{money} coins"


def lines(referee: Referee, depth: int) -> int:
    """How many lines of so many events there are; a line that ends early counts once."""
    if depth == 0 or referee.over:
        return 1
    pending = referee.pending()
    seat = pending[0] if pending else CHANCE
    events = referee.legal(seat) if pending else list(referee.chance())
    if depth == 1:
        return len(events)
    count = 0
    for event in events:
        child = copy.deepcopy(referee)
        child.play(seat, event)
        count += lines(child, depth - 1)
    return count
