"""House: all rooms of a process; opens tables, seats people, keeps the leases."""

from __future__ import annotations

import asyncio
import base64
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from paddock.agents.levels import LEVELS
from paddock.core.errors import BadSetup, PaddockError
from paddock.core.fair import chain, first_link, next_link
from paddock.core.game import Game
from paddock.core.registry import list_games, load
from paddock.core.setup import Setup
from paddock.server import journal, piece, wire
from paddock.server.answer import Asked, AskedSeat, asked_decoder
from paddock.server.bots import Bots
from paddock.server.company import PACES, PATIENCE
from paddock.server.entry import Closed, Opened, body_decoder
from paddock.server.gossip import OFTEN, REPEAT, decoder, letters
from paddock.server.guard import digest, new_token
from paddock.server.keepsake import Keepsake, Relic, packed, pieces
from paddock.server.metrics import Metrics
from paddock.server.piece import Pieces
from paddock.server.room import Room
from paddock.server.store.content import UNREADABLE, body_of
from paddock.server.store.store import LEASE, Damaged, Row, Store, TableRow, Unavailable
from paddock.server.summary import Summaries, Summary, summarise
from paddock.server.table import OPEN_SEAT, OldRules, Refused, Sitter, Table, Terms, demand_rules, encode, opening
from paddock.server.timepiece import Timepiece

T = TypeVar("T")
IDLE = 60.0  # seconds after which a room that nobody needs is closed
SWEEP = 60.0  # seconds between two looks for an abandoned match; bots finish at most one each time
STALE = 20  # matches that are looked at for that
DAY = 24 * 60 * 60 * 1000  # milliseconds
USUAL_LEVEL = "medium"
SLOWLY = 8  # pieces of a keepsake after which it pauses
PAUSE = 0.03  # seconds
SEARCH = 600.0  # seconds between two searches for matches without one
BEAT = 1.0  # seconds between signs of life
LISTING = 4  # tables that are read at once for lists, and keepsakes
UNPACKED = 8  # keepsakes that are remembered for whoever reads on
FAILING = 10.0  # seconds after a failed append in which the store counts as failing, unless another succeeds


class NoTable(PaddockError):
    """No table of that name."""


class Paused(Unavailable):
    """A table cannot go on for now; what it says may be shown to people."""


class Wanted(NamedTuple):
    """What somebody wants to play."""

    game: str
    seats: int
    options: Mapping[str, object]
    terms: Terms


class Taken(NamedTuple):
    """A seat that was taken; the token is shown this once."""

    table: str
    seat: int
    token: str


class Created(NamedTuple):
    """A table that was opened."""

    table: str
    invite: str
    commitment: str


