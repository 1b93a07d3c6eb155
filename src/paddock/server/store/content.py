"""Content: what the rows of a log say; the only place that reads what was stored, whatever became of it there."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from paddock.server.entry import Body, Entry, body_decoder, personal_decoder
from paddock.server.store.store import Damaged, Row

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError)  # what decoders raise


def body_of(row: Row) -> Body:
    """The body that a row keeps; Damaged if it is none."""
    try:
        return body_decoder.decode(row.body)
    except UNREADABLE as error:
        raise Damaged(row.table, f"entry {row.version} cannot be read ({error})") from None


def read(row: Row) -> Entry:
    """The entry that a row keeps. A personal part that cannot be read is left out: no name is worth a match.

    No chain covers these parts, since they can be erased; see `blot`.
    """
    return Entry(body_of(row), personal_decoder.decode(row.personal) if readable(row) else None, row.person)


def readable(row: Row) -> bool:
    """Has it a personal part, and can that be read?"""
    try:
        return row.personal is not None and personal_decoder.decode(row.personal) is not None
    except UNREADABLE:
        return False


def blot(rows: Iterable[Row]) -> Damaged | None:
    """The first personal part that cannot be read: no harm to anything else, but to be told to the operator."""
    for row in rows:
        if row.personal is not None and not readable(row):
            return Damaged(row.table, f"the name or the words beside entry {row.version} cannot be read")
    return None
