"""Archive: all tables of a store as one text, one JSON object a line, and back again.

It holds the secrets of matches that go on, so whoever has the file could foresee their dice.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Iterator, Mapping
from typing import Annotated, BinaryIO, NamedTuple, TextIO

import msgspec
from msgspec import Meta

from paddock.core.errors import PaddockError
from paddock.core.fair import chain, first_link
from paddock.core.game import Game
from paddock.server.entry import Opened, Sat
from paddock.server.keepsake import BadKeepsake, unpacked
from paddock.server.store.content import blot, body_of, personal_of
from paddock.server.store.store import Damaged, Fenced, Row, Store, TableRow
from paddock.server.table import OldRules, Table

FIRST = '{"format":"paddock archive 1"}'
MOST = 2**53  # of any number: every database and every reader of JSON can hold it
Number = Annotated[int, Meta(ge=0, le=MOST)]


class ArchivedTable(msgspec.Struct, frozen=True, tag="table", forbid_unknown_fields=True):
    """A table's own row, before its entries."""

    id: str
    game: str
    public: bool
    status: str
    created: int
    updated: int
    secret: str
    invite: str
    entries: int
    chain: str  # the head of the log's hash chain


class ArchivedEntry(msgspec.Struct, frozen=True, tag="entry", forbid_unknown_fields=True, omit_defaults=True):
    """One entry of the table above it."""

    version: Number
    at: Number
    body: str  # in base64, for the chain is over these very bytes
    personal: str | None = None
    person: str | None = None


class ArchivedKeepsake(msgspec.Struct, frozen=True, tag="kept", forbid_unknown_fields=True):
    """What is kept of the table above it, so that it can be read without its rules."""

    body: str  # in base64


class Whole(NamedTuple):
    """A table with all that belongs to it."""

    table: TableRow
    rows: list[Row]
    keepsake: bytes | None


class Brought(NamedTuple):
    """What became of an archive."""

    new: int
    there: int  # already
    unplayable: list[str]  # taken, though their rules are not here: they can be read, and not played on
    refused: list[str]  # what could not be taken, and why


decoder = msgspec.json.Decoder(ArchivedTable | ArchivedEntry | ArchivedKeepsake)


class BadArchive(PaddockError):
    """Not an archive, or a damaged one; the line is named."""


async def write(store: Store, out: TextIO) -> int:
    """Write every table of an open store; how many there were."""
    print(FIRST, file=out)
    count = 0
    async for table, rows in store.everything():
        fields = {**table._asdict(), "secret": table.secret.hex()}
        head = ArchivedTable(**fields, entries=len(rows), chain=head_of(table.id, rows).hex())
        print(msgspec.json.encode(head).decode(), file=out)
        for row in rows:
            personal = base64.b64encode(row.personal).decode() if row.personal is not None else None
            entry = ArchivedEntry(row.version, row.at, base64.b64encode(row.body).decode(), personal, row.person)
            print(msgspec.json.encode(entry).decode(), file=out)
        if (kept := await store.kept(table.id)) is not None:
            print(msgspec.json.encode(ArchivedKeepsake(base64.b64encode(kept).decode())).decode(), file=out)
        count += 1
    return count


async def read(store: Store, source: BinaryIO, games: Mapping[str, Game] | None = None) -> Brought:
    """Put every table that can be taken into an open store; what became of them."""
    new = there = 0
    unplayable: list[str] = []
    refused: list[str] = []
    for found in checked(source):
        if isinstance(found, str):
            refused.append(found)
            continue
        table, rows, keepsake = found
        if (unreadable := blot(rows)) is not None:
            refused.append(str(unreadable))  # that name or those words; the rest is taken
            rows = [row if personal_of(row) else row._replace(personal=None) for row in rows]
        replayed = Table(table.secret, games)
        try:
            demand_same(table, rows)
            for row in rows:
                replayed.take(row)  # raises if the log does not replay, or not by this secret
            table = table._replace(status=replayed.status)
        except (
            OldRules
        ) as error:  # its chain holds: it is kept for those who read it, and for a server that has its rules
            unplayable.append(str(error))
        except (PaddockError, Damaged) as error:
            refused.append(f"table {table.id}: {error}")
            continue
        try:
            written = await put(store, table, rows)
        except Fenced:  # a server has it
            written = False
        if keepsake is not None and table.status == "over":
            try:
                await keep(store, table.id, rows, keepsake)
            except BadKeepsake as error:
                refused.append(str(error))
        new, there = new + written, there + (not written)
    return Brought(new, there, unplayable, refused)


