"""Positions: short words for whole positions of Zooloretto, and a table to play them on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from paddock.core.dice import ScriptedDice
from paddock.core.errors import IllegalAction
from paddock.core.match import Match
from paddock.core.state import CHANCE, State
from paddock.games.zooloretto import GAME
from tests.games.zooloretto.referee import (
    NAMES,
    PENS,
    STALLS,
    TYPES,
    TYPES_IN_PLAY,
    Tiles,
    box,
    conserved,
    everywhere,
    row,
    tiles,
    type_of,
    words,
)

FIVE_TYPES = "flamingo+camel+leopard+elephant+panda"


def zoo(
    e4: str = "",
    e5: str = "",
    e6: str = "",
    *,
    x1: str = "unbuilt",
    x2: str = "unbuilt",
    barn: str = "",
    coins: int = 2,
) -> dict[str, Any]:
    """One player's zoo in words."""
    return {"e4": e4, "e5": e5, "e6": e6, "x1": x1, "x2": x2, "barn": barn, "coins": coins}


def position(zoos: Sequence[Mapping[str, Any]], **changes: Any) -> dict[str, Any]:
    """A whole legal position with these zoos; fields given by name are taken as they are.

    The tiles that are named nowhere are undrawn; with `left` only so many of them (never a coin, if it can be) and the
    others have left the game. Money that is named nowhere is the bank's; with `bank` it is the last seat's.
    `turned` coin tiles have become money. Types in play are those named, then those first in the box.
    """
    n = len(zoos)
    left = changes.pop("left", None)
    turned = changes.pop("turned", 0)
    actor = changes.pop("actor", 0)
    made: dict[str, Any] = {
        "seats": n,
        "actor": actor,
        "due": 0,
        "leg": 0,
        "viewer": "whole",
        "sealed": ["open"] * n,
        "phase": "main",
        "types": "",
        "turn": actor if isinstance(actor, int) else "none",
        "stall_to_barn": True,
        "unlimited_bank": False,
        "show_tiles_left": True,
        "bank": 0,
        "streak": 0,
        "undrawn": "",
        "gone": "",
        "revealed": "none",
        "carried": "",
        "trucks": [""] * 5,
        "coins": [one["coins"] for one in zoos],
        **{place.lower(): [one[place.lower()] for one in zoos] for place in PENS},
        "barn": [one["barn"] for one in zoos],
    }
    unknown = set(changes) - set(made)
    assert not unknown, f"no such field: {unknown}"
    made.update(changes)
    made["trucks"] = [*made["trucks"], *[""] * (5 - len(made["trucks"]))]
    named = everywhere(made)
    if "types" not in changes:
        made["types"] = ", ".join(types_with((type_of(name) for name in named if named[name]), n))
    rest = unnamed(named, row(made["types"]))
    assert rest["coin"] >= turned, "more coin tiles than there are"
    rest["coin"] -= turned
    if "undrawn" in changes:
        made["gone"] = words(tiles(made["gone"]) + rest)
    else:
        stay = list((+rest).elements()) if left is None else sorted(rest.elements(), key=NAMES.index)[:left]
        made["undrawn"] = words(stay)
        made["gone"] = words(tiles(made["gone"]) + (rest - Counter(stay)))
    spare = 30 + turned - made["bank"] - sum(made["coins"])
    if "bank" not in changes:
        made["bank"] = spare
    else:
        made["coins"][-1] += spare
    assert made["bank"] >= 0, "more coins than there are"
    return made


def types_with(named: Iterable[str], seats: int) -> list[str]:
    """The types of a game in which these are in play."""
    wanted = set(named) - {""}
    wanted |= set([kind for kind in TYPES if kind not in wanted][: TYPES_IN_PLAY[seats] - len(wanted)])
    assert len(wanted) == TYPES_IN_PLAY[seats], "too many types"
    return [kind for kind in TYPES if kind in wanted]


