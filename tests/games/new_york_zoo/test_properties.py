"""Properties: whole games and endgames beside the referee, event by event; PADDOCK_VOLUME makes them more."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paddock.core.state import SPECTATOR, State
from paddock.games.new_york_zoo import GAME
from tests.games.new_york_zoo.beside import agree, choose, play_on, step
from tests.games.new_york_zoo.box import BOARDS, LINE_AFTER, SLOTS, SPECIES, Cell, houses_text, runs, unrun
from tests.games.new_york_zoo.referee import Referee
from tests.games.new_york_zoo.volume import volume

Options = dict[str, Any]


def every_setup() -> list[tuple[int, Options]]:
    """Every seat count with every value of every option it has."""
    found: list[tuple[int, Options]] = []
    for seats in (1, 2, 3, 4, 5):
        for cap, order in product(("per_action", "per_addition"), ("phased", "per_player")):
            usual: Options = {"max_added_per_enclosure": cap, "breeding_order": order}
            if seats == 1:
                for landing, board in product((True, False), ("1p-3houses", "1p-4houses")):
                    found.append((1, usual | {"solo_landing_on_start_breeds": landing, "solo_board": board}))
            elif seats == 2:
                found += [(2, usual | {"short_game_2p": short}) for short in (False, True)]
            else:
                found.append((seats, usual))
    return found


SETUPS = every_setup()


def begin(seats: int, options: Options) -> tuple[State, Referee]:
    referee = Referee(
        seats,
        options["max_added_per_enclosure"],
        options["breeding_order"],
        options.get("solo_landing_on_start_breeds", True),
        options.get("short_game_2p", False),
        options.get("solo_board", ""),
    )
    return GAME.start(GAME.setup(seats, **options)), referee


def label(some: object) -> str:
    return "-".join(str(value) for value in some.values()) if isinstance(some, dict) else str(some)


@pytest.mark.parametrize(("seats", "options"), SETUPS, ids=label)
def test_whole_games_agree_with_the_referee_at_every_event_and_end(seats: int, options: Options) -> None:
    rng = random.Random(f"whole {seats} {sorted(options.items())}")
    for round_ in range(volume(2 if seats == 1 else 1)):
        temper = rng.choice(["any", "builder"]) if round_ == 0 else rng.choice(["any", "builder", "walker"])
        state, referee = begin(seats, options)
        play_on(state, referee, rng, temper)
        assert referee.happened["move"] >= 5
        if seats > 1:
            assert min(len(zoo.free) for zoo in referee.zoos) == 0, "a game of several ends with a full board"


# Endgames: a game in its middle, doctored so that much happens soon.


def middle(rng: random.Random, seats: int, options: Options) -> dict[str, Any]:
    """The position after some quick random turns, at a move."""
    state, referee = begin(seats, options)
    turns = rng.randint(2, 8) if seats == 1 else rng.randint(3 * seats, 9 * seats)
    while referee.happened["move"] <= turns or referee.phase != "move":
        if referee.over:
            state, referee = begin(seats, options)
        elif referee.phase == "move" and rng.random() < 0.8:  # tiles, so that there are enclosures
            tiles = [text for text in referee.options if text.split()[-1].isdigit() and int(text.split()[-1]) in SLOTS]
            step(state, referee, rng.choice(sorted(tiles or referee.options)))
        else:
            step(state, referee, choose(referee, rng, "any"))
    return GAME.position(state)


def doctored(rng: random.Random, written: dict[str, Any]) -> dict[str, Any]:
    """Few cells left to cover, enclosures nearly full of few species, other animals in the houses."""
    made = dict(written)
    few = rng.sample(SPECIES, 2)
    uppers, lowers, houses, zoos = [], [], [], []
    for seat in range(written["seats"]):
        board = written["board"] if written["seats"] == 1 else f"{written['seats']}p-seat{seat + 1}"
        free = sorted(unrun(written["free_upper"][seat]) | unrun(written["free_lower"][seat]))
        left: set[Cell] = set(rng.sample(free, min(len(free), rng.choice([1, 1, 2, 3, 12]))))
        if rng.random() < 0.3:
            left = set(free)
        uppers.append(runs({cell for cell in left if cell <= (4, 8)}))
        lowers.append(runs({cell for cell in left if cell > (4, 8)}))
        animals = Counter(rng.choice([*few, rng.choice(SPECIES)]) for _ in range(rng.randint(0, BOARDS[board][1])))
        houses.append(houses_text(animals))
        zoo = []
        for one in written["enclosures"][seat]:
            cells = len(one["cells"].split())
            number = max(0, rng.choice([cells - 1, cells - 1, cells - 2, cells - 2, 2, 1, 0]))
            zoo.append(dict(one, animals=number, species=rng.choice(few) if number else "none"))
        zoos.append(zoo)
    made |= {"free_upper": uppers, "free_lower": lowers, "houses": houses, "enclosures": zoos}
    if rng.random() < 0.6:  # shortly before a line that matters
        lines = [at for at, kind in LINE_AFTER.items() if kind in few]
        made["elephant"] = (rng.choice(lines) - rng.randint(0, 2)) % 25
    if rng.random() < 0.3:  # a strip with holes, for long moves
        stacks = [stack if rng.random() < 0.3 else "" for stack in written["stack"]]
        gone = [stack for stack, kept in zip(written["stack"], stacks, strict=True) if not kept]
        made["stack"] = stacks
        made["removed"] = " ".join(sorted(" ".join([written["removed"], *gone]).split()))
    if written["seats"] == 1:
        made["leg"] = rng.choice([0, 1, 1])
        made["markers"] = " ".join(marker for marker in ("0", "1", "2", "3", "4+") if rng.random() < 0.6) or "4+"
    return made


def endgame(rng: random.Random, seats: int, options: Options) -> Counter[str]:
    written = doctored(rng, middle(rng, seats, options))
    state, referee = GAME.from_position(written), Referee.from_position(written)
    play_on(state, referee, rng, rng.choice(["any", "builder"]))
    return referee.happened


RARE = (
    "safety net",
    "markers return",
    "blue closed",
    "slot closed",
    "past the start",
    "start reached",
    "landing does not breed",
    "lines 2",
    "lines 3",
    "lines 4",
    "lines 5",
    "full by main action",
    "breeding cancelled",
    "1 full by breeding",
    "2 full by breeding",
    "bonus on a full board",
    "completion on a full board",
    "closed by the cap",
    "extra forbidden by the cap",
    "second into the emptied",
    "no place for the second",
    "no house to keep",
    "2 extras of 2",
    "2 completed of 2",
    "1 completed of 2",
    "decline breed",
    "decline breed_2",
    "decline bonus",
    "decline keep",
    "decline extra",
    "decline acquire_2",
    "decline populate_2",
)


def test_endgames_agree_with_the_referee_and_every_rare_thing_happens() -> None:
    rng = random.Random(5)
    happened: Counter[str] = Counter()
    for _ in range(volume(4)):
        for seats, options in SETUPS:
            happened += endgame(rng, seats, options)
    missed = [rare for rare in RARE if not happened[rare]]
    assert not missed, happened


@settings(max_examples=volume(15), suppress_health_check=[HealthCheck.too_slow], database=None)
@given(st.sampled_from(SETUPS), st.integers(0, 10**9))
def test_every_position_can_be_written_and_read_and_nothing_of_it_is_hidden(
    setup: tuple[int, Options], seed: int
) -> None:
    rng = random.Random(seed)
    state, referee = begin(*setup)
    stop = rng.randint(40, 120)
    for _ in range(stop):
        if referee.over:
            break
        step(state, referee, choose(referee, rng, "any"))
    written = GAME.position(state)
    again = GAME.from_position(written)
    assert again.key() == state.key()
    assert GAME.position(again) == written
    agree(again, referee)
    for viewer in [*range(setup[0]), SPECTATOR]:
        masked = GAME.position(state.mask(viewer))
        assert {k: v for k, v in masked.items() if k != "viewer"} == {k: v for k, v in written.items() if k != "viewer"}
        if referee.actor >= 0:
            for action in list(state.legal_actions(referee.actor))[:5]:
                assert state.seen(referee.actor, action, viewer) == action
                assert not state.reveals(referee.actor, action), "nothing is ever turned up, so all can be taken back"
