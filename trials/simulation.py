"""Simulation: whole servers, their store, the network and the people, under faults drawn from a seed.

Two servers share one database in memory and run their real code on a virtual clock. Messages are
late, doubled or lost with their connection; calls to the store are slow, fail, or succeed without
an answer; servers are killed, or stall until their leases are gone. Afterwards the log is held
against all that anybody was told, and then spoiled in every way that `rot.py` knows: whoever reads it
must notice. One integer repeats a failure.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
import time
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, MutableMapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Annotated, Any, NamedTuple

import msgspec
import typer

from paddock.bench.minimal import GAME as MINIMAL
from paddock.core.fair import nonce_of, sealed
from paddock.core.match import Perspective
from paddock.server import wire
from paddock.server.bots import ANYBODY, Bots, Thought
from paddock.server.entry import Body, ClockRule, Opened, Played, body_decoder
from paddock.server.house import House, Wanted
from paddock.server.metrics import Metrics
from paddock.server.share import Asker
from paddock.server.socket import Socket
from paddock.server.store.content import read
from paddock.server.store.memory import MemoryDatabase, MemoryStore, Weather
from paddock.server.store.store import Row, Unavailable
from paddock.server.table import Sitter, Table, Terms, seat_of
from paddock.server.testimony import BadLog, Opening, Testimony
from trials.command import Json, report, start
from trials.rot import FAULTS, undetected
from trials.virtual import run

FAULTY = 12.0  # virtual seconds in which things go wrong
CALM = 10.0  # virtual seconds in which the match must go on again
QUIET = 9.0  # virtual seconds in which everybody must come up to date; a stall and a slow line take up to eight
GLANCE = 0.25  # virtual seconds between two looks whether that is so already
SPAN = 25  # histories that a worker takes at a time
REAL_GAMES = (("franks-zoo", 3), ("o-zoo-le-mio", 2), ("zooloretto", 2), ("new-york-zoo", 2))
METRICS = Metrics()  # nobody reads them here; making them for every server costs more than a history


class Violation(AssertionError):
    """A promise was broken."""


class Chance(Weather):
    """The weather of one server's way to the database."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.stalled_until = 0.0

    async def before(self, call: str) -> None:
        await self.wait()
        if self.world.unlucky(0.04):
            raise Unavailable("lost on the way")

    async def after(self, call: str) -> None:
        await self.wait()
        if self.world.unlucky(0.03):
            raise Unavailable("the answer was lost")

    async def wait(self) -> None:
        now = asyncio.get_running_loop().time()
        pause = self.world.draw.random() * 0.004
        await asyncio.sleep(max(pause, self.stalled_until - now))


class Bot(Bots):
    """Decides at random, after a while."""

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw

    async def choose(
        self, perspective: Perspective, level: str, seed: int, hint: bool = False, asker: Asker = ANYBODY
    ) -> Thought:
        await asyncio.sleep(self.draw.random() * 0.2)
        return Thought(self.draw.choice(perspective.state.legal_actions(perspective.seat)), level, fallback=False)

    def share_out(self) -> None:
        """There is nothing to share."""

    async def close(self) -> None:
        return


