"""The story of a match is told to each viewer without secrets, live or afterwards, undo included."""

from __future__ import annotations

from paddock.core.dice import ScriptedDice
from paddock.core.match import Match
from paddock.core.message import Message
from paddock.core.state import SPECTATOR
from paddock.core.story import Story, tell_event
from tests.toy import GAME, KEEP

# Two seats, one round: seat 0 holds cards 1 and 3, seat 1 holds cards 2 and 4 (outcomes count from 0).
DEAL = (0, 1, 2, 3)


def pond() -> Match:
    return Match(GAME, GAME.setup(2, rounds=1), ScriptedDice(DEAL))


def lines(story: Story) -> list[str]:
    return [GAME.words("en").say(line, ("Ada", "Ben")) for line in story.news()]


def test_each_seat_reads_of_its_own_cards_only() -> None:
    match = pond()
    assert lines(Story(match, 0)) == ["You draw card 1.", "You draw card 3."]
    assert lines(Story(match, 1)) == ["You draw card 2.", "You draw card 4."]
    assert lines(Story(match, SPECTATOR)) == []


def test_news_are_told_once() -> None:
    story = Story(pond(), 0)
    assert lines(story)
    assert lines(story) == []


def test_a_sealed_choice_makes_a_line_without_its_content() -> None:
    match = pond()
    mine, other, spectator = Story(match, 1), Story(match, 0), Story(match, SPECTATOR)
    for story in (mine, other, spectator):
        lines(story)
    match.play(1, 3)
    assert lines(mine) == ["Ben: card 4."]
    assert lines(other) == lines(spectator) == ["Ben has decided."]


def test_undo_in_an_open_round_is_told_and_the_story_goes_on() -> None:
    match = Match(GAME, GAME.setup(3, rounds=1), ScriptedDice(range(6)))
    story = Story(match, 0)
    lines(story)
    match.play(1, 4)
    match.play(0, 3)
    match.undo(1)
    match.undo(0)
    match.play(1, 1)
    match.play(0, 0)
    assert story.news()
    assert story.told.state.key() == match.state.key()
    match.play(2, 5)
    assert lines(story) == ["Seat 3: card 6.", "The bids: Ada 1, Ben 2 and Seat 3 6."]
    assert lines(Story(match, 0))[2:] == [
        "Ben has decided.",
        "Ada: card 4.",
        "Ben takes back the last decision.",
        "Ada takes back the last decision.",
        "Ben has decided.",
        "Ada: card 1.",
        "Seat 3: card 6.",
        "The bids: Ada 1, Ben 2 and Seat 3 6.",
    ]
    assert story.told.state.key() == match.state.key()


def test_a_decision_taken_back_by_consent_is_told_to_everybody() -> None:
    match = pond()
    stories = [Story(match, viewer) for viewer in (0, 1, SPECTATOR)]
    match.play(1, 3)
    match.play(0, 0)
    for story in stories:
        lines(story)
    match.take_back(1)
    for story in stories:
        assert lines(story) == ["Ben takes back a decision and all that followed."]
        assert story.told.state.key() == match.state.key()
    match.play(1, 1)
    assert [lines(story) for story in stories] == [["Ben has decided."], ["Ben: card 2."], ["Ben has decided."]]


def test_one_event_can_be_told_to_many_viewers_at_once() -> None:
    match = pond()
    match.play(1, 3)
    match.play(0, 0)
    match.take_back(1)
    match.play(1, 3)
    match.undo(1)
    live = Match.blank(GAME, match.setup)
    told: dict[int, list[Message]] = {viewer: [] for viewer in live.viewers}
    for event in match.events:
        before = {viewer: live.state.mask(viewer) for viewer in live.viewers}
        live.record(event)
        for viewer in live.viewers:
            told[viewer] += tell_event(live, before[viewer], live.state.mask(viewer))
    assert told == {viewer: Story(match, viewer).news() for viewer in live.viewers}


def test_a_story_reads_the_same_live_and_afterwards() -> None:
    match = pond()
    for viewer in (0, 1, SPECTATOR):
        live, match = [], pond()
        story = Story(match, viewer)
        live += story.news()
        for seat, action in ((1, 3), (0, 0), (1, KEEP)):
            match.play(seat, action)
            live += story.news()
        assert match.over
        assert live == Story(match, viewer).news()
