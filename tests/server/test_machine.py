"""Whatever people do at a table, in whatever order, the protocol keeps its promises."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
from collections.abc import MutableMapping
from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from paddock.core.match import Perspective
from paddock.server import journal
from paddock.server.bots import ANYBODY, Bots, Thought
from paddock.server.entry import ClockRule, Played, body_decoder
from paddock.server.guard import digest
from paddock.server.house import House, Wanted
from paddock.server.share import Asker
from paddock.server.socket import Socket
from paddock.server.store.memory import MemoryDatabase, MemoryStore
from paddock.server.table import Sitter, Terms
from tests.toy import GAME

Message = dict[str, Any]
SEATS = 3
OTHERS = ("franks-zoo",)


class Quick(Bots):
    """Decides at once, by a seed."""

    def __init__(self) -> None:
        """There are no processes to start."""

    async def choose(
        self, perspective: Perspective, level: str, seed: int, hint: bool = False, asker: Asker = ANYBODY
    ) -> Thought:
        return Thought(perspective.state.legal_actions(perspective.seat)[0], level, fallback=False)

    def share_out(self) -> None:
        """There is nothing to share."""

    async def close(self) -> None:
        return


class Browser:
    """A line to the server, held by hand."""

    def __init__(self, socket: Socket, table: str, token: str, since: int) -> None:
        self.incoming: asyncio.Queue[Message] = asyncio.Queue()
        self.heard: list[Message] = []
        self.news = asyncio.Event()
        self.closed = False
        self.seat: int | None = None
        self.version = 0
        self.judged = 0  # messages that invariants have looked at
        self.incoming.put_nowait({"type": "websocket.connect"})
        self.say({"t": "hello", "table": table, "token": token, "since": since})
        self.task = asyncio.get_running_loop().create_task(
            socket({"type": "websocket", "headers": []}, self.incoming.get, self.take)
        )

    def say(self, message: Message) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def take(self, event: MutableMapping[str, Any]) -> None:
        if event["type"] == "websocket.close":
            self.closed = True
        elif event["type"] == "websocket.send":
            message = json.loads(event["text"])
            self.heard.append(message)
        self.news.set()

    async def until(self, wanted: Any) -> Message:
        """The first message, from the first on, that is wanted; or the last when the line has closed."""
        read = 0
        while True:
            for message in self.heard[read:]:
                if wanted(message):
                    return message
            read = len(self.heard)
            if self.closed:
                return self.heard[-1]
            self.news.clear()
            await self.news.wait()

    @property
    def frame(self) -> Message:
        return next((message for message in reversed(self.heard) if message["t"] == "frame"), {})

    @property
    def table(self) -> Message:
        return next(message["table"] for message in reversed(self.heard) if "table" in message)

    async def hang_up(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect"})
        await self.task


def answers(message: Message, id: str) -> bool:
    return id in (message.get("done"), message.get("id"), (message.get("no") or {}).get("id"))


class Tables(RuleBasedStateMachine):
    """One table, its people on several lines each, and what must hold whatever they do."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.faults: list[object] = []
        self.runner.get_loop().set_exception_handler(lambda _, context: self.faults.append(context))
        self.fail, journal.fail = journal.fail, lambda *args, **_: self.faults.append(args)
        self.draw = random.Random(1)
        self.lines: list[Browser] = []
        self.tokens: dict[int, str] = {}
        self.acknowledged: dict[tuple[int, str], int] = {}
        self.last: tuple[int, Message] | None = None
        self.runner.run(self.open())

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        self.database = MemoryDatabase(loop.time)
        self.house = House(
            MemoryStore(self.database), Quick(), now=lambda: 1_700_000_000_000 + int(loop.time() * 1000),
            monotonic=loop.time, random=self.draw.randbytes, delay=0.0, guests={GAME.name: GAME},
        )  # fmt: skip
        await self.house.open()
        self.socket = Socket(self.house, rate=0)
        self.id = ""

    def sitter(self) -> Sitter:
        return Sitter(hashlib.sha256(self.draw.randbytes(8)).hexdigest(), "Ada", "otter", "")

    def teardown(self) -> None:
        async def close() -> None:
            for line in self.lines:
                await line.hang_up()
            await self.house.close()

        self.runner.run(close())
        self.runner.close()
        journal.fail = self.fail
        assert self.faults == []

    # What people do.

    @initialize(
        game=st.sampled_from([GAME.name, *OTHERS]), bots=st.integers(0, 1), full=st.sampled_from([True, True, False])
    )
    def create(self, game: str, bots: int, full: bool) -> None:
        """A table, mostly one that has begun, with a line for everybody and one for somebody who watches."""
        plan = ["open", *["open"] * (SEATS - 1 - bots), *["easy"] * bots]
        terms = Terms(plan, ClockRule(), True, "easy")
        self.id = self.runner.run(self.house.create(Wanted(game, SEATS, {}, terms))).table
        for _ in range(SEATS if full else 1):
            self.sit()
        for who in (*self.tokens, -1):
            self.connect(who, 0)

    @property
    def entries(self) -> list[Any]:
        return [body_decoder.decode(row.body) for row in self.database.shelves[self.id].entries]

    @property
    def waiting(self) -> bool:
        return bool(self.id) and not any(isinstance(body, Played) for body in self.entries)

    @precondition(lambda self: self.waiting)
    @rule()
    def somebody_sits(self) -> None:
        self.sit()

    def sit(self) -> None:
        async def take_a_seat() -> None:
            room = await self.house.room(self.id)
            if any(seat.kind == "open" for seat in room.table.seats):
                taken = await self.house.sit(room, self.sitter(), None)
                self.tokens[taken.seat] = taken.token

        self.runner.run(take_a_seat())

    @precondition(lambda self: self.id and len(self.lines) < 6)
    @rule(who=st.integers(-1, SEATS - 1), since=st.integers(0, 40))
    def somebody_looks(self, who: int, since: int) -> None:
        self.connect(who, since)

    def connect(self, who: int, since: int) -> None:
        async def hello() -> None:
            line = Browser(self.socket, self.id, self.tokens.get(who, ""), since)
            await line.until(lambda message: message["t"] in ("frame", "table"))
            line.seat = line.table["you"]
            assert line.seat == (who if who in self.tokens else None)
            self.lines.append(line)

        self.runner.run(hello())

    @precondition(lambda self: len(self.lines) > 3)
    @rule(which=st.integers(0, 5))
    def disconnect(self, which: int) -> None:
        self.runner.run(self.lines.pop(which % len(self.lines)).hang_up())

    def command(self, which: int, message: Message, id: str = "") -> None:
        """Send it and hear the answer; what is acknowledged stays so."""
        line = self.lines[which % len(self.lines)]
        message = {"id": id or self.draw.randbytes(16).hex(), **message}

        async def ask() -> Message:
            heard = len(line.heard)
            line.say(message)
            return await line.until(
                lambda other: answers(other, message["id"]) and any(other is said for said in line.heard[heard:])
            )

        answer = self.runner.run(ask())
        seat = line.seat
        if answer.get("done") == message["id"]:
            assert seat is not None, "a spectator's command was carried out"
            if "v" in answer:
                self.acknowledged.setdefault((seat, message["id"]), answer["v"])
            self.last = (which, message)
            if message["t"] == "leave" and answer["table"]["status"] == "waiting":
                self.tokens.pop(seat, None)
                for other in self.lines:
                    other.seat = None if other.seat == seat else other.seat
        elif seat is None:
            assert answer.get("why") == "seat", answer

    @precondition(lambda self: self.lines)
    @rule(choice=st.integers(0, 99), times=st.integers(1, 12))
    def play(self, choice: int, times: int) -> None:
        """Whoever is asked decides, one after the other."""
        for _ in range(times):
            asked = [k for k, line in enumerate(self.lines) if (line.frame.get("prompt") or {}).get("choices")]
            if asked:
                frame = self.lines[asked[0]].frame
                choices = frame["prompt"]["choices"]
                action = choices[choice % len(choices)]["action"]
                self.command(asked[0], {"t": "play", "at": frame["at"], "action": action})

    @precondition(lambda self: self.lines)
    @rule(which=st.integers(0, 5), at=st.integers(-1, 60), action=st.integers(-1, 4096))
    def play_anything(self, which: int, at: int, action: int) -> None:
        self.command(which, {"t": "play", "at": at, "action": action})

    @precondition(lambda self: self.lines)
    @rule(
        which=st.integers(0, 5),
        message=st.one_of(
            st.just({"t": "take_back"}),
            st.just({"t": "hint"}),
            st.just({"t": "back"}),
            st.just({"t": "rematch"}),
            st.builds(lambda yes: {"t": "agree", "yes": yes}, st.booleans()),
            st.builds(lambda text: {"t": "say", "text": text}, st.text(max_size=300)),
            st.sampled_from([{"t": "say", "phrase": phrase} for phrase in ("hello", "thanks", "no such phrase")]),
            st.builds(lambda seat, on: {"t": "mute", "seat": seat, "on": on}, st.integers(-1, 9), st.booleans()),
            st.sampled_from([{"t": kind, "level": level} for kind in ("leave", "fill") for level in ("easy", "x")]),
        ),
    )
    def do(self, which: int, message: Message) -> None:
        self.command(which, message)

    @precondition(lambda self: self.lines)
    @rule(which=st.integers(0, 5))
    def undo(self, which: int) -> None:
        self.command(which, {"t": "undo", "at": self.lines[which % len(self.lines)].frame.get("at", 0)})

    @precondition(lambda self: self.lines and self.last is not None)
    @rule()
    def send_again(self) -> None:
        """A doubled command is answered, and changes nothing."""
        assert self.last is not None
        which, message = self.last
        seat = self.lines[which % len(self.lines)].seat
        known = seat is not None and any(
            getattr(body, "id", "") == message["id"] and getattr(body, "seat", None) == seat for body in self.entries
        )
        before = len(self.entries)
        if known and message["t"] != "hint":
            self.command(which, message)
            bots = [body for body in self.entries[before:] if not (isinstance(body, Played) and body.by)]
            assert bots == []

    @precondition(lambda self: len(self.lines) > 3)
    @rule(which=st.integers(0, 5), text=st.text(max_size=20))
    def say_nonsense(self, which: int, text: str) -> None:
        """The line is closed with a reason."""
        line = self.lines.pop(which % len(self.lines))

        async def talk() -> None:
            line.incoming.put_nowait({"type": "websocket.receive", "text": "?" + text})
            await line.task
            assert line.closed
            assert line.heard[-1]["t"] == "bye"

        self.runner.run(talk())

    # What must hold.

    @invariant()
    def versions_grow_by_one(self) -> None:
        for table, shelf in self.database.shelves.items():
            assert [row.version for row in shelf.entries] == list(range(1, len(shelf.entries) + 1)), table

    @invariant()
    def every_command_is_carried_out_once(self) -> None:
        if self.id:
            done = [(getattr(body, "seat", -9), body.id) for body in self.entries if getattr(body, "id", "")]
            assert len(done) == len(set(done))
            assert set(self.acknowledged) <= set(done)

    @invariant()
    def nobody_is_told_what_is_not_theirs_or_not_written_yet(self) -> None:
        """Spectators are asked nothing and others only in their turn; versions never go back."""
        written = len(self.database.shelves[self.id].entries) if self.id else 0
        for line in self.lines:
            for message in line.heard[line.judged :]:
                if message["t"] == "frame":
                    choices, you = message["prompt"]["choices"], message["table"]["you"]
                    assert not choices or you in message["table"]["pending"]
                    assert message["table"]["status"] == "over" or message["table"]["fair"]["secret"] is None
                assert line.version <= message.get("v", line.version) <= max(written, line.version)
                line.version = message.get("v", line.version)
            line.judged = len(line.heard)

    @invariant()
    def nothing_went_wrong_inside(self) -> None:
        assert self.faults == []


