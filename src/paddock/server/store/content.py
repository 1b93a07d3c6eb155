"""Content: what the rows of a log say; the only place that reads what was stored, whatever became of it there."""

from __future__ import annotations

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
    """The entry that a row keeps. Stores have left out what cannot be read of the personal part: see `legible`."""
    return Entry(body_of(row), personal_decoder.decode(row.personal) if row.personal else None, row.person)


def legible(table: str, rows: list[Row]) -> tuple[list[Row], Damaged | None]:
    """The rows without personal parts that cannot be read, for a name is no reason to end a match; and what is wrong.

    No chain covers these parts, since they can be erased.
    """
    fault: Damaged | None = None
    found: list[Row] = []
    for row in rows:
        try:
            if row.personal is not None:
                personal_decoder.decode(row.personal)
        except UNREADABLE:
            fault = fault or Damaged(table, f"the name or the words beside entry {row.version} cannot be read")
            row = row._replace(personal=None)
        found.append(row)
    return found, fault