class Process:
    """One server: its house, its store, its socket."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.weather = Chance(world)
        self.store = MemoryStore(world.database, self.weather)
        self.store.me = f"server {number}"
        skew = world.draw.randrange(-3_600_000, 3_600_000) if world.draw.random() < 0.2 else 0
        loop = asyncio.get_running_loop()
        self.house = House(
            self.store, Bot(world.draw), now=lambda: 1_700_000_000_000 + skew + int(loop.time() * 1000),
            monotonic=loop.time, random=world.draw.randbytes, delay=0.1, metrics=METRICS,
            guests={MINIMAL.name: MINIMAL},
        )  # fmt: skip
        self.socket = Socket(self.house, rate=0)
        self.alive = True
        self.lines: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        while self.alive:
            try:
                await self.house.open()
            except Unavailable:
                continue
            return

    def kill(self) -> None:
        """As `kill -9`: nothing of it does anything any more."""
        self.alive = False
        self.store.die()
        self.house.closed = True
        for task in (*self.house.tasks, *self.lines):
            task.cancel()


class Told(NamedTuple):
    """What somebody was sent about a version."""

    viewer: int
    version: int
    view: str  # digest


@dataclass
class World:
    """Everything in one history."""

    seed: int
    draw: random.Random = field(init=False)
    database: MemoryDatabase = field(init=False)
    processes: list[Process] = field(default_factory=list)
    faulty: bool = True
    started: int = 0
    calm: int = 0  # entries when nothing went wrong any more
    told: set[Told] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)

    def unlucky(self, share: float) -> bool:
        return self.faulty and self.draw.random() < share

    @property
    def up(self) -> list[Process]:
        return [process for process in self.processes if process.alive]

    async def start(self) -> Process:
        self.started += 1
        process = Process(self, self.started)
        await process.open()
        self.processes.append(process)
        return process

    async def live(self) -> None:
        """One history."""
        loop = asyncio.get_running_loop()
        self.draw = random.Random(self.seed)
        self.database = MemoryDatabase(loop.time)
        game, seats = (MINIMAL.name, 2) if self.draw.random() < 0.9 else self.draw.choice(REAL_GAMES)
        first, _ = await self.start(), await self.start()
        people = [Person(self, number) for number in range(seats)]
        await self.seat(first, game, people)
        tasks = [loop.create_task(person.live()) for person in people]
        trouble = loop.create_task(self.trouble())
        await asyncio.sleep(FAULTY)
        trouble.cancel()
        while len(self.up) < 2:
            await self.start()
        self.faulty = False
        self.calm = len(self.database.shelves[people[0].table].entries)
        for process in self.up:
            process.weather.stalled_until = 0.0
        await until(lambda: Judge(self, people).went_on, CALM)
        for person in people:
            person.quiet = True
        await until(lambda: not Judge(self, people).behind, QUIET)
        for person in people:
            person.stop = True
        for process in self.up:
            process.kill()
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, trouble, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome
        Judge(self, people).judge()
        self.counts["rotten"] += len(FAULTS)
        if missed := await undetected(self.database.shelves[people[0].table], self.draw):
            raise Violation(f"seed {self.seed}: a bad disk is not noticed: {', '.join(missed)}")

    async def seat(self, process: Process, game: str, people: list[Person]) -> None:
        """Open a table and fill it, before anything goes wrong."""
        self.faulty = False
        plan = ["open" for _ in people]
        if len(people) > 2 and self.draw.random() < 0.5:
            plan[-1] = "easy"
            people.pop()
        clock = ClockRule("move", 60) if self.draw.random() < 0.3 else ClockRule()
        created = await process.house.create(Wanted(game, len(plan), {}, Terms(plan, clock, False, "easy")))
        room = await process.house.room(created.table)
        for person in people:
            taken = await process.house.sit(room, person.sitter(), None)
            person.table, person.seat, person.token = taken.table, taken.seat, taken.token
        self.faulty = True

    async def trouble(self) -> None:
        """Kill servers and start them again; let others stall past their lease."""
        while True:
            await asyncio.sleep(self.draw.random() * 4)
            process = self.draw.choice(self.up)
            if self.draw.random() < 0.5:
                self.counts["kills"] += 1
                process.kill()
                await asyncio.sleep(self.draw.random() * 3)
                await self.start()
            else:
                self.counts["stalls"] += 1
                process.weather.stalled_until = asyncio.get_running_loop().time() + self.draw.random() * 6


async def until(so: Callable[[], bool], longest: float) -> None:
    """Wait until it is so, or as long as it may take to become so; whoever judges sees whether it has."""
    loop = asyncio.get_running_loop()
    end = loop.time() + longest
    while loop.time() < end and not so():
        await asyncio.sleep(GLANCE)


class Sent(NamedTuple):
    """A command that waits for its answer."""

    id: str
    message: dict[str, Any]


class Person:
    """A client as the protocol asks for it, on a bad network."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number
        self.table, self.seat, self.token = "", 0, ""
        self.sent: Sent | None = None
        self.acknowledged: dict[str, tuple[int, dict[str, Any]]] = {}  # id: version, message
        self.nonce = world.draw.randbytes(32)  # the last of those under this person's seal
        self.forgetful = world.draw.random() < 0.1  # never opens it
        self.starts: list[tuple[list[str], str]] = []  # the receipt: seals as they were shown, what was shown of them
        self.seen = 0
        self.last: dict[str, Any] = {}
        self.heard = asyncio.Event()
        self.quiet = False
        self.stop = False
        self.thinking = 0.0  # until when

    def sitter(self) -> Sitter:
        draw = self.world.draw
        return Sitter(hashlib.sha256(draw.randbytes(8)).hexdigest(), "Ada", "otter", sealed(self.nonce).hex())

    async def live(self) -> None:
        while not self.stop:
            ups = self.world.up
            if not ups:
                await asyncio.sleep(0.1)
                continue
            await self.visit(self.world.draw.choice(ups))
            await asyncio.sleep(self.world.draw.random() * 0.3)

    async def visit(self, process: Process) -> None:
        """One connection, until somebody hangs up."""
        loop = asyncio.get_running_loop()
        line = Connection(self, process)
        task = loop.create_task(process.socket(line.scope, line.receive, line.send))
        process.lines.add(task)
        task.add_done_callback(process.lines.discard)
        line.put({"t": "hello", "table": self.table, "token": self.token, "since": self.seen})
        if self.sent is not None:
            line.put(self.sent.message)  # what was not answered is sent again
        until = loop.time() + (self.world.draw.random() * 6 if self.world.faulty else 1e9)
        while not line.closed and loop.time() < until and not self.stop and process.alive:
            try:
                async with asyncio.timeout(0.5):
                    frame = await line.inbox.get()
            except TimeoutError:
                if self.sent is not None and self.world.draw.random() < 0.5:
                    line.put(self.sent.message)
                self.act(line)
                continue
            self.hear(frame)
            self.act(line)
        line.drop()
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def hear(self, frame: dict[str, Any]) -> None:
        kind = frame["t"]
        self.world.counts[kind] += 1
        no = frame if kind == "no" else frame.get("no")
        if no is not None and self.sent is not None and no["id"] == self.sent.id and no["why"] != "unavailable":
            self.world.counts[f"no {no['why']}"] += 1
            self.sent = None
        if self.sent is not None and frame.get("done") == self.sent.id:
            self.acknowledged[self.sent.id] = (frame.get("v", 0), self.sent.message)
            self.sent = None
        if kind == "table":
            self.last = {**self.last, "table": frame["table"]}
        if kind == "frame":
            self.last = frame
            self.seen = max(self.seen, frame["v"])
            self.world.told.add(Told(self.seat, frame["v"], shown(frame["view"], frame["prompt"])))

    def act(self, line: Connection) -> None:
        """Decide if asked; now and then do something else, or something silly."""
        draw = self.world.draw
        now = asyncio.get_running_loop().time()
        if self.quiet or now < self.thinking or self.sent is not None or not self.last:
            return
        self.thinking = now + draw.random()
        if self.last["table"]["status"] == "over":
            return
        command = self.wanted(draw) if "view" in self.last else self.opened(self.last["table"]["fair"]["seals"])
        if command is None:
            return
        identity = draw.randbytes(16).hex()
        self.sent = Sent(identity, {**command, "id": identity})
        line.put(self.sent.message)
        if draw.random() < 0.2:
            line.put(self.sent.message)  # a double click

    def opened(self, seals: list[str]) -> dict[str, Any] | None:
        """What is under one's seal, once all are fixed."""
        nonce = nonce_of(self.nonce, bytes.fromhex(seals[self.seat])) if seals and not self.forgetful else None
        if nonce is None:
            return None
        if not any(nonce.hex() == shown for _, shown in self.starts):
            self.starts.append((seals, nonce.hex()))
        return {"t": "reveal", "nonce": nonce.hex()}

    def wanted(self, draw: random.Random) -> dict[str, Any] | None:
        frame, table = self.last, self.last["table"]
        wish = table["take_back"]
        if table["seats"][self.seat]["stand_in"]:
            return {"t": "back"}
        if wish is not None and self.seat in wish["needed"] and self.seat not in wish["agreed"]:
            return {"t": "agree", "yes": draw.random() < 0.7}
        odds = draw.random()
        if odds < 0.03 and table["undo"]["may"]:
            return {"t": "undo", "at": frame["at"]}
        if odds < 0.05:
            return {"t": "take_back"}
        if odds < 0.07:
            return {"t": "say", "phrase": "hello"}
        if odds < 0.08 and self.world.faulty:
            return {"t": "leave", "level": "easy"}
        choices = frame["prompt"]["choices"]
        if not choices:
            return None
        if odds < 0.12:
            return {"t": "play", "at": max(0, frame["at"] - 1), "action": choices[0]["action"]}  # stale
        if odds < 0.14:
            return {"t": "play", "at": frame["at"], "action": 4095}  # illegal
        return {"t": "play", "at": frame["at"], "action": draw.choice(choices)["action"]}


