"""Setting: from what is typed on a command line to a game, its seats and its options."""

from __future__ import annotations

from collections.abc import Sequence

from paddock.agents.levels import make
from paddock.core.errors import BadAgent, BadSetup, listed
from paddock.core.game import Game
from paddock.core.setup import Setup
from paddock.core.transcript import plain

USUAL_SEATS = 4
LEVEL = "medium"  # whoever fills the seats that nobody asked for


def usual_seats(game: Game) -> int:
    """Four, or as near to it as the game allows."""
    return min(game.seats, key=lambda seats: abs(seats - USUAL_SEATS))


def players(game: Game, text: str) -> list[str]:
    """Who sits where: `human,hard,random`, a number of seats, or nothing for the usual."""
    text = text.strip()
    if not text or (text.isdecimal() and text.isascii()):
        seats = int(text[:9]) if text else usual_seats(game)
        setup_for(game, seats, [])  # refuses a wrong number before so many are made
        return ["human", *[LEVEL] * (seats - 1)]
    specs = [plain(part) for part in text.split(",")]
    if not all(specs):
        raise BadSetup(f"seats: '{text}' has an empty seat; write them as human,medium,random")
    for spec in specs:
        if not is_human(spec):
            demand_agent(spec)
    return specs


def demand_agent(spec: str) -> None:
    try:
        make(spec)
    except BadAgent as error:
        raise BadAgent(f"{error}; a person is human, or human:Ada") from None


def is_human(spec: str) -> bool:
    """`human`, or `human:Ada`."""
    return spec.partition(":")[0] == "human"


def setup_for(game: Game, seats: int, assignments: Sequence[str]) -> Setup:
    """The setup with each `name=value`, or BadSetup saying what is allowed."""
    known = [option.name for option in game.options]
    given: dict[str, object] = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        name = name.strip()
        if not equals:
            raise BadSetup(f"option '{assignment}' has no value; write it as name=value")
        if name not in known:
            raise BadSetup(f"{game.title} has no option '{name}'; its options: {listed(known, most=40) or 'none'}")
        if name in given:
            raise BadSetup(f"option {name} is given twice")
        given[name] = value.strip()
    return game.setup(seats, **given)
