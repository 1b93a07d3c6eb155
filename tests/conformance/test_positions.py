"""Whatever is given as a position is read as it was written, or refused; nothing else ever happens."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paddock.core.errors import BadPosition
from paddock.core.game import Game
from paddock.core.registry import list_games, load
from paddock.testing.walk import walk
from tests.conformance.burrow import BURROW_GAME

GAMES = [BURROW_GAME, *map(load, list_games())]

numbers = st.integers(-3, 70) | st.integers()
words = st.text(max_size=12) | st.sampled_from(["open", "nobody", "chance", "whole", "spectator", "none", "1 lion"])
anything = st.recursive(
    st.none() | st.booleans() | numbers | st.floats() | words,
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(words, inner, max_size=3),
    max_leaves=10,
)


@cache
def written(game: Game) -> list[dict[str, Any]]:
    """Positions from a random match, whole and masked."""
    moments = walk(game, game.setup(game.seats[-1]), 0).moments(12)
    states = [state for moment in moments for state in (moment.state.copy(), moment.state.mask(0))]
    return [json.loads(json.dumps(game.position(state))) for state in states]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_tampered_position_is_read_as_written_or_refused(game: Game, data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(written(game)))
    for name in data.draw(st.lists(st.sampled_from(sorted(position)), min_size=1, max_size=3)):
        value = position[name]
        if isinstance(value, list) and value and data.draw(st.booleans()):
            at = data.draw(st.integers(0, len(value) - 1))
            value = [*value[:at], data.draw(anything), *value[at + 1 :]]
        else:
            value = data.draw(anything)
        position = {**position, name: value}
    try:
        state = game.from_position(position)
    except BadPosition as refusal:
        said = str(refusal)
    else:
        said = "read"
        assert json.loads(json.dumps(game.position(state))) == position
        for seat in range(state.seats):  # what was read can be asked
            state.legal_actions(seat)
    assert said
    assert "\n" not in said


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@given(anything)
def test_whatever_is_no_position_is_refused(game: Game, value: Any) -> None:
    with pytest.raises(BadPosition):
        game.from_position(value)