class Connection:
    """A line between a person and a server: in order, but late, and some of it lost when it is cut."""

    def __init__(self, person: Person, process: Process) -> None:
        self.world = person.world
        self.process = process
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.outbox.put_nowait({"type": "websocket.connect"})
        self.scope = {"type": "websocket", "headers": [(b"host", b"table")], "path": "/ws"}
        self.closed = False
        self.cut = False
        self.there = 0.0  # when the last message each way arrives
        self.back = 0.0

    def late(self, after: float) -> float:
        """When something sent now arrives, not before what was sent earlier."""
        now = asyncio.get_running_loop().time()
        slow = 2.0 if self.world.unlucky(0.05) else 0.02
        # Later by a hair, since a loop keeps no order among calls for the same moment.
        return max(after + 1e-9, now + self.world.draw.random() * slow)

    def put(self, message: dict[str, Any]) -> None:
        """To the server; it may arrive after we have hung up."""
        self.there = self.late(self.there)
        asyncio.get_running_loop().call_at(self.there, self.deliver, wire.encoder.encode(message))

    def deliver(self, text: bytes) -> None:
        self.outbox.put_nowait({"type": "websocket.receive", "text": text.decode()})

    async def receive(self) -> dict[str, Any]:
        return await self.outbox.get()

    async def send(self, event: MutableMapping[str, Any]) -> None:
        if not self.process.alive:
            raise ConnectionError
        self.back = self.late(self.back)
        asyncio.get_running_loop().call_at(self.back, self.arrive, event)

    def arrive(self, event: MutableMapping[str, Any]) -> None:
        if self.cut:
            return
        if event["type"] == "websocket.send":
            self.inbox.put_nowait(msgspec.json.decode(event["text"]))
        elif event["type"] == "websocket.close":
            self.closed = True

    def drop(self) -> None:
        """Hang up; the server notices later, or when it is told."""
        self.cut = True
        gone = self.late(self.there) + self.world.draw.random()
        asyncio.get_running_loop().call_at(gone, self.outbox.put_nowait, {"type": "websocket.disconnect"})


