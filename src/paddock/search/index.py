"""Index: finds the record of what happened after another record, by hashing."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

ABSENT: Final = -1
FEWEST: Final = 2048  # slots; always a power of two


def event_key(parent: i64, seat: i64, action: i64) -> i64:
    """One number for "after parent, seat did action"; CHANCE and HIDDEN have their room below 0."""
    return (parent * 16 + seat + 1) * 0x1000000 + action + 8


def slot_of(key: i64, slots: i64) -> i64:
    """Where to look first; no product reaches 2^62, so compiled and interpreted code agree."""
    return (((key & 0x3FFFFFFF) * 0x3C6EF373 + (key >> 30) * 0x2545F491) >> 16) & (slots - 1)


@final
class Index:
    """Keys in a table with open addressing, at most half full; nothing is ever taken out."""

    def __init__(self) -> None:
        self.slots: i64 = FEWEST
        self.count: i64 = 0
        self.keys: vec[i64] = vec[i64]([ABSENT] * FEWEST)
        self.records: vec[i64] = vec[i64]([0] * FEWEST)

    def clear(self) -> None:
        """Forget every key, and keep the room."""
        self.keys = vec[i64]([ABSENT] * self.slots)
        self.count = 0

    def find(self, key: i64) -> i64:
        """The record under this key, or ABSENT."""
        keys = self.keys
        last: i64 = self.slots - 1
        slot = slot_of(key, self.slots)
        while keys[slot] != key:
            if keys[slot] == ABSENT:
                return ABSENT
            slot = (slot + 1) & last
        return self.records[slot]

    def add(self, key: i64, record: i64) -> None:
        """Put a new key in."""
        if 2 * self.count >= self.slots:
            self.widen()
        self.put(key, record)
        self.count += 1

    def put(self, key: i64, record: i64) -> None:
        keys = self.keys
        last: i64 = self.slots - 1
        slot = slot_of(key, self.slots)
        while keys[slot] != ABSENT:
            slot = (slot + 1) & last
        keys[slot] = key
        self.records[slot] = record

    def widen(self) -> None:
        """Twice the slots, every key put in again."""
        keys = self.keys
        records = self.records
        old: i64 = self.slots
        self.slots = 2 * old
        self.keys = vec[i64]([ABSENT] * self.slots)
        self.records = vec[i64]([0] * self.slots)
        for slot in range(old):
            if keys[slot] != ABSENT:
                self.put(keys[slot], records[slot])
