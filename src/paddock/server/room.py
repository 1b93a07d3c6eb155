"""Room: a table in the memory of a process, with everybody who looks at it.

One command at a time: decide, commit, and only then fold and tell. Where another process is the
table's writer, the room follows its log and hands commands over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from paddock.core.message import Message
from paddock.core.state import SPECTATOR
from paddock.server import journal, wire
from paddock.server.answer import BROKEN, PAUSED, Answer, Asked, AskedSeat, answer_decoder, refusal
from paddock.server.bots import Thought
from paddock.server.entry import Entry, Followed, Left, Personal, Played, Renewed, Said
from paddock.server.frame import Around, Sheet, Steady, chat_frame, frame, history, table_frame, telling
from paddock.server.gossip import BELIEVED, Seen
from paddock.server.store.store import Fenced, Orphaned, Row, Unavailable
from paddock.server.table import Refused, Sitter, Table, encode, read, seat_of
from paddock.server.turn import Turn

if TYPE_CHECKING:
    from paddock.server.house import House

PIECE = 16  # events of a record that are told at a time; others have their turn in between
TRIES = 5  # how often a command is tried again when the table has changed hands


class Connection(Protocol):
    """Somebody's open line to a room."""

    viewer: int
    key: str  # the hash of the token that it was opened with

    def send(self, data: bytes) -> None:
        """Queue it; never waits, never raises."""


class Audience(NamedTuple):
    """Who looks at a table."""

    here: frozenset[int]  # seats
    watching: int
    viewers: frozenset[int]


class Others(NamedTuple):
    """Who looks at a table at another process, as that has told."""

    here: frozenset[int]
    watching: int
    until: float  # when this is too old to be true


class Think(NamedTuple):
    """A bot's decision in the making: for which seat and prompt."""

    seat: int
    at: int


