"""Both engines in one process, the imports that each part may make, and what doctor says."""

import ast
import json
import sys
from pathlib import Path

import pytest

import paddock.core.rng
import paddock.core.state
from paddock.core.source import PACKAGE, build_state, interpreted


def test_the_interpreted_modules_stand_beside_the_compiled_ones() -> None:
    state, rng = interpreted("paddock.core.state", "paddock.core.rng")
    assert str(state.__file__).endswith("state.py")
    assert state.Rng is rng.Rng is not paddock.core.rng.Rng
    assert sys.modules["paddock.core.state"] is paddock.core.state
    assert interpreted("paddock.core.state") == (state,), "there is one second world"
    first, second = paddock.core.rng.Rng(7), rng.Rng(7)
    assert [first.below(1000) for _ in range(50)] == [second.below(1000) for _ in range(50)]


def test_the_engine_is_the_one_that_the_build_tells_of() -> None:
    assert str(paddock.core.state.__file__).endswith(".py") is (build_state() == "interpreted")


@pytest.mark.parametrize("path", sorted((PACKAGE / "core").glob("*.py")), ids=lambda path: path.name)
def test_the_core_imports_nothing_foreign(path: Path) -> None:
    allowed = {*sys.stdlib_module_names, "librt", "mypy_extensions", "paddock"}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            assert {alias.name.partition(".")[0] for alias in node.names} <= allowed
        if isinstance(node, ast.ImportFrom):
            assert str(node.module).partition(".")[0] in allowed


def test_doctor_tells_version_engine_and_games(capsys: pytest.CaptureFixture[str]) -> None:
    from paddock.cli.doctor import doctor
    from paddock.core.registry import list_games

    assert doctor(json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["version"] == "0.1.0"
    assert found["compiled"] is (build_state() == "compiled")
    assert [game["name"] for game in found["games"]] == list_games()
    assert doctor() == 0
    assert "engine" in capsys.readouterr().out


def test_doctor_leaves_out_what_is_not_installed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from paddock.cli import doctor

    installed = doctor.installed
    monkeypatch.setattr(doctor, "installed", lambda name: None if name == "mypy" else installed(name))
    assert doctor.doctor() == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("with")]
    assert line.split() == ["with", "librt", installed("librt")]
