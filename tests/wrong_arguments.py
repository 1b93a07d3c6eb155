"""Calls the public functions with everything that they do not take; run as a script, in the engine of the environment.

`State` and `Rng` are left out: they are the engine itself, which `Match` and `Game` guard.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import paddock
from paddock.envs import gymnasium, openspiel, pettingzoo

GAME, OTHER = paddock.load("zooloretto"), paddock.load("o-zoo-le-mio")


class Odd:
    """Nothing that anybody asked for."""


def match() -> paddock.Match:
    return paddock.Match(GAME, 2, seed=1)


MATCH, FOREIGN = match(), paddock.Match(OTHER, 2, seed=1)
SEAT = MATCH.pending[0]
TEXT = paddock.write(MATCH)
SEEN = MATCH.state.mask(0)
BATCH = paddock.Batch(GAME, 4, 2)


def aec() -> pettingzoo.PaddockAEC:
    env = pettingzoo.raw_env(GAME, 2)
    env.reset(seed=1)
    return env


def parallel() -> pettingzoo.PaddockParallel:
    env = pettingzoo.parallel_env(OTHER, 2)
    env.reset(seed=1)
    return env


def alone() -> gymnasium.PaddockEnv:
    env = gymnasium.PaddockEnv(GAME, 2, illegal="raise")
    env.reset(seed=1)
    return env


WRONG: list[Any] = [
    None, True, -1, -7, 0, 3, 99, 10**30, 1.0, 1.5, float("nan"), "", "franks-zoo", "x\ny", "0", "\ud800", "a" * 3000,
    b"x", [], [1], ["random", None], ("random",), {}, {"a": 1}, {1: 2}, set(), Odd(), Odd, print, range(3),
    paddock.Event(0, 0), paddock.Rng(1), paddock.SeededDice(1), paddock.SeededDice, OTHER, GAME.setup(2),
    OTHER.setup(2), MATCH.state, FOREIGN.state, FOREIGN.state.mask(0), FOREIGN.perspective(0), FOREIGN,
    np.float32(1), np.array(3), np.zeros(3), np.zeros((2, 2), np.float32), array("f", [1.0]), memoryview(b"abc"),
]  # fmt: skip
CALLS: dict[str, Callable[[Any], object]] = {
    "load": paddock.load,
    "agent": paddock.agent,
    "Match, the game": lambda wrong: paddock.Match(wrong, 9),
    "Match, the setup": lambda wrong: paddock.Match(GAME, wrong),
    "Match, a setup's seats": lambda wrong: paddock.Match(GAME, paddock.Setup(GAME.name, wrong, {})),
    "Match, a setup's options": lambda wrong: paddock.Match(GAME, paddock.Setup(GAME.name, 2, wrong)),
    "Match, the dice": lambda wrong: paddock.Match(GAME, 2, wrong),
    "Match, scripted dice": lambda wrong: paddock.Match(GAME, 2, paddock.ScriptedDice(wrong)),
    "Match, the seed": lambda wrong: paddock.Match(GAME, 2, seed=wrong),
    "Match.replay": lambda wrong: paddock.Match.replay(GAME, 2, wrong),
    "Match.play, the seat": lambda wrong: match().play(wrong, "draw"),
    "Match.play, the action": lambda wrong: match().play(SEAT, wrong),
    "Match.record": lambda wrong: match().record(wrong),
    "Match.legal": MATCH.legal,
    "Match.perspective": MATCH.perspective,
    "Match.undo": MATCH.undo,
    "Match.take_back": MATCH.take_back,
    "Match.position": MATCH.position,
    "play, the game": lambda wrong: paddock.play(wrong, []),
    "play, the agents": lambda wrong: paddock.play(GAME, wrong),
    "play, one agent": lambda wrong: paddock.play(GAME, [wrong]),
    "play, the options": lambda wrong: paddock.play(GAME, ["random"], options=wrong),
    "read": paddock.read,
    "read, the game": lambda wrong: paddock.read(TEXT, wrong),
    "read, the dice": lambda wrong: paddock.read(TEXT, None, wrong),
    "write": paddock.write,
    "write, the viewer": lambda wrong: paddock.write(MATCH, wrong),
    "position, the game": lambda wrong: paddock.position(wrong, {}),
    "position": lambda wrong: paddock.position(GAME, wrong),
    "check": lambda wrong: paddock.check(wrong, seats=99),
    "rollouts, the game": lambda wrong: paddock.rollouts(wrong, 0),
    "rollouts, the number": lambda wrong: paddock.rollouts(GAME, wrong, policy="?"),  # type: ignore[arg-type]
    "rollouts, the seed": lambda wrong: paddock.rollouts(GAME, 0, wrong),
    "rollouts, the policy": lambda wrong: paddock.rollouts(GAME, 0, 1, wrong),
    "rollouts, the workers": lambda wrong: paddock.rollouts(GAME, 0, 1, "random", wrong),
    "rollouts, the seats": lambda wrong: paddock.rollouts(GAME, 0, seats=wrong),
    "rollouts, the options": lambda wrong: paddock.rollouts(GAME, 0, options=wrong),
    "Game.setup": GAME.setup,
    "Game.setup, an option": lambda wrong: GAME.setup(2, stall_to_barn=wrong),
    "Game.start": GAME.start,
    "Game.from_position": GAME.from_position,
    "Game.view": GAME.view,
    "Game.prompt": GAME.prompt,
    "Game.buttons": GAME.buttons,
    "Game.draw": GAME.draw,
    "Game.parse, the state": lambda wrong: GAME.parse(wrong, SEAT, "fly"),
    "Game.parse, the seat": lambda wrong: GAME.parse(MATCH.state, wrong, "fly"),
    "Game.parse, the notation": lambda wrong: GAME.parse(MATCH.state, SEAT, wrong),
    "Game.words": GAME.words,
    "Game.draw, the names": lambda wrong: GAME.draw(SEEN, "en", wrong),
    "Game.draw, the width": lambda wrong: GAME.draw(SEEN, "en", (), wrong),
    "Game.position": GAME.position,
    "Game.notation, the state": lambda wrong: GAME.notation(wrong, SEAT, 0),
    "Game.notation, the action": lambda wrong: GAME.notation(MATCH.state, SEAT, wrong),
    "Game.observe": GAME.observe,
    "Game.observe, out": lambda wrong: GAME.observe(SEEN, wrong),
    "Game.legal_mask, the state": lambda wrong: GAME.legal_mask(wrong, 0),
    "Game.legal_mask, the seat": lambda wrong: GAME.legal_mask(SEEN, wrong),
    "Game.legal_mask, out": lambda wrong: GAME.legal_mask(SEEN, 0, wrong),
    "Agent.choose, the perspective": lambda wrong: paddock.agent("greedy").choose(wrong, paddock.Rng(1)),
    "Agent.choose, the rng": lambda wrong: paddock.agent("greedy").choose(FOREIGN.perspective(0), wrong),
    "Perspective.imagine": MATCH.perspective(0).imagine,
    "SeededDice": paddock.SeededDice,
    "ScriptedDice": paddock.ScriptedDice,
    "hash of a Setup": lambda wrong: hash(paddock.Setup(GAME.name, 2, wrong)),
    "play, the seed": lambda wrong: paddock.play(GAME, ["random"] * 2, seed=wrong),
    "write, the names": lambda wrong: paddock.write(MATCH, names=wrong),
    "write, the comments": lambda wrong: paddock.write(MATCH, comments=wrong),
    "write, what is fair": lambda wrong: paddock.write(MATCH, fair=wrong),
    "check, the options": lambda wrong: paddock.check(GAME, seats=99, options=wrong),
    "Batch, the game": lambda wrong: paddock.Batch(wrong, 2),
    "Batch, the number": lambda wrong: paddock.Batch(GAME, wrong),
    "Batch, the seats": lambda wrong: paddock.Batch(GAME, 2, wrong),
    "Batch, the seed": lambda wrong: paddock.Batch(GAME, 2, seed=wrong),
    "Batch, the options": lambda wrong: paddock.Batch(GAME, 2, options=wrong),
    "Batch.step": BATCH.step,
    "Batch.pick": BATCH.pick,
    "Batch.play_random": BATCH.play_random,
    "Batch.observations": BATCH.observations,
    "PettingZoo, the game": pettingzoo.raw_env,
    "PettingZoo, the seats": lambda wrong: pettingzoo.raw_env(GAME, wrong),
    "PettingZoo, an option": lambda wrong: pettingzoo.raw_env(GAME, 2, unlimited_bank=wrong),
    "PettingZoo, the action": lambda wrong: aec().step(wrong),
    "PettingZoo, the actions": lambda wrong: parallel().step(wrong),
    "PettingZoo, one of the actions": lambda wrong: parallel().step({"player_0": wrong, "player_1": 1}),
    "Gymnasium, the game": gymnasium.PaddockEnv,
    "Gymnasium, the seats": lambda wrong: gymnasium.PaddockEnv(GAME, wrong),
    "Gymnasium, the seat": lambda wrong: gymnasium.PaddockEnv(GAME, 2, wrong),
    "Gymnasium, the agents": lambda wrong: gymnasium.PaddockEnv(GAME, 2, agents=wrong),
    "Gymnasium, an agent": lambda wrong: gymnasium.PaddockEnv(GAME, 2, agents=[wrong]),
    "Gymnasium, what is illegal": lambda wrong: gymnasium.PaddockEnv(GAME, 2, illegal=wrong),
    "Gymnasium, the action": lambda wrong: alone().step(wrong),
    "OpenSpiel, the game": openspiel.load,
    "OpenSpiel, the players": lambda wrong: openspiel.load(GAME, wrong),
    "OpenSpiel, an option": lambda wrong: openspiel.load(GAME, 2, unlimited_bank=wrong),
}


def complaints() -> Iterator[str]:
    """What was not answered by one sentence."""
    for name, call in CALLS.items():
        for wrong in WRONG:
            try:
                call(wrong)
            except paddock.PaddockError as error:
                if "\n" in str(error) or not 0 < len(str(error)) < 600:
                    yield f"{name}: {wrong!r:.40}: not a sentence: {error}"
            except Exception as error:  # noqa: BLE001 that is what is looked for
                yield f"{name}: {wrong!r:.40}: {type(error).__name__}: {error}"


if __name__ == "__main__":
    print(*complaints(), sep="\n", end="")
