"""Gossip: what servers tell one another about who looks at which table, so that nobody seems away who is here.

It is told when it changes, repeated, and forgotten when its server falls silent. Nothing but what people see of each
other depends on it, so it may get lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

OFTEN = 0.5  # seconds between two letters
REPEAT = 3.0  # seconds after which everything is told again
BELIEVED = 10.0  # seconds that it is taken for true
LONGEST = 6000  # bytes of a letter; PostgreSQL takes less than 8000


class Seen(msgspec.Struct, frozen=True, array_like=True):
    """Who looks at a table at one server."""

    table: str
    here: tuple[int, ...]  # seats
    watching: int
    asks: bool = False  # somebody has just come: who else is there?


encode = msgspec.json.Encoder().encode
decoder = msgspec.json.Decoder(list[Seen])


def letters(seen: Iterable[Seen]) -> Iterator[str]:
    """All of it, in as few letters as hold it."""
    written: list[str] = []
    size = 0
    for one in seen:
        text = encode(one).decode()
        if written and size + len(text) > LONGEST:
            yield f"[{','.join(written)}]"
            written, size = [], 0
        written.append(text)
        size += len(text) + 1
    if written:
        yield f"[{','.join(written)}]"
