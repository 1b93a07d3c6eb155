"""Where nothing compiles the package works interpreted, and nothing of an earlier build is left behind."""

import shutil
import subprocess
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from tests.building.conftest import ROOT, Run

BUILD = ("setup.py", "-q", "build_ext", "--inplace")
PLAY = "from paddock.core.rng import Rng; import paddock.core.state as s; print(s.__file__, Rng(1).below(6))"


@pytest.fixture
def earlier(project: Path) -> Path:
    """The copy with the remains of an earlier build."""
    (project / "src/paddock/core/state").with_suffix(EXTENSION_SUFFIXES[0]).write_bytes(b"")
    (project / "src/paddock/built.json").write_text("{}")
    if (ROOT / "build/mypy").exists():  # what mypy knows of the libraries, which takes it longest
        shutil.copytree(ROOT / "build/mypy", project / "build/mypy")
    return project


def assert_it_plays_interpreted(project: Path, python: Callable[..., Run]) -> None:
    assert not [*project.glob("src/**/*.so"), *project.glob("src/**/built.json")]
    assert "state.py" in python("-c", PLAY).stdout


def test_without_a_compiler_it_says_so_in_one_line_and_plays(earlier: Path, python: Callable[..., Run]) -> None:
    run = python(*BUILD, CC="/bin/false")
    assert (run.returncode, run.stdout) == (0, "")
    assert run.stderr == (
        "paddock: not compiled: no C compiler with Python's headers works here; "
        "the interpreted engine plays the same games, slower\n"
    )
    assert_it_plays_interpreted(earlier, python)


def test_without_a_compiler_a_demanded_build_fails(earlier: Path, python: Callable[..., Run]) -> None:
    run = python(*BUILD, CC="/bin/false", PADDOCK_BUILD="compiled")
    assert run.returncode == 1
    assert run.stderr == "paddock: not compiled: no C compiler with Python's headers works here\n"
    assert "state.py" in python("-c", PLAY).stdout


def test_a_compile_that_fails_half_way_leaves_nothing(earlier: Path, python: Callable[..., Run]) -> None:
    compiler = earlier / "half-a-compiler"
    compiler.write_text('#!/bin/sh\ncase "$*" in *__native*) exit 1;; esac\nexec cc "$@"\n')
    compiler.chmod(0o755)
    run = python(*BUILD, CC=str(compiler))
    assert run.returncode == 0
    assert "the interpreted engine plays the same games, slower" in run.stderr
    assert_it_plays_interpreted(earlier, python)


def test_a_type_error_is_shown_and_leaves_nothing(earlier: Path, python: Callable[..., Run]) -> None:
    with (earlier / "src/paddock/core/rng.py").open("a") as file:
        file.write("wrong: int = ''\n")
    run = python(*BUILD)
    assert run.returncode == 0
    assert "Incompatible types in assignment" in run.stdout + run.stderr
    assert "not compiled: mypy found the errors above" in run.stderr
    assert_it_plays_interpreted(earlier, python)


def test_an_environment_that_fails_half_way_leaves_nothing(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    half = tmp_path / "half-a-python"
    half.write_text('#!/bin/sh\ncase "$1" in -m) mkdir -p .venv/bin; touch .venv/bin/python; exit 1;; esac\n')
    half.chmod(0o755)
    run = subprocess.run(["make", ".venv/bin/python", f"PYTHON={half}"], cwd=tmp_path, capture_output=True)
    assert run.returncode == 2
    assert not (tmp_path / ".venv").exists()
