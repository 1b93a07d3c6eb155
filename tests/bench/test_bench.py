"""The benchmarks print what they promise; how fast they find us is for reading, not for testing."""

from types import ModuleType

import pytest

from paddock.bench import batch, clock, engine, peers, search
from paddock.core.errors import BadSetup, UnknownGame

KEYS = {
    "seats",
    "mean_decisions",
    "inside_decisions_per_s",
    "driven_decisions_per_s",
    "step_decisions_per_s",
    "step_by_decisions_per_s",
    "empty_calls_per_s",
    "copy_inside_ns",
    "copy_python_ns",
}


def test_engine_measures_every_game_and_variant() -> None:
    figures = engine.run(seconds=0.01)
    assert {"franks-zoo", "franks-zoo:simple"} <= set(figures)
    for measured in figures.values():
        assert set(measured) == KEYS
        assert all(value > 0 for value in measured.values())


def test_engine_measures_what_it_is_asked_for() -> None:
    assert list(engine.run(["franks-zoo:simple"], 0.01)) == ["franks-zoo:simple"]


def test_the_interpreted_engine_can_be_measured_too() -> None:
    assert set(engine.run_interpreted(["franks-zoo:simple"], 0.01)["franks-zoo:simple"]) == KEYS


def test_a_wrong_name_says_what_is_allowed() -> None:
    with pytest.raises(UnknownGame, match="franks-zoo"):
        engine.run(["chess"])
    with pytest.raises(BadSetup, match="partners, simple"):
        engine.run(["franks-zoo:solo"])
    with pytest.raises(UnknownGame, match="franks-zoo"):
        engine.run_interpreted(["chess"])


def test_search_counts_simulations() -> None:
    assert search.run(0.01)["franks-zoo"]["simulations_per_s"] > 0


def test_without_the_peer_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> ModuleType:
        raise ImportError(name)

    monkeypatch.setattr(peers, "import_module", missing)
    with pytest.raises(peers.NoPeer, match=r"`make bench` installs it, .* `pip install 'paddock\[peers\]'`"):
        peers.run(0.01)


def test_with_the_peer_both_sides_are_measured() -> None:
    figures = peers.run(0.01)
    assert set(figures) == {"connect_four", "card_game_of_four", "zooloretto"}
    assert set(figures["connect_four"]) == {"mcts_10k", "driven", "stepped_with_masks"}
    for name in ("mcts_10k", "driven"):
        assert set(figures["connect_four"][name]) == {"paddock", "openspiel", "ratio"}
    names = {"paddock", "openspiel", "pettingzoo", "ratio_openspiel", "ratio_pettingzoo"}
    assert set(figures["connect_four"]["stepped_with_masks"]) == names


def test_batches_are_measured_with_all_workers() -> None:
    figures = batch.run(["zooloretto"], 0.01, workers=2)["zooloretto"]
    assert figures["workers"] == 2
    # So short a run cannot tell how long the workers took to start from how long they ran.
    differences = {"start_s", "speed_up_running"}
    assert set(figures) >= {*differences, "speed_up", "speed_up_of_machine"}
    assert all(figures[name] > 0 for name in set(figures) - differences)


def test_the_clock_takes_turns_and_keeps_the_best() -> None:
    turns: list[str] = []

    def work(name: str) -> clock.Work:
        def done() -> int:
            turns.append(name)
            return 1

        return done

    assert all(rate > 0 for rate in clock.rates([work("a"), work("b")], 0.0))
    assert turns == ["a", "a", "b", "b"] * clock.WINDOWS
