"""Keepsake: what a reader needs of a finished match, so that it stays readable when its rules are here no more.

Made when a match is over, by the rules it was played by: the result, the log in words, the replay as everybody could
see it, the transcript, the rolls for its proof, and the sentences. It holds no names: those stay where they can be
erased.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Raw

from paddock.core import transcript
from paddock.core.errors import PaddockError
from paddock.core.message import LANGUAGES
from paddock.core.state import SPECTATOR, WHOLE
from paddock.server.entry import Opened, Played
from paddock.server.fairness import Roll, rolls_of
from paddock.server.frame import replay, result_json, steps, telling
from paddock.server.table import Table
from paddock.server.wire import encoder


class Keepsake(msgspec.Struct, frozen=True):
    """All of it."""

    game: str
    rules: int
    result: dict[str, list[int]]
    log: list[tuple[int, Any]]
    frames: list[Raw]
    transcript: str
    rolls: list[Roll]
    words: dict[str, dict[str, Any]]  # by language


def pieces(table: Table) -> Iterator[tuple[str, Any]]:
    """What a keepsake is made of, a little at a time; the match must be over."""
    for lines in telling(table, SPECTATOR, 0):
        for line in lines:
            yield "log", line
    for frame in replay(table, SPECTATOR, 0, len(steps(table))):
        yield "frames", encoder.encode(frame)
    for text in transcript.pieces(table.match, WHOLE, comments=hints(table), fair=table.fair):
        yield "transcript", text


def hints(table: Table) -> dict[int, str]:
    """What a transcript says about hints: before which event, and who."""
    said: dict[int, str] = {}
    for before, who in dict.fromkeys(table.hinted):  # several seats may have asked in a sealed round
        said[before] = f"{said.get(before, '')}seat {who} was given a hint\n"
    return said


def packed(table: Table, made: dict[str, list[Any]]) -> bytes:
    """The keepsake as it is stored; takes a moment that nobody should wait for."""
    result = result_json(table)
    assert result is not None
    keepsake = Keepsake(
        game=table.opened.game,
        rules=table.opened.rules,
        result=result,
        log=made.get("log", []),
        frames=[Raw(frame) for frame in made.get("frames", [])],
        transcript="".join(made.get("transcript", [])),
        rolls=rolls_of(table.match),
        words={language: dict(table.match.game.words(language).texts) for language in LANGUAGES},
    )
    return zlib.compress(encoder.encode(keepsake))


def make(table: Table) -> bytes:
    """A keepsake at once, for who has nobody waiting."""
    made: dict[str, list[Any]] = {}
    for part, item in pieces(table):
        made.setdefault(part, []).append(item)
    return packed(table, made)


decoder = msgspec.json.Decoder(Keepsake)


class BadKeepsake(PaddockError):
    """What is stored as a keepsake is none, or that of another match."""


def unpacked(body: bytes, opened: Opened) -> Keepsake:
    """The keepsake of the match that was opened so; BadKeepsake if it was damaged or mixed up."""
    try:
        keepsake = decoder.decode(zlib.decompress(body))
    except (zlib.error, msgspec.MsgspecError, ValueError) as error:
        raise BadKeepsake(f"the keepsake of table {opened.table} is damaged: {error}") from None
    if (keepsake.game, keepsake.rules) != (opened.game, opened.rules):
        raise BadKeepsake(f"the keepsake of table {opened.table} is that of another match")
    return keepsake


class Relic(Table):
    """A table whose rules are not here: who sat there and what they said, but no match; it is over."""

    def __init__(self, secret: bytes) -> None:
        super().__init__(secret)
        self.kept: Keepsake | None = None
        self.fault = ""  # why it could not be read

    def close(self, kept: bytes | None) -> None:
        """The log has been taken, and this was kept of the match."""
        self.wish = None  # it is over
        try:
            self.kept = unpacked(kept, self.opened) if kept is not None else None
        except BadKeepsake as error:
            self.fault = str(error)

    @property
    def status(self) -> str:
        return "over"

    @property
    def pending(self) -> list[int]:
        return []

    @property
    def result(self) -> dict[str, list[int]] | None:
        return self.kept.result if self.kept else None

    def fold_opened(self, body: Opened) -> None:
        self.demand_promise(body)
        self.furnish(body)

    def fold_played(self, body: Played, *_: Any) -> dict[int, list[Any]]:
        if not self.begun:
            self.begun = True
            self.nonces = [nonce.hex() for nonce in self.fair.nonces]
        self.told += [self.version] * len(body.events)
        return {}
