"""Mutated: a written position with some of it changed is refused, by the name of a field, or can be played on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from paddock.core.errors import BadPosition
from paddock.core.game import Game
from paddock.core.rng import Rng
from paddock.core.state import WHOLE


def demand_refused_or_playable(
    game: Game, examples: Sequence[dict[str, Any]], odd: Sequence[object], data: st.DataObject
) -> None:
    """Whatever is accepted can be drawn, asked about, guessed and played on."""
    given = json.loads(json.dumps(data.draw(st.sampled_from(examples))))
    other = data.draw(st.sampled_from(examples))
    for _ in range(data.draw(st.integers(1, 3))):
        field = data.draw(st.sampled_from(sorted(given)))
        foreign = data.draw(st.booleans())  # right in itself, perhaps wrong here
        value = other[field] if foreign else data.draw(st.sampled_from(odd))
        if isinstance(given[field], list) and given[field] and data.draw(st.booleans()):
            entry = value[0] if isinstance(value, list) and value else value
            given[field][data.draw(st.integers(0, len(given[field]) - 1))] = entry
        else:
            given[field] = value
    try:
        state = game.from_position(given)
    except BadPosition as error:
        refused = str(error).split(":")[0].split("[")[0]
    else:
        refused = ""
    if refused:
        assert refused in given
        return
    assert game.from_position(game.position(state)).key() == state.key()
    rng = Rng(data.draw(st.integers(0, 99)))
    if state.viewer != WHOLE:
        game.view(state)
        game.prompt(state)
        game.draw(state)
        state.fill(rng)
    for _ in range(40):
        state.check()
        state.settle(rng)
        if state.actor < 0:
            break
        seat = state.pending()[0]
        actions = state.legal_actions(seat)
        assert actions
        state.apply(seat, actions[rng.below(len(actions))])
