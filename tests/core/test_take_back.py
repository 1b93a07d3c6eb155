"""Taking back by consent: a decision goes with all that stands after it, and every record says so."""

from __future__ import annotations

import random

import pytest

from paddock.core import transcript
from paddock.core.dice import ScriptedDice, SeededDice
from paddock.core.errors import BadTranscript, UndoRefused
from paddock.core.game import Game
from paddock.core.match import TAKE_BACK, UNDO, Event, Match
from paddock.core.registry import list_games, load
from paddock.core.state import CHANCE, HIDDEN, SPECTATOR
from paddock.core.story import Story
from paddock.games.o_zoo_le_mio import GAME as AUCTION
from tests.conformance.burrow import BURROW_GAME, BURY_ONE, DIG_UP, EAT, REST

BULB, CARROT, TURNIP = range(3)


def buried(*more: int) -> Match:
    """Two badgers: seat 0 has a turnip left, seat 1 a carrot; seat 0 is to move."""
    match = Match(BURROW_GAME, BURROW_GAME.setup(2, rounds=2), ScriptedDice([0, 1, 2, 0, *more]))
    match.play(1, BURY_ONE + BULB)
    match.play(0, BURY_ONE + BULB)
    return match


def auction() -> Match:
    """Three bid for the first tile; each has 8 coins, and a bid is its action."""
    return Match(AUCTION, AUCTION.setup(3), SeededDice(5))


def bids(match: Match, viewer: int) -> list[int]:
    """The events from the first bid on, as this viewer has seen them."""
    return [event.action for event in match.sights[viewer] if event.seat != CHANCE]


def test_chance_and_what_was_shown_are_no_barrier() -> None:
    for action, *chance in ((DIG_UP, TURNIP), (EAT + TURNIP,), (REST,)):
        match = buried(*chance)
        key = match.state.key()
        match.play(0, action)
        match.take_back(0)
        assert match.state.key() == key
        assert match.pending == [0]
        assert match.events[-1] == Event(0, TAKE_BACK)


def test_everything_after_the_decision_goes_and_everything_before_it_stays() -> None:
    match = buried(TURNIP, CARROT)
    keys = [match.state.key()]
    for seat in (0, 1, 0, 1):
        match.play(seat, match.state.legal_actions(seat)[-1])
        keys.append(match.state.key())
    events = match.events[:]
    match.take_back(0)
    assert match.state.key() == keys[2]
    match.take_back(0)
    assert match.state.key() == keys[0]
    assert match.events == [*events, Event(0, TAKE_BACK), Event(0, TAKE_BACK)]


def test_it_can_be_recorded_and_played_like_any_event() -> None:
    played, recorded = buried(), buried()
    played.play(0, REST)
    recorded.play(0, REST)
    assert played.play(0, TAKE_BACK) == [Event(0, TAKE_BACK)]
    recorded.record(Event(0, TAKE_BACK))
    assert played.state.key() == recorded.state.key()
    assert Match.replay(BURROW_GAME, played.setup, played.events).sights == played.sights


def test_the_dice_go_on_from_where_they_are() -> None:
    match = Match(BURROW_GAME, BURROW_GAME.setup(2), ScriptedDice([0, 1, 2, 0, TURNIP, CARROT]))
    for seat in (0, 1):
        match.play(seat, BURY_ONE + BULB)
    match.play(0, DIG_UP)
    match.take_back(0)
    assert match.play(0, DIG_UP) == [Event(0, DIG_UP), Event(CHANCE, CARROT)]


def test_a_match_that_is_over_can_go_on() -> None:
    match = Match(BURROW_GAME, BURROW_GAME.setup(2, rounds=1), ScriptedDice([0, 1, 2, 0]))
    for seat, action in ((0, BURY_ONE + BULB), (1, BURY_ONE + BULB), (0, REST), (1, REST)):
        match.play(seat, action)
    assert match.over
    match.take_back(1)
    assert match.pending == [1]


def test_who_has_decided_nothing_takes_nothing_back() -> None:
    match = auction()
    match.play(0, 3)
    events, sights = match.events[:], {viewer: seen[:] for viewer, seen in match.sights.items()}
    for seat in (1, 2, 9, SPECTATOR, CHANCE):
        with pytest.raises(UndoRefused, match="nothing") as refused:
            match.take_back(seat)
        assert refused.value.kind == "nothing"
    assert (match.events, match.sights) == (events, sights)
    match.undo(0)
    with pytest.raises(UndoRefused, match="seat 0 has nothing to take back"):
        match.take_back(0)


