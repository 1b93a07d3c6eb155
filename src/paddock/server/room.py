"""Room: a table in the memory of a process, with everybody who looks at it.

One command at a time: decide, commit, and only then fold and tell. Where another process is the
table's writer, the room follows its log and hands commands over.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from paddock.core.errors import PaddockError
from paddock.core.fair import next_link
from paddock.core.state import SPECTATOR
from paddock.server import journal, wire
from paddock.server.answer import BROKEN, PAUSED, UNSURE, Answer, Asked, AskedSeat, answer_decoder, refusal
from paddock.server.bots import Thought
from paddock.server.entry import Entry, Followed, Hurried, Left, Paced, Personal, Played, Renewed, Said, Sat, Stepped
from paddock.server.frame import (
    Around,
    Latest,
    NewsLine,
    Sheet,
    Steady,
    chat_frame,
    frame,
    older,
    page,
    table_frame,
    telling,
)
from paddock.server.gossip import BELIEVED, Seen
from paddock.server.share import Asker
from paddock.server.store.content import read
from paddock.server.store.store import Fenced, Orphaned, Row, Unavailable
from paddock.server.table import NOBODY_AWAY, Refused, Table, encode, seat_of

if TYPE_CHECKING:
    from paddock.server.house import House

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
        self.turn = asyncio.Lock()  # who may change the table; one at a time, in the order they asked
        self.connections: dict[Connection, None] = {}  # in order, so that simulations repeat
        self.others: dict[str, Others] = {}  # by process
        self.audience: Audience | None = None  # counted when it is asked for
        self.steady: Steady | None = None  # of the last sheet, and of which edition of the table that is
        self.steady_edition: tuple[Table, int, str, frozenset[int]] | None = None
        self.thoughts: dict[Think, asyncio.Task[None]] = {}
        self.advices: dict[Think, asyncio.Task[Thought]] = {}  # the last hint of each seat
        self.logs: dict[int, Latest] = {}  # of the viewers who have been here
        self.timer: asyncio.TimerHandle | None = None
        self.used = house.monotonic()
        self.missing: dict[int, float] = {}  # people without a line, and since when, by our monotonic clock
        self.haste = asyncio.Event()  # bots that wait look at their pace again
        self.stepped = house.stepped  # what the table knows of how our time was set

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

    @property
    def watched(self) -> bool:
        """Does anybody look at the table, at whichever process?"""
        return bool(self.around.here or self.around.watching)

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
        sheet = Sheet(self.table, Around(self.house.now(), here, watching, self.away, self.house.patience), steady)
        self.steady, self.steady_edition = sheet.steady, edition
        return sheet

    @property
    def away(self) -> dict[int, int]:
        """The people who are to decide and have no line open, and for how many milliseconds we have seen none."""
        here, now = self.around.here, self.house.monotonic()
        if len(here) < len(self.table.people):
            self.missing = {seat: self.missing.get(seat, now) for seat in self.table.people if seat not in here}
        elif self.missing:
            self.missing = {}
        owing = self.table.owing if self.missing else ()
        return {seat: round(1000 * (now - since)) for seat, since in self.missing.items() if seat in owing}

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
        return bool(self.connections or table.thinking or table.due or table.owed(self.house.now()))

    async def join(self, connection: Connection, since: int, digest: str = "") -> None:
        """Show the table to somebody new: as the seat that a token with this digest opens, or as a spectator."""
        await self.tell(self.viewer(digest), since)  # before the turn is taken: nobody here has to wait for that
        async with self.turn:
            if self.epoch is None:
                with suppress(Unavailable):  # then it is shown as we know it
                    await self.catch_up()
            self.used = self.house.monotonic()
            # Only now: the seat may have been given up meanwhile, or taken at another process.
            viewer = self.viewer(digest)
            connection.viewer = viewer
            connection.key = digest
            arrived = viewer >= 0 and viewer not in self.around.here
            self.house.tell_of(self, asks=not self.connections)
            self.connections[connection] = None
            self.audience = None
            connection.send(self.greeting(viewer, since))
            if lines := [line for line in self.table.chat if line.version > since]:
                connection.send(chat_frame(self.table, lines))
            if self.thoughts:
                self.house.bots.share_out()  # somebody waits for them now
            if arrived:
                self.tell_table(but=connection)

    def viewer(self, digest: str) -> int:
        """Whose eyes somebody with a token of this digest has here."""
        return self.table.seat_of(digest) if digest else SPECTATOR

    def leave(self, connection: Connection) -> None:
        """Somebody has gone; the seat stays theirs."""
        self.connections.pop(connection, None)
        self.house.tell_of(self)
        self.audience = None
        self.used = self.house.monotonic()
        if connection.viewer >= 0 and connection.viewer not in self.around.here:
            self.tell_table()
            if self.table.company.calls:
                self.house.spawn(self.wake())  # all who still wait may have agreed

    # Commands.

    async def do(self, asked: Asked | AskedSeat) -> Answer:
        """Carry out what somebody asks for, once, however often it is sent; the answer comes after the commit.

        The only road of a command, whichever process it came to.
        """
        async with self.turn:
            whose = SPECTATOR
            rematch: tuple[str, str] | None = None
            doubted = False  # was an entry written or not?
            paused = PAUSED
            for _ in range(TRIES):
                try:
                    # Before anything is decided: claiming reads what others have written.
                    ours = self.epoch is not None or await self.claim()
                    whose, before = self.table.seat_of(asked.key), whose
                    # The key may open nothing any more because an earlier try was carried out after all.
                    if (version := self.done(asked, before if whose < 0 else whose)) is not None:
                        return Answer(version, seat=before if whose < 0 else whose)
                    if not ours:
                        paused = UNSURE  # its writer may carry it out and not live to tell
                        return await self.hand_over(asked)
                    entry = self.decide(asked, whose, rematch)
                    if entry is None:
                        rematch = await self.house.again(self.table)
                        continue  # and look again whose command it is
                    try:
                        await self.commit(entry)
                    except Unavailable:
                        paused = UNSURE
                        if doubted:
                            raise
                        doubted = True
                        continue  # once: what claiming reads tells whether it was written
                except Refused as refusal:
                    return Answer(no=refusal.kind, text=str(refusal))
                except Orphaned:
                    continue  # it can be claimed now
                except Fenced:
                    await self.lost()
                    continue
                except Unavailable:
                    return Answer(no="unavailable", text=paused)
                version = self.table.version
                await self.settle()
                return Answer(version, seat=seat_of(entry.body))
            return Answer(no="unavailable", text=paused)

    async def obey(self, asked: Asked | AskedSeat) -> Answer:
        """The same for whoever must not be drawn into a fault of this table: it is written down, and told."""
        started = self.house.monotonic()
        try:
            answer = await self.do(asked)
        except PaddockError:
            raise
        except Exception as error:  # noqa: BLE001 - a fault in one game's rules stops that table only
            journal.fail("table_broken", error, table=self.table.id)
            return BROKEN
        kind = type(asked.command).__name__.lower() if isinstance(asked, Asked) else "sit"
        self.house.metrics.moves.command[kind].observe(self.house.monotonic() - started)
        return answer

    def decide(self, asked: Asked | AskedSeat, seat: int, rematch: tuple[str, str] | None) -> Entry | None:
        """The entry that carries out what this seat asks for, or Refused; None if a table has to be opened first.

        Whose command it is was looked up in the same step: a key that was good when the command came may be old by
        now, and the seat that it opened somebody else's.
        """
        table, now = self.table, self.house.now()
        if isinstance(asked, AskedSeat):
            return table.sitting(asked.sitter, asked.seat, asked.key, now)
        if not isinstance(asked.command, wire.Rematch):
            return table.decide(seat, asked.command, now, self.away, self.house.patience)
        if seat < 0:
            raise Refused("seat", "only somebody who sits at the table can do that")
        if table.status != "over":
            raise Refused("waiting", "a rematch can be opened when the match is over")
        if table.rematch is not None:
            raise Refused("over", "a rematch is open already")
        if rematch is None:
            return None
        followed, invite = rematch
        return Entry(Followed(at=now, table=followed, seat=seat, id=asked.command.id), Personal(invite=invite))

    def done(self, asked: Asked | AskedSeat, seat: int) -> int | None:
        """The version by which it was carried out, if it was: by us, or by a server that could not tell us any more."""
        if isinstance(asked, AskedSeat):
            return self.table.version if seat >= 0 else None
        return self.table.done.get((seat, asked.command.id))

    async def commit(self, entry: Entry) -> None:
        """Make an entry durable, then true, then known."""
        assert self.epoch is not None
        if not isinstance(entry.body, Stepped) and (step := self.step()) is not None:
            await self.commit(step)  # else a move would pay for it
        body = encode(entry.body)
        personal = wire.encoder.encode(entry.personal) if entry.personal else None
        link = next_link(self.table.chain, body)
        row = Row(self.table.id, self.table.version + 1, body, personal, entry.person, entry.body.at, link)
        sits = (entry.body.seat, entry.person) if isinstance(entry.body, Sat) and entry.person else None
        try:
            await self.house.append(row, self.epoch, entry.status, sits)
        except Unavailable:
            self.distrust()
            raise
        if isinstance(entry.body, Stepped):
            self.stepped += entry.body.by
        if isinstance(entry.body, Played) and entry.body.seat >= 0:
            self.house.metrics.moves.committed[self.table.opened.game] += 1
        if entry.status == "over":
            self.house.to_keep[self.table.id] = None
        self.show(entry, body, link=link)

    def distrust(self) -> None:
        """An entry may have been written or not: what we know counts for nothing before it is claimed and read."""
        self.epoch = None
        self.elsewhere = False

    def show(self, entry: Entry, encoded: bytes, checked: bool = True, link: bytes = b"") -> None:
        """Fold what has been committed and send everybody what they may know of it."""
        table = self.table
        viewers = self.around.viewers
        frames: dict[int, bytes] = {}  # one a viewer, however many lines he has open
        told = table.fold(entry, encoded, viewers | self.logs.keys(), checked, link)
        news = {viewer: [(table.version, line) for line in lines] for viewer, lines in told.items() if lines}
        for viewer, lines in news.items():
            if viewer in self.logs:
                self.logs[viewer].add(lines)
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
        if isinstance(body, (Paced, Hurried)):
            self.haste.set()
            self.haste = asyncio.Event()
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

    def forget(self, person: str) -> None:
        """Somebody's data are deleted; the seat stays theirs."""
        self.keep_seated(person)
        self.table.forget(person)

    def keep_seated(self, person: str | None) -> None:
        """Lines that were opened with a person's own key, which is about to be forgotten, go on by the seat's."""
        for connection in self.connections:
            if connection.key == person and connection.viewer >= 0:
                connection.key = self.table.seats[connection.viewer].token

    def tell_erased(self) -> None:
        """Somebody's data are gone: the names and all lines of chat anew, so that they go from open screens, too."""
        self.tell_table()
        lines = chat_frame(self.table, self.table.chat)
        for connection in self.connections:
            connection.send(lines)

    def frame(self, viewer: int, news: list[Any], **extra: object) -> bytes:
        return frame(self.sheet(), viewer, news, **extra)

    def greeting(self, viewer: int, since: int = 0) -> bytes:
        """All that somebody needs who knows everything up to this version, or nothing."""
        lines, missing = self.log(viewer, since)
        return self.frame(viewer, lines, **({"older": missing} if missing else {}))

    def fresh(self, viewer: int) -> list[bytes]:
        """Everything, for somebody who has missed frames."""
        return [self.greeting(viewer), chat_frame(self.table, self.table.chat)]

    async def tell(self, viewer: int, since: int = 0) -> None:
        """Make this viewer's log, if it will be needed and there is none, when it is this table's turn to be read."""
        table = self.table
        if viewer in self.logs or not table.told or table.told[-1] <= since:
            return
        first, _ = page(table, table.version)
        latest = Latest(older(table, first))
        async for lines in self.house.pieces.read(table.id, telling(table, viewer, first)):
            latest.add(lines)
        if self.table is table:
            self.logs.setdefault(viewer, latest)

    def log(self, viewer: int, since: int = 0) -> tuple[list[NewsLine], int]:
        """The newest lines after version `since` as this viewer may read them, and the last version left out."""
        table = self.table
        if not table.told or table.told[-1] <= since:
            return [], 0
        if viewer not in self.logs:
            first, _ = page(table, table.version)
            self.logs[viewer] = Latest(older(table, first))
            for lines in telling(table, viewer, first):
                self.logs[viewer].add(lines)
        return self.logs[viewer].since(since)

    # What happens by itself.

    async def settle(self) -> None:
        """Do what the table owes: begin, end a seat's time, grant a wish; then set bots and timer going."""
        while self.epoch is not None and (entry := self.owed()) is not None:
            try:
                await self.commit(entry)
            except Fenced:
                await self.lost()
            except Unavailable:
                return  # tending claims the table again and comes back to it
        self.set_going()

    def owed(self) -> Entry | None:
        table, calls = self.table, self.table.company.calls
        away = self.away if calls else NOBODY_AWAY
        return self.step() or table.owed(self.house.now(), self.around.here, away, self.house.patience)

    def step(self) -> Entry | None:
        """What the log must know where our time was set while something runs at this table; it is nobody's time."""
        by = self.house.stepped - self.stepped
        if by and self.table.due is None:
            self.stepped += by
            return None
        return Entry(Stepped(at=self.house.now(), by=by)) if by else None

    def set_going(self) -> None:
        self.start_thoughts()
        self.set_timer()

    async def abandon(self) -> bool:
        """Bots take all seats, as if every clock had run out, if that is ours to do and nobody looks on."""
        async with self.turn:
            people = self.table.people
            if self.epoch is None or self.watched or self.table.status != "playing" or not people:
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

    @property
    def asker(self) -> Asker:
        """For whom bots think here: the host, whose table it is; who sits down at another's is not charged for it."""
        person = self.table.seats[self.table.host].person if self.table.host >= 0 else None
        return Asker(person or self.table.id, lambda: self.watched)

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
        choosing = self.house.bots.choose(perspective, level, self.house.word(), asker=self.asker)
        thought = await self.house.in_time(choosing, self)
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
        """Wake when the next clock falls, or the time to show one's part of the dice is over."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        due = self.table.due if self.epoch is not None else None
        if due is not None:
            self.timer = self.house.later(max(0, due - self.house.now()) / 1000 + 0.01, self.wake)

    async def wake(self) -> None:
        self.timer = None
        async with self.turn:
            await self.settle()

    # Who writes.

    async def claim(self) -> bool:
        """Try to become the table's writer; then nobody has written what we have not read."""
        if self.elsewhere:
            self.stepped = self.house.stepped  # what runs was set going by another's time
        self.elsewhere = False  # also if the answer is lost: we may be its writer by then, and nobody else would be
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

    async def recall(self, doubted: bool = False) -> None:
        """Others may have erased somebody's data; if our lease is doubted, they may have written, too."""
        async with self.turn:
            if doubted:
                await self.lost(surely=False)
            with suppress(Unavailable):
                rows = await self.house.store.load(self.table.id)
                for row in rows[self.table.version :]:  # first of all: who sits here by now, and by which key
                    self.show(read(row), row.body, checked=False)
                erased = self.table.erased(rows)
                for person in sorted(erased):
                    self.forget(person)
                if erased:
                    self.tell_erased()
                # What we wrote for them before we were told; our forgetting it wakes nobody twice.
                for person in sorted(erased.intersection(row.person for row in rows if row.person)):
                    await self.house.store.forget(person)

    async def follow(self, version: int) -> None:
        """Somebody else has written up to this version, so the table is not ours, whatever we thought."""
        async with self.turn:
            if version > self.table.version:
                await self.lost()

    async def hand_over(self, asked: Asked | AskedSeat) -> Answer:
        """Let the table's writer carry it out."""
        answer = answer_decoder.decode(await self.house.store.post(self.table.id, wire.encoder.encode(asked)))
        await self.catch_up()
        return answer

    async def hint(self, connection: Connection, asked: Asked) -> None:
        """The bot's advice to whoever asked, after it was written down that it was asked for.

        To the seat whose command it was: the line may be at another table by now, on another seat.
        """
        answer = await self.obey(asked)
        try:
            told = refusal(asked.command.id, answer) if answer.no else await self.hinted(answer, asked.command.id)
        except Exception as error:  # noqa: BLE001 - a fault in one game's rules stops that table only
            journal.fail("table_broken", error, table=self.table.id)
            told = refusal(asked.command.id, BROKEN)
        if connection in self.connections and (answer.no or connection.viewer == answer.seat):
            connection.send(told)

    async def hinted(self, answer: Answer, id: str) -> bytes:
        seat = answer.seat
        if seat not in self.table.pending or answer.version < self.table.asked[seat]:
            # An old one, sent again: advice about what is asked now has to be written down, too.
            return self.frame(seat, [], done=id)
        thought = await self.advice(seat)
        return wire.encoder.encode({"t": "hint", "id": id, "action": thought.action})

    async def advice(self, seat: int) -> Thought:
        """What a bot would do; thought about once a prompt, however often somebody asks."""
        think = Think(seat, self.table.asked[seat])
        if think not in self.advices:
            self.advices = {other: task for other, task in self.advices.items() if other.seat != seat}
            perspective = self.table.match.perspective(seat)
            choosing = self.house.bots.choose(
                perspective, self.house.adviser, self.house.word(), hint=True, asker=self.asker
            )
            self.advices[think] = self.house.spawn(choosing)
        return await asyncio.shield(self.advices[think])

    def close(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        for task in self.thoughts.values():
            task.cancel()