class Room:
    """One table here."""

    def __init__(self, house: House, table: Table, epoch: int | None) -> None:
        self.house = house
        self.table = table
        self.epoch = epoch  # None: another process writes
        self.elsewhere = epoch is None  # another process was its writer when we last tried to become that
        self.turn = Turn()
        self.connections: dict[Connection, None] = {}  # in order, so that simulations repeat
        self.others: dict[str, Others] = {}  # by process
        self.audience: Audience | None = None  # counted when it is asked for
        self.steady: Steady | None = None  # of the last sheet, and of which edition of the table that is
        self.steady_edition: tuple[Table, int, str, frozenset[int]] | None = None
        self.thoughts: dict[Think, asyncio.Task[None]] = {}
        self.advices: dict[Think, asyncio.Task[Thought]] = {}  # the last hint of each seat
        self.logs: dict[int, list[tuple[int, Message]]] = {}  # of the viewers who have been here
        self.timer: asyncio.TimerHandle | None = None
        self.used = house.monotonic()

    # People come and go.

    @property
    def around(self) -> Audience:
        """Who looks at the table; `viewers` are those of this process."""
        if self.audience is None:
            viewers = [connection.viewer for connection in self.connections]
            seats = frozenset(viewer for viewer in viewers if viewer >= 0)
            watching = viewers.count(SPECTATOR)
            for others in self.others.values():
                seats |= others.here
                watching += others.watching
            self.audience = Audience(seats, watching, frozenset(viewers))
        return self.audience

    def seen(self, asks: bool = False) -> Seen:
        """Who looks at the table here, for other processes."""
        viewers = [connection.viewer for connection in self.connections]
        seats = sorted({viewer for viewer in viewers if viewer >= 0})
        return Seen(self.table.id, tuple(seats), viewers.count(SPECTATOR), asks)

    def hear(self, server: str, seen: Seen) -> None:
        """Another process tells who looks at the table there."""
        self.others[server] = Others(frozenset(seen.here), seen.watching, self.house.monotonic() + BELIEVED)
        self.recount()
        if seen.asks and self.connections:
            self.house.tell_of(self)

    def doubt(self) -> None:
        """Forget what has not been told again."""
        now = self.house.monotonic()
        if any(others.until < now for others in self.others.values()):
            self.others = {server: others for server, others in self.others.items() if others.until >= now}
            self.recount()

    def recount(self) -> None:
        """Others have come or gone elsewhere; whoever is here sees it."""
        before, self.audience = self.audience, None
        if self.around != before:
            self.tell_table()

    def sheet(self) -> Sheet:
        """The table as it stands, for frames."""
        here, watching, _ = self.around
        edition = (self.table, self.table.edition, self.table.status, here)
        steady = self.steady if edition == self.steady_edition else None
        sheet = Sheet(self.table, Around(self.house.now(), here, watching), steady)
        self.steady, self.steady_edition = sheet.steady, edition
        return sheet

    @property
    def busy(self) -> bool:
        """Does something here happen without anybody looking?"""
        return bool(self.connections or self.thoughts or self.turn.locked() or self.table.thinking or self.timer)

    @property
    def unattended(self) -> bool:
        """Does the table need a writer, while we are none?"""
        table = self.table
        if self.epoch is not None or table.status == "over":
            return False
        return bool(self.connections or table.thinking or table.clock.next() or table.owed(self.house.now()))

    async def join(self, connection: Connection, since: int, digest: str = "") -> None:
        """Show the table to somebody new: as the seat that a token with this digest opens, or as a spectator."""
        async with self.turn:
            if self.epoch is None:
                with suppress(Unavailable):  # then it is shown as we know it
                    await self.catch_up()
            self.used = self.house.monotonic()
            # Only now: the seat may have been given up meanwhile, or taken at another process.
            viewer = self.table.seat_of(digest) if digest else SPECTATOR
            if self.table.told and self.table.told[-1] > since:
                await self.tell(viewer)
            connection.viewer = viewer
            connection.key = digest
            arrived = viewer >= 0 and viewer not in self.around.here
            self.house.tell_of(self, asks=not self.connections)
            self.connections[connection] = None
            self.audience = None
            connection.send(self.frame(viewer, self.log(viewer, since)))
            if lines := [line for line in self.table.chat if line.version > since]:
                connection.send(chat_frame(self.table, lines))
            if arrived:
                self.tell_table(but=connection)

    def leave(self, connection: Connection) -> None:
        """Somebody has gone; the seat stays theirs."""
        self.connections.pop(connection, None)
        self.house.tell_of(self)
        self.audience = None
        self.used = self.house.monotonic()
        if connection.viewer >= 0 and connection.viewer not in self.around.here:
            self.tell_table()

    # Commands.

    async def do(self, seat: int, command: wire.SeatCommand) -> Answer:
        """Carry out a seat's command once, however often it is sent; the answer comes after the commit."""
        async with self.turn:
            for _ in range(TRIES):
                try:
                    # Before anything is decided: claiming reads what others have written.
                    ours = self.epoch is not None or await self.claim()
                    version = self.table.done.get((seat, command.id))
                    if version is not None:
                        return Answer(version)
                    if not ours:
                        return await self.hand_over(Asked(seat, command))
                    if isinstance(command, wire.Rematch):
                        entry = await self.followed(seat, command)
                    else:
                        entry = self.table.decide(seat, command, self.house.now())
                    await self.commit(entry)
                except Refused as refusal:
                    return Answer(no=refusal.kind, text=str(refusal))
                except Orphaned:
                    continue  # it can be claimed now
                except Fenced:
                    await self.lost()
                    continue
                except Unavailable:
                    return Answer(no="unavailable", text=PAUSED)
                await self.settle()
                return Answer(self.table.done[seat, command.id])
            return Answer(no="unavailable", text=PAUSED)

    @property
    def ready(self) -> bool:
        """Could a decision be written now? Nobody else changes anything, and we are the table's writer."""
        return self.epoch is not None and not self.turn.locked()

    def play(self, seat: int, command: wire.Play, again: Callable[[], None]) -> bool:
        """Carry out a decision without a task, when it has to wait for nothing but its commit.

        False: nothing was done, and `do` says why. Where the commit fails, `again` is called, which leaves it to `do`.
        """
        if not self.ready or (seat, command.id) in self.table.done:
            return False
        try:
            entry = self.table.decide(seat, command, self.house.now())
        except Exception:  # noqa: BLE001 - whatever it is, `do` meets it, too
            return False
        self.turn.take()
        body, row = self.written(entry)
        self.house.hand(row, self.epoch or 0, entry.status, partial(self.landed, entry, body, again))
        return True

    def landed(self, entry: Entry, body: bytes, again: Callable[[], None], error: BaseException | None) -> None:
        """A decision of `play` was committed, or was not."""
        try:
            if isinstance(error, Unavailable):
                self.distrust()
            if error is None:
                self.known(entry, body)
                if self.table.owed(self.house.now()) is not None:
                    self.house.spawn(self.settle_and_release())
                    return
                self.set_going()
        except Exception as fault:  # noqa: BLE001 - a fault in one game's rules stops that table only
            error = fault
        self.turn.release()
        if error is not None:
            again()

    async def settle_and_release(self) -> None:
        """The rest of a turn that was taken without a task."""
        try:
            await self.settle()
        finally:
            self.turn.release()

    async def sit(self, sitter: Sitter, seat: int | None, token: str) -> Answer:
        """Seat somebody, with the hash of the token that will open the seat."""
        async with self.turn:
            for _ in range(TRIES):
                try:
                    ours = self.epoch is not None or await self.claim()
                    if (taken := self.table.seat_of(token)) >= 0:  # by a server that could not tell us any more
                        return Answer(self.table.version, seat=taken)
                    if not ours:
                        return await self.hand_over(AskedSeat(sitter, seat, token))
                    entry = self.table.sitting(sitter, seat, token, self.house.now())
                    await self.commit(entry, (seat_of(entry.body), sitter.person))
                except Refused as refusal:
                    return Answer(no=refusal.kind, text=str(refusal))
                except Orphaned:
                    continue  # it can be claimed now
                except Fenced:
                    await self.lost()
                    continue
                except Unavailable:
                    return Answer(no="unavailable", text=PAUSED)
                version = self.table.version
                await self.settle()
                return Answer(version, seat=seat_of(entry.body))
            return Answer(no="unavailable", text=PAUSED)

    async def followed(self, seat: int, command: wire.Rematch) -> Entry:
        """The entry that opens a rematch."""
        if self.table.status != "over":
            raise Refused("waiting", "a rematch can be opened when the match is over")
        if self.table.rematch is not None:
            raise Refused("over", "a rematch is open already")
        followed, invite = await self.house.again(self.table)
        body = Followed(at=self.house.now(), table=followed, seat=seat, id=command.id)
        return Entry(body, Personal(invite=invite))

    async def commit(self, entry: Entry, sits: tuple[int, str] | None = None) -> None:
        """Make an entry durable, then true, then known."""
        assert self.epoch is not None
        body, row = self.written(entry)
        try:
            await self.house.append(row, self.epoch, entry.status, sits)
        except Unavailable:
            self.distrust()
            raise
        self.known(entry, body)

    def written(self, entry: Entry) -> tuple[bytes, Row]:
        """An entry as the store is to keep it."""
        body = encode(entry.body)
        personal = wire.encoder.encode(entry.personal) if entry.personal else None
        return body, Row(self.table.id, self.table.version + 1, body, personal, entry.person, entry.body.at)

    def distrust(self) -> None:
        """An entry may have been written or not: what we know counts for nothing before it is claimed and read."""
        self.epoch = None
        self.elsewhere = False

    def known(self, entry: Entry, body: bytes) -> None:
        """What was committed becomes true and known."""
        if isinstance(entry.body, Played) and entry.body.seat >= 0:
            self.house.metrics.moves.committed[self.table.opened.game] += 1
        self.show(entry, body)

    def show(self, entry: Entry, encoded: bytes, checked: bool = True) -> None:
        """Fold what has been committed and send everybody what they may know of it."""
        table = self.table
        viewers = self.around.viewers
        frames: dict[int, bytes] = {}  # one a viewer, however many lines he has open
        told = table.fold(entry, encoded, viewers | self.logs.keys(), checked)
        news = {viewer: [(table.version, line) for line in lines] for viewer, lines in told.items() if lines}
        for viewer, lines in news.items():
            if viewer in self.logs:
                self.logs[viewer] += lines
        self.used = self.house.monotonic()
        body = entry.body
        seat, done = seat_of(body), getattr(body, "id", "")
        sheet = self.sheet()
        for viewer in viewers:
            extra = {"done": done} if done and viewer == seat else {}
            if isinstance(body, Played):
                frames[viewer] = frame(sheet, viewer, news.get(viewer, ()), **extra)
            elif isinstance(body, Said):
                frames[viewer] = chat_frame(table, table.chat[-1:], **extra)
            else:
                frames[viewer] = table_frame(sheet, viewer, **extra)
        for connection in self.connections:
            connection.send(frames[connection.viewer])
        if (isinstance(body, Left) and not table.begun) or isinstance(body, Renewed):
            self.unseat(body.seat)

    def unseat(self, seat: int) -> None:
        """Who has a line to this seat by a token that opens it no more only watches from now on."""
        for connection in self.connections:
            if connection.viewer == seat and self.table.seat_of(connection.key) != seat:
                connection.viewer = SPECTATOR
                self.audience = None
                connection.send(table_frame(self.sheet(), SPECTATOR))

    def tell_table(self, but: Connection | None = None) -> None:
        """Somebody came or went."""
        sheet = self.sheet()
        for connection in self.connections:
            if connection is not but:
                connection.send(table_frame(sheet, connection.viewer))

    def tell_erased(self) -> None:
        """Somebody's data are gone: the names and all lines of chat anew, so that they go from open screens, too."""
        self.tell_table()
        lines = chat_frame(self.table, self.table.chat)
        for connection in self.connections:
            connection.send(lines)

    def frame(self, viewer: int, news: list[Any], **extra: object) -> bytes:
        return frame(self.sheet(), viewer, news, **extra)

    def fresh(self, viewer: int) -> list[bytes]:
        """Everything, for somebody who has missed frames."""
        return [self.frame(viewer, self.log(viewer)), chat_frame(self.table, self.table.chat)]

    async def tell(self, viewer: int) -> None:
        """Make this viewer's log, if there is none, in pieces; what happens meanwhile leaves it to `log`."""
        table, version = self.table, self.table.version
        if viewer in self.logs or not table.told:
            return
        lines: list[tuple[int, Message]] = []
        for number, told in enumerate(telling(table, viewer), 1):
            lines += told
            if number % PIECE == 0:
                await asyncio.sleep(0)
                if viewer in self.logs or self.table is not table or table.version != version:
                    return
        self.logs[viewer] = lines

    def log(self, viewer: int, since: int = 0) -> list[tuple[int, Message]]:
        """The lines after version `since` as this viewer may read them.

        Telling a whole match takes long enough for other tables to notice, so it is done once a viewer.
        """
        if not self.table.told or self.table.told[-1] <= since:
            return []
        if viewer not in self.logs:
            self.logs[viewer] = history(self.table, viewer)
        return [line for line in self.logs[viewer] if line[0] > since]

    # What happens by itself.

    async def settle(self) -> None:
        """Do what the table owes: begin, end a seat's time, grant a wish; then set bots and timer going."""
        while self.epoch is not None and (entry := self.table.owed(self.house.now())) is not None:
            try:
                await self.commit(entry)
            except Fenced:
                await self.lost()
            except Unavailable:
                return  # tending claims the table again and comes back to it
        self.set_going()

    def set_going(self) -> None:
        self.start_thoughts()
        self.set_timer()

    async def abandon(self) -> bool:
        """Bots take all seats, as if every clock had run out, if that is ours to do and nobody looks on."""
        async with self.turn:
            people = self.table.people
            if self.epoch is None or self.connections or self.table.status != "playing" or not people:
                return False
            try:
                for seat in people:
                    level = self.table.opened.stand_in
                    await self.commit(Entry(Left(at=self.house.now(), seat=seat, level=level, time=True)))
            except Fenced:
                await self.lost()
                return False
            await self.settle()
            return True

    def start_thoughts(self) -> None:
        if self.epoch is None or not (self.thoughts or self.table.thinking):
            return
        due = {Think(seat, self.table.asked[seat]): level for seat, level in self.table.thinking}
        for think, task in list(self.thoughts.items()):
            if think not in due and task is not asyncio.current_task():
                task.cancel()
                del self.thoughts[think]
        for think, level in due.items():
            if think not in self.thoughts:
                self.thoughts[think] = self.house.spawn(self.think(think, level))

    async def think(self, think: Think, level: str) -> None:
        """Ask a worker, wait as long as a person might, and play."""
        try:
            await self.play_thought(think, level)
        finally:
            if self.thoughts.get(think) is asyncio.current_task():
                del self.thoughts[think]

    async def play_thought(self, think: Think, level: str) -> None:
        perspective = self.table.match.perspective(think.seat)
        thought, _ = await asyncio.gather(
            self.house.bots.choose(perspective, level, self.house.word()), asyncio.sleep(self.house.delay())
        )
        async with self.turn:
            table, seat = self.table, think.seat
            if self.epoch is None or table.asked[seat] != think.at or not table.seats[seat].bot:
                return
            try:
                await self.commit(table.played(seat, think.at, thought.action, self.house.now(), by=thought.level))
            except Fenced:
                await self.lost()
            except Unavailable:
                return  # tending claims the table again, and the bot thinks anew
            else:
                await self.settle()

    def set_timer(self) -> None:
        """Wake when the next clock falls."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        fall = self.table.clock.next() if self.table.begun and self.epoch is not None else None
        if fall is not None:
            self.timer = self.house.later(max(0, fall[0] - self.house.now()) / 1000 + 0.01, self.wake)

    async def wake(self) -> None:
        self.timer = None
        async with self.turn:
            await self.settle()

    # Who writes.

    async def claim(self) -> bool:
        """Try to become the table's writer; then nobody has written what we have not read."""
        epoch = await self.house.store.claim(self.table.id)
        self.elsewhere = epoch is None
        if epoch is None:
            return False
        await self.catch_up()
        self.epoch = epoch
        self.house.spawn(self.wake())
        return True

    async def lost(self, surely: bool = True) -> None:
        """Another process writes the table, or may do so: follow it."""
        if self.epoch is not None:
            self.house.metrics.leases_lost.inc()
            if surely:
                journal.note("lease_lost", table=self.table.id, epoch=self.epoch)
            self.epoch = None
            self.elsewhere = False
        for task in self.thoughts.values():
            if task is not asyncio.current_task():
                task.cancel()
        with suppress(Unavailable):  # whatever comes next tries again
            await self.catch_up()

    async def catch_up(self) -> None:
        """Read and show what others have written."""
        for row in await self.house.store.load(self.table.id, self.table.version):
            self.show(read(row), row.body, checked=False)

    async def recall(self) -> None:
        """Others may have written or erased, and we were not told."""
        async with self.turn:
            await self.lost(surely=False)
            with suppress(Unavailable):
                kept = {row.person for row in await self.house.store.load(self.table.id)}
                erased = self.table.persons - kept
                for person in sorted(erased):
                    self.table.forget(person)
                if erased:
                    self.tell_erased()

    async def follow(self, version: int) -> None:
        """Somebody else has written up to this version, so the table is not ours, whatever we thought."""
        async with self.turn:
            if version > self.table.version:
                await self.lost()

    async def reread(self) -> None:
        """Somebody's data were erased by another process."""
        async with self.turn:
            with suppress(Unavailable):
                table = Table(self.table.secret, self.house.guests)
                rows = await self.house.store.load(self.table.id)
                for row in rows:
                    table.take(row)
                erased = {seat.person for seat in self.table.seats} - {seat.person for seat in table.seats}
                self.table = table
                # What we wrote for them before we were told; our forgetting it wakes nobody twice.
                for person in sorted({row.person for row in rows if row.person} & erased):
                    table.forget(person)
                    await self.house.store.forget(person)
                self.tell_erased()

    async def hand_over(self, asked: Asked | AskedSeat) -> Answer:
        """Let the table's writer carry it out."""
        answer = answer_decoder.decode(await self.house.store.post(self.table.id, wire.encoder.encode(asked)))
        await self.catch_up()
        return answer

    async def hint(self, connection: Connection, seat: int, command: wire.Hint) -> None:
        """The bot's advice to this seat, after it was written down that it was asked for.

        Whose seat it is was settled when the command came: the line may be at another table by now, on another seat.
        """
        try:
            told = await self.hinted(seat, command)
        except Exception as error:  # noqa: BLE001 - a fault in one game's rules stops that table only
            journal.fail("table_broken", error, table=self.table.id)
            told = refusal(command.id, BROKEN)
        if connection in self.connections and connection.viewer == seat:
            connection.send(told)

    async def hinted(self, seat: int, command: wire.Hint) -> bytes:
        answer = await self.do(seat, command)
        if answer.no:
            return refusal(command.id, answer)
        if seat not in self.table.pending or answer.version < self.table.asked[seat]:
            # An old one, sent again: advice about what is asked now has to be written down, too.
            return self.frame(seat, [], done=command.id)
        thought = await self.advice(seat)
        return wire.encoder.encode({"t": "hint", "id": command.id, "action": thought.action})

    async def advice(self, seat: int) -> Thought:
        """What a bot would do; thought about once a prompt, however often somebody asks."""
        think = Think(seat, self.table.asked[seat])
        if think not in self.advices:
            self.advices = {other: task for other, task in self.advices.items() if other.seat != seat}
            perspective = self.table.match.perspective(seat)
            choosing = self.house.bots.choose(perspective, self.house.adviser, self.house.word(), hint=True)
            self.advices[think] = self.house.spawn(choosing)
        return await asyncio.shield(self.advices[think])

    def close(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        for task in self.thoughts.values():
            task.cancel()
