"""Match: the record of what happened, who has seen it, and what can be taken back."""

from __future__ import annotations

from typing import Any

import pytest
from mypy_extensions import i64

from paddock.core.dice import ScriptedDice, SeededDice
from paddock.core.errors import IllegalAction, UndoRefused
from paddock.core.match import UNDO, Event, Match, demand_masked
from paddock.core.rng import Rng
from paddock.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from tests.conformance.burrow import BURROW_GAME, BURY_ONE, DIG_UP, EAT, REST, Burrow, BurrowGame

BULB, CARROT, TURNIP = range(3)
DEALT = [BULB, CARROT, TURNIP, BULB]  # to seats 0, 1, 0, 1


def begun(*more: int, rounds: int = 2) -> Match:
    """Two badgers with two roots each, about to bury one."""
    return Match(BURROW_GAME, BURROW_GAME.setup(2, rounds=rounds), ScriptedDice([*DEALT, *more]))


def buried(*more: int, rounds: int = 2) -> Match:
    """Seat 0 has a turnip left, seat 1 a carrot; seat 0 is to move."""
    match = begun(*more, rounds=rounds)
    match.play(1, BURY_ONE + BULB)
    match.play(0, BURY_ONE + BULB)
    return match


def test_a_match_begins_with_the_first_decision() -> None:
    match = begun()
    assert match.events == [Event(CHANCE, outcome) for outcome in DEALT]
    assert match.pending == [0, 1]
    assert not match.over


def test_play_returns_the_new_events_with_the_chance_that_follows() -> None:
    match = buried(TURNIP)
    assert match.play(0, DIG_UP) == [Event(0, DIG_UP), Event(CHANCE, TURNIP)]
    assert match.pending == [1]


def test_everybody_sees_what_the_rules_show() -> None:
    match = begun()
    hidden = Event(CHANCE, HIDDEN)
    assert match.sights[0] == [Event(CHANCE, BULB), hidden, Event(CHANCE, TURNIP), hidden]
    assert match.sights[1] == [hidden, Event(CHANCE, CARROT), hidden, Event(CHANCE, BULB)]
    assert match.sights[SPECTATOR] == [hidden] * 4


class OpenBurrow(Burrow):
    """Burying is seen by all, once everybody has."""

    def seen(self, seat: i64, action: i64, viewer: i64) -> i64:
        return action if seat >= 0 else super().seen(seat, action, viewer)


class OpenGame(BurrowGame):
    state = OpenBurrow


def test_a_sealed_choice_is_hidden_until_its_round_closes_and_then_as_seen_says() -> None:
    game = OpenGame()
    match = Match(game, game.setup(2), ScriptedDice(DEALT))
    match.play(1, BURY_ONE + BULB)
    assert match.sights[0][4] == match.sights[SPECTATOR][4] == Event(1, HIDDEN)
    assert match.sights[1][4] == Event(1, BURY_ONE + BULB)
    match.play(0, BURY_ONE + TURNIP)
    assert match.sights[0][4:] == match.sights[1][4:] == [Event(1, BURY_ONE + BULB), Event(0, BURY_ONE + TURNIP)]


def test_a_choice_taken_back_is_never_shown() -> None:
    game = OpenGame()
    match = Match(game, game.setup(2), ScriptedDice(DEALT))
    match.play(1, BURY_ONE + BULB)
    match.undo(1)
    match.play(1, BURY_ONE + CARROT)
    match.play(0, BURY_ONE + TURNIP)
    assert match.sights[0][4:7] == [Event(1, HIDDEN), Event(1, UNDO), Event(1, BURY_ONE + CARROT)]


def test_pending_is_public_though_a_mask_takes_sealed_choices_back() -> None:
    match = begun()
    match.play(0, BURY_ONE + BULB)
    assert match.pending == [1]
    assert match.perspective(1).state.pending() == [0, 1]
    assert match.perspective(0).state.pending() == [1]


def test_a_perspective_imagines_what_its_seat_cannot_tell_from_the_truth() -> None:
    match = buried()
    view = match.perspective(1)
    demand_masked(view.state)
    worlds = {view.imagine(Rng(seed)).key() for seed in range(30)}
    assert len(worlds) > 5
    assert {view.imagine(Rng(seed)).mask(1).key() for seed in range(30)} == {view.state.key()}
    with pytest.raises(ValueError, match="masked"):
        demand_masked(match.state)


@pytest.mark.parametrize(
    ("seat", "action", "said"),
    [
        (0, EAT + BULB, r"^action 1 is not legal for seat 0 now; allowed: rest, eat turnip, dig$"),
        (0, -1, r"^action -1 is not legal for seat 0 now; allowed: rest, eat turnip, dig$"),
        (1, REST, r"^it is not for seat 1 to decide now; waiting for seat 0$"),
        (7, REST, r"^it is not for seat 7 to decide now; waiting for seat 0$"),
        (CHANCE, 0, r"^chance outcome 0 is impossible now; allowed: nothing, no chance event is due$"),
    ],
)
def test_what_is_illegal_is_refused_with_what_is_allowed(seat: int, action: int, said: str) -> None:
    match = buried()
    key, events = match.state.key(), match.events[:]
    with pytest.raises(IllegalAction, match=said):
        match.play(seat, action)
    assert (match.state.key(), match.events) == (key, events)