Tables.TestCase.settings = settings(
    max_examples=50, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
TestTables = Tables.TestCase


def test_who_said_hello_while_leaving_has_no_seat_any_more() -> None:
    """The seat is somebody else's soon; a line that waited for the table meanwhile must not see that hand."""

    async def live() -> None:
        loop = asyncio.get_running_loop()
        house = House(
            MemoryStore(MemoryDatabase(loop.time)), Quick(), now=lambda: 0, monotonic=loop.time,
            random=random.Random(1).randbytes, guests={GAME.name: GAME},
        )  # fmt: skip
        await house.open()
        socket = Socket(house, rate=0)
        host, guest = (Sitter(digest(name), name, "otter", "") for name in ("Ada", "Ben"))
        terms = Terms(["open", "open", "open"], ClockRule(), True, "easy")
        table = await house.create(Wanted(GAME.name, 3, {}, terms))
        room = await house.room(table.table)
        await house.sit(room, host, None)
        taken = await house.sit(room, guest, None)
        leaving = Browser(socket, table.table, taken.token, 0)
        await leaving.until(lambda message: message["t"] == "table")
        async with room.turn:  # both now wait for their turn, in this order
            leaving.say({"t": "leave", "id": "0" * 32})
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            late = Browser(socket, table.table, taken.token, 0)
            for _ in range(5):
                await asyncio.sleep(0)
            assert late.heard == []
        await late.until(lambda message: message["t"] == "table")
        assert late.table["you"] is None
        for line in (leaving, late):
            await line.hang_up()
        await house.close()

    asyncio.run(live())
