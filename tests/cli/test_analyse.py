"""`paddock analyse`: tables and JSON of a recorded match, and one sentence for what cannot be analysed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import paddock
from tests.cli.conftest import Run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(paddock.write(paddock.play("o-zoo-le-mio", ["random", "random"], seed=1)), "utf-8")
    return path


def test_it_prints_the_same_json_as_python_finds(run: Run, file: Path) -> None:
    shown = run(f"analyse {file} --budget 0.0005s --seed 3 --json")
    assert shown.exit_code == 0
    found = paddock.analyse(paddock.read(file.read_text("utf-8")), 0.0005, 3)
    assert json.loads(shown.stdout) == json.loads(json.dumps(found.as_json()))


@pytest.mark.parametrize(("language", "words"), [("en", ["luck", "own choices"]), ("de", ["Glück", "eigene Züge"])])
def test_people_get_tables_in_their_language(run: Run, file: Path, language: str, words: list[str]) -> None:
    shown = run(f"analyse {file} --budget 0.0005 --lang {language}")
    assert shown.exit_code == 0
    assert all(word in shown.stdout for word in words)


@pytest.mark.parametrize("budget", ["0", "0s", "soon", "-1s", "1e3", "3601s", "nan"])
def test_an_odd_budget_gets_one_sentence(run: Run, file: Path, budget: str) -> None:
    shown = run(f"analyse {file} --budget={budget}")
    assert shown.exit_code == 2
    assert "such as 0.1s" in shown.stderr
    assert len(shown.stderr.splitlines()) == 1


def test_what_one_seat_saw_cannot_be_analysed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "seen.txt"
    path.write_text(paddock.write(paddock.play("franks-zoo", ["random"] * 3, seed=1), viewer=1), "utf-8")
    shown = run(f"analyse {path}")
    assert shown.exit_code == 2
    assert "only a whole transcript can be analysed" in shown.stderr
