"""Archive: all tables of a store as one text, one JSON object a line, and back again.

It holds the secrets of matches that go on, so whoever has the file could foresee their dice.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Iterator, Mapping
from typing import TextIO

import msgspec

from paddock.core.errors import PaddockError
from paddock.core.fair import chain, first_link
from paddock.core.game import Game
from paddock.server.entry import Sat, body_decoder
from paddock.server.store.store import Fenced, Row, Store, TableRow
from paddock.server.table import Table

FIRST = '{"format":"paddock archive 1"}'


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

    version: int
    at: int
    body: str  # in base64, for the chain is over these very bytes
    personal: str | None = None
    person: str | None = None


decoder = msgspec.json.Decoder(ArchivedTable | ArchivedEntry)


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
        count += 1
    return count


async def read(store: Store, source: TextIO, games: Mapping[str, Game] | None = None) -> tuple[int, int]:
    """Put every table into an open store; how many were new, and how many were there already."""
    new = there = 0
    for table, rows in checked(source):
        replayed = Table(table.secret, games)
        for row in rows:
            replayed.take(row)  # raises if the log does not replay
        try:
            written = await put(store, table._replace(status=replayed.status), rows)
        except Fenced:  # a server has it
            written = False
        new, there = new + written, there + (not written)
    return new, there


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
    body = body_decoder.decode(row.body)
    return (body.seat, row.person) if isinstance(body, Sat) and row.person else None


def checked(source: TextIO) -> Iterator[tuple[TableRow, list[Row]]]:
    """Table by table; BadArchive where something is missing or was changed."""
    lines = enumerate(source, 1)
    if next(lines, (1, ""))[1].strip() != FIRST:
        raise BadArchive(f"line 1 must be {FIRST}")
    head: ArchivedTable | None = None
    rows: list[Row] = []
    number = 1
    for number, line in lines:
        try:
            item = decoder.decode(line)
            if isinstance(item, ArchivedTable):
                if head is not None:
                    yield whole(head, rows, number)
                head, rows = item, []
            elif head is None or item.version != len(rows) + 1:
                raise BadArchive(f"line {number}: entry {item.version} does not follow what is above it")
            else:
                rows.append(row_of(head.id, item))
        except (msgspec.DecodeError, msgspec.ValidationError, binascii.Error, ValueError) as error:
            raise BadArchive(f"line {number}: {error}") from None
    if head is not None:
        yield whole(head, rows, number)


def whole(head: ArchivedTable, rows: list[Row], number: int) -> tuple[TableRow, list[Row]]:
    """A table with all its entries, if they are those that were written."""
    if len(rows) != head.entries or not rows or head_of(head.id, rows).hex() != head.chain:
        raise BadArchive(f"table {head.id}, before line {number}: its entries are not those that were written")
    secret = bytes.fromhex(head.secret)
    table = TableRow(
        head.id, head.game, head.public, head.status, head.created, head.updated, secret, head.invite
    )  # fmt: skip
    return table, rows


def row_of(table: str, entry: ArchivedEntry) -> Row:
    personal = base64.b64decode(entry.personal, validate=True) if entry.personal is not None else None
    return Row(table, entry.version, base64.b64decode(entry.body, validate=True), personal, entry.person, entry.at)


def head_of(table: str, rows: list[Row]) -> bytes:
    """The head of a log's chain."""
    *_, head = first_link(table), *chain(table, (row.body for row in rows))
    return head
