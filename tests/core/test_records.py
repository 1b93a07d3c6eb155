"""Transcripts and stories of every registered game, on random matches with decisions taken back."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from paddock.core import transcript
from paddock.core.dice import SeededDice
from paddock.core.errors import BadTranscript, UndoRefused
from paddock.core.game import Game
from paddock.core.match import Match
from paddock.core.message import LANGUAGES
from paddock.core.registry import list_games, load
from paddock.core.state import HIDDEN, SPECTATOR
from paddock.core.story import Story

GAMES = [(load(name), seats) for name in list_games() for seats in load(name).seats]
each_game = pytest.mark.parametrize(("game", "seats"), GAMES, ids=[f"{game.name}-{seats}" for game, seats in GAMES])


def played(game: Game, seats: int, seed: int, decisions: int = 300) -> Match:
    rng = random.Random(seed)
    match = Match(game, game.setup(seats), SeededDice(seed))
    for _ in range(decisions):
        if match.over:
            break
        seat = rng.choice(match.pending)
        match.play(seat, rng.choice(match.state.legal_actions(seat)))
        if rng.random() < 0.1:
            with suppress(UndoRefused):
                match.undo(seat)
        if rng.random() < 0.02:
            with suppress(UndoRefused):
                match.take_back(rng.randrange(seats))
    return match


@each_game
def test_a_transcript_reads_back(game: Game, seats: int) -> None:
    match = played(game, seats, seats)
    text = transcript.write(match, legal=True)
    again = transcript.read(text)
    assert again.events == match.events
    assert again.state.key() == match.state.key()
    assert text.isascii()


@each_game
def test_a_seats_own_transcript_hides_what_it_has_not_seen(game: Game, seats: int) -> None:
    match = played(game, seats, seats)
    for viewer in match.viewers:
        record = transcript.verify(transcript.write(match, viewer))
        hidden = [sight.action == HIDDEN for sight in match.sights[viewer]]
        assert [event.notation == "?" for event in record.events] == hidden


@each_game
def test_a_cut_or_edited_transcript_is_refused(game: Game, seats: int) -> None:
    rng = random.Random(seats)
    lines = transcript.write(played(game, seats, seats, 60)).split("\n")
    for _ in range(20):
        cut, gone = rng.randrange(len(lines) - 1), rng.choice([at for at, line in enumerate(lines) if line])
        for damaged in (lines[:cut], lines[:gone] + lines[gone + 1 :]):
            with pytest.raises(BadTranscript):
                transcript.read("\n".join(damaged))


@each_game
def test_the_story_can_be_said_in_every_language_to_everybody(game: Game, seats: int) -> None:
    match = played(game, seats, seats)
    names = [f"Name{seat}" for seat in range(seats)]
    for viewer in (0, seats - 1, SPECTATOR):
        for language in LANGUAGES:
            said = [game.words(language).say(line, names) for line in Story(match, viewer).news()]
            assert all(said)
            assert not any("{" in line for line in said)


@each_game
def test_the_story_reads_the_same_live_and_afterwards(game: Game, seats: int) -> None:
    whole = played(game, seats, seats, 100)
    for viewer in (0, SPECTATOR):
        live = Match.blank(game, whole.setup)
        story, lines = Story(live, viewer), []
        for event in whole.events:
            live.record(event)
            lines += story.news()
        assert lines == Story(whole, viewer).news()
