"""`paddock new-game`: from nothing to terminal, server and bots; the plain face is in tests/browser/test_plain.py."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import paddock
from paddock.agents.ladder import LEVELS
from paddock.core.message import LANGUAGES
from paddock.core.transcript import verify
from tests.server.place import Person, Place

ROOT = Path(__file__).parents[1]
NAME, MODULE, TITLE = "tree-house", "tree_house", "Tree House"


def command(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """`paddock` with these arguments, in that folder."""
    return subprocess.run(
        [sys.executable, "-m", "paddock", *arguments],
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in which somebody has begun a game."""
    folder = tmp_path_factory.mktemp("begun")
    made = command("new-game", NAME, cwd=folder)
    assert (made.returncode, made.stderr) == (0, "")
    assert f"Play it:   paddock play {MODULE}:GAME" in made.stdout
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setenv("PYTHONPATH", str(folder))
        yield folder


@pytest.fixture(scope="module")
def game(home: Path) -> paddock.Game:
    return paddock.load(f"{MODULE}:GAME")


def test_it_brings_tests_that_pass(home: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"test_{MODULE}.py"],
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert "5 passed" in run.stdout


def test_it_obeys_the_laws_and_speaks_both_languages(game: paddock.Game, home: Path) -> None:
    assert set(paddock.check(game).skipped) == {"settle", "observe", "compiled equals interpreted"}
    assert (game.name, game.title, game.folder) == (NAME, TITLE, home / MODULE)
    seen = paddock.Match(game, 2, seed=1).perspective(0).state
    said = [game.words(language).say(game.prompt(seen).choices[0].text) for language in LANGUAGES]
    assert said == ["Draw a snack.", "Zieh ein Futter."]
    assert all(game.guide(language) for language in LANGUAGES)
    assert game.numbered_rules()


@pytest.mark.parametrize("level", [*LEVELS, "greedy", "uct:50"])
def test_agents_play_it(game: paddock.Game, level: str) -> None:
    assert paddock.play(game, [level, "random"], seed=1).over


def test_it_is_played_and_recorded_in_the_terminal(home: Path, tmp_path: Path) -> None:
    run = command(
        "play", f"{MODULE}:GAME", "--seats", "random,easy,medium", "--seed", "1", cwd=home, XDG_STATE_HOME=str(tmp_path)
    )
    assert (run.returncode, run.stderr) == (0, "")
    [record] = tmp_path.rglob("*.txt")
    told = command("verify", str(record), "--game", f"{MODULE}:GAME", cwd=home)
    assert told.returncode == 0, told.stderr


@pytest.mark.asyncio
async def test_two_people_and_a_bot_play_it_on_a_server(game: paddock.Game, home: Path, tmp_path: Path) -> None:
    luck = random.Random(1)
    with Place(tmp_path / "tables.db", games=(f"{MODULE}:GAME",)) as place:
        ada, ben = Person(place, "Ada", "fox"), Person(place, "Ben", "frog")
        table = await ada.create("me open easy", NAME)
        await ben.sit(table)

        async def played(person: Person) -> list[int]:
            async with person.look(table) as line:
                return list((await line.play_on(luck.choice))["table"]["result"]["scores"])

        hers, his = await asyncio.gather(played(ada), played(ben))
        text = (await ada.http("GET", f"/api/tables/{table['table']}/transcript")).text
    verified = verify(text, game)
    assert verified.match is not None
    assert list(map(int, verified.match.state.scores())) == hers == his


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Tree", "a game is called by small letters, digits and hyphens, such as tree-house, not 'Tree'"),
        ("../up", "a game is called by small letters, digits and hyphens, such as tree-house, not '../up'"),
        ("class", "a game is called by small letters, digits and hyphens, such as tree-house, not 'class'"),
        ("zooloretto", "'zooloretto' is taken: choose another name"),
        ("random", "'random' is taken: choose another name"),
    ],
)
def test_a_name_that_will_not_do_is_refused_and_nothing_is_written(tmp_path: Path, name: str, sentence: str) -> None:
    run = command("new-game", name, cwd=tmp_path)
    assert (run.returncode, run.stderr) == (2, f"paddock: {sentence}\n")
    assert list(tmp_path.iterdir()) == []


def test_nothing_that_is_there_is_written_over(home: Path) -> None:
    before = {file: file.read_bytes() for file in home.rglob("*.*") if file.is_file()}
    run = command("new-game", NAME, cwd=home)
    assert (run.returncode, run.stderr) == (2, f"paddock: '{NAME}' is taken: choose another name\n")
    assert {file: file.read_bytes() for file in before} == before


# What tests of the house say about every game; those that play for long, or need a server, are left out.
HOUSE = (
    "tests/conformance", "tests/games", "tests/core/test_registry.py", "tests/core/test_observer.py",
    "tests/core/test_rollout.py", "tests/web/test_words.py", "tests/web/test_types.py", "tests/test_api.py",
)  # fmt: skip
ITS_OWN = "tree or test_words or test_types or test_api"  # what is said of it, and of all games together


@pytest.mark.slow
def test_in_a_checkout_it_is_a_game_of_the_house(tmp_path: Path) -> None:
    for part in ("src", "tests", "tools", "web/src", "web/tests", "web/art", "docs", "bench"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__", "assets", "browser"))
    for file in ("pyproject.toml", "setup.py", "README.md"):
        shutil.copy(ROOT / file, tmp_path / file)
    here = {"PYTHONPATH": f"{tmp_path / 'src'}{os.pathsep}{tmp_path}"}
    made = command("new-game", NAME, cwd=tmp_path, **here)
    assert (made.returncode, made.stderr) == (0, "")
    listed = command("games", NAME, cwd=tmp_path, **here)
    assert TITLE in listed.stdout
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *HOUSE, "-k", ITS_OWN],
        cwd=tmp_path,
        env={**os.environ, **here},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert json.loads((tmp_path / "src/paddock/games" / MODULE / "en.json").read_text("utf-8"))["goal"]
