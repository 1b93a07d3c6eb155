"""`paddock arena` and what `paddock doctor` says of players, as a reader of their output sees them."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

BOUT = "arena zooloretto greedy random --deals 1 --seed 3"


def test_the_arena_prints_what_a_program_can_read(run: Run) -> None:
    found = json.loads(run(f"{BOUT} --json").stdout)
    assert found["agents"] == ["greedy", "random"]
    assert found["pairwise"]["greedy>random"] == {"rate": 1.0, "low": 0.025, "high": 1.0}
    assert set(found["first"]) == set(found["ms_per_decision"]) == set(found["ratings"]) == {"greedy", "random"}
    assert found["deals"] == 1


def test_the_arena_writes_a_page_and_a_log(run: Run, tmp_path: Path) -> None:
    page, log = tmp_path / "page.html", tmp_path / "logs" / "log.jsonl"
    shown = run(f"{BOUT} --report {page} --log {log}")
    assert shown.exit_code == 0
    assert "greedy > random" in shown.stdout
    assert "<svg" in page.read_text()
    assert len(log.read_text().splitlines()) == 2


def test_without_openskill_the_arena_says_so_and_goes_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paddock.arena.rating.find_spec", lambda name: None)
    shown = run(f"{BOUT} --json")
    assert shown.exit_code == 0
    assert "ratings" not in json.loads(shown.stdout)
    assert "pip install 'paddock[arena]'" in shown.stderr


def test_without_ray_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paddock.agents.cluster.find_spec", lambda name: None)
    for command in (f"{BOUT} --ray", "train zooloretto --minutes 0.01 --ray", "serve --port 0 --no-browser --think"):
        shown = run(f"{command} 127.0.0.1:1")
        assert shown.exit_code == 2
        assert "pip install 'paddock[ray]'" in shown.stderr


def test_workers_and_a_cluster_exclude_each_other(run: Run) -> None:
    shown = run(f"{BOUT} --workers 2 --ray auto")
    assert shown.exit_code == 2
    assert "give one of them" in shown.stderr


def test_doctor_names_who_plays_where_nothing_was_learned(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paddock.agents.ladder.has_weights", lambda game, seats: seats != 4)
    found = json.loads(run("doctor --json").stdout)
    (zooloretto,) = [sentence for sentence in found["fallbacks"] if sentence.startswith("Zooloretto ")]
    assert "with 4 seats has no weights" in zooloretto
    assert "easy is greedy, medium is uct:200, hard is uct:2000, expert is uct:20000 there" in zooloretto
    assert zooloretto in " ".join(run("doctor").stdout.split())