class House:
    """Everything that is live in this process. Clock and randomness are handed in."""

    def __init__(
        self, store: Store, bots: Bots, *, now: Callable[[], int], monotonic: Callable[[], float],
        random: Callable[[int], bytes], delay: float = 0.7, metrics: Metrics | None = None,
        guests: Mapping[str, Game] | None = None, levels: Sequence[str] = LEVELS, adviser: str = "expert",
        listed: int = DAY, patience: int = PATIENCE,
        abandoned: int = 60 * DAY, keeping: float = 5.0,
    ) -> None:  # fmt: skip
        self.store = store
        self.bots = bots
        self.now = now  # milliseconds since the epoch
        self.monotonic = monotonic
        self.random = random
        self.least_delay = delay
        self.metrics = metrics or Metrics()
        self.guests = dict(guests or {})  # games beyond the registered ones
        self.levels = tuple(levels)  # of the bots that can be asked for
        self.adviser = adviser
        self.patience = patience  # milliseconds that somebody must be away before others may let a bot play for them
        self.abandoned = abandoned  # milliseconds since the last entry after which bots finish a match; 0 for never
        self.to_keep: dict[str, None] = {}  # matches that are over and have no keepsake, in order
        self.keepsakes: OrderedDict[str, Keepsake] = OrderedDict()  # those read last
        self.look = 0.0  # when the store is to be asked for more of them
        self.keeping = keeping  # seconds between two keepsakes of matches that are over; 0 for none
        self.listed = listed  # milliseconds since the last entry in which a public table is shown to all
        self.rooms: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Task[Room]] = {}
        self.summaries = Summaries(self.readable)
        self.pieces = Pieces(monotonic)  # for whatever reads a whole match
        self.proving = asyncio.Lock()
        self.sitting: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by person, while it is held
        self.listing = asyncio.Semaphore(LISTING)  # each takes the memory of a match
        self.gossip: dict[str, bool] = {}  # tables that others are to be told of, and whether we ask about them
        self.told_all = 0.0  # when they were last told of every table
        self.unreadable: set[str] = set()  # tables that this process cannot go on with
        self.adrift: set[str] = set()  # tables that were claimed or let go here, and that nobody may know to look after
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closed = False
        self.beaten = 0.0  # when the last sign of life was given
        self.failed = -FAILING  # when an entry could last not be written
        self.paused = False  # the journal says that the store fails, and not yet that it is back

    # Life.

    async def open(self) -> None:
        await self.store.open()
        if isinstance(self.now, Timepiece) and not self.now.compare(await self.store.newest()):
            journal.warn("clock_doubted", told=self.now.told(), taken=self.now())
        self.store.listen(self.woken, self.asked, self.missed, self.overheard)
        self.beaten = self.monotonic()
        self.spawn(self.every_second(self.beat))
        self.spawn(self.every_second(self.tend))
        if self.store.shared:
            self.spawn(self.every_second(self.tell_others, OFTEN))
        if self.keeping:
            self.spawn(self.every_second(self.keep, self.keeping))
        if self.abandoned:
            self.spawn(self.every_second(self.sweep, SWEEP))

    async def close(self) -> None:
        """Finish what was begun, then let go."""
        self.closed = True
        for room in list(self.rooms.values()):
            async with room.turn:
                room.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.bots.close()
        await self.store.close()

    async def every_second(self, work: Callable[[], Awaitable[None]], pause: float = 0.0) -> None:
        """Signs of life and tending, each on its own: a table that takes long must not cost us all others."""
        while not self.closed:
            try:
                await work()
            except Unavailable as error:
                self.pause(error)
            except Exception as error:  # noqa: BLE001 - whatever it was, the next second comes
                journal.fail("house_failed", error)
            await asyncio.sleep(pause or BEAT)

    async def beat(self) -> None:
        """A sign of life; if the last is so long ago that our leases ran out, others may have written since."""
        await self.store.beat()
        now = self.monotonic()
        if self.paused and now - self.failed >= FAILING:
            self.resume()
        if now - self.beaten > LEASE:
            self.missed()
        self.beaten = now

    async def tend(self) -> None:
        """Adopt orphans, claim what nobody writes any more, close idle rooms."""
        if isinstance(self.now, Timepiece) and self.now.confirm():
            journal.note("clock_confirmed", taken=self.now())
            for room in self.rooms.values():
                self.spawn(room.wake())  # its clocks and its timer were set by another time
        orphans = await self.store.orphans()
        for orphan in (*orphans, *sorted(self.adrift)):
            if orphan not in self.rooms and orphan not in self.unreadable:
                await self.adopt(orphan)
        alone = set(orphans)
        for room in list(self.rooms.values()):
            if room.unattended:
                if room.table.id in self.unreadable or (room.elsewhere and room.table.id not in alone):
                    continue  # it cannot go on, or its writer lives
                if not room.turn.locked():  # else a command has tried to claim it, and may wait for its writer's answer
                    async with room.turn, self.careful(room.table.id):
                        await room.claim()
            elif not room.busy and self.monotonic() - room.used > IDLE:
                del self.rooms[room.table.id]
                room.close()
                await self.release(room.table.id)
        self.metrics.rooms.set(len(self.rooms))

    @property
    def stepped(self) -> int:
        """Milliseconds by which our time was set since we opened."""
        return self.now.stepped if isinstance(self.now, Timepiece) else 0

    async def sweep(self) -> None:
        """Let bots finish a match that nobody has come back to for very long; one at a time, for they take turns."""
        for stale in await self.store.stale(self.now() - self.abandoned, STALE + len(self.unreadable)):
            if stale not in self.unreadable:
                async with self.careful(stale):
                    if await (await self.room(stale)).abandon():
                        journal.note("table_abandoned", table=stale)
                        return

    async def adopt(self, orphan: str) -> None:
        """Open a table whose server has gone."""
        async with self.careful(orphan):
            await self.room(orphan)

    @asynccontextmanager
    async def careful(self, table: str) -> AsyncIterator[None]:
        """Work at a table that nobody has asked for: where it cannot be read or go on, it harms no other."""
        try:
            yield
        except Exception as error:
            if isinstance(error, Unavailable) and not isinstance(error, Damaged):
                raise
            self.unreadable.add(table)
            if not isinstance(error, OldRules):  # such a match was closed, and the journal says so
                journal.warn("table_unreadable", table=table, why=str(error))

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Work that nobody waits for; its fault is written down and harms nothing else."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.ended)
        return task

    def ended(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if (
            not task.cancelled()
            and (error := task.exception()) is not None
            and not isinstance(error, (NoTable, OldRules, Unavailable))
        ):
            journal.fail("task_failed", error)

    # Rooms.

    async def room(self, id: str) -> Room:
        """The room of a table; NoTable if there is none."""
        if (room := self.rooms.get(id)) is not None:
            room.used = self.monotonic()  # whoever asked has time to come in
            return room
        if id not in self.opening:
            task = self.spawn(self.load(id))
            self.opening[id] = task
            task.add_done_callback(lambda _: self.opening.pop(id, None))
        return await asyncio.shield(self.opening[id])

    async def load(self, id: str) -> Room:
        row = await self.store.table(id)
        if row is None:
            raise NoTable(f"there is no table {id}")
        try:
            await self.demand_rules(row)
        except OldRules:
            async with self.listing:
                await self.retire(row)
            raise
        # Claimed before it is read: whoever wrote before cannot write after.
        epoch = None if row.status == "over" else await self.claim(id)
        async with self.letting_go(id):
            room = self.furnish(Room(self, await self.replay(row), epoch))
        self.adrift.discard(id)
        return room

    async def claim(self, id: str) -> int | None:
        """Become the writer of a table that is not open here; if an answer gets lost, we come back to it."""
        self.adrift.add(id)
        epoch = await self.store.claim(id)
        if epoch is None:
            self.adrift.discard(id)
        return epoch

    async def release(self, id: str) -> None:
        """Let others write a table that is not open here any more."""
        self.adrift.add(id)
        await self.store.release(id)
        self.adrift.discard(id)

    async def demand_rules(self, row: TableRow) -> None:
        """OldRules unless its rules are here. Only its first entry is read, for it may be long and many may ask."""
        body = await self.store.first(row.id)
        if body is None:
            return
        with suppress(*UNREADABLE):  # whoever reads the whole log says what is wrong with it
            opened = body_decoder.decode(body)
            if isinstance(opened, Opened):
                demand_rules(opened, self.guests.get(row.game) or load(row.game))

    @asynccontextmanager
    async def letting_go(self, id: str) -> AsyncIterator[None]:
        """Work at a table that was claimed: if it fails, another server may try, and we do; nobody else has to."""
        try:
            yield
        except Exception:
            with suppress(Unavailable):
                await self.store.release(id)
            raise

    async def readable(self, row: TableRow) -> Table:
        """A table, or what is left of it where its rules are not here."""
        try:
            await self.demand_rules(row)
        except OldRules:
            return await self.relic(row)
        return await self.replay(row)

    async def keepsake(self, row: TableRow) -> Keepsake | None:
        """What was kept of a match whose rules are not here; the last few are remembered, for they hold no names."""
        async with self.listing:
            found = self.keepsakes.pop(row.id, None) or (await self.relic(row)).kept
            if found is not None:
                self.keepsakes[row.id] = found
                while len(self.keepsakes) > UNPACKED:
                    self.keepsakes.popitem(last=False)
            return found

    async def relic(self, row: TableRow) -> Relic:
        """What is left of a table whose rules are not here; for few at a time, see `listing`."""
        await self.retire(row)
        relic = Relic(row.secret)
        with self.noting():
            async for _ in self.pieces.read(row.id, map(relic.take, await self.store.load(row.id))):
                pass
        await asyncio.to_thread(relic.close, await self.store.kept(row.id))
        if relic.fault:
            journal.warn("keepsake_damaged", table=row.id, why=relic.fault)
        return relic

    async def retire(self, row: TableRow) -> None:
        """Close a match that cannot go on, because its game's rules were raised; the log says so."""
        if row.status == "over":
            return
        rows = await self.store.load(row.id)
        opened = body_of(rows[0])
        game = self.game(row.game)  # one that is not offered just now may come back
        if not isinstance(opened, Opened) or opened.rules >= game.rules:
            raise PaddockError(f"this server has only rules {game.rules} of {row.game}, and is older than the match")
        if (epoch := await self.claim(row.id)) is None:
            return  # a server that still has the rules goes on with it
        async with self.letting_go(row.id):
            closed = Closed(at=self.now(), rules=game.rules)
            rows = await self.store.load(row.id)
            if not isinstance(body_of(rows[-1]), Closed):
                body = encode(closed)
                *_, link = chain(row.id, [*(one.body for one in rows), body])
                await self.store.append(
                    Row(row.id, len(rows) + 1, body, None, None, closed.at, link), epoch, "over", None
                )
                journal.note("table_closed", table=row.id, played_by=opened.rules, here=game.rules)
        await self.release(row.id)

    async def keep(self) -> None:
        """Make the keepsake of one match that is over, slowly: nobody waits for it, but somebody plays."""
        if not self.to_keep and self.monotonic() >= self.look:  # such as ended elsewhere, or before we were there
            found = await self.store.unkept(SLOWLY + len(self.unreadable))
            self.to_keep.update(dict.fromkeys(one for one in found if one not in self.unreadable))
            self.look = self.monotonic() + (0 if self.to_keep else SEARCH)
        row = await self.store.table(next(iter(self.to_keep))) if self.to_keep else None
        if row is None:
            return
        del self.to_keep[row.id]
        if await self.store.kept(row.id) is not None:
            return
        table: Table | None = None
        async with self.careful(row.id):
            with suppress(OldRules):
                await self.demand_rules(row)
                table = await self.replay(row)
            if table is None or table.result is None:  # nothing of it can be kept, which is no fault
                self.unreadable.add(row.id)
                return
            made: dict[str, list[Any]] = {}
            async for part, item in self.pieces.read(row.id, pieces(table)):
                made.setdefault(part, []).append(item)
                if len(made[part]) % SLOWLY == 0:
                    await asyncio.sleep(PAUSE)
            await self.store.keep(row.id, await asyncio.to_thread(packed, table, made))

    async def replay(self, row: TableRow) -> Table:
        """A table from its log; nobody waits long meanwhile, however long the log is."""
        table = Table(row.secret, self.guests, self.levels)
        while rows := await self.store.load(row.id, table.version):
            with self.noting():
                async for _ in self.pieces.read(row.id, map(table.take, rows)):
                    pass
            if len(rows) < piece.MOST:
                break  # else whoever writes it elsewhere may have gone on meanwhile
        return table

    @contextmanager
    def noting(self) -> Iterator[None]:
        """A log whose chain holds may still be none that can be played; whoever looks after the server is told."""
        try:
            yield
        except Damaged as fault:
            self.store.damaged[fault.table] = fault
            raise

    async def summary(self, row: TableRow) -> Summary | None:
        """What a list says about a table; nobody comes in for that. None if its game is offered no more."""
        if (room := self.rooms.get(row.id)) is not None:
            return summarise(row, room.table, room.around.here)
        async with self.listing:
            return await self.summaries.of(row)

    def attended(self, id: str) -> bool:
        """Is somebody here who sits at this table, as far as we know?"""
        room = self.rooms.get(id)
        return room is not None and bool(room.around.here)

    def furnish(self, room: Room) -> Room:
        self.rooms[room.table.id] = room
        self.summaries.spoil(room.table.id)
        self.spawn(room.wake())
        return room

    async def create(self, wanted: Wanted) -> Created:
        """A new table with nobody at it: whoever sits down knows its commitment before sending a seal."""
        game = self.game(wanted.game)
        room, invite = await self.set_up(game, game.setup_of(wanted.seats, wanted.options), wanted.terms)
        return Created(room.table.id, invite, room.table.opened.commitment)

    async def set_up(self, game: Game, setup: Setup, terms: Terms, after: str = "") -> tuple[Room, str]:
        """A table with nobody at it, and its invitation."""
        name, invite, secret, now = self.name(12), self.name(18), self.random(32), self.now()
        entry = opening(name, game, setup, terms, secret, now, after, self.levels)
        body = encode(entry.body)
        row = TableRow(name, setup.game, terms.public, "waiting", now, now, secret, invite)
        epoch = await self.store.create(row, Row(name, 1, body, None, None, now, next_link(first_link(name), body)))
        table = Table(secret, self.guests, self.levels)
        table.fold(entry, body)
        return self.furnish(Room(self, table, epoch)), invite

    async def again(self, table: Table) -> tuple[str, str]:
        """A rematch: the same table anew, the people's seats open."""
        opened = table.opened
        plan = [self.offered(seat.level) if seat.level else OPEN_SEAT for seat in table.seats]
        terms = Terms(plan, opened.clock, opened.public, self.offered(opened.stand_in))
        room, invite = await self.set_up(table.match.game, table.match.setup, terms, opened.table)
        return room.table.id, invite

    def offered(self, level: str) -> str:
        """This level, or the usual one in place of an agent that the server no longer has."""
        return level if level in self.levels else USUAL_LEVEL

    async def sit(self, room: Room, sitter: Sitter, seat: int | None) -> Taken:
        """Seat somebody; the invitation has been checked."""
        token = new_token()
        return await self.taken(room, AskedSeat(sitter, seat, digest(token)), token)

    async def renew(self, room: Room, key: str) -> Taken:
        """Another token for the seat that this key opens; links with the old one open nothing any more."""
        token = new_token()
        return await self.taken(room, Asked(key, wire.Renew(self.random(16).hex(), digest(token))), token)

    async def taken(self, room: Room, asked: Asked | AskedSeat, token: str) -> Taken:
        answer = await room.do(asked)
        if answer.no:
            raise Paused(answer.text) if answer.no == "unavailable" else Refused(answer.no, answer.text)
        return Taken(room.table.id, answer.seat, token)

    def sitting_down(self, person: str) -> asyncio.Lock:
        """A person takes one seat at a time."""
        return self.sitting.setdefault(person, asyncio.Lock())

    def game(self, name: str) -> Game:
        """A game that is offered here; never a module of the caller's choice."""
        if name in self.guests:
            return self.guests[name]
        if name not in list_games():
            raise BadSetup(f"no game is called '{name}'; there are {', '.join([*list_games(), *self.guests])}")
        return load(name)

    async def forget(self, person: str) -> int:
        """Delete somebody's data everywhere; again, until nothing is found of what was written meanwhile."""
        all_touched: set[str] = set()
        while touched := await self.store.forget(person):
            all_touched.update(touched)
            for touched_id in touched:
                self.summaries.spoil(touched_id)
                if (room := self.rooms.get(touched_id)) is not None:
                    async with room.turn:
                        room.forget(person)
                        room.tell_erased()
        return len(all_touched)

    # The other processes.

    def woken(self, id: str, version: int) -> None:
        self.summaries.spoil(id)
        room = self.rooms.get(id)
        if room is None:
            return
        if version == 0:
            self.spawn(room.recall())
        elif version > room.table.version:
            self.spawn(room.follow(version))

    def missed(self) -> None:
        """Wake-ups may have been lost, and leases with them: read everything that others may have written."""
        self.summaries.kept.clear()
        journal.note("leases_doubted", tables=sum(room.epoch is not None for room in self.rooms.values()))
        for room in self.rooms.values():
            self.spawn(room.recall(doubted=True))

    def tell_of(self, room: Room, asks: bool = False) -> None:
        """Other servers are to know who looks at a table here."""
        if self.store.shared:
            self.gossip[room.table.id] = asks or self.gossip.get(room.table.id, False)

    async def tell_others(self) -> None:
        """What has changed, now and then all of it; and doubt what others have not told again."""
        now = self.monotonic()
        for room in self.rooms.values():
            room.doubt()
        if now - self.told_all >= REPEAT:
            self.told_all = now
            for room in self.rooms.values():
                if room.connections:
                    self.tell_of(room)
        gossip, self.gossip = self.gossip, {}
        seen = [self.rooms[table].seen(asks) for table, asks in gossip.items() if table in self.rooms]
        with suppress(Unavailable):  # the next time, then
            for letter in letters(seen):
                await self.store.gossip(letter)

    def overheard(self, server: str, letter: str) -> None:
        """Another server tells who looks at its tables."""
        for seen in decoder.decode(letter):
            if (room := self.rooms.get(seen.table)) is not None:
                room.hear(server, seen)

    def asked(self, id: str, ticket: str, command: bytes) -> None:
        self.spawn(self.reply(id, ticket, command))

    async def reply(self, id: str, ticket: str, command: bytes) -> None:
        """Carry out what another process was asked."""
        room = await self.room(id)
        answer = await room.obey(asked_decoder.decode(command))
        with suppress(Unavailable):  # then whoever asked sends it again
            await self.store.answer(ticket, wire.encoder.encode(answer))

    # Time and chance.

    def later(self, seconds: float, work: Callable[[], Awaitable[None]]) -> asyncio.TimerHandle:
        async def run() -> None:
            await work()

        return asyncio.get_running_loop().call_later(seconds, lambda: self.closed or self.spawn(run()))

    async def in_time(self, choosing: Coroutine[Any, Any, T], room: Room) -> T:
        """What a bot chooses, at one of several moments that are drawn without looking at how long it thinks."""
        thinking = asyncio.create_task(choosing)
        try:
            await self.seem_to_think(room)
            while self.least_delay and not thinking.done():
                await self.seem_to_think(room)
            return await thinking
        finally:
            thinking.cancel()

    async def seem_to_think(self, room: Room) -> None:
        """As long as bots of this room seem to: by chance, so that it tells nothing about what the bot holds.

        Where people want another pace meanwhile, it counts from the beginning: nobody can hold a bot up by that.
        """
        began, part = self.monotonic(), 1 + self.random(1)[0] / 512
        while (left := began + self.least_delay * PACES[room.table.pace] * part - self.monotonic()) > 0:
            try:
                async with asyncio.timeout(left):
                    await room.haste.wait()
            except TimeoutError:
                return

    def word(self) -> int:
        return int.from_bytes(self.random(7), "big")

    def name(self, size: int) -> str:
        """A name that nobody can guess."""
        return base64.urlsafe_b64encode(self.random(size)).decode()

    async def append(self, row: Row, epoch: int, status: str | None, sits: tuple[int, str] | None) -> None:
        """Make an entry durable; what becomes of it tells how the store is."""
        started = self.monotonic()
        try:
            await self.store.append(row, epoch, status, sits)
        except Unavailable as error:  # not written, or nobody knows whether it was
            self.failed = self.monotonic()
            self.pause(error)
            raise
        self.failed = -FAILING
        if self.paused:
            self.resume()
        self.metrics.moves.commit.observe(self.monotonic() - started)

    def pause(self, error: Unavailable) -> None:
        """The store has failed; the journal says so once, however many commands meet it."""
        self.metrics.unavailable.inc()
        if not self.paused:
            self.paused = True
            journal.warn("store_unavailable", why=str(error))

    def resume(self) -> None:
        self.paused = False
        journal.note("store_back")

    async def demand_health(self) -> None:
        """Unavailable unless all is well, as far as we have seen."""
        await self.demand_life()
        if self.store.damaged:
            raise next(iter(self.store.damaged.values()))

    async def demand_life(self) -> None:
        """Unavailable unless the store can be written; a sign of life may fit where a table's next entry does not."""
        await self.store.beat()
        if self.monotonic() - self.failed < FAILING:
            raise Unavailable("the last entry could not be written")
