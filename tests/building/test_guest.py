"""A package of somebody's own, really installed: its game and its agent are found wherever one is named."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.building.conftest import ROOT, Run

PROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "guest"
version = "1.0"

[project.entry-points."paddock.games"]
pond = "guest.toy:GAME"

[project.entry-points."paddock.agents"]
last = "guest.player:Last"

[tool.setuptools]
packages = ["guest", "guest.toy"]
package-data = { "guest.toy" = ["*.json"] }
"""
PLAYER = """
class Last:
    def decide(self, perspective, actions, rng):
        return actions[-1]
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pip put it."""
    source, site = tmp_path_factory.mktemp("guest"), tmp_path_factory.mktemp("site")
    (source / "pyproject.toml").write_text(PROJECT)
    shutil.copytree(ROOT / "tests/toy", source / "guest/toy", ignore=shutil.ignore_patterns("__pycache__"))
    for file in (source / "guest/toy").glob("*.py"):
        file.write_text(file.read_text("utf-8").replace("tests.toy", "guest.toy"), "utf-8")
    (source / "guest/__init__.py").touch()
    (source / "guest/player.py").write_text(PLAYER)
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", "--target"]
    subprocess.run([*pip, site, source], check=True, capture_output=True)
    return site


def run(site: Path, *command: str) -> Run:
    return subprocess.run(
        [sys.executable, *command],
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
    )


def test_its_game_and_agent_are_found_from_python(site: Path) -> None:
    code = "import paddock; m = paddock.play('pond', ['last', 'easy'], seed=1); print(paddock.list_games()[-1], m)"
    shown = run(site, "-c", code).stdout
    assert shown.startswith("pond <Match pond, 2 seats, ")
    assert ", over: " in shown


def test_they_are_found_by_the_command_line(site: Path) -> None:
    assert "pond" in run(site, "-m", "paddock", "games").stdout
    run(site, "-m", "paddock", "play", "pond", "--seats", "last,random", "--seed", "1")
    arena = run(site, "-m", "paddock", "arena", "pond", "last", "guest.player:Last", "--deals", "2", "--json").stdout
    assert json.loads(arena)["deals"] == 2