def test_of_an_open_round_later_choices_go_too_and_are_never_shown() -> None:
    match = auction()
    for seat, bid in ((2, 1), (0, 5), (1, 2)):
        if seat == 1:
            match.take_back(2)
            assert match.pending == [0, 1, 2]
            assert match.unopened == {}
        match.play(seat, bid)
    match.play(0, 4)
    match.play(2, 3)  # closes the round
    assert bids(match, SPECTATOR) == [HIDDEN, HIDDEN, TAKE_BACK, 2, 4, 3]
    assert bids(match, 0) == [HIDDEN, 5, TAKE_BACK, 2, 4, 3]
    assert bids(match, 1) == [HIDDEN, HIDDEN, TAKE_BACK, 2, 4, 3]
    assert bids(match, 2) == [1, HIDDEN, TAKE_BACK, 2, 4, 3]


def test_a_round_that_had_closed_is_open_again_with_the_choices_made_before() -> None:
    match = auction()
    first = len(match.events)
    match.play(2, 1)
    sealed = match.state.key()
    match.play(0, 5)
    match.play(1, 0)
    closed = {viewer: bids(match, viewer) for viewer in match.viewers}
    assert set(map(tuple, closed.values())) == {(1, 5, 0)}
    match.take_back(0)
    # Seat 2's bid came before and stands, sealed; seat 1's came after and is gone.
    assert match.state.key() == sealed
    assert match.pending == [0, 1]
    assert list(match.unopened) == [first]
    assert [entry.event for entry in match.standing[first:]] == [Event(2, 1)]
    assert match.standing[-1].sealed
    for viewer in match.viewers:  # nothing can be unseen, but the board hides the bid again
        assert bids(match, viewer) == [*closed[viewer], TAKE_BACK]
        masked = match.perspective(viewer).state
        assert masked.pending() == ([0, 1] if viewer == 2 else [0, 1, 2])
        assert AUCTION.position(masked)["last_bid"] == ["none"] * 3
    match.play(1, 7)
    assert bids(match, 0) == [1, 5, 0, TAKE_BACK, HIDDEN]
    assert bids(match, 1) == [1, 5, 0, TAKE_BACK, 7]
    match.play(0, 8)
    for viewer in match.viewers:
        assert bids(match, viewer)[:6] == [1, 5, 0, TAKE_BACK, 7, 8]
        assert AUCTION.position(match.perspective(viewer).state)["last_bid"] == [8, 7, 1]


def test_in_a_round_open_again_the_choices_before_can_be_undone() -> None:
    match = auction()
    start = match.state.key()
    match.play(2, 1)
    match.play(0, 5)
    match.play(1, 0)
    match.take_back(1)
    match.undo(2)
    match.undo(0)
    assert match.state.key() == start
    assert match.unopened == {}
    assert [event.action for event in match.events[-3:]] == [TAKE_BACK, UNDO, UNDO]


@pytest.mark.parametrize("game", [load(name) for name in list_games()], ids=list_games())
def test_every_game_goes_back_and_on_to_its_end(game: Game) -> None:
    for seats in game.seats:
        rng = random.Random(seats)
        match = Match(game, game.setup(seats), SeededDice(seats))
        before: list[tuple[int, bytes]] = []  # of each standing decision: whose, and the position it was made in
        returns = 0
        while not match.over:
            if before and returns < 12 and rng.random() < 0.1:
                seat = rng.choice([who for who, _ in before])
                last = max(at for at, (who, _) in enumerate(before) if who == seat)
                match.take_back(seat)
                assert match.state.key() == before[last][1]
                assert seat in match.pending
                del before[last:]
                returns += 1
            seat = rng.choice(match.pending)
            before.append((seat, match.state.key()))
            match.play(seat, rng.choice(match.state.legal_actions(seat)))
        assert returns
        assert all(len(seen) == len(match.events) for seen in match.sights.values())
        again = transcript.read(transcript.write(match, legal=True))
        assert again.events == match.events
        assert again.sights == match.sights
        said = game.words("de").say(Story(match, 0).news()[-1], [])
        assert "{" not in said


def test_a_transcript_writes_it_as_take_back() -> None:
    match = buried(TURNIP)
    match.play(0, DIG_UP)
    match.take_back(0)
    text = transcript.write(match, legal=True)
    assert "\n0: dig\n*: turnip\n0: take back\ndigest" in text
    assert transcript.read(text, BURROW_GAME).events == match.events
    seen = transcript.verify(transcript.write(match, 1), BURROW_GAME)
    assert seen.events[-1] == (0, "take back")
    with pytest.raises(BadTranscript, match=r"^line 7: seat 0 has nothing to take back$"):
        transcript.read(text.replace("\n\n", "\n\n0: take back\n"), BURROW_GAME)
    with pytest.raises(BadTranscript, match=r"^line 7: chance cannot play 'take back'; allowed: bulb, carrot, turnip$"):
        transcript.read(text.replace("\n\n", "\n\n*: take back\n"), BURROW_GAME)
