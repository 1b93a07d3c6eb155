"""Peers: the same game on another engine and on ours, in one run."""

from __future__ import annotations

import itertools
from importlib import import_module
from typing import Any

from paddock.bench import engine
from paddock.bench.clock import Work, rates
from paddock.bench.connect_four import COLUMNS, connect_four
from paddock.core.errors import PaddockError
from paddock.core.insight import Insight
from paddock.core.rng import Rng
from paddock.core.stepper import Stepper
from paddock.envs.batch import Batch
from paddock.search.uct import Uct

SIMULATIONS = 10_000
MATCHES, STEPS = 256, 8  # of a batch
EXPLORATION = 1.4  # of values from -1 to 1, as OpenSpiel has them; ours run from 0 to 1, half as far


class NoPeer(PaddockError):
    """An engine to compare with is not installed."""


def run(seconds: float = 5.0) -> dict[str, dict[str, dict[str, float]]]:
    """Connect Four: MCTS with random rollouts from the start, games driven by a Python loop, and stepped with masks."""
    spiel = peer("pyspiel", "OpenSpiel")
    zoo = peer("pettingzoo.classic.connect_four.connect_four", "PettingZoo with its classic games")
    return {
        "connect_four": {
            "mcts_10k": compared(our_simulations(), their_simulations(spiel), seconds / 2),
            "driven": compared(engine.driven(connect_four()), their_decisions(spiel, "connect_four"), seconds / 4),
            "stepped_with_masks": stepped(
                batched(Stepper(connect_four(), MATCHES, COLUMNS, COLUMNS, Rng(1))),
                masked_decisions(spiel, "connect_four"),
                seconds / 8,
                zoo_decisions(zoo.raw_env()),
            ),
        },
        "card_game_of_four": {  # Frank's Zoo here, Hearts there
            "stepped_with_masks": stepped(
                batched(Batch("franks-zoo", MATCHES, 4).stepper), masked_decisions(spiel, "hearts"), seconds / 16
            ),
        },
        "zooloretto": {"through_their_interfaces": through(spiel, seconds / 16)},
    }


def compared(ours: Work, theirs: Work, seconds: float) -> dict[str, float]:
    paddock, openspiel = rates([ours, theirs], seconds)
    return {"paddock": round(paddock), "openspiel": round(openspiel), "ratio": round(paddock / openspiel, 2)}


def stepped(ours: Work, spiel: Work, seconds: float, zoo: Work | None = None) -> dict[str, float]:
    """Decisions a second with the mask of each: here in a batch, there in the loop that its users write."""
    works = [ours, spiel, *([zoo] if zoo else [])]
    names = ["paddock", "openspiel", "pettingzoo"][: len(works)]
    found = rates(works, seconds)
    ratios = {f"ratio_{name}": round(found[0] / rate, 1) for name, rate in list(zip(names, found, strict=True))[1:]}
    return {**{name: round(rate) for name, rate in zip(names, found, strict=True)}, **ratios}


def through(spiel: Any, seconds: float) -> dict[str, float]:
    """Zooloretto for four played by the same loops as their own games, through our adapters."""
    from paddock.envs import openspiel, pettingzoo

    works = [
        masked_decisions(spiel, f"{openspiel.PREFIX}zooloretto(players=4)"),
        zoo_decisions(pettingzoo.raw_env("zooloretto", 4)),
    ]
    found = rates(works, seconds)
    return {"openspiel": round(found[0]), "pettingzoo": round(found[1])}


def peer(module: str, title: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise NoPeer(
            f"{title} is not installed; `make bench` installs it, as does `pip install 'paddock[peers]'`"
        ) from None


def batched(stepper: Stepper) -> Work:
    """Many matches stepped together with random actions."""

    def work() -> int:
        stepper.play_random(STEPS)
        return STEPS * MATCHES

    return work


def masked_decisions(spiel: Any, name: str) -> Work:
    """OpenSpiel's loop, with the mask of each decision."""
    game = spiel.load_game(name)
    numbers = engine.drawn()

    def work() -> int:
        state = game.new_initial_state()
        rests = 0
        for number in numbers:
            if state.is_chance_node():
                rests += 1
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[number % len(outcomes)][0])
            elif not state.is_terminal():
                state.legal_actions_mask()
                actions = state.legal_actions()
                state.apply_action(actions[number % len(actions)])
            else:
                rests += 1
                state = game.new_initial_state()
        return len(numbers) - rests

    return work


def zoo_decisions(env: Any) -> Work:
    """PettingZoo's loop: each agent observes, with its mask, and acts."""
    numbers = engine.drawn()[:500]

    def work() -> int:
        env.reset(seed=1)
        rests = 0
        for number in numbers:
            seen, _, over, cut, _ = env.last()
            if over or cut:
                rests += 1
                env.reset(seed=number)
                continue
            actions = seen["action_mask"].nonzero()[0]
            env.step(int(actions[number % len(actions)]))
        return len(numbers) - rests

    return work


def our_simulations() -> Work:
    search = Uct(Insight(), EXPLORATION / 2)
    masked = connect_four().mask(0)
    rng = Rng(1)
    return lambda: search.run(masked, rng, SIMULATIONS).simulations


def their_simulations(spiel: Any) -> Work:
    game = spiel.load_game("connect_four")
    start = game.new_initial_state()
    seeds = itertools.count(1)

    def work() -> int:
        seed = next(seeds)
        rollouts = spiel.RandomRolloutEvaluator(1, seed)
        megabytes, solve, verbose = 1000, False, False
        bot = spiel.MCTSBot(game, rollouts, EXPLORATION, SIMULATIONS, megabytes, solve, seed, verbose)
        bot.step(start)
        return SIMULATIONS

    return work


def their_decisions(spiel: Any, name: str) -> Work:
    """The same loop as ours in `engine.driven`, in OpenSpiel's words."""
    game = spiel.load_game(name)
    numbers = engine.drawn()

    def work() -> int:
        state = game.new_initial_state()
        rests = 0
        for number in numbers:
            if not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[number % len(actions)])
                continue
            rests += 1
            state = game.new_initial_state()
        return len(numbers) - rests

    return work
