"""`pip install paddock` is the engine alone; what needs more says in a sentence what to install, or where it works."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import paddock
from paddock.cli import missing

# Prepended to a script: these modules, with all that is in them, are not there.
BLOCK = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named '{{name}}'", name=name)
for name in {names!r}:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Blocked())
"""
EVERY_EXTRA = [*missing.PLAY, *missing.EXTRAS, "uvloop"]
LINUX = ["fcntl", "resource", "termios", "tty", "pwd", "grp", "readline", "uvloop", "syslog", "pty"]
ENGINE = ("core", "games", "search", "agents", "testing")
TERMINAL = ("arena", "cli")


def run_without(names: list[str], code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", BLOCK.format(names=names) + code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def modules(*parts: str) -> list[str]:
    """Every module of these parts of the package."""
    home = Path(paddock.__file__).parent
    return [
        module.name
        for part in parts
        for module in pkgutil.walk_packages([str(home / part)], f"paddock.{part}.")
        if not module.name.endswith("__main__") and module.name != "paddock.cli.archive"  # a server's commands
    ]


def importing(*parts: str) -> str:
    return "\n".join(["import paddock", *(f"import {name}" for name in modules(*parts))])


PLAY = "import paddock; print(paddock.play('franks-zoo', ['random', 'greedy', 'medium'], seed=1).over)"


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_the_engine_needs_no_extra(engine: str) -> None:
    run = run_without(EVERY_EXTRA, f"{importing(*ENGINE)}\n{PLAY}", PADDOCK_ENGINE=engine)
    assert (run.stdout, run.stderr) == ("True\n", "")


def test_engine_and_terminal_import_nothing_that_only_linux_has() -> None:
    run = run_without(LINUX, f"{importing(*ENGINE, *TERMINAL)}\n{PLAY}")
    assert (run.stdout, run.stderr) == ("True\n", "")


def command(*arguments: str) -> str:
    return f"sys.argv = {['paddock', *arguments]!r}; from paddock.cli import main; main()"


def test_a_game_is_played_in_a_terminal_without_what_only_linux_has() -> None:
    run = run_without(LINUX, command("play", "franks-zoo", "--seats", "random,random,random", "--seed", "1"))
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize(
    ("lost", "arguments", "sentence"),
    [
        ("typer", ["games"], "this needs typer, which is not installed: pip install 'paddock[play]'"),
        ("rich", ["games"], "this needs rich, which is not installed: pip install 'paddock[play]'"),
        ("msgspec", ["serve"], "this needs msgspec, which is not installed: pip install 'paddock[play]'"),
        ("uvicorn", ["serve"], "this needs uvicorn, which is not installed: pip install 'paddock[play]'"),
        ("fcntl", ["serve"], "this works on Linux and macOS only: there is no fcntl here"),
    ],
)
def test_a_command_that_lacks_something_says_what(lost: str, arguments: list[str], sentence: str) -> None:
    run = run_without([lost], command(*arguments))
    assert (run.returncode, run.stdout, run.stderr) == (2, "", f"paddock: {sentence}\n")


def test_every_extra_that_is_named_can_be_installed() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    assert {*missing.EXTRAS.values(), "play"} <= set(project["optional-dependencies"])
