"""The trials run as programs of their own, and notice what would be wrong."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from paddock.server.entry import Played, encoder
from paddock.server.store.store import Row
from trials import faults
from trials.command import report
from trials.faults import Ledger

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("db", ["sqlite", "postgres"])
def test_a_killed_server_loses_nothing(db: str) -> None:
    figures = faults.run(trials=20, db=db)
    assert figures["trials"] == 20
    assert figures["acknowledged"] > 0
    assert figures["slowest_restart_s"] > 0
    assert [figures[fault] for fault in ("lost", "doubled", "gaps", "refused")] == [0, 0, 0, 0]


def row(version: int, command: str, seat: int, action: int) -> Row:
    body = Played(at=0, seat=seat, events=[(seat, action)], rolled=0, id=command)
    return Row("table", version, encoder.encode(body), None, None, 0, None)


def test_the_audit_finds_every_kind_of_fault() -> None:
    ledger = Ledger(promised={"a": (0, 2, 1), "b": (1, 1, 2)})
    assert ledger.enter([row(1, "a", 0, 2), row(2, "b", 1, 1)]) == (0, 0)
    assert ledger.settle() == 0

    ledger.promised["c"] = (0, 1, 3)
    assert ledger.enter([]) == (0, 0)
    assert ledger.settle() == 1  # never entered

    ledger.promised |= {"d": (0, 1, 5), "e": (1, 0, 5)}
    assert ledger.enter([row(5, "d", 0, 2), row(6, "e", 1, 0), row(7, "b", 1, 1)]) == (1, 2)  # b again; 3 and 4 missing
    assert ledger.settle() == 2  # d is another action, e came after it was acknowledged


TRIALS = ("faults", "keys", "pair", "restarts", "simulation", "secrets", "fairness")


def run(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-m", f"trials.{module}", *arguments]
    return subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("module", TRIALS)
def test_every_trial_explains_its_options(module: str) -> None:
    told = run(module, "--help")
    assert (told.returncode, told.stderr) == (0, "")
    assert "--json" in told.stdout


def test_a_trial_prints_its_figures_as_json() -> None:
    done = run("secrets", "--comparisons", "40", "--seed", "3", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads(done.stdout)
    assert figures["leaks"] == 0
    assert figures["comparisons"] >= 40


def test_a_broken_promise_is_an_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert report({"lost": 0, "violations": []}, True, "lost", "violations") == 0
    assert report({"lost": 1, "violations": []}, True, "lost", "violations") == 1
    assert report({"lost": 0, "violations": ["seed 3"]}, False, "lost", "violations") == 1
    assert "seed 3" in capsys.readouterr().out


def test_no_trial_is_installed() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert config["tool"]["setuptools"]["packages"]["find"]["where"] == ["src"]
    assert not [path.name for path in (ROOT / "src/paddock/bench").glob("*.py") if path.stem in TRIALS]
