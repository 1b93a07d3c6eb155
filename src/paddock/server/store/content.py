"""Content: what the rows of a log say; the only place that reads what was stored, whatever became of it there."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from paddock.server.entry import Body, Entry, Personal, body_decoder, personal_decoder
from paddock.server.store.store import Damaged, Row

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError)  # what decoders raise


def body_of(row: Row) -> Body:
    """The body that a row keeps; Damaged if it is none."""
    try:
        body: Body = body_decoder.decode(row.body)
    except UNREADABLE as error:
        raise Damaged(row.table, f"entry {row.version} cannot be read ({error})") from None
    return body


def read(row: Row) -> Entry:
    """The entry that a row keeps. A personal part that cannot be read is left out: no name is worth a match.

    No chain covers these parts, since they can be erased; see `blot`.
    """
    return Entry(body_of(row), personal_of(row), row.person)


def personal_of(row: Row) -> Personal | None:
    """What lies beside the body, if there is anything that can be read."""
    if row.personal is None:
        return None
    try:
        return personal_decoder.decode(row.personal)
    except UNREADABLE:
        return None


def blot(rows: Iterable[Row]) -> Damaged | None:
    """The first personal part that cannot be read: no harm to anything else, but to be told to the operator."""
    for row in rows:
        if row.personal is not None and personal_of(row) is None:
            return Damaged(row.table, f"the name or the words beside entry {row.version} cannot be read")
    return None
