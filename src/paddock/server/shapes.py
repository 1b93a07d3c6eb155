"""Shapes: what answers look like, for /openapi.json; other code writes them, and tests hold it to this."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Said = list[Any]  # a message: [id] or [id, {argument: value}]
Level = str


class Shape(BaseModel):
    """Has all of its fields and no others."""

    model_config = ConfigDict(extra="forbid")


class OptionShape(Shape):
    """An option of a game."""

    name: str
    about: Said
    seats: bool  # numbers among its values are seats, counted from 0


class GameShape(Shape):
    """A game as it is offered."""

    name: str
    title: str
    rules: int
    mood: dict[str, str]  # a few words by language, where the game has them
    seats: list[int]
    usual: int  # the number of seats that is proposed
    minutes: int | None  # about how long it takes; null where nobody knows
    options: list[OptionShape]
    levels: list[Level]
    beats: dict[str, int]  # how often a level finishes above the one below, in percent; at a table with so many `seats`


class ChosenShape(OptionShape):
    """An option with what may be chosen now."""

    values: list[bool | int | str]
    value: bool | int | str


class OptionsShape(Shape):
    """All options, given what is chosen so far."""

    seats: int
    options: list[ChosenShape]


class SetupShape(Shape):
    """What is played."""

    game: str
    seats: int
    options: dict[str, bool | int | str]


class SeatShape(Shape):
    """Who sits there."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    avatar: str
    level: Level | None
    stand_in: Level | None
    here: bool
    overdue: bool  # a bot plays, and the person did not ask for it
    resigned: bool
    pace: Literal["at_once", "quick", "usual", "calm"]  # that this person likes
    hints: int
    muted: bool


class ClockShape(Shape):
    """The clock, and what it shows."""

    kind: Literal["none", "move", "bank", "days"]
    seconds: int = 0
    increment: int = 0
    days: int = 0
    left: list[int] = []
    running: list[int] = []


class ResultShape(Shape):
    """How it ended."""

    scores: list[int]
    places: list[int]


class CardShape(Shape):
    """A table in a list."""

    id: str
    game: str
    status: Literal["waiting", "playing", "over"]
    seats: list[SeatShape]
    setup: SetupShape
    clock: ClockShape
    created: int
    updated: int
    result: ResultShape | None
    closed: Literal["rules", "host", "resigned"] | None  # why it ended before its time


class MyCardShape(CardShape):
    """A table where the caller sits."""

    you: int
    your_turn: bool


class FinishedShape(Shape):
    """Some of the caller's finished matches, and where the next page begins."""

    tables: list[MyCardShape]
    next: int | None


class LobbyShape(Shape):
    """Public tables."""

    open: list[CardShape]
    watch: list[CardShape]


class UndoShape(Shape):
    """May the viewer take back, and if not, why; and who would have to agree all the same."""

    may: bool
    why: str | None
    ask: list[int]


class WishShape(Shape):
    """Somebody would like to take back."""

    seat: int
    agreed: list[int]
    needed: list[int]


class NudgeShape(Shape):
    """Somebody was asked whether they are still there, and has not decided since."""

    seat: int
    by: int
    v: int


class AwayShape(Shape):
    """Somebody who is to decide and has no line open: for how many milliseconds, and from when others may act."""

    seat: int
    gone: int
    patience: int


class RematchShape(Shape):
    """Where it goes on."""

    table: str
    invite: str | None


class FairShape(Shape):
    """What the dice follow from, as far as it may be known."""

    commitment: str
    seals: list[str]
    nonces: list[str]
    secret: str | None


class TableShape(Shape):
    """A table without its board."""

    id: str
    game: str
    rules: int
    setup: SetupShape
    status: Literal["waiting", "playing", "over"]
    you: int | None
    host: int | None
    public: bool
    seats: list[SeatShape]
    pending: list[int]
    clock: ClockShape
    undo: UndoShape
    take_back: WishShape | None
    rematch: RematchShape | None
    watching: int
    fair: FairShape
    result: ResultShape | None
    closed: Literal["rules", "host", "resigned"] | None  # why it ended before its time
    created: int
    after: str | None  # the table that this is a rematch of
    pace: Literal["at_once", "quick", "usual", "calm"]  # of bots
    hurry: list[int]  # seats for which bots need not wait until they are asked
    nudge: NudgeShape | None
    calls: list[WishShape]  # for whom a bot is wanted
    away: list[AwayShape]


class StepShape(Shape):
    """A step of a replay."""

    step: int
    v: int
    seat: int | None
    view: Any
    news: list[Said]
    pending: list[int]


class LogShape(Shape):
    """A page of the log: lines, each of version and message, and the version with which the page before it ends."""

    lines: list[list[Any]]
    older: int | None


class ReplayShape(Shape):
    """Some steps, of so many."""

    steps: int
    frames: list[StepShape]


class FineShape(Shape):
    """All is well."""

    ok: bool


Words = dict[str, str | dict[str, str]]
Proof = dict[str, Any]


def answers(model: Any, faults: dict[int | str, dict[str, Any]]) -> dict[int | str, dict[str, Any]]:
    """The responses of a route that answers with JSON of this shape."""
    return {200: {"model": model}, **faults}


def text(kind: str, faults: dict[int | str, dict[str, Any]]) -> dict[int | str, dict[str, Any]]:
    """The responses of a route that answers with text; its faults are JSON all the same."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}}, **faults}
