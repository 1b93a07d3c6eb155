"""Rollouts: whole games by chance or by the quick policy; workers change nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import paddock
from tests.toy import PondGame

ALL = paddock.list_games()

WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: paddock.rollouts("zooloretto", -1), "n must be a whole number of at least 0, not -1"),
    (lambda: paddock.rollouts("zooloretto", 1, workers=0), "workers must be"),
    (lambda: paddock.rollouts("zooloretto", 1, policy="best"), "no policy is called 'best'"),  # type: ignore[arg-type]
    (lambda: paddock.rollouts("zooloretto", 1, seed=1.5), "whole number, not 1.5"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "sentence"), WRONG)
def test_wrong_arguments_get_one_sentence(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(paddock.PaddockError, match=re.escape(sentence)):
        call()


@pytest.mark.parametrize("name", ALL)
def test_rollouts_are_whole_games_and_workers_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = paddock.rollouts(name, 5, seed=3)
    assert len(alone.scores) == len(alone.places) == 5
    assert all(min(places) == 1 for places in alone.places)
    monkeypatch.setattr("paddock.core.rollout.PIECE", 2)
    assert paddock.rollouts(name, 5, seed=3, workers=2) == alone
    assert paddock.rollouts(name, 5, seed=4) != alone


def test_the_quick_policy_plays_better_than_chance() -> None:
    random, quick = (paddock.rollouts("zooloretto", 200, policy=policy) for policy in ("random", "quick"))
    assert sum(map(sum, quick.scores)) > sum(map(sum, random.scores))


SCRIPT = """
import paddock
print(paddock.rollouts("franks-zoo", 300, seed=1, workers=2) == paddock.rollouts("franks-zoo", 300, seed=1))
"""


def run(*command: str, given: str = "") -> str:
    """What a Python prints, its complaints included."""
    done = subprocess.run([sys.executable, *command], input=given, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_a_script_may_ask_for_workers_on_its_first_line(tmp_path: Path) -> None:
    script = tmp_path / "flat.py"
    script.write_text(SCRIPT)
    assert run(str(script)) == run("-c", SCRIPT) == run("-", given=SCRIPT) == "True\n"


def test_a_game_that_workers_cannot_import_is_refused_in_one_sentence() -> None:
    own = "from tests.toy import PondGame\nclass Mine(PondGame): pass\nimport paddock\n"
    said = run("-c", f"{own}paddock.rollouts(Mine(), 300, workers=2)").splitlines()[-1]
    assert said.endswith("a game that is in the script itself: put it into a module of its own")


class Fatal(PondGame):
    """Ends the process that begins it."""

    def start(self, setup: paddock.Setup) -> paddock.State:
        os._exit(3)


class Loud(PondGame):
    """Prints where a worker answers."""

    def start(self, setup: paddock.Setup) -> paddock.State:
        print("a line of somebody's own")
        return super().start(setup)


def test_a_worker_that_ends_is_told_of_in_one_sentence() -> None:
    with pytest.raises(paddock.PaddockError, match="a worker of these rollouts ended with exit code 3"):
        paddock.rollouts(Fatal(), 300, workers=2)


def test_what_a_game_prints_does_not_come_between_the_answers() -> None:
    assert paddock.rollouts(Loud(), 300, workers=2) == paddock.rollouts(Loud(), 300)