def demand_same(table: TableRow, rows: list[Row]) -> None:
    """BadArchive unless what stands beside the entries is what they say themselves; only these are chained."""
    opened = body_of(rows[0])
    if not isinstance(opened, Opened) or (opened.game, opened.public) != (table.game, table.public):
        raise BadArchive("it is listed as another than its log says")
    for row in rows[1:]:  # servers before 0.2 asked the time twice for the first
        if body_of(row).at != row.at:
            raise BadArchive(f"entry {row.version} has another time than it says itself")


async def keep(store: Store, table: str, rows: list[Row], keepsake: bytes) -> None:
    """Keep what the archive has kept of a match, if that is the match which is stored."""
    opened = body_of(rows[0])
    assert isinstance(opened, Opened)
    unpacked(keepsake, opened)
    if [row.body for row in await store.load(table)] == list(bodies(rows)):
        await store.keep(table, keepsake)


async def put(store: Store, table: TableRow, rows: list[Row]) -> bool:
    """Write a table, or the rest of one whose import was cut off; False if it is there already."""
    await store.beat()  # else a server that runs meanwhile takes half a table for an orphan
    known = [row.body for row in await store.load(table.id)]
    if len(known) >= len(rows) or known != [row.body for row in rows[: len(known)]]:
        return False
    epoch = await store.claim(table.id) if known else await store.create(table, rows[0])
    if epoch is None:
        return False
    # Together, so that they share a commit.
    rest = rows[max(1, len(known)) :]
    await asyncio.gather(*(store.append(row, epoch, table.status, sits_of(row)) for row in rest))
    await store.release(table.id)
    return True


def sits_of(row: Row) -> tuple[int, str] | None:
    body = body_of(row)
    return (body.seat, row.person) if isinstance(body, Sat) and row.person else None


def checked(source: BinaryIO) -> Iterator[Whole | str]:
    """Table by table; a sentence for each where something is missing or was changed. BadArchive if it is no archive."""
    lines = enumerate(source, 1)  # as bytes: one that is no text costs its table alone
    if next(lines, (1, b""))[1].strip() != FIRST.encode():
        raise BadArchive(f"line 1 must be {FIRST}")
    head: ArchivedTable | None = None
    rows: list[Row] = []
    kept: bytes | None = None
    fault = ""
    number = 1
    for number, line in lines:
        try:
            item = decoder.decode(line)
            if isinstance(item, ArchivedTable):
                if head is not None or fault:
                    yield whole(head, rows, kept, fault, number)
                head, rows, kept, fault = item, [], None, ""
            elif head is None or (isinstance(item, ArchivedEntry) and item.version != len(rows) + 1):
                what = f"entry {item.version}" if isinstance(item, ArchivedEntry) else "a keepsake"
                fault = fault or f"line {number}: {what} does not follow what is above it"
            elif isinstance(item, ArchivedEntry):
                rows.append(row_of(head.id, item))
            else:
                kept = base64.b64decode(item.body, validate=True)
        except (msgspec.MsgspecError, binascii.Error, ValueError) as error:
            if head is not None and not fault and len(rows) == head.entries:  # it was whole before this line
                yield whole(head, rows, kept, "", number)
                head, rows, kept = None, [], None
            fault = fault or (f"table {head.id}, " if head else "") + f"line {number}: {error}"
    if head is not None or fault:
        yield whole(head, rows, kept, fault, number)


def whole(head: ArchivedTable | None, rows: list[Row], kept: bytes | None, fault: str, number: int) -> Whole | str:
    """A table with all its entries, if they are those that were written; else what is wrong."""
    if fault or head is None:
        return fault
    if len(rows) != head.entries or not rows or head_of(head.id, rows).hex() != head.chain:
        return f"table {head.id}, before line {number}: its entries are not those that were written"
    if not 0 <= min(head.created, head.updated) <= max(head.created, head.updated) <= MOST:
        return f"table {head.id}: it was opened or changed at no time that there is"
    try:
        secret = bytes.fromhex(head.secret)
    except ValueError as error:
        return f"table {head.id}: {error}"
    table = TableRow(
        head.id, head.game, head.public, head.status, head.created, head.updated, secret, head.invite
    )  # fmt: skip
    linked = [row._replace(link=link) for row, link in zip(rows, chain(head.id, bodies(rows)), strict=True)]
    return Whole(table, linked, kept)


def row_of(table: str, entry: ArchivedEntry) -> Row:
    personal = base64.b64decode(entry.personal, validate=True) if entry.personal is not None else None
    return Row(
        table, entry.version, base64.b64decode(entry.body, validate=True), personal, entry.person, entry.at, None
    )


def head_of(table: str, rows: list[Row]) -> bytes:
    """The head of a log's chain."""
    *_, head = first_link(table), *chain(table, bodies(rows))
    return head


def bodies(rows: list[Row]) -> Iterator[bytes]:
    return (row.body for row in rows)
