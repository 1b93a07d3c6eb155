"""Weights: what a judge has learned, as a file of plain numbers with a checksum and a card that says how it was made.

A game keeps a file for each number of seats in the folder `weights` beside its rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from paddock.core.errors import BadWeights
from paddock.core.net import SCALE, Net, blank, size_of, stored

if TYPE_CHECKING:
    from paddock.core.game import Game

FORMAT = 1


class Weights(NamedTuple):
    """A net, and where it comes from: the command, its seed, commit, CPU time, games and results."""

    game: str
    seats: int
    net: Net
    card: Mapping[str, Any]


def file_of(game: Game, seats: int) -> Path:
    """Where a game keeps what it has learned for so many seats."""
    return game.folder / "weights" / f"{seats}.json"


def has_weights(game: Game, seats: int) -> bool:
    """Has the game learned anything for so many seats?"""
    return game.inputs > 0 and file_of(game, seats).exists()


def net_for(game: Game, seats: int, file: Path | None = None) -> Net:
    """What the game's thinker is made with; a blank net where it needs none."""
    if file is None and seats in game.unlearned:
        return blank(game.inputs)
    return read(file or file_of(game, seats), game.name, seats, game.inputs).net


@lru_cache(maxsize=64)
def read(file: Path, game: str, seats: int, inputs: int) -> Weights:
    """The weights in a file, or BadWeights saying why they are of no use for this game."""
    try:
        data = json.loads(file.read_text("utf-8"))
        numbers, hidden = data["weights"], int(data["hidden"])
        if data["format"] != FORMAT or (data["game"], data["seats"]) != (game, seats):
            raise BadWeights(f"{file} is not for {game} with {seats} seats")
        if data["inputs"] != inputs or len(numbers) != size_of(inputs, hidden):
            raise BadWeights(f"{file} was made for another judge of {game}; `paddock train` makes it anew")
        if data["checksum"] != checksum(numbers):
            raise BadWeights(f"{file} is damaged: its checksum is wrong")
        return Weights(game, seats, stored(inputs, hidden, numbers), data["card"])
    except FileNotFoundError:
        raise BadWeights(f"there are no weights in {file}") from None
    except (ValueError, KeyError, TypeError):
        raise BadWeights(f"{file} holds no weights") from None


def written(game: str, seats: int, net: Net, card: Mapping[str, Any]) -> str:
    """The text of a file of weights."""
    numbers = [round(weight * SCALE) for weight in net.listed()]
    data = {
        "format": FORMAT,
        "game": game,
        "seats": seats,
        "inputs": int(net.inputs),
        "hidden": int(net.hidden),
        "checksum": checksum(numbers),
        "card": dict(card),
    }
    return json.dumps(data, indent=1)[:-2] + ',\n "weights": ' + json.dumps(numbers, separators=(",", ":")) + "\n}\n"


def checksum(numbers: list[int]) -> str:
    """Of the numbers alone: the card may be written on."""
    return sha256(",".join(map(str, numbers)).encode()).hexdigest()