def shown(view: Any, prompt: Any) -> str:
    return hashlib.sha256(msgspec.json.encode([view, prompt], order="deterministic")).hexdigest()


class Judge:
    """Holds the log against what was said and shown."""

    def __init__(self, world: World, people: list[Person]) -> None:
        self.world = world
        self.people = people
        self.rows: list[Row] = world.database.shelves[people[0].table].entries
        self.bodies: list[Body] = [body_decoder.decode(row.body) for row in self.rows]

    def judge(self) -> None:
        self.demand([row.version for row in self.rows] == list(range(1, len(self.rows) + 1)), "the versions have a gap")
        self.demand_once()
        self.demand_acknowledged()
        self.demand_shown()
        self.demand_sealed()
        self.demand_progress()

    def demand(self, holds: bool, sentence: str) -> None:
        if not holds:
            raise Violation(f"seed {self.world.seed}: {sentence}")

    def demand_once(self) -> None:
        """No command was carried out twice."""
        done = Counter((seat_of(body), body.id) for body in self.bodies if hasattr(body, "id") and body.id)
        self.demand(all(times == 1 for times in done.values()), f"carried out twice: {done.most_common(1)}")

    def demand_acknowledged(self) -> None:
        """Every command that was acknowledged is in the log, as it was sent."""
        written = {getattr(body, "id", ""): (version, body) for version, body in enumerate(self.bodies, 1)}
        for person in self.people:
            for identity, (version, message) in person.acknowledged.items():
                self.world.counts["acknowledged"] += 1
                self.demand(identity in written, f"{message} was acknowledged at {version} and is lost")
                at, body = written[identity]
                if isinstance(body, Played) and message["t"] == "play":
                    self.demand(body.events[0] == (person.seat, message["action"]), f"{message} became {body}")
                self.demand(at <= version or not version, f"{message} was acknowledged before it was written")

    def demand_shown(self) -> None:
        """Whatever somebody was shown is what the log says of that version, and no more."""
        wanted: dict[int, list[Told]] = {}
        for told in self.world.told:
            wanted.setdefault(told.version, []).append(told)
        table = Table(self.world.database.shelves[self.people[0].table].row.secret, {MINIMAL.name: MINIMAL})
        for row in self.rows:
            table.fold(read(row), row.body)
            for told in wanted.pop(row.version, []):
                masked = table.match.state.mask(told.viewer)
                game = table.match.game
                expected = shown(game.view(masked), msgspec.to_builtins(game.prompt(masked)))
                self.demand(told.view == expected, f"seat {told.viewer} was shown another version {told.version}")
        self.demand(not wanted, f"versions {sorted(wanted)} were shown and are not in the log")

    def demand_sealed(self) -> None:
        """The log proves its dice, and has every start for which somebody opened a seal, as that person saw it."""
        opened = self.bodies[0]
        assert isinstance(opened, Opened)
        opening = Opening(opened.table, opened.game, opened.rules, opened.commitment, opened.seats)
        try:
            told = Testimony(opening, sealed=True).hear(b64encode(row.body).decode() for row in self.rows)
        except BadLog as fault:
            raise Violation(f"seed {self.world.seed}: {fault}") from None
        self.world.counts["starts"] += len(told.starts)
        for person in self.people:
            for number, (seals, nonce) in enumerate(person.starts):
                self.demand(told.starts[number].seals == seals, f"start {number + 1} was shown with other seals")
                shown = told.starts[number].shown[person.seat]
                self.demand(shown in ("", nonce), f"seat {person.seat} is said to have shown {shown}")

    def demand_progress(self) -> None:
        """Once nothing went wrong any more, everybody came up to date and the match went on."""
        for person in self.people:
            self.demand("view" in person.last, f"seat {person.seat} never saw the table")
        for person in self.behind:
            saw = f"saw {person.seen} of {self.last_play}"
            self.demand(False, f"seat {person.seat} {saw}, and waits for {person.sent or 'nothing'}")
        self.demand(self.went_on, "the match did not go on")

    @property
    def went_on(self) -> bool:
        """Has the match gone on since nothing goes wrong any more?"""
        late = [body for body in self.bodies[self.world.calm :] if isinstance(body, Played)]
        return len(late) > 1 or any(person.last and person.last["table"]["status"] == "over" for person in self.people)

    @property
    def behind(self) -> list[Person]:
        """Who has not seen all that was played, or waits for an answer."""
        return [person for person in self.people if person.seen < self.last_play or person.sent is not None]

    @property
    def last_play(self) -> int:
        return max((version for version, body in enumerate(self.bodies, 1) if isinstance(body, Played)), default=0)