def unnamed(named: Tiles, types: Sequence[str]) -> Tiles:
    """The square tiles that lie nowhere yet; bred animals are squares, offspring are not."""
    rest = box(types)
    for name, number in named.items():
        square = {" m": " M", " f": " F", " O": None}.get(name[-2:], name[-2:])
        if square is not None:
            rest[name[:-2] + square] -= number
    assert min(rest.values()) >= 0, f"more tiles than there are: {rest}"
    return rest


class Table:
    """A state played by lines such as `1 take 2`, or `chance zebra M`."""

    def __init__(self, state: State) -> None:
        self.state = state
        state.check()

    def play(self, *turns: str) -> Table:
        for turn in turns:
            seat, _, notation = turn.partition(" ")
            self.one(CHANCE if seat == "chance" else int(seat), notation)
        return self

    def one(self, seat: int, notation: str) -> None:
        pending = self.state.pending() or [CHANCE]
        assert seat in pending, f"{seat} {notation}: it is for {pending} to decide"
        self.state.apply(seat, GAME.parse(self.state, seat, notation))
        self.state.check()
        conserved(self.position)

    def refuses(self, seat: int, *notations: str) -> None:
        """None of these is allowed to the seat now."""
        for notation in notations:
            with pytest.raises(IllegalAction):
                GAME.parse(self.state, seat, notation)

    @property
    def position(self) -> dict[str, Any]:
        return GAME.position(self.state)

    def get(self, field: str, seat: int | None = None) -> Any:
        value = self.position[field]
        return value if seat is None else value[seat]

    @property
    def turn(self) -> tuple[str, list[int]]:
        """The phase and who must decide."""
        return str(self.get("phase")), self.state.pending()

    def legal(self, seat: int, verb: str = "") -> set[str]:
        """What the seat may do, in notation; with a verb only that, without it."""
        actions = self.state.legal_actions(seat)
        notations = [GAME.notation(self.state, seat, action) for action in actions]
        assert len(set(notations)) == len(notations), notations
        return {text.removeprefix(f"{verb} ") for text in notations if not verb or text.startswith(f"{verb} ")}

    def chance(self) -> dict[str, int]:
        return {GAME.notation(self.state, CHANCE, outcome): weight for outcome, weight in self.state.chance()}

    @property
    def money(self) -> list[int]:
        """Every seat's coins, then the bank's."""
        return [*self.get("coins"), self.get("bank")]


def table(*zoos: Mapping[str, Any], **changes: Any) -> Table:
    """A table with this position on it; seats that are not named (there are at least three) have empty zoos."""
    wanted = changes.pop("seats", max(3, len(zoos)))
    return Table(GAME.from_position(position([*zoos, *[zoo()] * (wanted - len(zoos))], **changes)))


def carrying(mine: Mapping[str, Any], carried: str, **changes: Any) -> Table:
    """Seat 0 of three has just taken a truck with these tiles and must place them."""
    return table(mine, carried=carried, phase="place", trucks=["taken by 0"], **changes)


def lot(name: str) -> int:
    """The number of a chance outcome of the reveal."""
    if name == "coin":
        return 28
    if name in STALLS:
        return 24 + STALLS.index(name)
    return 3 * TYPES.index(type_of(name)) + ["", " M", " F"].index(name.removeprefix(type_of(name)))


def begun(seats: int, reveals: Sequence[str] = (), **options: Any) -> Match:
    """A match in which these tiles will come up; seat 0 starts and the first types of the box are in play."""
    types = "+".join(types_with([], seats))
    setup = GAME.setup(seats, **{"animal_types": types, "start_player": 0, **options})
    return Match(GAME, setup, ScriptedDice([lot(name) for name in reveals]))


def decide(match: Match, *turns: str) -> Match:
    """Decisions as `0 load 2`; the dice roll by themselves."""
    for turn in turns:
        seat, _, notation = turn.partition(" ")
        match.play(int(seat), GAME.parse(match.state, int(seat), notation))
    return match
