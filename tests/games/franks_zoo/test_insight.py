"""The insight into Frank's Zoo is the one that agents get, and it knows a good hand from a bad one."""

from __future__ import annotations

from paddock.core.insight import prospects
from paddock.games.franks_zoo import GAME
from paddock.games.franks_zoo.insight import FranksZooInsight
from tests.games.franks_zoo.positions import table


def test_agents_ask_the_games_own_insight() -> None:
    assert isinstance(GAME.insight(), FranksZooInsight)


def test_who_has_one_animal_left_has_better_prospects_than_who_has_six() -> None:
    at = table(["2 elephant", "1 fish, 1 perch, 1 mosquito, 1 hedgehog, 1 lion, 1 mouse", "2 fish, 1 seal, 1 fox"])
    good, bad, middling = prospects(GAME.insight(), at.state)
    assert good > middling > bad


def test_a_lone_joker_is_worse_than_a_single_fish() -> None:
    joker, fish, _ = prospects(GAME.insight(), table(["1 joker", "1 fish", "1 lion, 2 seal, 1 fox"], actor=1).state)
    assert fish > joker
