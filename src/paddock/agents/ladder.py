"""Ladder: which agent a level is, by game and number of seats; chosen by what `paddock arena` measured.

Every level of a game thinks with the same judge. Lower ones look less far and misjudge: what they see is off by a
random bit, never by much, so that they choose what is nearly as good, and seldom what is plainly bad.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from paddock.core.game import Game
from paddock.core.weights import has_weights

LEVELS: Final = ("easy", "medium", "hard", "expert")
Rungs = Mapping[str, str]  # level -> agent

# For games that nobody has taught anything: those of others, and numbers of seats without weights.
UNTAUGHT: Final[Rungs] = {"easy": "greedy", "medium": "uct:200", "hard": "uct:2000", "expert": "uct:20000"}


def zooloretto(seats: int) -> Rungs:
    return {
        "easy": f"net:draws=4,noise={of_share(0.2, seats)},blind=0.6",
        "medium": f"net:draws=6,noise={of_share(0.03, seats)}",
        "hard": "net:turns=2,draws=6,beam=6,seconds=0.09",
        "expert": "net:turns=2,draws=6,beam=6,shots=200,length=6,seconds=0.9",
    }


def o_zoo_le_mio(seats: int) -> Rungs:
    return {
        "easy": f"net:misjudge={of_share(1.4, seats)},noise={of_share(0.5, seats)}",
        "medium": f"net:misjudge={of_share(0.7, seats)},noise={of_share(0.2, seats)}",
        "hard": f"net:misjudge={of_share(0.24, seats)},noise={of_share(0.06, seats)}",
        # With more than two, looking at the next auction too was no better.
        "expert": "net:depth=1,seconds=0.9" if seats == 2 else "net:keep=16,rounds=600",
    }


def new_york_zoo(seats: int) -> Rungs:
    if seats == 1:
        return {
            "easy": "net:places=2,others=2,noise=0.1",
            "medium": "net",
            "hard": "net:beam=2,seconds=0.1",
            "expert": "net:beam=12,seconds=0.9",
        }
    return {
        "easy": f"net:places=2,others=2,noise={of_share(0.4, seats)}",
        "medium": f"net:places=3,noise={of_share(0.08, seats)}",
        "hard": "net:depth=2,seconds=0.09",
        "expert": "net:depth=3,replies=4,seconds=0.9",
    }


# By seats: how far easy, medium and hard misjudge, in points of a hand as a share of the seats; and how often easy
# overlooks something.
MISJUDGED: Final = {3: (0.22, 0.12, 0.05), 4: (0.45, 0.25, 0.1), 5: (0.5, 0.24, 0.08), 6: (0.5, 0.2, 0.07)}
OVERLOOKED: Final = {3: 0.2, 4: 0.4}


def franks_zoo(seats: int) -> Rungs:
    easy, medium, hard = MISJUDGED.get(seats, (0.5, 0.18, 0.06))
    return {
        "easy": f"net:noise={easy},blind={OVERLOOKED.get(seats, 0.5)}",
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
    if taught(game, seats):
        return TAUGHT[game.name](seats)[level]
    return UNTAUGHT[level]


def taught(game: Game, seats: int) -> bool:
    """Do the levels play by the game's own thinker? Otherwise they search with what the game's author knew."""
    return game.name in TAUGHT and (seats in game.unlearned or has_weights(game, seats))
