"""Testimony: what the published log of a table itself tells of its dice: the seals, who opened theirs, every roll.

The log is read as the published format that it is, and not by our types, as `verifier/verify.mjs` reads it too.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Iterable
from typing import Any, Final, NamedTuple, TypeGuard

from paddock.core.errors import PaddockError
from paddock.core.fair import bot_nonce, seal
from paddock.core.state import CHANCE

MOST: Final = 2**31  # of any number in it
HEX = re.compile(r"[0-9a-f]{64}")


class BadLog(PaddockError):
    """It cannot be the log of this table, or of any."""


class Opening(NamedTuple):
    """What the first entry must say."""

    table: str
    game: str
    rules: int
    commitment: str
    seats: int


class Start(NamedTuple):
    """The seals of all seats when they were fixed, and what was shown of them afterwards."""

    seals: list[str]  # empty: the seat adds nothing
    shown: list[str]


class Testimony:
    """Takes the entries one by one; BadLog where one cannot follow those before it."""

    def __init__(self, opening: Opening, sealed: bool) -> None:
        self.opening = opening
        self.sealed = sealed  # are nonces sealed before they are shown? Older tables' were not
        self.bots = [bot_nonce(opening.table, seat).hex() for seat in range(opening.seats)]
        self.nonces: list[Any] = self.bots[:]
        self.given = [""] * opening.seats  # the seal of whoever sits there
        self.starts: list[Start] = []
        self.rolls: list[int] = []
        self.begun = False
        # What the dice follow from; each says whether its entry makes sense here. All else is beside the dice.
        self.takes = {"sat": self.sat, "left": self.left, "played": self.played}
        if sealed:
            self.takes |= {"sealed": self.fixed, "revealed": self.revealed}

    def hear(self, bodies: Iterable[str]) -> Testimony:
        """All entries, in base64."""
        for number, body in enumerate(bodies, 1):
            entry = entry_of(b64decode(body))
            kind = entry.get("type")
            if (kind == "opened") != (number == 1):
                raise BadLog("the log does not open a table once, at its beginning")
            if kind == "opened":
                self.opened(entry)
            elif not isinstance(kind, str) or (kind in self.takes and not self.takes[kind](entry)):
                raise BadLog(f"entry {number} cannot be read")
        return self

    def opened(self, entry: dict[str, Any]) -> None:
        for name, value in self.opening._asdict().items():
            if entry.get(name) != value or isinstance(entry[name], bool):
                raise BadLog(f"the log is of another table: its {name} differs")

    def seat(self, entry: dict[str, Any]) -> int | None:
        seat = entry.get("seat")
        return int(seat) if whole(seat) and 0 <= seat < self.opening.seats else None

    def sat(self, entry: dict[str, Any]) -> bool:
        seat, given = self.seat(entry), entry.get("seal", "")
        if seat is None or self.begun or self.starts or (self.sealed and not is_seal(given)):
            return False
        self.given[seat] = given
        if not self.sealed:
            self.nonces[seat] = entry.get("nonce")
        return True

    def left(self, entry: dict[str, Any]) -> bool:
        seat = self.seat(entry)
        if seat is not None and not self.begun and not self.starts:
            self.nonces[seat], self.given[seat] = self.bots[seat], ""
        return seat is not None

    def fixed(self, entry: dict[str, Any]) -> bool:
        """The seals that count: those that people gave, or, after a start that failed, what they have shown."""
        seals = entry.get("seals")
        seats = range(self.opening.seats)
        if self.begun or not isinstance(seals, list) or len(seals) != len(seats) or not all(map(is_seal, seals)):
            return False
        number = len(self.starts) + 1
        if self.starts and not self.unopened:
            raise BadLog(f"start {number} was made although every seal was opened")
        due = (
            self.starts[-1].shown if self.starts else [given if seals[k] else "" for k, given in enumerate(self.given)]
        )
        if wrong := [seat for seat in seats if seals[seat] != due[seat]]:
            raise BadLog(f"start {number} does not have the seal that seat {wrong[0]} gave")
        self.starts.append(Start(seals, [""] * len(seats)))
        self.nonces = self.bots[:]
        return True

    @property
    def unopened(self) -> list[int]:
        """The seats whose seal of the last start was not opened."""
        if not self.starts:
            return []
        seals, shown = self.starts[-1]
        return [seat for seat, sealed in enumerate(seals) if sealed and not shown[seat]]

    def revealed(self, entry: dict[str, Any]) -> bool:
        """A seat shows what it sealed, once all seals are fixed and before anything is rolled."""
        seat, nonce = self.seat(entry), entry.get("nonce")
        if seat is None or self.begun or seat not in self.unopened or not is_seal(nonce) or not nonce:
            return False
        if seal(bytes.fromhex(nonce)).hex() != self.starts[-1].seals[seat]:
            raise BadLog(f"what seat {seat} showed at start {len(self.starts)} is not what it had sealed")
        self.starts[-1].shown[seat] = self.nonces[seat] = nonce
        return True

    def played(self, entry: dict[str, Any]) -> bool:
        events = entry.get("events")
        if not isinstance(events, list) or not all(map(is_event, events)):
            return False
        if self.sealed and not self.starts:
            raise BadLog("the match begins before the seals are fixed")
        if unopened := self.unopened:
            raise BadLog(f"the match begins before seat {unopened[0]} has opened its seal")
        self.begun = True
        self.rolls += [int(action) for who, action in events if who == CHANCE]
        return True


def entry_of(body: bytes) -> dict[str, Any]:
    """An entry as JavaScript would read it, with no whole numbers but floats; an empty one if it is none."""
    try:
        entry = json.loads(body.decode(), parse_int=float, parse_constant=no_number)
    except (ValueError, RecursionError):
        return {}
    return entry if isinstance(entry, dict) else {}


def no_number(word: str) -> float:
    raise ValueError(f"{word} is not JSON")


def whole(value: object) -> TypeGuard[float]:
    return isinstance(value, float) and abs(value) <= MOST and value.is_integer()


def is_event(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(whole, value))


def is_seal(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and (not value or HEX.fullmatch(value) is not None)
