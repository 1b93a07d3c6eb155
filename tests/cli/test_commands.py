"""The small commands, the words, and the promise that nothing ends in a traceback."""

from __future__ import annotations

import json
import os
import signal
import string
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

import paddock.cli
from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.perft import perft
from tests.cli.conftest import POND, Run
from tests.toy import GAME

ROOT = Path(__file__).parents[2]


def process(home: Path, *args: str, **environment: str) -> subprocess.Popen[bytes]:
    """`paddock` as a real process."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    given = {**os.environ, "PYTHONPATH": path, "PADDOCK_HOME": str(home), "LC_ALL": "C.UTF-8", **environment}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-m", "paddock.cli", *args], env=given, stdin=pipe, stdout=pipe, stderr=pipe,
        preexec_fn=hear_interrupts,
    )  # fmt: skip


def hear_interrupts() -> None:
    """Whoever runs these tests in the background has Ctrl-C ignored, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_help_names_every_command(run: Run) -> None:
    shown = run("--help").stdout
    for command in ("games", "play", "perft", "replay", "verify", "doctor", "bench", "data"):
        assert command in shown


def test_perft_counts_from_the_settled_opening(run: Run) -> None:
    state = Match(GAME, GAME.setup(2, rounds=1), SeededDice(7)).state
    result = run(f"perft {POND} --depth 3 --seats 2 --seed 7 --option rounds=1")
    assert f"pond, 2 seats, seed 7, depth 3: {perft(state, 3)} in " in result.stdout
    divided = run(f"perft {POND} --depth 3 --seats 2 --seed 7 --option rounds=1 --divide").stdout.split("\n")
    assert f"depth 3: {perft(state, 3)} in " in divided[-2]
    assert sum(int(line.rpartition(" ")[2]) for line in divided[:-2]) == perft(state, 3)


def test_a_games_options_are_shown(run: Run) -> None:
    shown = run(f"games {POND} --lang de").stdout
    assert "rounds=2" in shown
    assert "Anzahl der Runden" in shown


@pytest.mark.parametrize("name", ["zooloretto", "new-york-zoo", "franks-zoo"])
def test_a_games_options_are_on_one_screen(run: Run, name: str) -> None:
    shown = run(f"games {name}").stdout
    assert shown.count("\n") < 24
    if name == "zooloretto":
        assert "start_player=random" in shown
        assert "random, 0, 1, 2, 3, 4" in shown
        for animal in ("flamingo", "kangaroo"):
            assert shown.count(animal) == 1


def texts(language: str) -> dict[str, str | dict[str, str]]:
    folder = Path(paddock.cli.__file__).parent
    found: dict[str, str | dict[str, str]] = json.loads((folder / f"{language}.json").read_text("utf-8"))
    return found


def arguments(text: str | Mapping[str, str]) -> set[str]:
    whole = text if isinstance(text, str) else " ".join(text.values())
    return {name for _, name, _, _ in string.Formatter().parse(whole) if name}


def test_both_languages_say_the_same_things() -> None:
    english, german = texts("en"), texts("de")
    assert list(english) == list(german)
    for name, text in english.items():
        assert arguments(text) == arguments(german[name]), name


def test_every_sentence_is_used() -> None:
    sources = "".join(file.read_text("utf-8") for file in Path(paddock.cli.__file__).parent.glob("*.py"))
    for name in texts("en"):
        group = name.rpartition(".")[0]
        called = f'"{name.removesuffix(".not")}"'
        assert called in sources or f'"{group}.{{' in sources or f"'{name}'" in sources, name


WRONG = [
    (),
    ("nonsense",),
    ("play", "chess"),
    ("play", POND, "--seats", "many"),
    ("play", POND, "--seed", "x"),
    ("perft", POND),
    ("perft", POND, "--depth", "-1"),
    ("perft", POND, "--depth", "2", "--seats", "12"),
    ("verify",),
    ("verify", "/"),
    ("verify", "-"),
    ("replay", "/nowhere"),
    ("replay", "-"),
    ("bench",),
    ("bench", "engine", "chess", "--seconds", "0.01"),
    ("games", "chess"),
    ("bench", "engine", "chess", "--interpreted"),
    ("games", "os:path"),
    ("play", ":GAME"),
    ("play", ".:GAME"),
    ("play", POND, "--save", "/"),
    ("play", POND, "--save", "~nosuchuser/x"),
    ("play", POND, "--seats", f"human,uct:{'9' * 5000},random"),
]


@pytest.mark.parametrize("args", WRONG, ids=lambda args: " ".join(args)[:40])
def test_nothing_ends_in_a_traceback(home: Path, args: tuple[str, ...]) -> None:
    child = process(home, *args)
    out, err = child.communicate(b"\xff\xfe nonsense\n", timeout=60)
    assert b"Traceback" not in out + err
    assert child.returncode != 70


