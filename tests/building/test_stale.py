"""A compiled module is used only while its source is the one it was made of."""

import json
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import source_hash
from pathlib import Path

import pytest

from tests.building.conftest import Run

RNG = "src/paddock/core/rng.py"


@pytest.fixture
def built(project: Path) -> Path:
    """The copy as after a build of one module; what stands for the compiled module cannot be imported."""
    source = project / RNG
    source.with_suffix(EXTENSION_SUFFIXES[0]).write_bytes(b"")
    record = {"suffix": EXTENSION_SUFFIXES[0], "sources": {"core/rng.py": source_hash(source.read_bytes()).hex()}}
    (project / "src/paddock/built.json").write_text(json.dumps(record))
    return project


def state(python: Callable[..., Run], **environment: str) -> Run:
    return python("-c", "from paddock.core.source import build_state as state; print(state())", **environment)


def test_a_fresh_build_is_compiled(built: Path, python: Callable[..., Run]) -> None:
    assert state(python).stdout == "compiled\n"


def test_an_edited_source_is_refused_in_one_sentence(built: Path, python: Callable[..., Run]) -> None:
    with (built / RNG).open("a") as file:
        file.write("# edited\n")
    sentence = "the compiled engine is stale: core/rng.py changed since; run `make build`"
    assert state(python).stderr.endswith(f"StaleBuild: {sentence}\n")
    assert python("-c", "import paddock").returncode == 0, "the package can still say what is wrong"
    assert python("-c", "import paddock.core.state").stderr.endswith(f"StaleBuild: {sentence}\n")


@pytest.mark.parametrize("lost", [RNG, RNG.replace(".py", EXTENSION_SUFFIXES[0])])
def test_a_lost_file_is_refused(built: Path, python: Callable[..., Run], lost: str) -> None:
    (built / lost).unlink()
    assert "core/rng.py changed since" in state(python).stderr


def test_an_edited_source_can_be_run_interpreted(built: Path, python: Callable[..., Run]) -> None:
    with (built / RNG).open("a") as file:
        file.write("print('the source ran')\n")
    run = python("-c", "import paddock.core.state", PADDOCK_ENGINE="interpreted")
    assert run.stdout == "the source ran\n"
    assert state(python, PADDOCK_ENGINE="interpreted").stdout == "interpreted\n"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "\0"])
def test_a_damaged_record_is_refused_in_one_sentence(built: Path, python: Callable[..., Run], text: str) -> None:
    (built / "src/paddock/built.json").write_text(text)
    sentence = "StaleBuild: built.json is damaged; run `make build`\n"
    assert state(python).stderr.endswith(sentence)
    assert python("-c", "import paddock").returncode == 0, "the package can still say what is wrong"
    assert python("-c", "import paddock.core.state").stderr.endswith(sentence)
    assert state(python, PADDOCK_ENGINE="interpreted").stdout == "interpreted\n"


@pytest.mark.parametrize("record", [None, {"suffix": ".another-python.so", "sources": {}}])
def test_compiled_modules_without_a_record_for_this_python_are_left_alone(
    built: Path, python: Callable[..., Run], record: object
) -> None:
    if record:
        (built / "src/paddock/built.json").write_text(json.dumps(record))
    else:
        (built / "src/paddock/built.json").unlink()
    assert state(python).stdout == "interpreted\n"
    assert python("-c", "import paddock.core.rng as rng; print(rng.__file__)").stdout.endswith("rng.py\n")


def test_the_tests_refuse_a_stale_build(built: Path, python: Callable[..., Run]) -> None:
    (built / "tests").mkdir()
    (built / "tests/conftest.py").write_text((Path(__file__).parents[1] / "conftest.py").read_text())
    (built / "tests/test_nothing.py").write_text("def test_nothing() -> None: ...\n")
    (built / RNG).write_text("")
    run = python("-m", "pytest", "-q", "tests")
    assert run.returncode == 4
    assert "run `make build`" in run.stderr
