"""A real server in a process of its own, and people who talk to it as a browser would."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import httpx
import websockets

from paddock.core.fair import nonce_of, sealed

ROOT = Path(__file__).parents[2]
POND = "tests.toy:GAME"  # small, with hidden cards and sealed rounds, and over after a few decisions
# Seconds after which a test that waits for a message gives up, with what it has heard. Bots give way to everything
# else: on a machine with ten busy programs the first decision of one has taken more than a minute.
PATIENCE = 240
PATIENT: Any = {"proxy": None, "open_timeout": PATIENCE, "ping_interval": None}  # for lines: a busy machine is slow

# Origins of other sites' pages; HOST stands for the server's own host and port.
FOREIGN = [
    "https://evil.example", "http://evil.example", "null", "file://", "https://127.0.0.1.evil.example",
    "http://127.0.0.1", "http://127.0.0.1:1", "https://127.0.0.1:443", "http://localhost", "http://[::1]",
    "chrome-extension://abcdefgh", "data:text/html,x", "about:blank", "ftp://127.0.0.1", "http://", "//127.0.0.1",
    "http://evil.example@HOST", "http://HOST.evil.example", "http://HOST/path", "javascript:alert(1)",
]  # fmt: skip

Message = dict[str, Any]


@cache
def believed(certificates: str | None) -> ssl.SSLContext:
    """Whom clients believe; read once, for reading it takes longer than most requests."""
    return httpx.create_ssl_context()


def ask(path: str, **headers: str) -> httpx.Response:
    """What a GET of this address gives, for tests that cannot wait as others do: a browser's loop runs in them."""
    return httpx.get(path, headers=headers, timeout=PATIENCE, verify=believed(os.environ.get("SSL_CERT_FILE")))


class Place:
    """A server that runs until the block ends. With a seed all its tables roll the same dice; see `dealt.py`."""

    def __init__(self, db: Path | str, *flags: str, games: Sequence[str] = (POND,), seed: int | None = None) -> None:
        self.db = db
        self.seed = seed
        self.flags = [*flags, *(part for game in games for part in ("--game", game))]

    def __enter__(self) -> Self:
        self.process = launch(self.db, *self.flags, seed=self.seed)
        assert self.process.stdout is not None
        words = self.process.stdout.readline().split()
        if "at" not in words:
            raise AssertionError(f"the server did not open: {self.process.communicate()[1]}")
        self.address = words[words.index("at") + 1].rstrip("/").replace("localhost", "127.0.0.1")
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        try:
            self.stop()
        finally:
            self.process.kill()  # also when it did not stop

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to stop, once; how it ended."""
        if self.process.poll() is None:
            self.process.send_signal(by)
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode

    def kill(self) -> None:
        """As when the power fails."""
        self.stop(signal.SIGKILL)


class Quiet(Place):
    """A place whose stderr goes into a file."""

    def __init__(self, folder: Path, *flags: str) -> None:
        super().__init__(folder / "tables.db", *flags)
        self.errors = folder / "errors"

    def __enter__(self) -> Self:
        with self.errors.open("w") as errors:
            self.process = launch(self.db, *self.flags, errors=errors)
        assert self.process.stdout is not None
        words = self.process.stdout.readline().split()
        self.address = words[words.index("at") + 1].rstrip("/").replace("localhost", "127.0.0.1")
        return self


def launch(
    db: Path | str, *flags: str, errors: IO[str] | int = subprocess.PIPE, seed: int | None = None
) -> subprocess.Popen[str]:
    """`paddock serve` on a free port, without delays and limits unless the flags say so."""
    paddock = [str(Path(sys.executable).with_name("paddock"))]
    if seed is not None:
        paddock = [sys.executable, "-m", "tests.server.dealt", str(seed)]
    usual = ["--no-browser", "--port", "0", "--db", str(db), "--bot-delay", "0", "--workers", "1", "--rate", "0"]
    return subprocess.Popen(
        [*paddock, "serve", *usual, *flags],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )


def opened(folder: Path, *flags: str) -> Iterator[Place]:
    """For a module's fixture: one server for all its tests."""
    with Place(folder / "tables.db", *flags) as place:
        yield place


def first(choices: list[Message]) -> Message:
    return choices[0]


