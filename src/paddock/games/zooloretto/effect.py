"""Effect: what a decision brings about, read off the positions before and after it."""

from __future__ import annotations

from typing import NamedTuple

from paddock.core.rng import Rng
from paddock.core.state import State
from paddock.games.zooloretto import cells
from paddock.games.zooloretto.board import BRED_FEMALE as MOTHER
from paddock.games.zooloretto.board import BRED_MALE as FATHER
from paddock.games.zooloretto.board import OFFSPRING as YOUNG
from paddock.games.zooloretto.board import PLAIN
from paddock.games.zooloretto.material import BONUS, FIRST_STALL, KINDS, PRICES
from paddock.games.zooloretto.notation import Deed, deed
from paddock.games.zooloretto.reading import BARN, NONE, YOUNG_TILES, Reading, Score, animal_of, young_of

PRICE = {
    "expand": PRICES["expand"],
    "move": PRICES["remodel"],
    "shift": PRICES["remodel"],
    "exchange": PRICES["remodel"],
    "barn": PRICES["remodel"],
    "buy": PRICES["purchase"],
    "discard": PRICES["discard"],
}  # of each verb; what is not here is free


class Effect(NamedTuple):
    """One decision of a seat and what follows from it for that seat's zoo."""

    deed: Deed
    tile: int  # the very tile that moves, or NONE
    old: Score
    new: Score
    coins: int  # of the seat afterwards
    born: int
    born_inside: int  # of these, how many found room in the enclosure
    filled: int  # the enclosure whose last space was filled without an exchange, or NONE
    bonus: int  # coins paid for that

    @property
    def price(self) -> int:
        return PRICE.get(self.deed.verb, 0)

    @property
    def short(self) -> bool:
        """R6.4 could the bank not pay in full?"""
        return self.filled != NONE and self.bonus < BONUS[self.filled]


def effect(old: Reading, new: Reading, seat: int, action: int) -> Effect:
    """The effect of an action that led from one position to the other."""
    done = deed(old, action)
    tile = moved_tile(old, seat, done)
    born, inside = births(old, new, seat, done, tile)
    coins = new.coins(seat)
    filled, bonus = NONE, 0
    if done.verb in ("place", "move") and done.goal != BARN and tile < FIRST_STALL:
        house = new.enclosure(seat, done.goal)
        if house is not None and house.free == 0:
            filled = done.goal
            bonus = coins - old.coins(seat) + PRICE.get(done.verb, 0)
    return Effect(done, tile, old.score(seat), new.score(seat), coins, born, inside, filled, bonus)


def foreseen(state: State, seat: int, action: int) -> State:
    """The position after a decision; what chance would add is left out."""
    world = state.copy()
    world.fill(Rng(0))  # nothing is hidden: this only makes it whole
    world.apply(seat, action)
    return world


def moved_tile(old: Reading, seat: int, done: Deed) -> int:
    """The tile itself, where a decision names a lot of several kinds (the first of N, O, m, f)."""
    if done.verb not in ("move", "buy", "discard"):
        return done.tile
    barn = old.barn(seat if done.verb != "buy" else done.seller)
    if done.tile >= FIRST_STALL or done.tile % len(KINDS):
        return done.tile
    return next(done.tile + kind for kind in (PLAIN, YOUNG, FATHER, MOTHER) if barn[done.tile + kind])


def births(old: Reading, new: Reading, seat: int, done: Deed, tile: int) -> tuple[int, int]:
    """How many were born, and how many of them found room in the enclosure."""
    animal = done.animal if done.verb == "barn" else animal_of(tile)
    if done.verb not in ("place", "move", "barn") or animal == NONE:
        return 0, 0
    born = young(new, seat, animal) - young(old, seat, animal)
    if not born:
        return 0, 0
    if done.verb == "barn":
        came = old.barn(seat)[len(KINDS) * animal + YOUNG]
        return born, young_in(new, seat, done.start, animal) - came
    here = young_in(new, seat, done.goal, animal) - young_in(old, seat, done.goal, animal)
    return born, here - (tile % len(KINDS) == YOUNG)


def young_in(reading: Reading, seat: int, place: int, animal: int) -> int:
    """Offspring of a type in one enclosure."""
    house = reading.enclosure(seat, place)
    return 0 if house is None or house.animal != animal else house.group[YOUNG]


def young(reading: Reading, seat: int, animal: int) -> int:
    """Offspring of a type in a zoo, its barn and what is still to be placed there."""
    carried = reading.carried.count(YOUNG_TILES[animal]) if reading.turn == seat else 0
    return young_of(reading.zoo(seat))[animal] + carried


def best(state: State, seat: int) -> tuple[int, int]:
    """The most points, then coins, that the seat can have once it has placed what it carries."""
    seen: set[bytes] = set()
    results: list[tuple[int, int]] = []

    def explore(world: State) -> None:
        key = world.key()
        if key in seen:
            return
        seen.add(key)
        if world.actor != seat or int(world.cells[cells.PHASE]) != cells.PLACING:
            results.append((world.scores()[seat], int(world.cells[cells.COINS + seat])))
            return
        for action in world.legal_actions(seat):
            other = world.copy()
            other.apply(seat, action)
            explore(other)

    explore(state)
    return max(results)
