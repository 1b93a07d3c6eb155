"""Training learns, can be killed, and goes on where it was."""

from pathlib import Path

import pytest

from paddock.agents.levels import make
from paddock.arena import train
from paddock.arena.deal import play_deal
from paddock.arena.result import above
from paddock.arena.train import TRACE, Training, install
from paddock.core.errors import BadSetup
from paddock.core.weights import read


def test_a_game_without_a_judge_cannot_be_learned(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="no judge"):
        Training("tests.toy:GAME", 3, 1, 1, tmp_path)


def test_a_game_of_hidden_hands_learns_every_variant_from_its_decisions(tmp_path: Path) -> None:
    training = Training("franks-zoo", 4, 1, 3, tmp_path)
    assert {setup.options["variant"] for setup in training.setups} == {"partners", "simple"}
    training.save()
    ignorant = tmp_path / "ignorant.json"
    ignorant.write_text(training.weights_file.read_text())
    for _ in range(400):
        training.study(0.003)
    assert training.learner.open == training.learner.notes > 0, "every decision was resolved"
    training.save()
    read.cache_clear()
    agents = [make(f"net@{training.weights_file}"), make(f"net@{ignorant}")]
    games = [
        each
        for deal in range(4)
        for each in play_deal(training.game, training.setup, agents, [0, 1, 0, 1], f"t {deal}")
    ]
    assert (above(games, 0, 1) or 0) >= 0.75


def test_what_is_learned_beats_what_is_not_and_survives_a_kill(tmp_path: Path) -> None:
    training = Training("o-zoo-le-mio", 2, 1, 3, tmp_path)
    training.save()
    ignorant = tmp_path / "ignorant.json"
    ignorant.write_text(training.weights_file.read_text())
    for _ in range(400):
        training.study(0.003)
    training.save()

    again = Training("o-zoo-le-mio", 2, 1, 3, tmp_path)
    assert again.resume()
    assert again.games == training.games == 400
    assert again.learner.memory() == training.learner.memory()
    for each in (training, again):
        each.study(0.003)
    assert again.learner.memory() == training.learner.memory()

    read.cache_clear()
    agents = [make(f"net@{training.weights_file}"), make(f"net@{ignorant}")]
    games = [
        each for deal in range(10) for each in play_deal(training.game, training.setup, agents, [0, 1], f"t {deal}")
    ]
    assert (above(games, 0, 1) or 0) >= 0.8
    assert read(training.weights_file, "o-zoo-le-mio", 2, training.game.inputs).card["games"] == 400


def test_installed_weights_tell_on_their_card_how_they_did_against_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    training = Training("o-zoo-le-mio", 2, 1, 3, tmp_path)
    for _ in range(60):
        training.study(0.003)
    own = tmp_path / "own" / "2.json"
    monkeypatch.setattr(train, "file_of", lambda game, seats: own)
    monkeypatch.setattr(train, "CROSS", 4)
    assert install(training) == own
    greedy, before, *changed = read(own, "o-zoo-le-mio", 2, training.game.inputs).card["cross_table"]
    assert (greedy["against"], before["against"]) == ("greedy", "the weights before")
    assert [row["options"] for row in changed] == [{"rule_set": "reference_manual"}, {"rule_set": "professional"}]
    # So little learning loses to the weights that we ship, and the intervals are those of four deals.
    assert before["rate"] <= 0.25 < greedy["rate"]
    assert before["low"] <= before["rate"] <= before["high"]
    assert greedy["deals"] == before["deals"] == 4


def test_a_lesson_from_elsewhere_changes_as_much_as_a_game_here(tmp_path: Path) -> None:
    here, elsewhere = (Training("o-zoo-le-mio", 2, 1, 3, tmp_path) for _ in range(2))
    before = here.learner.judge.net.listed()
    here.study(0.003)
    lesson = elsewhere.learner.lesson(elsewhere.play(), TRACE)
    assert elsewhere.learner.judge.net.listed() == before
    elsewhere = Training("o-zoo-le-mio", 2, 1, 3, tmp_path)
    elsewhere.learner.take(lesson, 0.003)
    assert here.learner.judge.net.listed() != before
    assert elsewhere.learner.judge.net.listed() == pytest.approx(here.learner.judge.net.listed(), abs=1e-9)
