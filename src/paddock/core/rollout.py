"""Rollouts: many whole games played at random or by a game's own quick policy, on one core or several."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Literal, NamedTuple

from paddock.core.errors import BadSetup, shown
from paddock.core.game import Game
from paddock.core.insight import Insight
from paddock.core.playout import whole_playout
from paddock.core.registry import game_of
from paddock.core.rng import Rng, scrambled
from paddock.core.setup import Setup
from paddock.core.state import buffer

PIECE = 256  # games that a worker is handed at once


class Rollouts(NamedTuple):
    """What became of the games, in their order."""

    scores: list[list[int]]  # of each game, of each seat
    places: list[list[int]]  # 1 is first, ties share
    decisions: int  # in all of them together


def rollouts(
    game: Game | str,
    n: int,
    seed: int = 0,
    policy: Literal["random", "quick"] = "random",
    workers: int = 1,
    *,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
) -> Rollouts:
    """Play n games; `quick` chooses as playouts of the searches do. The number of workers never changes the result.

    >>> found = paddock.rollouts("franks-zoo", 3, seed=1, seats=4)
    >>> len(found.scores), [len(points) for points in found.scores]
    (3, [4, 4, 4])
    """
    chosen = game_of(game)
    for name, number, least in (("n", n, 0), ("workers", workers, 1)):
        if type(number) is not int or number < least:
            raise BadSetup(f"{name} must be a whole number of at least {least}, not {shown(number)}")
    if type(seed) is not int:
        raise BadSetup(f"the seed must be a whole number, not {shown(seed)}")
    if policy not in ("random", "quick"):
        raise BadSetup(f"no policy is called {shown(policy)}; there are random, quick")
    setup = chosen.setup_of(chosen.seats[0] if seats is None else seats, options)
    pieces = [(chosen, setup, seed, policy, range(at, min(at + PIECE, n))) for at in range(0, n, PIECE)]
    if workers == 1 or len(pieces) < 2:
        return together([piece(*part) for part in pieces])
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        return together(list(pool.map(piece, *zip(*pieces, strict=True))))


def piece(game: Game, setup: Setup, seed: int, policy: str, numbers: range) -> Rollouts:
    """The games of these numbers, each with a stream of its own."""
    start, actions = game.start(setup), buffer()
    insight = game.insight() if policy == "quick" else Insight()
    state = start.copy()
    scores, places, decisions = [], [], 0
    for number in numbers:
        state.assign(start)
        decisions += whole_playout(state, insight, Rng(scrambled(seed) + number), actions)
        scores.append(state.scores())
        places.append(state.places())
    return Rollouts(scores, places, decisions)


def together(parts: list[Rollouts]) -> Rollouts:
    return Rollouts(
        [row for part in parts for row in part.scores],
        [row for part in parts for row in part.places],
        sum(part.decisions for part in parts),
    )