def test_what_is_no_archive_makes_no_database(run: Run, home: Path) -> None:
    (home / "letter").write_text("Dear Ada", "utf-8")
    (home / "noise").write_bytes(bytes(range(256)))
    said = {
        "absent": f"{home / 'absent'} cannot be read: no such file or directory",
        "letter": f'{home / "letter"} is no archive: line 1 must be {{"format":"paddock archive 1"}}',
        "noise": f'{home / "noise"} is no archive: line 1 must be {{"format":"paddock archive 1"}}',
    }
    for name, sentence in said.items():
        result = run(f"import {home / name} --db {home / 'new.db'}")
        assert (result.exit_code, result.stderr) == (2, f"paddock: {sentence}\n")
        assert not (home / "new.db").exists()


def test_a_server_says_in_one_sentence_why_it_cannot_use_a_database(home: Path) -> None:
    (home / "letter").write_text("Dear Ada", "utf-8")
    wrong = {
        str(home / "nowhere" / "x.db"): b"its folder does not exist",
        str(home / "letter"): b"it is no SQLite file",
        str(home): b"it is a folder",
        "postgresql://localhost:1/paddock": b"the database cannot be used: ",
    }
    for db, reason in wrong.items():
        child = process(home, "serve", "--no-browser", "--port", "0", "--db", db)
        _, err = child.communicate(timeout=60)
        assert child.returncode == 2
        assert reason in err
        assert err.count(b"\n") == 1
    (home / "file").touch()
    _, err = process(home, "serve", "--no-browser", "--port", "0", XDG_DATA_HOME=str(home / "file")).communicate(
        timeout=60
    )
    assert err == f"paddock: {home / 'file' / 'paddock'}: not a directory\n".encode()


def test_the_example_client_says_what_it_needs() -> None:
    for args in ([], ["http://localhost:8000/"], ["http://localhost:8000/t/abc"]):
        command = [sys.executable, str(ROOT / "examples" / "seat.py"), *args]
        done = subprocess.run(command, capture_output=True, check=False)
        assert done.returncode == 1
        assert done.stderr.startswith(b"usage: python examples/seat.py 'http")
        assert done.stderr.count(b"\n") == 1


def test_no_name_is_no_file(home: Path) -> None:
    _, err = process(home, "verify", "").communicate(timeout=60)
    assert err == b"paddock: no file is named; - reads what is piped in\n"


@pytest.mark.parametrize("seconds", ["inf", "nan", "0", "-1", "1e9"])
def test_a_measurement_takes_a_while_and_ends(run: Run, seconds: str) -> None:
    result = run(f"bench search --seconds {seconds}")
    assert result.exit_code == 2
    assert "is not from 0.01 to 3600" in result.stderr


def test_input_that_is_no_text_is_no_matter(home: Path) -> None:
    child = process(home, "play", POND, "--seats", "human,human", LC_ALL="C", PYTHONIOENCODING="ascii")
    out, err = child.communicate(b"\n\xff\xfe\x00\n\x80\n1\n", timeout=60)
    assert b"Traceback" not in out + err
    assert child.returncode == 0
    assert b"Stopped" in out


def test_an_error_of_ours_is_one_sentence_unless_debugging(home: Path) -> None:
    lines = ["from tests.toy import PondGame", "class Broken(PondGame):", "    def draw(self, *_): return 1 / 0"]
    (home / "broken.py").write_text("\n".join([*lines, "GAME = Broken()"]), "utf-8")
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT), str(home)])
    args = ("play", "broken:GAME", "--seats", "human,human")
    child = process(home, *args, PYTHONPATH=path)
    _, err = child.communicate(b"\n", timeout=60)
    assert child.returncode == 70
    assert err.count(b"\n") == 1
    assert b"ZeroDivisionError division by zero" in err
    _, err = process(home, *args, PYTHONPATH=path, PADDOCK_DEBUG="1").communicate(b"\n", timeout=60)
    assert b"Traceback" in err


@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
def test_interrupting_keeps_the_match(home: Path) -> None:
    child = process(home, "play", POND, "--seats", "human,human", PYTHONUNBUFFERED="1")
    assert child.stdout is not None
    assert child.stdin is not None
    child.stdin.write(b"\n")
    child.stdin.flush()
    shown = b""
    while b"Your choice" not in shown:
        shown += child.stdout.read(1)
    state = Path(f"/proc/{child.pid}/stat")
    while state.exists() and state.read_text().rpartition(")")[2].split()[0] != "S":  # until it sleeps, to be answered
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert b"Go on later with: paddock play tests.toy:GAME --resume" in out
    assert err == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("args", [("games", POND), ("--help",), ("play", "--help")], ids=" ".join)
def test_a_full_disk_is_one_sentence(home: Path, args: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        command = [sys.executable, "-m", "paddock.cli", *args]
        done = subprocess.run(
            command, env={**os.environ, "PYTHONPATH": path}, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr == b"paddock: no space left on device\n"
