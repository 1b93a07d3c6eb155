"""Fair: dice that nobody can steer, from a secret fixed beforehand and a nonce of every seat.

Before anybody sits down the table shows the commitment, a hash of its secret. Every seat then gives
the seal, a hash, of 32 bytes of its own, and opens it only when all seals are fixed: so neither the
table nor whoever sits down last can choose the rolls. Once the match is over the secret is shown, and
anybody can roll again. The log's hash chain is made here too.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from paddock.core.dice import SeededDice

SIZE = 32  # bytes of a secret and of a nonce
STARTS = 8  # a start that fails goes on without somebody, and a table has at most eight seats
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


def seal(nonce: bytes) -> bytes:
    """What a seat shows before its nonce: it binds the seat to it."""
    return hashlib.sha256(nonce).digest()


def sealed(last: bytes) -> bytes:
    """The first seal of a seat that can take part in several starts, each with a nonce that is the seal of the next."""
    for _start in range(STARTS):
        last = seal(last)
    return last


def nonce_of(last: bytes, shown: bytes) -> bytes | None:
    """The nonce that opens this seal, for somebody whose last one is this; None if it is not theirs."""
    for _start in range(STARTS):
        if seal(last) == shown:
            return last
        last = seal(last)
    return None


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
