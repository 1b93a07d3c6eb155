"""Engine: how fast games are played and positions copied, compiled and from Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence

from paddock.bench.clock import Work, rate
from paddock.core.errors import BadSetup
from paddock.core.game import Game
from paddock.core.playout import copies, random_playout
from paddock.core.registry import list_games, load
from paddock.core.rng import Rng
from paddock.core.setup import Setup
from paddock.core.state import NOBODY, State, buffer

SEATS = 4  # or as many as a game allows
SEATS_OF = {"new-york-zoo": 2}  # where another table is the usual one
GAMES = 16  # in one unit of work, so that looking at the clock costs nothing
COPIES = 20_000
VARIANT = "variant"  # the option that `game:value` sets

Figures = dict[str, float]


def run(names: Sequence[str] = (), seconds: float = 5.0) -> dict[str, Figures]:
    """Figures for each name, `game` or `game:variant`; without names, for every game and variant."""
    return {name: measure(name, seconds) for name in names or everything()}


def run_interpreted(names: Sequence[str] = (), seconds: float = 5.0) -> dict[str, Figures]:
    """The same figures of the interpreted engine, from a process of its own."""
    for name in names:
        setup_of(name)  # refuses a wrong name here, where it can be said
    call = f"import json; from paddock.bench import engine; print(json.dumps(engine.run({list(names)!r}, {seconds!r})))"
    environment = {**os.environ, "PADDOCK_ENGINE": "interpreted"}
    done = subprocess.run([sys.executable, "-c", call], env=environment, check=True, capture_output=True, text=True)
    figures: dict[str, Figures] = json.loads(done.stdout)
    return figures


def everything() -> list[str]:
    """Every game, and `game:variant` for each variant that is not its usual one."""
    names = []
    for name in list_games():
        game = load(name)
        usual = setup_of(name).options.get(VARIANT)
        names.append(name)
        for option in game.options:
            if option.name == VARIANT:
                values = option.allowed(seats_of(game), {})
                names += [f"{name}:{value}" for value in values if value != usual]
    return names


def setup_of(name: str) -> Setup:
    """The setup that `game` or `game:variant` names."""
    plain, _, variant = name.partition(":")
    game = load(plain)
    if variant and VARIANT not in [option.name for option in game.options]:
        raise BadSetup(f"{game.title} has no variants, so '{name}' cannot be measured; try '{plain}'")
    return game.setup(seats_of(game), **({VARIANT: variant} if variant else {}))


def seats_of(game: Game) -> int:
    """The table at which a game is measured."""
    return SEATS_OF.get(game.name, min(SEATS, game.seats[-1]))


def measure(name: str, seconds: float) -> Figures:
    """All figures of one game; each kind of work gets its share of the seconds."""
    setup = setup_of(name)
    start = load(setup.game).start(setup)
    share = seconds / 7
    return {
        "seats": setup.seats,
        "mean_decisions": round(mean_decisions(start), 1),
        "inside_decisions_per_s": round(rate(inside(start), share)),
        "driven_decisions_per_s": round(rate(driven(start), share)),
        "step_decisions_per_s": round(rate(stepped(start), share)),
        "step_by_decisions_per_s": round(rate(stepped_by(start), share)),
        "empty_calls_per_s": round(rate(empty(start), share)),
        "copy_inside_ns": round(1e9 / rate(lambda: copied_inside(start), share), 1),
        "copy_python_ns": round(1e9 / rate(lambda: copied(start), share), 1),
    }


def mean_decisions(start: State, matches: int = 200) -> float:
    state, rng, actions = start.copy(), Rng(1), buffer()
    decisions = 0
    for _ in range(matches):
        state.assign(start)
        decisions += random_playout(state, rng, actions)
    return decisions / matches


def inside(start: State) -> Work:
    """Decisions of random matches played by compiled code."""
    state, rng, actions = start.copy(), Rng(1), buffer()

    def work() -> int:
        decisions = 0
        for _ in range(GAMES):
            state.assign(start)
            decisions += random_playout(state, rng, actions)
        return decisions

    return work


def driven(start: State) -> Work:
    """Decisions of random matches played by an ordinary Python loop."""
    rng = Rng(1)
    numbers = drawn()
    # A game with long lists offers a way around them, and a driver who wants one action takes it.
    long_lists = type(start).action_at is not State.action_at

    def work() -> int:
        state = start.copy()
        rests = 0
        for number in numbers:
            actor = state.actor
            if actor >= 0:
                if long_lists:
                    state.apply(actor, state.action_at(actor, number % state.legal_count(actor)))
                else:
                    actions = state.legal_actions(actor)
                    state.apply(actor, actions[number % len(actions)])
                continue
            rests += 1
            if actor == NOBODY:
                state = start.copy()
            else:
                state.settle(rng)
        return len(numbers) - rests

    return work


def stepped(start: State) -> Work:
    """The same with one call a decision that brings the next list of actions."""
    rng = Rng(1)
    numbers = drawn()

    def work() -> int:
        state, actions = begun(start, rng)
        step = state.step
        for number in numbers:
            actions = step(actions[number % len(actions)], rng)
            if not actions:
                state, actions = begun(start, rng)
                step = state.step
        return len(numbers)

    return work


def stepped_by(start: State) -> Work:
    """The same with one call a decision and no list at all."""
    rng = Rng(1)
    numbers = drawn()

    def work() -> int:
        step_by = begun(start, rng)[0].step_by
        for number in numbers:
            if step_by(number, rng) < 0:
                step_by = begun(start, rng)[0].step_by
        return len(numbers)

    return work


def begun(start: State, rng: Rng) -> tuple[State, list[int]]:
    """A fresh match where somebody is to decide, and what may be done."""
    state = start.copy()
    state.settle(rng)
    return state, state.legal_actions(state.actor)


def empty(start: State) -> Work:
    """Calls from the same loop of a compiled method that does nothing: the interpreter's floor."""
    numbers = drawn()
    nothing = State(start.cells).reveals  # the base's own, which only says no

    def work() -> int:
        for number in numbers:
            if nothing(0, number):
                raise AssertionError("the base reveals nothing")
        return len(numbers)

    return work


def drawn() -> list[int]:
    """Random numbers for a driving loop, drawn beforehand: they are no part of an engine."""
    rng = Rng(2)
    return [rng.below(1 << 20) for _ in range(10_000)]


def copied_inside(state: State) -> int:
    copies(state, COPIES)
    return COPIES


def copied(state: State) -> int:
    for _ in range(COPIES):
        state.copy()
    return COPIES
