"""Pair: two servers on one PostgreSQL; whichever holds the leases is killed or frozen while people of both play."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import msgspec
import typer
import uvloop

from paddock.bench.client import Command, No, Player, Table, allow_sockets
from paddock.bench.database import postgres
from paddock.bench.process import HOST, Process, free_port, paddock
from paddock.bench.server import MINIMAL
from paddock.bench.socket import Socket
from paddock.bench.web import Web
from paddock.server import table as logs
from paddock.server.store.reading import Reading
from paddock.server.store.record import record
from paddock.server.store.store import LEASE
from paddock.server.wire import encoder
from trials.command import Json, Seed, report, start
from trials.faults import LONGEST, SHORTEST, TABLES, Figures, Timed

SPREAD = 0.01  # seconds that one of two conflicting decisions may be sent later than the other
AWAKE = 0.3  # seconds of play after a frozen server has woken up

OWNERS = """
SELECT tables.id, servers.address FROM tables JOIN servers ON servers.id = tables.owner WHERE tables.status <> 'over'
"""


class Shown(msgspec.Struct):
    """What a frame says of the table."""

    t: str
    v: int = 0
    view: msgspec.Raw = msgspec.Raw(b"")
    done: str = ""


shown = msgspec.json.Decoder(Shown).decode


class Witness(Player):
    """Somebody with a home among the servers, who remembers all that was shown to him."""

    def __init__(self, table: Table, seat: int, token: str, load: Pair, home: int) -> None:
        super().__init__(table, seat, token, load)
        self.pair = load
        self.home = home
        self.port = home
        self.twin: Witness | None = None  # the same seat at the other server

    def heard(self, payload: bytes) -> None:
        self.remember(shown(payload))
        super().heard(payload)

    def remember(self, frame: Shown) -> None:
        if frame.t == "frame":
            self.pair.see((self.table.id, frame.v, self.seat), bytes(frame.view))

    def overhear(self, payload: bytes) -> None:
        """On a line that was given up: what is promised there counts as well."""
        frame = shown(payload)
        self.remember(frame)
        if frame.done:
            self.pair.promised(self.table.id, frame.done, frame.v)

    def choose(self, action: int, since: float, wait: float = 0.0) -> None:
        super().choose(action, since, wait)
        assert self.command is not None
        self.pair.sent[self.command.id] = (self.seat, action)

    def give_up_line(self) -> Socket | None:
        """Do not wait for this server any more, but keep an ear on it."""
        line, self.socket = self.socket, None
        self.offers = []
        if line is not None:
            line.heard, line.lost = self.overhear, None
        return line

    async def move(self, port: int) -> None:
        """Go on at the other server."""
        line = self.give_up_line()
        self.port = port
        await self.pair.come_back(self)
        if line is not None:
            line.close()


@dataclass(slots=True)
class Conflict:
    """Two different decisions for one prompt, sent through both servers."""

    done: int = 0
    refused: list[str] = field(default_factory=list)

    @property
    def settled(self) -> bool:
        """One was carried out and the other came too late."""
        return self.done == 1 and self.refused == ["stale"]


class Pair(Timed):
    """People at two servers; every seat can be reached through both."""

    def __init__(self, ports: tuple[int, int], game: str, seed: int, size: int) -> None:
        super().__init__(ports[0], game, seed, size)
        self.ports = ports
        self.webs = {port: Web(HOST, port) for port in ports}
        self.views: dict[tuple[str, int, int], bytes] = {}  # shown: table, version, seat
        self.true: dict[tuple[str, int, int], bytes] = {}  # what the log says
        self.logs: dict[str, logs.Table] = {}
        self.split: set[str] = set()  # tables about which people were told different things
        self.sent: dict[str, tuple[int, int]] = {}  # command: seat, action
        self.to_quarrel = 0  # conflicts still to come
        self.quarrelling = False
        self.conflicts: list[Conflict] = []
        self.conflict_of: dict[str, Conflict] = {}

    # What people do.

    def other(self, port: int) -> int:
        return self.ports[1] if port == self.ports[0] else self.ports[0]

    def player(self, table: Table, seat: int, token: str) -> Player:
        home = self.ports[seat % 2]
        player = Witness(table, seat, token, self, home)
        player.twin = Witness(table, seat, token, self, self.other(home))
        player.twin.twin = player
        table.watching.append(player.twin)
        return player

    def players(self) -> list[Player]:
        return [player for table in self.tables for player in table.everybody()]

    def witnesses(self) -> list[Witness]:
        return [player for player in self.players() if isinstance(player, Witness)]

    async def renew(self) -> None:
        """As many tables as before, opened at one or the other server."""
        self.web = self.webs[self.random.choice(self.ports)]
        await super().renew()
        await asyncio.gather(*(twin.enter() for table in self.tables for twin in table.watching if twin.socket is None))

    def turn(self, player: Player) -> None:
        assert isinstance(player, Witness)
        if self.quarrelling:
            self.quarrel_at(player)
        elif self.moving and player in player.table.people:
            player.play(time.perf_counter())

    async def quarrel(self, conflicts: int) -> None:
        """So many times the same seat decides in two ways at once, on all tables."""
        self.to_quarrel = conflicts
        self.quarrelling = True
        for player in self.players():
            if player.ready:
                self.turn(player)
        await self.until(lambda: self.to_quarrel <= 0, "two servers do not show the same prompt")
        self.quarrelling = False
        await self.rest()

    def quarrel_at(self, player: Witness) -> None:
        twin = player.twin
        assert twin is not None
        if self.to_quarrel <= 0 or not (player.ready and twin.ready and player.at == twin.at):
            return
        self.to_quarrel -= 1
        actions = self.random.sample([offer.action for offer in player.offers], 2)
        waits = self.random.sample([0.0, self.random.uniform(0, SPREAD)], 2)
        conflict = Conflict()
        self.conflicts.append(conflict)
        for one, action, wait in zip((player, twin), actions, waits, strict=True):
            one.choose(action, time.perf_counter(), wait)
            assert one.command is not None
            self.conflict_of[one.command.id] = conflict

    def done(self, player: Player, command: Command, version: int) -> None:
        super().done(player, command, version)
        if (conflict := self.conflict_of.pop(command.id, None)) is not None:
            conflict.done += 1

    def refused(self, player: Player, command: Command, no: No) -> None:
        super().refused(player, command, no)
        if no.why != "unavailable" and (conflict := self.conflict_of.pop(command.id, None)) is not None:
            conflict.refused.append(no.why)

    # What they were told.

    def see(self, place: tuple[str, int, int], view: bytes) -> None:
        if self.views.setdefault(place, view) != view:
            self.split.add(place[0])

    def promised(self, table: str, command: str, version: int) -> None:
        if command in self.sent:
            self.ledgers[table].promised.setdefault(command, (*self.sent[command], version))

    async def audit(self, kept: Reading) -> None:
        """Compare promises and views with the log."""
        for table in self.tables:
            log = self.logs.get(table.id)
            if log is None:
                row = await kept.table(table.id)
                assert row is not None
                log = self.logs[table.id] = logs.Table(row.secret, {self.game.name: self.game})
            for entry in await kept.load(table.id, log.version):
                log.take(entry)
                if log.begun:
                    for seat in range(self.seats):
                        view = encoder.encode(self.game.view(log.masked(seat)))
                        self.true[table.id, log.version, seat] = view
        self.split |= {place[0] for place, view in self.views.items() if self.true.get(place) != view}
        self.views.clear()
        await super().audit(kept)
        self.sent.clear()

    # Where they are.

    def leave(self, port: int) -> list[Socket]:
        """Everybody goes from this server to the other; the lines that were given up, still open."""
        lines = []
        for player in self.witnesses():
            if player.port == port:
                lines.append(player.give_up_line())
                player.port = self.other(port)
                self.gone(player)
        return [line for line in lines if line is not None]

    async def go_home(self) -> None:
        away = [player for player in self.witnesses() if player.port != player.home]
        await asyncio.gather(*(player.move(player.home) for player in away))


def run(trials: int, conflicts: int = 40, seed: int = 1, game: str = MINIMAL, tables: int = TABLES) -> Figures:
    """Every other trial kills the server that holds the leases, the others freeze it until they have run out."""
    allow_sockets()
    with tempfile.TemporaryDirectory(prefix="paddock-pair-") as scratch:
        folder = Path(scratch)
        with postgres(folder / "postgres") as database:
            return uvloop.run(Trials(database.address, game, seed, folder, tables).run(trials, conflicts))


class Trials:
    """Two servers, and what is done to them."""

    def __init__(self, address: str, game: str, seed: int, folder: Path, tables: int) -> None:
        self.address = address
        self.game = game
        self.folder = folder
        self.pair = Pair((free_port(), free_port()), game, seed, tables)
        self.processes: dict[int, Process] = {}

    async def run(self, trials: int, conflicts: int) -> Figures:
        pair = self.pair
        try:
            for port in pair.ports:
                await self.start(port)
            for trial in range(trials):
                await self.trial(conflicts, frozen=trial % 2 == 1)
        finally:
            await pair.close()
            for process in self.processes.values():
                process.kill()
        return {
            "trials": trials,
            "split": len(pair.split),
            "lost": pair.counted["lost"],
            "doubled": pair.counted["doubled"],
            "gaps": pair.counted["gaps"],
            "conflicts": len(pair.conflicts),
            "undecided": sum(not conflict.settled for conflict in pair.conflicts),
            "slowest_takeover_s": round(pair.slowest, 3),
            "acknowledged": pair.acknowledged,
            "unavailable": pair.refusals.get("unavailable", 0),
        }

    async def start(self, port: int) -> None:
        process = paddock(self.address, self.game, port, self.folder / f"{port}.log", set())
        self.processes[port] = process
        await asyncio.to_thread(process.wait_until_it_listens)

    async def trial(self, conflicts: int, frozen: bool) -> None:
        pair = self.pair
        await pair.renew()
        await pair.go_home()
        await pair.play(pair.random.uniform(SHORTEST, LONGEST))
        await pair.rest()
        await pair.quarrel(conflicts)
        holder, owned = await self.holder()
        await pair.play(pair.random.uniform(SHORTEST, LONGEST))
        pair.expect_moves(owned)
        if frozen:
            await self.freeze(holder)
        else:
            await self.kill(holder)
        await pair.rest()
        async with record(self.address) as kept:
            await pair.audit(kept)

    async def holder(self) -> tuple[int, set[str]]:
        """The server that holds most leases, and its tables."""
        async with record(self.address) as kept:
            owners = {name: int(address.rstrip("/").rpartition(":")[2]) for name, address in await kept.ask(OWNERS)}
        port, _ = Counter(owners.values()).most_common(1)[0]
        return port, {name for name, owner in owners.items() if owner == port}

    async def kill(self, port: int) -> None:
        self.processes[port].kill()
        for player in self.pair.witnesses():
            if player.port == port:
                player.port = self.pair.other(port)
        await self.pair.webs[port].close()
        await self.pair.all_moved()
        await self.start(port)

    async def freeze(self, port: int) -> None:
        """The others play on as soon as the lease has run out; then it wakes up among them, with old orders to obey."""
        pair = self.pair
        self.processes[port].freeze()
        lines = pair.leave(port)
        try:
            await pair.all_moved()
            await asyncio.sleep(max(0.0, pair.since + LEASE - time.perf_counter()))
        finally:
            self.processes[port].thaw()
        await asyncio.sleep(AWAKE)
        for line in lines:
            line.close()


def main(
    trials: Annotated[int, typer.Option(min=1, help="How often the server that holds the leases is lost.")] = 20,
    conflicts: Annotated[int, typer.Option(min=0, help="Conflicting moves in each trial.")] = 40,
    seed: Seed = 1,
    json: Json = False,
) -> int:
    """Two servers on one PostgreSQL, of which one is killed or frozen under load."""
    return report(run(trials, conflicts, seed), json, "split", "lost", "doubled", "gaps")


if __name__ == "__main__":
    start(main)
