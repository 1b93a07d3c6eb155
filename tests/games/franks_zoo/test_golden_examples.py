"""What the recorded examples must show, worked by hand from the rulebook."""

from __future__ import annotations

from typing import Any

from paddock.core.match import Match
from paddock.core.state import CHANCE
from paddock.core.transcript import read
from paddock.games.franks_zoo import GAME
from tests.golden import folder


def recorded(name: str) -> Match:
    return read((folder(GAME) / f"example-{name}.txt").read_text("utf-8"))


def before_last_hand(match: Match) -> dict[str, Any]:
    """The position in which the hand that has just been scored began."""
    state = GAME.start(match.setup)
    begun = GAME.position(state)
    for event in match.events:
        leg = state.leg
        state.apply(*event)
        if state.leg != leg and state.leg < match.state.leg:
            begun = GAME.position(state)
    return begun


def test_teams_finishing_first_and_fifth_second_and_fourth_score_5_and_6_and_the_solo_player_7() -> None:
    match = recorded("teams-of-five-score-5-6-7")
    before, after = before_last_hand(match), GAME.position(match.state)
    for seat, sheet in enumerate(after["sheet"]):
        animals = sheet["lions"] + sheet["hedgehog"]
        gained = after["total"][seat] - before["total"][seat] - animals
        assert gained == {1: 5, 5: 5, 2: 6, 4: 6, 3: 7}[sheet["finish"]]


def test_of_two_with_equal_points_the_one_who_stood_worse_is_placed_first() -> None:
    match = recorded("a-tie-lifts-the-one-behind")
    before, after = before_last_hand(match), GAME.position(match.state)
    ties = 0
    for one in range(4):
        for two in range(4):
            if one != two and after["total"][one] == after["total"][two]:
                ties += 1
                assert (after["place"][one] < after["place"][two]) == (before["place"][one] > before["place"][two])
    assert ties


def test_the_asked_for_set_is_the_juniors() -> None:
    for name, ranking in (
        ("a-hedgehog-asked-for-on-two-mice", "2 hedgehog"),
        ("a-mosquito-asks-for-an-elephant", "1 elephant, 1 mosquito"),
    ):
        match = recorded(name)
        position = GAME.position(match.state)
        decisions = [event for event in match.events if event.seat != CHANCE]
        assert position["ranking"] == ranking
        assert position["owner"] == decisions[-2].seat  # who asked
        assert position["place"][decisions[-2].seat] > position["place"][decisions[-1].seat]  # a junior
