"""Beside: the engine and the referee play the same game, compared at every event."""

from __future__ import annotations

import random
from collections.abc import Sequence

from paddock.core.state import CHANCE, NOBODY, State
from paddock.games.new_york_zoo import GAME
from tests.games.new_york_zoo.box import TILES
from tests.games.new_york_zoo.referee import Referee

HEAD = ("due", "viewer", "sealed")


def agree(state: State, referee: Referee) -> None:
    """Same position, same decider, same possibilities, same scores and places; nothing lost."""
    written = GAME.position(state)
    expected = referee.position()
    assert set(written) == set(expected) | set(HEAD)
    for field, value in expected.items():
        assert written[field] == value, f"{field} in {referee.phase}: {written[field]} instead of {value}"
    assert state.scores() == referee.scores()
    assert state.places() == referee.places()
    state.check()
    conserved(written)
    if referee.over:
        assert state.actor == NOBODY
        assert state.pending() == []
    elif referee.actor == CHANCE:
        assert state.actor == CHANCE
        chances = list(state.chance())
        assert [GAME.notation(state, CHANCE, outcome) for outcome, _ in chances] == referee.options
        assert len({weight for _, weight in chances}) == 1, "all tiles of a size are equally likely"
    else:
        assert state.pending() == [referee.actor]
        assert notations(state, referee.actor) == sorted(referee.options), f"{referee.phase} of {referee.actor}"
    for seat in range(referee.seats):
        if seat != referee.actor:
            assert state.legal_count(seat) == 0
            assert list(state.legal_actions(seat)) == []


def notations(state: State, seat: int) -> list[str]:
    """What is legal; the list, the count and the single actions must tell the same."""
    actions = list(state.legal_actions(seat))
    assert state.legal_count(seat) == len(actions) == len(set(actions))
    assert [state.action_at(seat, k) for k in range(len(actions))] == actions
    return sorted(GAME.notation(state, seat, action) for action in actions)


def conserved(written: dict[str, object]) -> None:
    """All 45 tiles are somewhere, once."""
    lists: Sequence[str] = [*texts(written["stack"]), *texts(written["hand"])]
    found = [tile for text in [written["undealt"], written["removed"], *lists] for tile in str(text).split()]
    zoos = written["enclosures"]
    assert isinstance(zoos, list)
    found += [one["tile"] for zoo in zoos for one in zoo]
    assert sorted(found) == sorted(TILES), "tiles are lost or doubled"


def texts(some: object) -> list[str]:
    assert isinstance(some, list)
    return [str(one) for one in some]


def step(state: State, referee: Referee, notation: str) -> None:
    """One event for both."""
    if referee.actor == CHANCE:
        outcomes = {GAME.notation(state, CHANCE, outcome): outcome for outcome, _ in state.chance()}
        action = outcomes[notation]
    else:
        action = GAME.parse(state, referee.actor, notation)
    state.apply(referee.actor, action)
    referee.play(notation)


def choose(referee: Referee, rng: random.Random, temper: str) -> str:
    """A random answer; a builder likes tiles, large attractions and never declines, a walker hurries along."""
    options = sorted(referee.options)
    if temper == "builder" and rng.random() < 0.8:
        if referee.phase == "attraction":
            return f"take {max(option.removeprefix('take ') for option in options)}"
        if referee.phase == "place":
            return max(options, key=lambda option: touch(referee, option))
        kept = [option for option in options if option != "decline"]
        return rng.choice(kept)
    if temper == "walker" and referee.phase == "move":
        return "walk" if "walk" in options else options[-1]
    return rng.choice(options)


def touch(referee: Referee, option: str) -> tuple[int, str]:
    """How snugly a piece lies: neighbours of its cells that are not free."""
    free = referee.zoos[referee.actor].free
    cells = [(int(word[1:]) - 1, ord(word[0]) - ord("A")) for word in option.split()[1:]]
    beside = [(r + dr, c + dc) for r, c in cells for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return sum(1 for cell in beside if cell not in free), option


def play_on(state: State, referee: Referee, rng: random.Random, temper: str, limit: int = 6000) -> None:
    """To the end of the game."""
    for _ in range(limit):
        agree(state, referee)
        if referee.over:
            return
        step(state, referee, choose(referee, rng, temper))
    raise AssertionError("the game does not end")
