"""Views share what they have in common, so nobody may change a part of one."""

from __future__ import annotations

import json
import random

import pytest

from paddock.core.dice import SeededDice
from paddock.core.game import View
from paddock.core.match import Match
from paddock.core.registry import list_games, load
from paddock.core.story import Story

DECISIONS = 40


@pytest.mark.parametrize("name", list_games())
def test_a_view_that_was_handed_out_stays_as_it_was(name: str) -> None:
    game, rng = load(name), random.Random(name)
    match = Match(game, game.setup(3), SeededDice(1))
    story = Story(match, 0)
    handed: list[tuple[View, str]] = []
    moments = 0
    while not match.over and moments < DECISIONS:
        moments += 1
        for viewer in match.viewers:
            masked = match.state.mask(viewer)
            view = game.view(masked)
            handed.append((view, json.dumps(view)))
            game.prompt(masked)
            game.draw(masked)
        seat = rng.choice(match.pending)
        match.play(seat, rng.choice(match.state.legal_actions(seat)))
        story.news()
    assert len({text for _, text in handed}) >= moments > 10, "views of different moments and viewers differ"
    for view, text in handed:
        assert json.dumps(view) == text
