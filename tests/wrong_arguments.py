"""Calls the public functions with everything that they do not take; run as a script, in the engine of the environment.

`State` and `Rng` are left out: they are the engine itself, which `Match` and `Game` guard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import paddock

GAME, OTHER = paddock.load("zooloretto"), paddock.load("o-zoo-le-mio")


class Odd:
    """Nothing that anybody asked for."""


def match() -> paddock.Match:
    return paddock.Match(GAME, 2, seed=1)


MATCH, FOREIGN = match(), paddock.Match(OTHER, 2, seed=1)
SEAT = MATCH.pending[0]
TEXT = paddock.write(MATCH)
WRONG: list[Any] = [
    None, True, -1, -7, 0, 3, 99, 10**30, 1.0, 1.5, float("nan"), "", "franks-zoo", "x\ny", "0", "\ud800", "a" * 3000,
    b"x", [], [1], ["random", None], ("random",), {}, {"a": 1}, {1: 2}, set(), Odd(), Odd, print, range(3),
    paddock.Event(0, 0), paddock.Rng(1), paddock.SeededDice(1), paddock.SeededDice, OTHER, GAME.setup(2),
    OTHER.setup(2), MATCH.state, FOREIGN.state, FOREIGN.state.mask(0),
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