def run_seeds(first: int, seeds: int, workers: int) -> dict[str, Any]:
    """Many histories, on several cores; what was counted, and every seed that broke a promise."""
    started = time.perf_counter()
    counts: Counter[str] = Counter()
    violations: list[str] = []
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        spans = [range(at, min(at + SPAN, first + seeds)) for at in range(first, first + seeds, SPAN)]
        for found, broken in pool.map(run_span, spans):
            counts += found
            violations += broken
    seconds = time.perf_counter() - started
    return {
        "seeds": seeds,
        "violations": violations,
        "entries": counts["entries"],
        "acknowledged": counts["acknowledged"],
        "kills": counts["kills"],
        "stalls": counts["stalls"],
        "rotten": counts["rotten"],
        "seconds": round(seconds, 1),
        "times_real_time": round(seeds * (FAULTY + CALM) / seconds),
    }


def run_span(seeds: range) -> tuple[Counter[str], list[str]]:
    counts: Counter[str] = Counter()
    violations: list[str] = []
    logging.disable()  # faults are the point here
    for seed in seeds:
        try:
            counts += simulate(seed)
        except Violation as violation:
            violations.append(str(violation))
    return counts, violations


def simulate(seed: int) -> Counter[str]:
    """One history; Violation if a promise was broken."""
    world = World(seed)
    run(world.live())
    world.counts["entries"] = len(next(iter(world.database.shelves.values())).entries)
    return world.counts


def main(
    seeds: Annotated[int, typer.Option(min=1, help="How many histories.")] = 1000,
    first: Annotated[int, typer.Option(min=0, help="The first seed.")] = 0,
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = 2,
    json: Json = False,
) -> int:
    """Servers, store and network under faults, in virtual time."""
    return report(run_seeds(first, seeds, workers), json, "violations")


if __name__ == "__main__":
    start(main)
