"""Client: people at tables of a Paddock server, who play legal actions from their prompts."""

from __future__ import annotations

import asyncio
import resource
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import msgspec

from paddock.bench.engine import seats_of
from paddock.bench.socket import Socket, connect
from paddock.bench.web import Web
from paddock.core.errors import PaddockError
from paddock.core.game import Game
from paddock.core.state import SPECTATOR

PLACE = "/ws"
OVER = "over"
LEVEL = "easy"  # the stand-in that a table must name; nobody leaves
OPENING = 64  # sockets opened at once
DEAF = 4096  # bytes that the machine keeps for somebody who does not read


class Offer(msgspec.Struct):
    """A choice of the prompt, as far as a player without eyes needs it."""

    action: int


class Asked(msgspec.Struct):
    """A prompt."""

    choices: list[Offer]


class Standing(msgspec.Struct):
    """How far a table has come."""

    status: str


class No(msgspec.Struct):
    """A refusal that comes with a fresh frame."""

    id: str
    why: str
    text: str


class Told(msgspec.Struct):
    """Any message of the server: what matters here, the rest is skipped unread."""

    t: str
    v: int = 0
    at: int = 0
    prompt: Asked | None = None
    table: Standing | None = None
    done: str | None = None
    no: No | None = None
    id: str = ""
    why: str = ""
    text: str = ""


told = msgspec.json.Decoder(Told).decode
encode = msgspec.json.encode


@dataclass(frozen=True, slots=True)
class Command:
    """A decision on its way."""

    id: str
    seat: int
    action: int
    since: float  # when it was due
    written: bytes  # to be sent again exactly so


class Ids:
    """Command ids that nobody makes twice."""

    def __init__(self) -> None:
        self.own = secrets.token_hex(8)
        self.count = 0

    def next(self) -> str:
        self.count += 1
        return f"{self.own}{self.count:016x}"


class Player:
    """One seat of one table, or a spectator, with its socket and its unanswered command."""

    def __init__(self, table: Table, seat: int, token: str, load: Load) -> None:
        self.table = table
        self.seat = seat
        self.token = token
        self.load = load
        self.port = load.port
        self.socket: Socket | None = None
        self.version = 0
        self.at = 0
        self.offers: list[Offer] = []
        self.command: Command | None = None
        self.seen = asyncio.Event()  # a frame has come since the last hello

    @property
    def ready(self) -> bool:
        return bool(self.offers) and self.command is None

    async def enter(self) -> None:
        """Connect, say hello, and send again what was not answered."""
        self.seen.clear()
        self.offers = []
        self.socket = await connect(self.load.host, self.port, PLACE, self.heard, self.gone)
        hello: dict[str, Any] = {"t": "hello", "table": self.table.id, "since": self.version}
        if self.token:
            hello["token"] = self.token
        self.socket.send(encode(hello))
        self.send_again()

    def send_again(self) -> None:
        """Send what was not answered; the same command is carried out once."""
        if self.command is not None and self.socket is not None:
            self.socket.send(self.command.written)

    def leave(self) -> None:
        if self.socket is not None:
            self.socket.close()

    def gone(self) -> None:
        self.socket = None
        self.seen.clear()
        self.offers = []
        self.load.gone(self)

    def heard(self, payload: bytes) -> None:
        message = told(payload)
        if message.t == "frame":
            self.version = message.v
            self.at = message.at
            self.offers = message.prompt.choices if message.prompt is not None else []
            self.seen.set()
            if message.no is not None:
                self.refused(message.no)
        elif message.t == "table":
            self.version = message.v
        elif message.t == "no":
            self.refused(No(message.id, message.why, message.text))
        if message.done is not None and self.command is not None and message.done == self.command.id:
            command, self.command = self.command, None
            self.table.acknowledged = max(self.table.acknowledged, message.v)
            self.load.done(self, command, message.v)
        if self.offers and self.command is None:
            self.load.turn(self)
        elif message.table is not None and message.table.status == OVER and not self.table.over:
            self.table.over = True
            self.load.over(self.table)

    def refused(self, no: No) -> None:
        if self.command is not None and no.id == self.command.id:
            command, self.command = self.command, None
            self.load.refused(self, command, no)

    def play(self, since: float) -> None:
        """Decide at random."""
        self.choose(self.offers[self.load.random.randrange(len(self.offers))].action, since)

    def choose(self, action: int, since: float, wait: float = 0.0) -> None:
        """Decide so, and send it now or later."""
        name = self.load.ids.next()
        written = b'{"t":"play","id":"%b","at":%d,"action":%d}' % (name.encode(), self.at, action)
        self.command = Command(name, self.seat, action, since, written)
        self.offers = []  # answered
        if wait:
            asyncio.get_running_loop().call_later(wait, self.send_again)
        else:
            self.send_again()


