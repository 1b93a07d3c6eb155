"""Registry: games are found by folder, and by module where somebody wrote one of his own."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from paddock.core import registry
from paddock.core.errors import StaleBuild, UnknownGame
from paddock.core.game import Game
from paddock.core.registry import list_games, load


@pytest.mark.parametrize("name", list_games())
def test_a_game_is_called_as_its_folder(name: str) -> None:
    game = load(name)
    assert game.name == name
    assert game is load(name)
    assert game.folder == Path(registry.__file__).parent.parent / "games" / name.replace("-", "_")


def test_nothing_is_imported_to_list_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("ant_hill", "bee"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise RuntimeError")
    (tmp_path / "no_game").mkdir()
    monkeypatch.setattr(registry, "GAMES", tmp_path)
    monkeypatch.setattr(registry, "our_games", registry.our_games.__wrapped__)
    assert list_games() == ["ant-hill", "bee"]


def test_a_module_of_ones_own_is_loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "own_zoo.py").write_text("from paddock.core.game import Game\nGAME = Game()\nNUMBER = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert isinstance(load("own_zoo:GAME"), Game)
    for name, why in (("own_zoo:NUMBER", "is not a paddock Game"), ("own_zoo:NONE", "no game at 'own_zoo:NONE'")):
        with pytest.raises(UnknownGame, match=why):
            load(name)
    sys.modules.pop("own_zoo")


@pytest.mark.parametrize("text", ["GAME =", "1 / 0", "import sys; sys.exit(3)"])
def test_a_module_that_fails_is_an_unknown_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str) -> None:
    (tmp_path / "failing_zoo.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownGame, match="'failing_zoo' cannot be imported: "):
        load("failing_zoo:GAME")


@pytest.mark.parametrize("name", [":GAME", ".:GAME"])
def test_what_is_no_module_is_an_unknown_game(name: str) -> None:
    with pytest.raises(UnknownGame, match="cannot be imported"):
        load(name)


def test_a_stale_build_is_told_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def stale(name: str) -> ModuleType:
        raise StaleBuild("run `make build`")

    monkeypatch.setattr(registry, "import_module", stale)
    with pytest.raises(StaleBuild, match="make build"):
        load("own_zoo:GAME")


@pytest.mark.parametrize("name", ["no-such-game", "", "franks_zoo/..", "no_such_module:GAME"])
def test_an_unknown_game_is_refused(name: str) -> None:
    with pytest.raises(UnknownGame, match="no game"):
        load(name)
