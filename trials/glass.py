"""Glass: rooms of the real server in which nothing is written, to have every byte that a viewer could get."""

from __future__ import annotations

from collections.abc import AsyncIterator, Coroutine, Iterator, MutableMapping
from copy import copy
from typing import Any, NamedTuple, TypeVar

import msgspec
from fastapi import HTTPException, Response
from fastapi.responses import StreamingResponse

from paddock.core.state import SPECTATOR
from paddock.server import routes, wire
from paddock.server.bots import Bots
from paddock.server.frame import Around, Sheet, table_frame
from paddock.server.guard import digest
from paddock.server.house import House
from paddock.server.metrics import Metrics, Moves
from paddock.server.piece import Pieces
from paddock.server.room import Audience, Room
from paddock.server.socket import Line, Socket
from paddock.server.store.memory import MemoryDatabase, MemoryStore
from paddock.server.store.store import Row, TableRow, Unavailable
from paddock.server.summary import summarise
from paddock.server.table import Table
from paddock.server.worker import job_of

T = TypeVar("T")
ID = "0123456789abcdef" * 2  # of commands that are not carried out
STEPS = 12  # of a replay at a time


class Said(NamedTuple):
    """Bytes that somebody gets, and what for."""

    what: str
    data: bytes


class Ear(Line):
    """A line that keeps what it is sent."""

    def __init__(self, viewer: int) -> None:
        super().__init__(self.nowhere, Moves())
        self.viewer = viewer
        self.key = hashed(token_of(viewer)) if viewer != SPECTATOR else ""
        self.heard: list[bytes] = []

    async def nowhere(self, message: MutableMapping[str, Any]) -> None:
        raise AssertionError("an ear is at no network")

    def send(self, data: bytes) -> None:
        self.heard.append(data)


class Nobody(Bots):
    """No worker processes."""

    def __init__(self) -> None:
        """There is nothing to start."""


class Undivided(Pieces):
    """Nobody else reads, so nobody takes turns."""

    async def read(self, table: str, work: Iterator[T]) -> AsyncIterator[T]:
        for item in work:
            yield item


class Still(House):
    """A house where nothing happens by itself and nothing can be written."""

    def __init__(self) -> None:
        self.moment = 0
        super().__init__(
            MemoryStore(MemoryDatabase(lambda: 0.0)), Nobody(), now=lambda: self.moment, monotonic=lambda: 0.0,
            random=bytes, metrics=Metrics(),
        )  # fmt: skip
        self.pieces = Undivided(self.monotonic)
        self.socket = Socket(self, rate=0)

    async def append(self, row: Row, epoch: int, status: str | None, sits: tuple[int, str] | None) -> None:
        raise Unavailable("nothing is written here")


class Glass(Room):
    """A room where all seats' people are, and one spectator."""

    @property
    def around(self) -> Audience:
        return Audience(frozenset(range(len(self.table.seats))), 1, super().around.viewers)

    def sheet(self) -> Sheet:
        return Sheet(self.table, Around(self.house.now(), *self.around[:2]))


def token_of(seat: int) -> str:
    """What opens a seat at every table here."""
    return f"{seat}" * 43


def twin(table: Table) -> Table:
    """An equal table that goes its own way."""
    other = apart(table)
    other.seats = [copy(seat) for seat in table.seats]
    other.clock = apart(table.clock)
    other.match = apart(table.match)
    other.match.state = table.match.state.copy()
    other.match.sights = {viewer: sights[:] for viewer, sights in table.match.sights.items()}
    return other


def apart(thing: T) -> T:
    """A copy with lists of its own."""
    other = copy(thing)
    for name, value in vars(thing).items():
        if isinstance(value, list | dict):
            setattr(other, name, copy(value))
    return other


def finished(work: Coroutine[Any, Any, T]) -> T:
    """The result of something that waits for nobody, though it may give way to others."""
    try:
        while work.send(None) is None:
            pass
    except StopIteration as end:
        result: T = end.value
        return result
    raise AssertionError("it waits for something, and nothing happens here")


