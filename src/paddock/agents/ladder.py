"""Ladder: which agent a level is, by game and number of seats; chosen by what `paddock arena` measured.

Every level of a game thinks with the same judge. Lower ones look less far and misjudge: what they see is off by a
random bit, never by much, so that they choose what is nearly as good, and seldom what is plainly bad.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from paddock.core.game import Game
from paddock.core.source import build_state
from paddock.core.weights import has_weights

LEVELS: Final = ("easy", "medium", "hard", "expert")
# How often a level finishes above the one below it, in percent, and at how many seats: from docs/results.md.
BEATS: Final[Mapping[str, Mapping[str, int]]] = json.loads(Path(__file__).with_name("beats.json").read_text())
Rungs = Mapping[str, str]  # level -> agent

# For games that nobody has taught anything: those of others, and numbers of seats without weights.
UNTAUGHT: Final[Rungs] = {"easy": "greedy", "medium": "uct:200", "hard": "uct:2000", "expert": "uct:20000"}


def zooloretto(seats: int) -> Rungs:
    easy, medium = (0.2, 0.1) if seats == 2 else (0.24, 0.14)
    return {
        "easy": f"net:draws=4,noise={of_share(easy, seats)},blind=0.6",
        "medium": f"net:draws=6,noise={of_share(medium, seats)}",
        "hard": "net:turns=2,draws=6,beam=6,seconds=0.09",
        "expert": "net:turns=2,draws=6,beam=6,shots=200,length=6,seconds=0.9",
    }


# O Zoo le Mio, by seats: how far easy, medium and hard misjudge what a tile is worth to them, and what a placement is.
MISJUDGED: Final[Mapping[int, tuple[float, float, float]]] = {
    2: (1.0, 0.5, 0.2),
    3: (1.4, 0.65, 0.28),
    4: (2.4, 1.0, 0.36),
}
MISPLACED: Final[Mapping[int, tuple[float, float, float]]] = {
    2: (0.2, 0.1, 0.04),
    3: (0.15, 0.08, 0.03),
    4: (0.12, 0.06, 0.03),
}


def o_zoo_le_mio(seats: int) -> Rungs:
    easy, medium, hard = (
        f"net:misjudge={misjudged},noise={misplaced}"
        for misjudged, misplaced in zip(MISJUDGED[seats], MISPLACED[seats], strict=True)
    )
    # With more than two, looking at the next auction too was no better.
    expert = "net:depth=1,seconds=0.9" if seats == 2 else "net:keep=16,rounds=600"
    return {"easy": easy, "medium": medium, "hard": hard, "expert": expert}


def new_york_zoo(seats: int) -> Rungs:
    if seats == 1:
        return {
            "easy": "net:places=2,others=2,noise=0.1",
            "medium": "net",
            "hard": "net:beam=1,seconds=0.1",
            "expert": "net:beam=16,seconds=0.9",
        }
    levels = {
        "easy": f"net:places=2,others=2,noise={of_share(0.4, seats)}",
        "medium": f"net:places=3,noise={of_share(0.16, seats)}",
        "hard": f"net:depth=2,noise={of_share(0.08, seats)},seconds=0.09",
        "expert": "net:depth=5,replies=4,work=1500,seconds=0.9",
    }
    if seats > 2:
        # One answer says little where several follow: each of the others does what seems best to it.
        levels["easy"] = f"net:places=2,others=2,noise={of_share(0.8, seats)}"
        levels["medium"] = f"net:places=3,noise={of_share(0.36, seats)}"
        levels["hard"] = f"net:depth={min(seats, 4)},replies=1,later=1,seconds=0.09"
        levels["expert"] = "net:depth=5,replies=3,later=2,work=1500,seconds=0.9"
    return levels


# Frank's Zoo, by seats: how far easy, medium and hard misjudge, in points of a hand as a share of the seats; and how
# often easy overlooks something.
MISVALUED: Final[Mapping[int, tuple[float, float, float]]] = {
    3: (0.22, 0.12, 0.05),
    4: (0.45, 0.28, 0.1),
    5: (0.5, 0.24, 0.08),
    6: (0.5, 0.2, 0.07),
    7: (0.5, 0.18, 0.06),
}
OVERLOOKED: Final[Mapping[int, float]] = {3: 0.2, 4: 0.4, 5: 0.5, 6: 0.5, 7: 0.5}


def franks_zoo(seats: int) -> Rungs:
    easy, medium, hard = MISVALUED[seats]
    return {
        "easy": f"net:noise={easy},blind={OVERLOOKED[seats]}",
        "medium": f"net:noise={medium}",
        "hard": f"net:noise={hard},nodes=130000,seconds=0.09",
        "expert": "net:worlds=120,prior=30,few=4,belief=1,nodes=1000000,seconds=0.9",
    }


def of_share(amount: float, seats: int) -> float:
    """A misjudgement in proportion to what a seat may hope for, which is one of so many."""
    return round(amount / seats, 4)


TAUGHT: Final[Mapping[str, Callable[[int], Rungs]]] = {
    "zooloretto": zooloretto,
    "o-zoo-le-mio": o_zoo_le_mio,
    "new-york-zoo": new_york_zoo,
    "franks-zoo": franks_zoo,
}


def rung(game: Game, seats: int, level: str) -> str:
    """The agent that plays this level here."""
    spec = TAUGHT[game.name](seats)[level] if taught(game, seats) else UNTAUGHT[level]
    return spec if build_state() == "compiled" else hurried(spec)


# Where nothing is compiled everything takes some fifty times as long, and no decision may take more than 2 s of CPU
# time. Clocks are looked at between pieces of work; those that are too long a piece are left out.
HURRIED: Final = (
    (r"uct:\d+", "uct:0.5s"),
    (r"net:beam=.*", "net"),  # to the end of the solo game
    (r",shots=\d+,length=\d+", ""),  # of Zooloretto, played on
    (r"nodes=1000000", "nodes=20000"),
    (r"seconds=0.9", "seconds=0.4"),
)


def hurried(spec: str) -> str:
    """The same agent in less time."""
    for much, little in HURRIED:
        spec = re.sub(much, little, spec)
    return spec


def taught(game: Game, seats: int) -> bool:
    """Do the levels play by the game's own thinker? Otherwise they search with what the game's author knew."""
    return game.name in TAUGHT and (seats in game.unlearned or has_weights(game, seats))
