"""OpenSpiel's search sits at our tables as an agent, from what its seat may know."""

from __future__ import annotations

import sys

import pytest

import paddock
from paddock.agents import outside
from paddock.core.errors import BadAgent
from paddock.envs.extra import MissingExtra, library
from paddock.envs.rival import OpenSpielAgent

ALL = ["franks-zoo", "new-york-zoo", "o-zoo-le-mio", "zooloretto"]
QUICKLY = "3"  # simulations a decision


@pytest.mark.parametrize("name", ALL)
def test_it_plays_a_whole_match_of_each_game(name: str) -> None:
    options = {"variant": "partners", "target": 1} if name == "franks-zoo" else {}
    seats = paddock.load(name).usual or 2
    agents: list[paddock.Agent | str] = [OpenSpielAgent(QUICKLY), *["random"] * (seats - 1)]
    assert paddock.play(name, agents, seed=1, options=options).over


def test_a_time_becomes_as_many_simulations_as_fit() -> None:
    agent = OpenSpielAgent("0.01s")
    match = paddock.Match("o-zoo-le-mio", 2, seed=1)
    agent.choose(match.perspective(0), paddock.Rng(1))
    assert agent.pace["o-zoo-le-mio"] > 0


def test_it_plays_alone() -> None:
    assert paddock.play("new-york-zoo", [OpenSpielAgent(QUICKLY)], seed=1).over


def test_it_bids_as_the_last_of_a_sealed_round_without_seeing_the_others() -> None:
    """The same perspective, whatever the others have sealed: the same dice give the same bid."""
    bids = set()
    for sealed in (0, 5):
        match = paddock.Match("o-zoo-le-mio", 3, seed=3)
        match.play(0, sealed)
        match.play(1, sealed)
        agent = OpenSpielAgent("60")
        bids.add(agent.choose(match.perspective(2), paddock.Rng(1)))
    assert len(bids) == 1


def test_it_beats_random_play() -> None:
    agent = OpenSpielAgent("40")
    wins = sum(paddock.play("o-zoo-le-mio", [agent, "random"], seed=seed).state.places()[0] == 1 for seed in range(4))
    assert wins >= 3


def test_commands_know_it_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "announced", lambda: {"openspiel": "paddock.envs.rival:OpenSpielAgent"})
    agent = paddock.agent("openspiel:0.25s")
    assert isinstance(agent, OpenSpielAgent)
    assert agent.seconds == 0.25
    assert isinstance(paddock.agent("openspiel"), OpenSpielAgent)
    assert paddock.agent("openspiel:500").simulations == 500  # type: ignore[attr-defined]
    tuned = paddock.agent("openspiel:60,explore=0.7,way=leg")
    assert isinstance(tuned, OpenSpielAgent)
    assert (tuned.exploration, tuned.way) == (0.7, "leg")
    wrong_ones = ("0s", "0", "soon", "10000s", "60,explore=", "60,way=up", "60,way=leg,explore=1")
    for wrong in (f"openspiel:{word}" for word in wrong_ones):
        with pytest.raises(BadAgent, match=f"agent '{wrong}'"):
            paddock.agent(wrong)


def test_the_installed_package_announces_it() -> None:
    outside.announced.cache_clear()
    assert outside.announced()["openspiel"] == "paddock.envs.rival:OpenSpielAgent"


def test_without_openspiel_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "paddock.envs.openspiel", raising=False)
    monkeypatch.delattr("paddock.envs.openspiel", raising=False)
    with pytest.raises(BadAgent, match=r"OpenSpiel is not installed: pip install 'paddock\[openspiel\]'"):
        OpenSpielAgent("0.1s")


@pytest.mark.parametrize("module", ["pettingzoo", "gymnasium", "pyspiel"])
def test_a_missing_library_is_one_sentence(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=r"X is not installed: pip install 'paddock\[x\]'"):
        library(module, "X", "x")