class Window:
    """All ways to ask the server about a table, through its own code."""

    def __init__(self) -> None:
        self.house = Still()

    def room(self, table: Table) -> Glass:
        return Glass(self.house, table, 1)

    def look(self, room: Room, now: int) -> None:
        """From now on this is the table, and this the time."""
        self.house.rooms = {room.table.id: room}
        self.house.moment = now

    def near(self, room: Room, viewer: int) -> Iterator[Said]:
        """What can be had at little cost: asked at every version."""
        table = room.table
        seated = viewer != SPECTATOR and table.seats[viewer].kind == "person"
        if table.begun and viewer != SPECTATOR:
            job = job_of(1, table.match.perspective(viewer), "medium", 1)
            yield Said("bot job", msgspec.json.encode(job))
        if viewer == SPECTATOR:
            yield self.answer("GET table", routes.table(self.house, table.id))
            row = TableRow(table.id, table.opened.game, table.opened.public, table.status, 0, 0, b"", "")
            yield Said("card", wire.encoder.encode(summarise(row, room.table, room.around.here).card))
        elif not seated:
            return
        at = table.asked[viewer] if seated else 0
        commands: list[wire.SeatCommand] = [wire.Play(id=ID, at=at, action=table.match.game.actions)]
        if seated:
            commands += [
                wire.Play(id=ID, at=at + 1, action=0),
                wire.Undo(id=ID, at=at),
                wire.TakeBack(id=ID),
                wire.Agree(id=ID, yes=True),
                wire.Back(id=ID),
            ]
        for command in commands:
            yield from self.told(f"answer to {type(command).__name__}", viewer, room, command)
        yield Said("table frame", table_frame(room.sheet(), viewer))

    def told(self, what: str, viewer: int, room: Room, command: wire.SeatCommand) -> Iterator[Said]:
        ear = Ear(viewer)
        ear.room = room
        finished(self.house.socket.obey(ear, room, command))
        for data in ear.heard:
            yield Said(what, data)

    def far(self, room: Room, viewer: int) -> Iterator[Said]:
        """What tells the whole past: asked now and then."""
        table = room.table
        if viewer != SPECTATOR and table.seats[viewer].kind != "person":
            return
        for since in sorted({0, table.version // 2, table.version - 1}):
            ear = Ear(viewer)
            finished(room.join(ear, since, hashed(token_of(viewer)) if viewer != SPECTATOR else ""))
            room.connections.pop(ear)
            for data in ear.heard:
                yield Said(f"hello since {since}", data)
        for data in room.fresh(viewer):
            yield Said("fresh frame", data)
        seat = token_of(viewer) if viewer != SPECTATOR else ""
        yield self.answer("GET log", routes.log(self.house, table.id, seat=seat))
        yield self.answer("GET older log", routes.log(self.house, table.id, table.version // 2, seat))
        for first in (0, table.version // 2, max(0, table.version - STEPS)):
            replay = routes.watch_again(self.house, table.id, first=first, last=first + STEPS, seat=seat)
            yield self.answer(f"GET replay from {first}", replay)
        yield self.answer("GET transcript", routes.written(self.house, table.id, seat=seat))
        if table.status != "over":  # then it is for everybody, and holds the log itself
            yield self.answer("GET proof", routes.proof(self.house, table.id))
        if viewer != SPECTATOR:
            other = (viewer + 1) % len(table.seats)
            replay = routes.watch_again(self.house, table.id, first=0, last=STEPS, view=other, seat=seat)
            yield self.answer("GET another's replay", replay)

    def answer(self, what: str, work: Coroutine[Any, Any, Response]) -> Said:
        """What HTTP answers."""
        try:
            response = finished(work)
        except HTTPException as error:
            return Said(what, f"{error.status_code} {error.detail}".encode())
        body = finished(whole(response)) if isinstance(response, StreamingResponse) else bytes(response.body)
        return Said(what, repr(sorted(response.headers.items())).encode() + body)


async def whole(response: StreamingResponse) -> bytes:
    """All pieces of an answer that is sent in pieces."""
    pieces = [piece async for piece in response.body_iterator]
    return b"".join(piece.encode() if isinstance(piece, str) else bytes(piece) for piece in pieces)


def hashed(word: str) -> str:
    return digest(word)
