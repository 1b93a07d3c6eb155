"""Properties: whole games and rich positions beside the referee, event by event; PADDOCK_VOLUME makes them more."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from paddock.core.state import CHANCE, NOBODY, SPECTATOR, State
from paddock.games.zooloretto import GAME
from tests.games.zooloretto.positions import position, types_with, zoo
from tests.games.zooloretto.referee import (
    PENS,
    SPACES,
    STALL_SPACES,
    STALLS,
    TRUCKS,
    TYPES,
    TYPES_IN_PLAY,
    Referee,
    Tiles,
    box,
    conserved,
    words,
)
from tests.games.zooloretto.volume import volume

TEMPERS = ["any", "money", "collect", "hoard"]


# Beside the referee.


def agree(state: State, referee: Referee) -> None:
    """Engine and referee see the same position, the same decider, the same possibilities and the same points."""
    written = GAME.position(state)
    for field, value in referee.position().items():
        assert written[field] == value, f"{field} in {referee.phase}: {written[field]} instead of {value}"
    conserved(written)
    assert state.pending() == referee.pending()
    assert state.scores() == referee.scores()
    assert state.places() == referee.places()
    if referee.over:
        assert state.actor == NOBODY
    elif not referee.pending():
        assert state.actor == CHANCE
        assert chances(state) == referee.chance()
    for seat in range(referee.seats):
        assert notations(state, seat) == sorted(referee.legal(seat)), f"seat {seat} in {referee.phase}"


def notations(state: State, seat: int) -> list[str]:
    return sorted(GAME.notation(state, seat, action) for action in state.legal_actions(seat))


def chances(state: State) -> dict[str, int]:
    return {GAME.notation(state, CHANCE, outcome): weight for outcome, weight in state.chance()}


def step(state: State, referee: Referee, seat: int, notation: str) -> None:
    """One event for both; everybody sees it (A17)."""
    action = GAME.parse(state, seat, notation)
    for viewer in (0, referee.seats - 1, SPECTATOR):
        assert state.seen(seat, action, viewer) == action
    assert not state.reveals(seat, action)
    referee.play(seat, notation)
    state.apply(seat, action)
    state.check()


def decision(referee: Referee, rng: random.Random, temper: str) -> tuple[int, str]:
    """A seat and what it does: anything, or what costs money, or what fills enclosures, or what fills the barn."""
    seat = referee.pending()[0]
    legal = sorted(referee.legal(seat))
    first = {
        "any": (),
        "money": ("move", "exchange", "buy", "discard", "expand"),
        "collect": ("take", "move", "exchange"),
        "hoard": ("take",),
    }[temper]
    liked = [text for text in legal if text.startswith(first)] if first else []
    if referee.phase == "place":
        liked = [text for text in legal if text.endswith(" barn") == (temper == "hoard")]
    if liked and rng.random() < (0.5 if temper == "any" else 0.85):
        legal = liked
    verb = rng.choice(sorted({text.split(" ")[0] for text in legal}))
    return seat, rng.choice([text for text in legal if text.split(" ")[0] == verb])


def outcome(referee: Referee, rng: random.Random) -> str:
    odds = referee.chance()
    return rng.choices(list(odds), list(odds.values()))[0]


def any_event(state: State, referee: Referee, rng: random.Random, temper: str) -> None:
    if referee.pending():
        step(state, referee, *decision(referee, rng, temper))
    else:
        step(state, referee, CHANCE, outcome(referee, rng))


def whole_game(seats: int, rng: random.Random, **options: Any) -> Referee:
    """A game to its end, compared at every event."""
    state = GAME.start(GAME.setup(seats, **options))
    referee = Referee(seats, **options)
    events = 0
    temper = "any"
    inhabited: set[tuple[str, int]] = set()
    while not referee.over:
        agree(state, referee)
        now = {(place, seat) for seat, own in enumerate(referee.zoo) for place in own.pen if own.pen[place]}
        assert inhabited <= now, "an enclosure that held animals never becomes empty"
        inhabited = now
        if events % 40 == 0:
            temper = rng.choice(TEMPERS)
        any_event(state, referee, rng, temper)
        events += 1
        assert events <= GAME.longest
    agree(state, referee)
    return referee


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whole_random_games_agree_with_the_referee_at_every_event(seats: int, number: int) -> None:
    happened: Counter[str] = Counter()
    for round_ in range(volume(1)):
        rng = random.Random(f"{seats} {number} {round_}")
        types = sorted(rng.sample(TYPES, TYPES_IN_PLAY[seats]), key=TYPES.index)
        referee = whole_game(
            seats,
            rng,
            animal_types="+".join(types) if number % 2 else "random",
            start_player=rng.randrange(seats) if number > 1 else "random",
            stall_to_barn=number != 1,
            unlimited_bank=number == 2,
            show_tiles_left=number != 3,
        )
        happened += referee.happened
        assert referee.undrawn.total() < 15
        assert len(referee.types) == TYPES_IN_PLAY[seats]
    assert happened["the disc"] == volume(1)


# Rich positions: full purses, barns and enclosures, so that money actions, births and bonuses happen all the time.


class Heap:
    """Tiles to be strewn over a position."""

    def __init__(self, rng: random.Random, seats: int) -> None:
        self.rng = rng
        self.types = types_with(rng.sample(TYPES, TYPES_IN_PLAY[seats]), seats)
        self.rest: Tiles = box(self.types)
        self.gone: list[str] = []

    def take(self, wanted: list[str]) -> str | None:
        """One tile of these names, if any is left; the rarer the likelier."""
        names = [name for name in wanted if self.rest[name]]
        if not names:
            return None
        name = self.rng.choice(names)
        self.rest[name] -= 1
        return name

    def pen(self, place: str) -> list[str]:
        """Animals of one type, never an unbred pair, perhaps a bred one with its offspring."""
        kind = self.rng.choice(self.types)
        sex = self.rng.choice([" M", " F"])
        found = []
        size = self.rng.choice([0, 1, 2, SPACES[place] - 2, SPACES[place] - 1, SPACES[place] - 1, SPACES[place]])
        if size > 2 and self.rng.random() < 0.3 and self.rest[f"{kind} M"] and self.rest[f"{kind} F"]:
            self.rest[f"{kind} M"] -= 1
            self.rest[f"{kind} F"] -= 1
            found = [f"{kind} m", f"{kind} f", f"{kind} O"]
        while len(found) < size:
            tile = self.take([kind, kind, kind + sex])
            if tile is None:
                break
            found.append(tile)
        for _ in range(STALL_SPACES[place]):
            stall = self.take(STALLS) if self.rng.random() < 0.3 else None
            found += [stall] if stall else []
        return found

    def barn(self, size: int) -> list[str]:
        few = self.rng.sample(self.types, 3)
        found = [self.take([kind + suffix for kind in few for suffix in ("", " M", " F")]) for _ in range(size)]
        kind = few[0]
        if size and self.rng.random() < 0.5 and self.rest[f"{kind} M"] and self.rest[f"{kind} F"]:  # a bred family
            self.rest[f"{kind} M"] -= 1
            self.rest[f"{kind} F"] -= 1
            found += [f"{kind} m", f"{kind} f"]
            (found if self.rng.random() < 0.5 else self.gone).append(f"{kind} O")
        kind = few[1]
        if size and self.rng.random() < 0.3:  # as many unbred pairs as there are
            found += [self.take([f"{kind} {sex}"]) for sex in "MMFF"]
        if self.rng.random() < 0.5:
            found += [self.take(STALLS), self.take(STALLS)]
        return [tile for tile in found if tile]


def rich(rng: random.Random, seats: int) -> dict[str, Any]:
    """A random position at the start of somebody's turn, in which everybody can do much."""
    heap = Heap(rng, seats)
    zoos = []
    for _ in range(seats):
        built = PENS[:3] + rng.choice([[], ["X1"]] + [["X1", "X2"]] * (seats == 2))
        areas = {place.lower(): words(heap.pen(place)) for place in built}
        zoos.append(zoo(**areas, barn=words(heap.barn(rng.choice([0, 2, 4, 7]))), coins=rng.choice([0, 1, 3, 5, 6])))
    if rng.random() < 0.5:  # one has nearly all the money
        zoos[-1]["coins"] = rng.choice([29, 30, 30]) - sum(one["coins"] for one in zoos[:-1])
    actor = rng.randrange(seats)
    passed = rng.sample([seat for seat in range(seats) if seat != actor], rng.randrange(seats))
    trucks = []
    for number, size in enumerate(TRUCKS[seats]):
        if number < len(passed):
            trucks.append(f"taken by {passed[number]}")
            continue
        load = [heap.take(list(heap.rest)) for _ in range(rng.randrange(size + 1))]
        trucks.append(", ".join(tile for tile in load if tile))
    rng.shuffle(trucks)
    if seats == 2:  # the trucks differ in size
        trucks = sorted(trucks, key=lambda load: -load.count(","))
    rest = list((+heap.rest).elements())
    rng.shuffle(rest)
    left = max(15, min(len(rest), rng.choice([15, 18, 30, 60])))
    if len(rest) < 15:
        return rich(rng, seats)
    return position(
        zoos,
        actor=actor,
        trucks=trucks,
        undrawn=words(rest[:left]),
        types=", ".join(heap.types),
        streak=rng.choice([0, 0, 98, 100]),
        stall_to_barn=rng.random() < 0.7,
        unlimited_bank=rng.random() < 0.3,
        leg=rng.randrange(5),
        gone=words(heap.gone),
    )