@pytest.mark.parametrize(("seat", "action"), [(0, float(REST)), (0.0, REST), (0, None), (0.0, UNDO)])
def test_what_is_no_whole_number_is_refused_and_changes_nothing(seat: Any, action: Any) -> None:
    match = buried()
    key, events = match.state.key(), match.events[:]
    with pytest.raises(IllegalAction, match="both whole numbers"):
        match.play(seat, action)
    assert (match.state.key(), match.events) == (key, events)


class Whole:
    """Counts as a whole number, as an array library's integers do."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def test_whatever_counts_as_a_whole_number_is_recorded_as_an_int() -> None:
    match = buried()
    seat: Any = Whole(0)
    action: Any = Whole(REST)
    match.play(seat, action)
    assert [(type(event.seat), type(event.action)) for event in match.events[-1:]] == [(int, int)]


@pytest.mark.parametrize("seat", [99, CHANCE])
def test_nobody_looks_from_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ValueError, match=f"^there is no seat {seat} to look from; there are 0, 1, {SPECTATOR}$"):
        begun().perspective(seat)


def test_nothing_happens_after_the_end() -> None:
    match = buried(rounds=1)
    match.play(0, REST)
    match.play(1, REST)
    assert match.over
    assert match.state.actor == NOBODY
    with pytest.raises(IllegalAction, match="the match is over"):
        match.play(0, REST)


def test_an_impossible_outcome_is_refused_in_a_replay() -> None:
    match = Match.blank(BURROW_GAME, BURROW_GAME.setup(2))
    with pytest.raises(IllegalAction, match=r"^chance outcome 3 is impossible now; allowed: 0, 1, 2$"):
        match.record(Event(CHANCE, 3))
    with pytest.raises(IllegalAction, match="chance is due"):
        match.record(Event(0, REST))


def test_a_decision_can_be_taken_back_and_the_record_grows() -> None:
    match = buried()
    key = match.state.key()
    match.play(0, REST)
    match.undo(0)
    assert match.state.key() == key
    assert match.events[-2:] == [Event(0, REST), Event(0, UNDO)]
    assert match.pending == [0]
    assert Match.replay(match.game, match.setup, match.events).state.key() == key


def test_undo_is_an_event_that_can_be_played() -> None:
    match = buried()
    match.play(0, REST)
    assert match.play(0, UNDO) == [Event(0, UNDO)]


def test_in_an_open_round_a_seat_takes_back_whatever_others_have_sealed() -> None:
    game = BURROW_GAME
    match = Match(game, game.setup(3), SeededDice(1))
    choice = [match.state.legal_actions(seat)[0] for seat in range(3)]
    match.play(2, choice[2])
    expected = match.state.key()
    match.undo(2)
    match.play(0, choice[0])
    match.play(2, choice[2])
    match.undo(0)
    assert match.state.key() == expected
    assert match.pending == [0, 1]
    with pytest.raises(UndoRefused, match="seat 1 cannot take back: chance has spoken since"):
        match.undo(1)


BARRIERS = [
    ("closed", [(1, BURY_ONE + BULB), (0, BURY_ONE + BULB)], 0, "the sealed round has closed"),
    ("closed by another", [(0, BURY_ONE + BULB), (1, BURY_ONE + BULB)], 0, "seat 1 has decided since"),
    ("reveals", [(0, EAT + TURNIP)], 0, "the decision showed something hidden"),
    ("another seat", [(0, REST), (1, DIG_UP)], 0, "chance has spoken since"),
    ("chance", [(0, DIG_UP)], 0, "chance has spoken since"),
]


@pytest.mark.parametrize(("name", "plays", "seat", "why"), BARRIERS, ids=[barrier[0] for barrier in BARRIERS])
def test_undo_stops_at_a_barrier(name: str, plays: list[tuple[int, int]], seat: int, why: str) -> None:
    match = begun(TURNIP, CARROT, BULB) if name.startswith("closed") else buried(TURNIP, CARROT, BULB)
    for play in plays:
        match.play(*play)
    key, events = match.state.key(), match.events[:]
    with pytest.raises(UndoRefused, match=f"^seat {seat} cannot take back: {why}$") as refused:
        match.undo(seat)
    assert refused.value.kind in ("chance", "decided", "shown")
    assert (match.state.key(), match.events) == (key, events)


def test_undo_stops_at_the_decision_of_another_seat() -> None:
    match = Match(BURROW_GAME, BURROW_GAME.setup(3), SeededDice(3))
    for seat in range(3):
        match.play(seat, match.state.legal_actions(seat)[0])
    match.play(0, REST)
    match.play(1, REST)
    with pytest.raises(UndoRefused, match=r"^seat 0 cannot take back: seat 1 has decided since$"):
        match.undo(0)
    match.undo(1)
    match.undo(0)
    with pytest.raises(UndoRefused, match="seat 2 has decided since"):
        match.undo(0)


def test_nothing_to_take_back() -> None:
    match = Match.blank(BURROW_GAME, BURROW_GAME.setup(2))
    for seat in (0, 1, 9, SPECTATOR):
        with pytest.raises(UndoRefused, match="nothing to take back") as refused:
            match.undo(seat)
        assert refused.value.kind == "nothing"
    with pytest.raises(UndoRefused, match="chance takes nothing back"):
        match.undo(CHANCE)


def test_equal_seeds_play_equal_matches() -> None:
    def played(seed: int) -> Match:
        match = Match(BURROW_GAME, BURROW_GAME.setup(3), SeededDice(seed))
        while not match.over:
            seat = match.pending[-1]
            match.play(seat, match.state.legal_actions(seat)[-1])
        return match

    assert played(4).events == played(4).events
    assert played(4).events != played(5).events