class Line:
    """A socket to one table, and everything that was heard on it."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Message] = []
        self.read = 0  # how many of them a test has looked at
        self.frame: Message = {}  # the last
        self.table: Message = {}  # as the last frame or table message showed it

    async def next(self) -> Message:
        """The next message that no test has looked at."""
        if self.read == len(self.heard):
            async with asyncio.timeout(PATIENCE):
                message = json.loads(await self.socket.recv())
            self.heard.append(message)
            self.frame = message if message["t"] == "frame" else self.frame
            self.table = message.get("table", self.table)
        self.read += 1
        return self.heard[self.read - 1]

    async def until(self, wanted: Callable[[Message], object]) -> Message:
        """The first message from here on that is wanted."""
        while True:
            message = await self.next()
            if wanted(message):
                return message

    async def until_table(self, wanted: Callable[[Message], object]) -> Message:
        """The table once it is as wanted; at once if it is so already."""
        while not (self.table and wanted(self.table)):
            await self.next()
        return self.table

    async def prompted(self) -> Message:
        """A frame in which this seat must decide; at once if the last one is that."""
        while not (self.frame and choices(self.frame)):
            await self.next()
        return self.frame

    async def send(self, t: str, **parts: object) -> str:
        """A command, without waiting; its id."""
        parts = {"id": secrets.token_hex(16), **parts}
        await self.socket.send(json.dumps({"t": t, **parts}))
        return str(parts["id"])

    async def answer(self, id: str) -> Message:
        """What the server says about this command."""
        return await self.until(
            lambda message: id in (message.get("id"), message.get("done"), (message.get("no") or {}).get("id"))
        )

    async def ask(self, t: str, **parts: object) -> Message:
        """A command and its answer."""
        return await self.answer(await self.send(t, **parts))

    async def reveal(self, nonce: bytes) -> Message:
        """Wait until all seals are fixed and open one's own; the answer."""
        seals = (await self.until_table(lambda table: table["fair"]["seals"]))["fair"]["seals"]
        shown = nonce_of(nonce, bytes.fromhex(seals[self.table["you"]]))
        assert shown is not None
        return await self.ask("reveal", nonce=shown.hex())

    async def play(self, pick: Callable[[list[Message]], Message] = first) -> Message:
        """Wait for one's turn and decide; the answer."""
        frame = await self.prompted()
        return await self.ask("play", at=frame["at"], action=pick(choices(frame))["action"])

    async def play_on(self, pick: Callable[[list[Message]], Message] = first) -> Message:
        """Decide whenever asked until the match is over; the last frame."""
        while self.table["status"] != "over":
            if choices(self.frame):
                await self.play(pick)
            else:
                await self.next()
        return self.frame


class Person:
    """Somebody with a browser."""

    def __init__(self, place: Place, name: str = "Ada", avatar: str = "otter") -> None:
        self.place = place
        self.name = name
        self.avatar = avatar
        self.token = secrets.token_urlsafe(32)
        self.nonce = secrets.token_bytes(32)  # the last of those under the seal
        self.seal = sealed(self.nonce).hex()  # sent only by tests that are about it: without one, matches begin at once
        self.headers = {"Authorization": f"Bearer {self.token}"}

    async def http(self, method: str, path: str, body: object = None, **headers: str) -> httpx.Response:
        verify = believed(os.environ.get("SSL_CERT_FILE"))
        async with httpx.AsyncClient(base_url=self.place.address, timeout=PATIENCE, verify=verify) as client:
            return await client.request(method, path, headers={**self.headers, **headers}, json=body)

    async def read(self, path: str, **headers: str) -> Any:
        """What a GET gives."""
        answer = await self.http("GET", path, **headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def create(self, plan: str = "me open", game: str = "pond", **more: object) -> Message:
        """Open a table and sit down at the seat called `me`; all that the server gave for it."""
        sitting = {name: more.pop(name) for name in ("seal", "name", "avatar") if name in more}
        answer = await self.http("POST", "/api/tables", self.wanted(plan, game, **more))
        assert answer.status_code == 201, answer.text
        table = dict(answer.json())
        return {**table, **await self.sit(table, seat=plan.split().index("me"), **sitting)}

    def wanted(self, plan: str, game: str = "pond", **more: object) -> Message:
        seats = ["open" if seat == "me" else seat for seat in plan.split()]
        return {"game": game, "seats": len(seats), "plan": seats, **more}

    async def sit(self, table: Message, **more: object) -> Message:
        """Take a free seat by the invitation; seat and token."""
        answer = await self.try_to_sit(table, **more)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    async def try_to_sit(self, table: Message, **more: object) -> httpx.Response:
        body = {
            "invite": table["invite"], "name": self.name, "avatar": self.avatar, **more,
        }  # fmt: skip
        return await self.http("POST", f"/api/tables/{table['table']}/seats", body)

    @asynccontextmanager
    async def look(self, table: Message, token: str | None = None, since: int = 0) -> AsyncIterator[Line]:
        """Open a line to a table, as this person unless another token is given, and hear how things stand."""
        async with connected(self.place) as line:
            hello = {"t": "hello", "table": table["table"], "token": self.token if token is None else token}
            await line.socket.send(json.dumps({**hello, "since": since}))
            await line.until(lambda message: message["t"] in ("frame", "table"))
            yield line


@asynccontextmanager
async def connected(place: Place) -> AsyncIterator[Line]:
    """A line on which nothing has been said."""
    async with websockets.connect(place.address.replace("http", "ws") + "/ws", **PATIENT) as socket:
        yield Line(socket)


@asynccontextmanager
async def two_at_a_table(place: Place, game: str = "pond", **more: object) -> AsyncIterator[tuple[Line, Line]]:
    """Ada (the host, seat 0) and Ben, both looking at a match that has begun."""
    ada, ben = Person(place), Person(place, "Ben", "fox")
    table = await ada.create("me open", game, **more)
    await ben.sit(table)
    async with ada.look(table) as first, ben.look(table) as second:
        yield first, second


def choices(frame: Message) -> list[Message]:
    """What this viewer may decide now."""
    return list((frame.get("prompt") or {}).get("choices", []))
