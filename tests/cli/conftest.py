"""Running `paddock` as a reader of its output would."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from paddock.cli.app import app

POND = "tests.toy:GAME"
Run = Callable[..., Result]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for kept matches, and an English environment of 80 columns."""
    monkeypatch.setenv("PADDOCK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


@pytest.fixture
def run(home: Path) -> Run:
    """Run a command; each further line is typed into it."""

    def call(command: str, *lines: str) -> Result:
        return CliRunner().invoke(app, command.split(), input="".join(f"{line}\n" for line in lines))

    return call
