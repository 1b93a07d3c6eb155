"""Learned weights: what is shipped is whole, and what is damaged or meant for something else is refused."""

import json
from pathlib import Path

import pytest

from paddock.core.errors import BadWeights
from paddock.core.game import Game
from paddock.core.net import SCALE, fresh
from paddock.core.registry import list_games, load
from paddock.core.rng import Rng
from paddock.core.weights import file_of, read, written

SHIPPED = [(game, seats) for game in map(load, list_games()) for seats in game.seats if file_of(game, seats).exists()]
MOST = 2_500_000  # bytes, all together


@pytest.mark.parametrize(("game", "seats"), SHIPPED)
def test_what_is_shipped_fits_its_game_and_says_how_it_was_made(game: Game, seats: int) -> None:
    weights = read(file_of(game, seats), game.name, seats, game.inputs)
    assert weights.net.inputs == game.inputs
    assert {"command", "seed", "commit", "cpu_minutes", "games"} <= set(weights.card)
    assert f"paddock train {game.name} --seats {seats} " in weights.card["command"]


def test_all_weights_together_are_small() -> None:
    assert SHIPPED
    assert sum(file_of(game, seats).stat().st_size for game, seats in SHIPPED) <= MOST


def text() -> str:
    return written("zooloretto", 2, fresh(3, 8, Rng(1)), {"seed": 1})


def test_what_was_written_is_read_again_to_the_nearest_step(tmp_path: Path) -> None:
    net = fresh(3, 8, Rng(1))
    file = tmp_path / "w.json"
    file.write_text(text())
    again = read(file, "zooloretto", 2, 3)
    assert again.card == {"seed": 1}
    assert all(abs(a - b) <= 0.5 / SCALE for a, b in zip(net.listed(), again.net.listed(), strict=True))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seats": 3}, "not for zooloretto with 2 seats"),
        ({"inputs": 4}, "another judge"),
        ({"weights": [1] * 43}, "checksum"),
        ({"weights": [1]}, "another judge"),
        ({"weights": None}, "holds no weights"),
    ],
)
def test_the_wrong_weights_are_refused_in_one_sentence(tmp_path: Path, change: dict[str, object], why: str) -> None:
    file = tmp_path / "w.json"
    file.write_text(json.dumps({**json.loads(text()), **change}))
    with pytest.raises(BadWeights, match=why):
        read(file, "zooloretto", 2, 3)


def test_missing_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="no weights in"):
        read(tmp_path / "none.json", "zooloretto", 2, 3)
