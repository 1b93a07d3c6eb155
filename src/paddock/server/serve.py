"""Serve: runs the server on this machine until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import secrets
import socket as sockets
import sys
import time
import webbrowser
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, cast

import uvicorn

from paddock.agents.cluster import demand_possible
from paddock.agents.levels import LEVELS
from paddock.core.errors import PaddockError
from paddock.core.registry import load
from paddock.server import journal
from paddock.server.app import App
from paddock.server.bots import Bots, named_agents
from paddock.server.connection import Doors, Request, WebSocket, room_for_connections
from paddock.server.far import Far
from paddock.server.guard import Proxies, demand_origins
from paddock.server.house import DAY, House
from paddock.server.metrics import Metrics
from paddock.server.socket import Socket
from paddock.server.store import open_store
from paddock.server.store.store import Unavailable
from paddock.server.timepiece import Timepiece

USUAL = 8000  # port
GRACE = 5  # seconds that open requests have when the server stops
PAGES = 100  # connections of one address besides its lines, for pages
SENDING = 65_536  # bytes on their way to somebody; Linux takes twice that
SWITCH = 0.0005  # seconds; the store's thread needs the interpreter several times a commit, and people wait for it
YOUNG = 1_000  # new objects that are looked through at a time for cycles: 2 ms, in which everybody waits
NEVER = 1 << 30
QUIET = 60.0  # seconds without a move after which nobody is disturbed by a longer look
LONGEST = 60  # times that such a look is put off; every line that was closed leaves some objects


class Served(NamedTuple):
    """How to serve."""

    host: str = "127.0.0.1"
    port: int | None = None  # the usual one or, where that is taken, the next that is free
    db: str = ""
    browser: bool = True
    games: Sequence[str] = ()  # beyond the registered ones, as module:GAME
    origins: Sequence[str] = ()
    rate: float = 20.0  # commands a second and line; 0 for no limit
    delay: float = 0.7  # seconds a bot seems to think
    workers: int | None = None
    lines: int = 200  # of one address at once; 0 for no limit
    tables: int = 20  # that are not over, where one person sits at once; 0 for no limit
    listed: float = 1.0  # days without anything new in which a public table is shown to all
    abandoned: float = 60.0  # days without anything new after which bots finish a match; 0 for never
    proxies: Sequence[str] = ()  # addresses and networks whose word about a client's address counts; else this machine
    agents: Sequence[str] = ()  # offered beside the levels, as NAME=package.module:Class
    patience: float = 60.0  # seconds that somebody must be away before others may let a bot play for them
    think: str = ""  # the address of a Ray cluster that thinks for bots


def data_folder() -> Path:
    """Where the user's own data lies."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "paddock"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "paddock"


def serve(served: Served) -> int:
    """Run until interrupted; the exit code."""
    agents = named_agents(served.agents)
    journal.open_journal()
    metrics = Metrics()
    far = far_of(served, metrics)
    listener = bound(served.host, served.port)
    address = f"http://{shown(served.host)}:{listener.getsockname()[1]}/"
    house = House(
        open_store(served.db or str(default_db()), address=address),
        Bots(workers=served.workers, metrics=metrics, games=served.games, agents=agents, far=far),
        now=Timepiece(),
        monotonic=time.monotonic,
        random=secrets.token_bytes,
        delay=served.delay,
        metrics=metrics,
        listed=round(served.listed * DAY),
        abandoned=round(served.abandoned * DAY),
        patience=round(served.patience * 1000),
        levels=(*LEVELS, *agents),
        guests={game.name: game for game in map(load, served.games)},
    )
    limits = (served.rate, served.lines, served.tables) if served.rate else (0.0, 0, 0)
    demand_origins(served.origins)
    app = App(house, tuple(served.origins), *limits)
    proxies = Proxies(served.proxies)
    each = served.lines + PAGES if served.rate and served.lines else 0
    doors = Doors(app.refusals, room_for_connections(), each, proxies)
    config = uvicorn.Config(
        app, http=cast(Any, partial(Request, doors)), ws=cast(Any, partial(WebSocket, doors)), ws_max_size=65_536,
        ws_per_message_deflate=False, access_log=False, log_config=None,
        timeout_graceful_shutdown=GRACE, server_header=False, proxy_headers=True,
        forwarded_allow_ips=proxies.named, lifespan="off",
    )  # fmt: skip
    server = Server(config, house, app.socket, address, served.browser)
    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        try:
            runner.run(server.live(listener))
        except Unavailable as error:  # only at the start; later it is waited for
            raise PaddockError(str(error)) from None
    return 0


