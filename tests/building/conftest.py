"""The build recipe, and copies of the package to break."""

import os
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

Run = subprocess.CompletedProcess[str]


@pytest.fixture(scope="session")
def recipe() -> dict[str, Any]:
    """The names of `setup.py`."""
    return runpy.run_path(str(ROOT / "setup.py"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project as it is checked out, with the kernel and no game, so that it compiles quickly."""
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, tmp_path)
    unwanted = shutil.ignore_patterns("*.so", "*.pyd", "built.json", "__pycache__")
    for part in ("core", "games/__init__.py", "__init__.py"):
        source, copy = ROOT / "src/paddock" / part, tmp_path / "src/paddock" / part
        if source.is_dir():
            shutil.copytree(source, copy, ignore=unwanted)
        else:
            copy.parent.mkdir(exist_ok=True)
            shutil.copy(source, copy)
    return tmp_path


@pytest.fixture
def python(tmp_path: Path) -> Callable[..., Run]:
    """Run Python in the copy, with only the copy's package in sight."""

    def run(*arguments: str, **environment: str) -> Run:
        clean = {key: value for key, value in os.environ.items() if not key.startswith("PADDOCK_")}
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env={**clean, "PYTHONPATH": str(tmp_path / "src"), **environment},
            capture_output=True,
            text=True,
        )

    return run
