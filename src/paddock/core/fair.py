"""Fair: dice that nobody can bend, from a secret fixed beforehand and a nonce of every seat.

Before anybody sits down the table shows the commitment, a hash of its secret. Every seat then adds
32 bytes, so the table cannot have chosen the rolls, and no seat can foresee them. Once the match is
over the secret is shown, and anybody can roll again. The log's hash chain is made here too.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from paddock.core.dice import SeededDice

SIZE = 32  # bytes of a secret and of a nonce
TABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")  # a table's id
HEX = re.compile(r"[0-9a-f]{64}")  # a secret, a nonce or a hash


class Fair(NamedTuple):
    """What the rolls of one table follow from."""

    table: str
    secret: bytes
    nonces: tuple[bytes, ...]  # one a seat

    def dice(self) -> SeededDice:
        """The table's dice, before the first roll."""
        return SeededDice(seed(self.secret, self.table, self.nonces))


def commitment(secret: bytes, table: str, game: str, rules: int) -> str:
    """What is shown before the secret: it binds the table to it, to the game and to its rules."""
    return hashlib.sha256(b"\0".join([secret, table.encode(), game.encode(), str(rules).encode()])).hexdigest()


def bot_nonce(table: str, seat: int) -> bytes:
    """A computer player has no secrets of its own: anybody can work this out."""
    return hashlib.sha256(f"bot{table}{seat}".encode()).digest()


def seed(secret: bytes, table: str, nonces: Sequence[bytes]) -> bytes:
    """What the dice begin with."""
    for piece in (secret, *nonces):
        if len(piece) != SIZE:  # else two lists of nonces could read the same
            raise ValueError(f"a secret and each nonce have {SIZE} bytes, not {len(piece)}")
    return hmac.digest(secret, table.encode() + b"\0" + b"".join(nonces), "sha256")


def chain(table: str, bodies: Iterable[bytes]) -> Iterator[bytes]:
    """The link of each entry of a table's log: a hash over it and all before it."""
    link = first_link(table)
    for body in bodies:
        link = next_link(link, body)
        yield link


def first_link(table: str) -> bytes:
    """What the first entry is chained to."""
    return hashlib.sha256(table.encode()).digest()


def next_link(link: bytes, body: bytes) -> bytes:
    """The link of the entry after the one with this link."""
    return hashlib.sha256(link + body).digest()
