"""Levels where nothing is compiled: the same players, who think for less long."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from paddock.agents.ladder import LEVELS, rung
from paddock.agents.levels import make
from paddock.core.registry import list_games, load

ROOT = Path(__file__).parents[2]
SHOW = """
from paddock.agents.ladder import LEVELS, rung
from paddock.core.registry import list_games, load
for name in list_games():
    for seats in load(name).seats:
        for level in LEVELS:
            print(name, seats, level, rung(load(name), seats, level))
"""


def test_interpreted_levels_are_bound_by_little_time_or_little_work() -> None:
    given = {**os.environ, "PADDOCK_ENGINE": "interpreted", "PYTHONPATH": str(ROOT / "src")}
    shown = subprocess.run([sys.executable, "-c", SHOW], env=given, capture_output=True, text=True, check=True).stdout
    specs = {(name, int(seats), level): spec for name, seats, level, spec in map(str.split, shown.splitlines())}
    assert len(specs) == sum(len(load(name).seats) for name in list_games()) * len(LEVELS)
    for spec in specs.values():
        make(spec)  # is an agent
        assert not spec.startswith("net:beam")
        assert "shots" not in spec
        assert not re.fullmatch(r"uct:\d+", spec)
        assert all(float(seconds) <= 0.5 for seconds in re.findall(r"uct:([0-9.]+)s", spec))
        assert all(float(seconds) <= 0.4 for seconds in re.findall(r"seconds=([0-9.]+)", spec))
    easy = {key: spec for key, spec in specs.items() if key[2] == "easy" and spec.startswith("net")}
    assert all(spec == rung(load(name), seats, level) for (name, seats, level), spec in easy.items())
