"""The rulebook's examples as they come up in real matches: found by playing at random until one shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from paddock.core.match import Event, Match
from paddock.core.setup import Setup
from paddock.core.state import CHANCE
from paddock.core.transcript import write
from paddock.games.franks_zoo import GAME
from tests.golden import random_events

Shows = Callable[[list[str], Match], bool]  # the decisions so far in notation, and the match


def follows(first: str, second: tuple[str, ...]) -> Shows:
    """Is the last decision but passes an answer to this play?"""

    def shows(told: list[str], match: Match) -> bool:
        plays = [notation for notation in told if notation != "pass"]
        return len(plays) >= 2 and plays[-2] == first and plays[-1] in second

    return shows


def team_places(told: list[str], match: Match) -> bool:
    """Did the teams of five finish first and fifth, second and fourth, the solo player third?"""
    sheets = GAME.position(match.state)["sheet"]
    if match.state.leg < 2 or match.state.actor != CHANCE or any(sheet is None for sheet in sheets):
        return False
    pairs = {
        tuple(sorted((sheet["finish"], sheets[sheet["with"]]["finish"])))
        for sheet in sheets
        if isinstance(sheet["with"], int)
    }
    return pairs == {(1, 5), (2, 4)}


def tie(told: list[str], match: Match) -> bool:
    """Has a hand just brought two players level, so that the one who stood worse goes ahead?"""
    if match.state.leg < 2 or match.state.actor != CHANCE:
        return False
    totals = match.state.scores()
    return len(set(totals)) < len(totals)


EXAMPLES: dict[str, tuple[Setup, Shows]] = {
    "two-seals-on-a-seal": (GAME.setup(4, variant="simple"), follows("lay 1 seal", ("lay 2 seal",))),
    "a-polar-bear-on-a-seal": (GAME.setup(4, variant="simple"), follows("lay 1 seal", ("lay 1 polar_bear",))),
    "a-mouse-on-an-elephant": (GAME.setup(4, variant="simple"), follows("lay 1 elephant", ("lay 1 mouse",))),
    "elephant-mosquito-joker-are-three": (
        GAME.setup(4, variant="simple"),
        lambda told, match: told[-1] == "lay 1 elephant, 1 mosquito, 1 joker",
    ),
    "a-hedgehog-asked-for-on-two-mice": (
        GAME.setup(4),
        lambda told, match: told[-3:-1] == ["lay 2 mouse", "ask 1 hedgehog"] and told[-1] == "help 1 hedgehog",
    ),
    "a-mosquito-asks-for-an-elephant": (
        GAME.setup(4),
        lambda told, match: told[-3:] == ["lay 1 elephant", "ask 1 mosquito", "help 1 elephant"],
    ),
    "teams-of-five-score-5-6-7": (GAME.setup(5), team_places),
    "a-tie-lifts-the-one-behind": (GAME.setup(4), tie),
}


def examples() -> Iterator[tuple[str, str]]:
    """Each example's name and transcript, cut right after it."""
    for name, (setup, shows) in EXAMPLES.items():
        yield name, write(found(setup, shows), legal=True)


def found(setup: Setup, shows: Shows) -> Match:
    """The first random match that shows it."""
    seed = 0
    while True:
        seed += 1
        match = Match.blank(GAME, setup)
        told: list[str] = []
        for event in list(random_events(GAME, setup, seed, 1200)):
            told_of(match, event, told)
            match.record(event)
            if told and event.seat != CHANCE and shows(told, match):
                return match


def told_of(match: Match, event: Event, told: list[str]) -> None:
    if event.seat != CHANCE:
        told.append(GAME.notation(match.state, *event))
