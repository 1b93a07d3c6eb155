"""Manner: how the win chances of a game are looked for; chosen by what `python -m trials.calibration` measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Manner(NamedTuple):
    """One game's."""

    pace: int  # decisions thought through that count as a second; most machines manage more
    turns: int = 0  # turns played on beyond the first position that the judge can judge
    noise: float = 0.0  # how far those who play on misjudge: hidden cards would else be played in one way alone
    sharpness: Mapping[int, float] = {}  # by seats: see `sharpened`

    def sharpness_for(self, seats: int) -> float:
        """What was fitted for so many seats, or for the number next to it."""
        return self.sharpness[min(self.sharpness, key=lambda near: abs(near - seats))] if self.sharpness else 1.0


# Judges are taught to care about points and places too, and so think too little of a favourite.
MANNERS: Final[Mapping[str, Manner]] = {
    "zooloretto": Manner(pace=30_000, turns=1, noise=0.02, sharpness={2: 1.64, 3: 1.28, 4: 1.36}),
    "o-zoo-le-mio": Manner(pace=10_000, turns=0, noise=0.02, sharpness={2: 1.3, 3: 1.36, 4: 1.4}),
    "new-york-zoo": Manner(pace=4_000, turns=1, noise=0.02, sharpness={2: 1.1, 3: 1.18, 4: 1.1}),
    "franks-zoo": Manner(pace=150_000, turns=0, noise=0.08, sharpness={3: 1.22, 4: 1.04}),
}
OTHER: Final = Manner(pace=200_000)  # random or guided playouts


def sharpened(shares: list[float], sharpness: float) -> list[float]:
    """The shares with favourites favoured more where sharpness is above 1."""
    powers = [share**sharpness for share in shares]
    total = sum(powers)
    return [power / total for power in powers]
