"""A tile set that cannot be played with is refused when it is loaded, with its faults named."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paddock.core.source import PACKAGE


def without_a_tile(data: dict[str, Any]) -> None:
    del data["tiles"][3]


def with_a_strange_edge(data: dict[str, Any]) -> None:
    data["tiles"][0]["paths"] = [["AN", "XX"]]


def with_too_few_coins(data: dict[str, Any]) -> None:
    data["rule_sets"]["standard"]["coin_limit"] = 10


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (without_a_tile, "there must be 25, there are 24"),
        (with_a_strange_edge, "'XX' is no edge"),
        (with_too_few_coins, "coin_limit cannot be 10"),
    ],
)
def test_a_broken_tile_set_is_refused_in_one_sentence(
    tmp_path: Path, spoil: Callable[[dict[str, Any]], None], said: str
) -> None:
    shutil.copytree(PACKAGE, tmp_path / "paddock", ignore=shutil.ignore_patterns("*.so", "built.json", "__pycache__"))
    file = tmp_path / "paddock" / "games" / "o_zoo_le_mio" / "data.json"
    data = json.loads(file.read_text("utf-8"))
    spoil(data)
    file.write_text(json.dumps(data), "utf-8")
    for command in (["games"], ["play", "o-zoo-le-mio"], ["data", "check", str(file)]):
        done = subprocess.run(
            [sys.executable, "-c", "from paddock.cli import main; main()", *command],
            env={**os.environ, "PYTHONPATH": str(tmp_path), "PADDOCK_ENGINE": "interpreted"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode in (1, 2), done.stderr
        assert said in " ".join((done.stdout + done.stderr).split())
        assert "Traceback" not in done.stderr
