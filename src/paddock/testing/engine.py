"""Engine: compiled equals interpreted, and a search from equal masks and seeds chooses equally."""

from __future__ import annotations

import sys
from importlib.machinery import EXTENSION_SUFFIXES

from paddock.core.game import Game
from paddock.core.match import Match
from paddock.core.rng import Rng
from paddock.core.source import interpreted
from paddock.core.state import CHANCE, State
from paddock.search.ismcts import Ismcts
from paddock.search.uct import Uct
from paddock.testing.moment import Moment, viewer_name
from paddock.testing.walk import Walk

SIMULATIONS = 48
STEPS = 400  # events that both engines play; the slow one would take long over some whole matches


def search_law(moment: Moment) -> None:
    """What a search chooses depends on the mask and the seed, on nothing else."""
    thinker = Ismcts if moment.game.hidden else Uct
    for seat in moment.state.pending():
        masked = moment.state.mask(seat)
        world = masked.copy()
        world.fill(moment.rng("search"))
        advice = [
            thinker(moment.game.insight()).run(state.mask(seat), Rng(moment.seed), SIMULATIONS)
            for state in (moment.state, world)
        ]
        if advice[0] != advice[1]:
            raise moment.broken(
                "a search from equal masks and seeds chooses equally",
                f"{viewer_name(seat)}: {advice[0].action} in the truth, {advice[1].action} in a guessed world",
            )


def compiled(state: State) -> bool:
    """Are the rules of this state machine code here?"""
    module = sys.modules[type(state).__module__]
    return str(getattr(module, "__file__", "")).endswith(tuple(EXTENSION_SUFFIXES))


def twin(game: Game) -> Game | None:
    """The same game from source, beside the compiled one; None for games outside the package."""
    name = ".".join(type(game).__module__.split(".")[:3])
    if not name.startswith("paddock.games."):
        return None
    other: Game = interpreted(name)[0].GAME
    return other


def twin_law(played: Walk, other: Game) -> None:
    """The interpreted rules play the compiled ones' match, and agree on everything on the way."""
    rng = interpreted("paddock.core.rng")[0].Rng
    one = played.game.start(played.setup)
    two = other.start(other.setup(played.setup.seats, **played.setup.options))
    match = Match.blank(played.game, played.setup)
    for index in range(min(STEPS, len(played.events)) + 1):
        viewer = match.viewers[index % len(match.viewers)]
        said, said_too = answers(one, viewer, Rng(index)), answers(two, viewer, rng(index))
        for what in said:
            if said[what] != said_too[what]:
                raise Moment(match, played.seed).broken(
                    "compiled equals interpreted", f"{what}: {said[what]!r} compiled, {said_too[what]!r} interpreted"
                )
        if index < len(played.events):
            seat, action = played.events[index]
            one.apply(seat, action)
            two.apply(seat, action)
            match.record(played.events[index])


def answers(state: State, viewer: int, rng: Rng) -> dict[str, object]:
    """What a state says, as plain Python that both engines share."""
    masked = state.mask(viewer)
    said: dict[str, object] = {
        "cells": list(state.cells),
        "legal": [state.legal_actions(seat) for seat in range(state.seats)],
        "scores": state.scores(),
        "places": state.places(),
        f"mask for {viewer_name(viewer)}": list(masked.cells),
    }
    masked.fill(rng)
    said["fill"] = list(masked.cells)
    if state.actor == CHANCE:
        settled = state.copy()
        settled.settle(rng)
        said |= {"chance": state.chance(), "settle": list(settled.cells)}
    return said
