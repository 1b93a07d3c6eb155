"""Boardgame.io: people who play the minimal game on that server, in its own protocol and with our lean socket."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import time
from pathlib import Path
from random import Random

import msgspec

from paddock.bench.client import OPENING, gathered
from paddock.bench.minimal_rules import CHOICES
from paddock.bench.peers import NoPeer
from paddock.bench.process import HOST, Process, free_port
from paddock.bench.socket import Socket, connect

PROJECT = Path(__file__).parents[3] / "bench" / "boardgameio"
PLACE = "/socket.io/?EIO=4&transport=websocket"
# Engine.io's packets are one digit, socket.io's another, then the namespace: the game.
PING, PONG = b"2", b"3"
CONNECT, EVENT = b"40/minimal,", b"42/minimal,"
UPDATE, SYNC = EVENT + b'["update"', EVENT + b'["sync"'
PATIENCE = 10.0  # seconds for the last answers


class Context(msgspec.Struct):
    """Whose turn it is."""

    current: str = msgspec.field(name="currentPlayer")
    over: msgspec.Raw | None = msgspec.field(name="gameover", default=None)


class Standing(msgspec.Struct):
    """The state of a match, as far as a player without eyes needs it."""

    context: Context = msgspec.field(name="ctx")
    number: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    """The answer to `sync`."""

    state: Standing


update = msgspec.json.Decoder(tuple[str, str, Standing, msgspec.Raw]).decode
sync = msgspec.json.Decoder(tuple[str, str, Synced]).decode


def install(folder: Path) -> Path:
    """The server's project with all that it needs, in this folder."""
    if not PROJECT.exists():
        raise NoPeer("boardgame.io is measured from a checkout of Paddock only, where bench/boardgameio lies")
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise NoPeer("boardgame.io needs node and npm, which are not installed")
    project = Path(shutil.copytree(PROJECT, folder / "boardgameio"))
    done = subprocess.run(
        [npm, "install", "--no-audit", "--no-fund", "--omit=dev"],
        cwd=project, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        raise NoPeer(f"npm could not install boardgame.io: {lines[-1] if lines else 'it said nothing'}")
    return project


def serve(project: Path, cores: set[int]) -> Process:
    """A boardgame.io server that keeps its matches in memory."""
    port = free_port()
    command = ["node", str(project / "server.js"), str(port), str(free_port())]
    return Process(command, port, project / "server.log", cores, {"NODE_ENV": "production"})


class Opponent:
    """One seat of one match."""

    def __init__(self, rival: Rival, match: int, seat: int) -> None:
        self.rival = rival
        self.match = match
        self.again = 0  # how many matches were played to the end
        self.seat = str(seat)
        self.socket: Socket | None = None
        self.number = -1  # of the state that is known
        self.sent = -1  # the state that the last move was made in, until its update has come
        self.mine = False
        self.synced = asyncio.Event()

    @property
    def name(self) -> str:
        return f"match-{self.match}-{self.again}"

    async def enter(self) -> None:
        self.socket = await connect(HOST, self.rival.port, PLACE, self.heard)
        self.send(CONNECT)
        await self.synced.wait()

    def send(self, data: bytes) -> None:
        if self.socket is not None:
            self.socket.send(data)

    def heard(self, payload: bytes) -> None:
        if payload.startswith(UPDATE):
            _, match, state, _ = update(payload[len(EVENT) :])
            if match == self.name:
                self.learn(state)
        elif payload == PING:
            self.send(PONG)
        elif payload.startswith(SYNC):
            _, _, synced = sync(payload[len(EVENT) :])
            self.synced.set()
            self.learn(synced.state)
        elif payload.startswith(CONNECT):
            self.ask()

    def ask(self) -> None:
        self.send(EVENT + msgspec.json.encode(["sync", self.name, self.seat, None, 2]))

    def learn(self, state: Standing) -> None:
        """A state has come; if it is what our own move made of the last, the move is done."""
        self.number = state.number
        if 0 <= self.sent < state.number:
            self.sent = -1
            self.rival.done()
        if state.context.over is not None:
            self.again += 1
            self.ask()
            return
        self.mine = state.context.current == self.seat
        if self.mine and self.rival.moving:
            self.play()

    def play(self) -> None:
        self.mine = False
        self.sent = self.number
        number = self.rival.random.randrange(CHOICES)
        self.send(
            EVENT
            + b'["update",{"type":"MAKE_MOVE","payload":{"type":"add","args":[%d],"playerID":"%b"}},%d,"%b","%b"]'
            % (number, self.seat.encode(), self.number, self.name.encode(), self.seat.encode())
        )


class Rival:
    """All matches of a measurement."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = port
        self.random = Random(seed)
        self.players: list[Opponent] = []
        self.moving = False
        self.moved = 0

    def done(self) -> None:
        self.moved += 1

    async def open_tables(self, count: int) -> None:
        """So many matches; the first who asks for one makes it."""
        self.players = [Opponent(self, match, seat) for match in range(count) for seat in range(2)]
        await gathered([player.enter for player in self.players], OPENING)

    def start(self) -> None:
        self.moving = True
        for player in self.players:
            if player.mine:
                player.play()

    async def stop(self) -> None:
        self.moving = False
        late = time.perf_counter() + PATIENCE
        while time.perf_counter() < late and any(player.sent >= 0 for player in self.players):
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        for player in self.players:
            if player.socket is not None:
                player.socket.close()
        await asyncio.sleep(0)