def far_of(served: Served, metrics: Metrics) -> Far | None:
    """The cluster that was asked for; refused at once if it never could answer."""
    if not served.think:
        return None
    demand_possible(served.think)
    return Far(served.think, served.games, metrics=metrics)


def default_db() -> Path:
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "tables.db"


class Tidy:
    """Frees old objects that only refer to each other, once nobody moves, or after an hour without such a moment.

    At two thousand moves a second the interpreter's own looks at old objects took 40 ms every two seconds.
    """

    def __init__(self, committed: Mapping[str, int]) -> None:
        self.committed = committed  # moves so far, a game
        self.seen = self.tidied = 0
        self.put_off = 0

    async def look(self) -> None:
        moves = sum(self.committed.values())
        self.put_off += 1
        if moves == self.seen != self.tidied or self.put_off > LONGEST:
            gc.collect()
            self.tidied, self.put_off = moves, 0
        self.seen = moves


class Server(uvicorn.Server):
    """Opens the house before it listens, says where it is, and closes everything in the right order."""

    def __init__(self, config: uvicorn.Config, house: House, socket: Socket, address: str, browser: bool) -> None:
        super().__init__(config)
        self.house = house
        self.socket = socket
        self.address = address
        self.browser = browser

    async def live(self, listener: sockets.socket) -> None:
        await self.house.open()
        if self.house.bots.far is not None:
            self.house.bots.far.open()
        await self.serve(sockets=[listener])

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        await super().startup(sockets)
        # What is there now stays. Of the rest only what is new is looked through by itself: see Tidy.
        gc.freeze()
        gc.set_threshold(YOUNG, NEVER, NEVER)
        self.house.spawn(self.house.every_second(Tidy(self.house.metrics.moves.committed).look, QUIET))
        sys.setswitchinterval(SWITCH)
        kept_in = type(self.house.store).__module__.rpartition(".")[2]  # never its address: that may hold a password
        journal.note("server_started", version=version("paddock"), address=self.address, store=kept_in, pid=os.getpid())
        print(f"Paddock is open at {self.address}  (Ctrl-C closes it)", flush=True)
        if self.browser:
            webbrowser.open(self.address)

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        journal.note("server_stopping", sockets=len(self.socket.lines), pid=os.getpid())
        await self.socket.hang_up()
        await super().shutdown(sockets)
        # Here and not after `serve`, which ends with the signal that stopped it.
        await self.house.close()
        journal.note("server_stopped", pid=os.getpid())


def bound(host: str, port: int | None) -> sockets.socket:
    """A listening socket on this port; if none is asked for, on the usual one or the next that is free."""
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    for attempt in range(USUAL, USUAL + 20) if port is None else [port]:
        listener = sockets.socket(family)
        listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        # For every connection. Else the machine keeps megabytes for each that does not read.
        listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, SENDING)
        try:
            listener.bind((host, attempt))
        except OSError as error:
            listener.close()
            fault = error
            continue
        listener.listen(2048)
        listener.setblocking(False)
        return listener
    raise PaddockError(f"cannot listen on {host}:{USUAL if port is None else port}: {fault.strerror}")


def shown(host: str) -> str:
    return "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host  # noqa: S104