def test_rich_positions_agree_with_the_referee_and_every_rare_thing_happens() -> None:
    rng = random.Random(3)
    happened: Counter[str] = Counter()
    for round_ in range(volume(120)):
        written = rich(rng, 2 + round_ % 4)
        state, referee = GAME.from_position(written), Referee.from_position(written)
        assert GAME.position(state) == written
        for _ in range(20):
            agree(state, referee)
            if referee.over:
                break
            any_event(state, referee, rng, rng.choice(TEMPERS))
        agree(state, referee)
        happened += referee.happened
    for rare in (
        "move",
        "exchange",
        "buy",
        "discard",
        "expand",
        "birth",
        "birth into the barn",
        "birth in an exchange",
        "two births in an exchange",
        "filled by an exchange",
        "exchange with its own type in the barn",
        "bonus",
        "bonus by offspring",
        "short bank",
        "plain before offspring",
        "offspring before parents",
        "male before female",
        "no more money actions",
        "stall to the barn",
        "buy from one who has passed",
        "only coins",
        "left on the truck",
        "the last player goes on",
        "the disc",
    ):
        assert happened[rare], f"{rare} never happened: {happened}"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a17_everything_lies_open_so_every_mask_shows_the_same_position(seats: int) -> None:
    rng = random.Random(f"open {seats}")
    state = GAME.from_position(rich(rng, seats))
    whole = GAME.position(state)
    assert not GAME.hidden
    for viewer in [*range(seats), SPECTATOR]:
        masked = GAME.position(state.mask(viewer))
        assert masked | {"viewer": "whole"} == whole
        assert masked["viewer"] == ("spectator" if viewer == SPECTATOR else viewer)