@dataclass(slots=True)
class Table:
    """A live match of the server, as its clients know it."""

    id: str
    people: list[Player] = field(default_factory=list)
    watching: list[Player] = field(default_factory=list)
    over: bool = False
    acknowledged: int = 0  # the highest version that a command was answered with
    owed: list[float] = field(default_factory=list)  # moves that are due and could not be made yet, by their time

    def everybody(self) -> list[Player]:
        return [*self.people, *self.watching]


class Load:
    """All tables of a measurement, and what happens on them; what to do at a turn is for a subclass to say."""

    def __init__(self, host: str, port: int, game: Game, seed: int) -> None:
        self.host = host
        self.port = port
        self.game = game
        self.seats = seats_of(game)
        self.random = Random(seed)
        self.ids = Ids()
        self.web = Web(host, port)
        self.tables: list[Table] = []
        self.refusals: dict[str, int] = {}

    def turn(self, player: Player) -> None:
        """The player has something to decide."""

    def done(self, player: Player, command: Command, version: int) -> None:
        """The player's command is committed."""

    def refused(self, player: Player, command: Command, no: No) -> None:
        self.refusals[no.why] = self.refusals.get(no.why, 0) + 1

    def over(self, table: Table) -> None:
        """The match has ended."""

    def gone(self, player: Player) -> None:
        """The player's connection is broken."""

    async def open_tables(self, count: int) -> None:
        """So many more tables, everybody seated and connected."""
        opened = await gathered([self.open_table] * count, OPENING)
        self.tables += opened

    async def open_table(self) -> Table:
        """One table of people only: the first opens it, all come by the invite and connect."""
        people = [secrets.token_urlsafe(32) for _ in range(self.seats)]
        wish: dict[str, Any] = {
            "game": self.game.name,
            "seats": self.seats,
            "options": {},
            "plan": ["open"] * self.seats,
            "clock": {"kind": "none"},
            "public": False,
            "stand_in": LEVEL,
        }
        opened = await self.web.post("/api/tables", wish, people[0])
        table = Table(opened["table"])
        for number in range(self.seats):
            body = {"invite": opened["invite"], "seat": None, **person(number)}
            taken = await self.web.post(f"/api/tables/{table.id}/seats", body, people[number])
            table.people.append(self.player(table, taken["seat"], taken["token"]))
        for player in table.people:
            await player.enter()
        return table

    async def enter_tables(self, pasts: Sequence[tuple[str, list[str]]]) -> None:
        """Everybody connects to tables that there are already, by the tokens of their seats."""
        for name, tokens in pasts:
            table = Table(name)
            table.people = [self.player(table, seat, token) for seat, token in enumerate(tokens)]
            for player in table.people:
                await player.enter()
                await player.seen.wait()
            self.tables.append(table)

    def player(self, table: Table, seat: int, token: str) -> Player:
        """Somebody who has sat down."""
        return Player(table, seat, token, self)

    async def watch(self, count: int) -> None:
        """So many spectators more, spread over the tables."""
        for number in range(count):
            table = self.tables[number % len(self.tables)]
            table.watching.append(Player(table, SPECTATOR, "", self))
        await gathered([player.enter for table in self.tables for player in table.watching], OPENING)

    async def stall(self, count: int) -> list[asyncio.Transport]:
        """So many more who look at the tables and never read what they are sent."""

        async def look(table: Table) -> asyncio.Transport:
            socket = await connect(self.host, self.port, PLACE, lambda _: None, buffer=DEAF)
            assert socket.transport is not None
            socket.transport.pause_reading()
            socket.send(encode({"t": "hello", "table": table.id}))
            return socket.transport

        makers = [partial(look, self.tables[number % len(self.tables)]) for number in range(count)]
        return await gathered(makers, OPENING)

    async def close(self) -> None:
        for table in self.tables:
            for player in table.everybody():
                player.leave()
        await self.web.close()
        await asyncio.sleep(0)


def person(number: int) -> dict[str, str]:
    """What somebody who sits down says of himself."""
    return {"name": f"Person {number + 1}", "avatar": "otter"}


async def gathered(makers: Sequence[Callable[[], Any]], at_once: int) -> list[Any]:
    """What all of them make, not more at once than that."""
    waiting = iter(makers)
    made: list[Any] = []

    async def work() -> None:
        for maker in waiting:
            made.append(await maker())

    async with asyncio.TaskGroup() as group:
        for _ in range(min(at_once, len(makers))):
            group.create_task(work())
    return made


def allow_sockets() -> None:
    """As many open files as the machine grants; programs started later inherit it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def demand_sockets(count: int) -> None:
    """BadLoad unless so many sockets fit."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if count + 200 > most:
        raise BadLoad(f"{count} sockets were asked for, and this machine grants {most} open files a process")


class BadLoad(PaddockError):
    """A measurement that cannot be made."""
