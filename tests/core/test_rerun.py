"""Any moment of a match is reached by a short way, however long the match is, and looks as it did."""

from __future__ import annotations

import random

import pytest

from paddock.bench.minimal import GAME as MINIMAL
from paddock.core import transcript
from paddock.core.dice import SeededDice
from paddock.core.game import Game
from paddock.core.match import APART, Match, Standing
from paddock.core.registry import list_games, load
from paddock.core.rerun import Rerun
from paddock.core.state import WHOLE
from paddock.core.story import Story, tell_event
from tests.conformance.burrow import BURROW_GAME
from tests.toy import GAME as POND

ALL = [*map(load, list_games()), POND, BURROW_GAME]


def restless(game: Game, seed: int, decisions: int = 200) -> Match:
    """A match whose people decide at random and often take back, alone or by consent."""
    pick = random.Random(seed)
    match = Match(game, game.setup(max(game.seats)), SeededDice(seed))
    for _ in range(decisions):
        if match.over:
            break
        seat = pick.choice(match.pending)
        match.play(seat, pick.choice(match.state.legal_actions(seat)))
        other = pick.randrange(match.setup.seats)
        if pick.random() < 0.3 and isinstance(match.undo_or_barrier(other), Standing):
            match.undo(other)
        elif pick.random() < 0.1 and any(standing.event.seat == other for standing in match.standing):
            match.take_back(other)
    return match


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(3))
def test_every_moment_looks_as_it_did(game: Game, seed: int) -> None:
    match = restless(game, seed)
    again = Match.blank(game, match.setup)  # checks every event
    seen = {viewer: Rerun(match) for viewer in [*match.viewers, WHOLE]}
    assert match.position(0).key() == again.state.key()
    for count, event in enumerate(match.events, 1):
        again.record(event)
        assert match.position(count).key() == again.state.key()
        for viewer, rerun in seen.items():
            assert rerun.step(viewer) == (event if viewer == WHOLE else again.sights[viewer][-1])
            assert rerun.state.key() == again.state.key()
    assert all(rerun.over for rerun in seen.values())
    assert match.state.key() == again.state.key()


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_a_story_told_by_a_rerun_is_the_one_that_was_told_live(game: Game) -> None:
    match = restless(game, 7)
    live = Match.blank(game, match.setup)
    for viewer in match.viewers:
        live, lines = Match.blank(game, match.setup), []
        for event in match.events:
            before = live.state.mask(viewer)
            live.record(event)
            lines += tell_event(live, before, live.state.mask(viewer))
        assert Story(match, viewer).news() == lines


def long_match(decisions: int) -> Match:
    match = Match(MINIMAL, MINIMAL.setup(2))
    for number in range(decisions):
        match.play(number % 2, number % 3)
    return match


def test_a_long_match_has_a_kept_position_near_every_moment() -> None:
    match = long_match(1000)
    kept = [count for count, _ in match.kept]
    assert all(later - earlier <= APART for earlier, later in zip(kept, [*kept[1:], 1000], strict=True))


@pytest.mark.parametrize("way", ["undo", "take_back"])
def test_taking_back_does_not_play_a_long_match_again(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, before = long_match(1000), long_match(999)
    monkeypatch.setattr(Match, "stand", None)  # which would carry out one event after the other
    getattr(match, way)(1)
    assert match.state.key() == before.state.key()


def test_a_transcript_can_be_read_line_by_line_while_the_match_goes_on() -> None:
    match = long_match(200)
    whole = transcript.write(match)
    lines = transcript.pieces(match)
    begun = [next(lines) for _ in range(20)]
    match.play(0, 1)
    match.undo(0)
    assert "".join([*begun, *lines]) == whole
    assert transcript.read(whole, MINIMAL).state.key() == long_match(200).state.key()
