"""Frame: what one viewer is sent; the only place that turns a table into something people see.

Everything here goes through a masked state, so a secret cannot slip out by another door.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Raw

from paddock.core.match import Match, Standing
from paddock.core.message import Message
from paddock.core.state import CHANCE
from paddock.core.story import tell_event
from paddock.server.table import Line, Table
from paddock.server.wire import encoder


class Around(NamedTuple):
    """What is around a table just now and in no log."""

    now: int  # milliseconds since the epoch
    here: frozenset[int]  # the seats whose people are connected
    watching: int


class Steady(NamedTuple):
    """What moves leave as it is."""

    shared: bytes  # the beginning of an object that all viewers see alike
    asks: tuple[tuple[int, ...], ...]  # whom each seat would have to ask before taking back


def steady(table: Table, around: Around) -> Steady:
    asks = tuple(tuple(table.others(seat)) for seat in range(len(table.seats)))
    return Steady(encoder.encode(steady_json(table, around))[:-1] + b",", asks)


class Sheet:
    """The table without the board, as JSON for one viewer after the other: what they share is encoded once."""

    def __init__(self, table: Table, around: Around, kept: Steady | None = None) -> None:
        self.table = table
        self.steady = kept or steady(table, around)
        self.shared = self.steady.shared + encoder.encode(moving_json(table, around))[1:-1]

    def of(self, viewer: int) -> Raw:
        table = self.table
        ask = self.steady.asks[viewer] if viewer >= 0 else ()
        return Raw(self.shared + own_part(viewer, undo_barrier(table, viewer), ask, table.rematch))


def frame(sheet: Sheet, viewer: int, news: Sequence[tuple[int, Message]], **extra: object) -> bytes:
    """All that the viewer needs to draw the table; without a match it is the table alone."""
    table = sheet.table
    if not table.begun:
        return table_frame(sheet, viewer, **extra)
    game = table.match.game
    state = table.masked(viewer)
    shown: dict[str, Any] = {
        "t": "frame",
        "v": table.version,
        "at": table.asked[viewer] if viewer >= 0 else 0,
        "table": sheet.of(viewer),
        "view": game.view(state),
        "prompt": game.prompt(state),
        "news": news,
        **extra,
    }
    return encoder.encode(shown)


def table_frame(sheet: Sheet, viewer: int, **extra: object) -> bytes:
    """Seats, clocks and wishes only: the match is as it was."""
    return encoder.encode({"t": "table", "v": sheet.table.version, "table": sheet.of(viewer), **extra})


def chat_frame(table: Table, lines: Sequence[Line], **extra: object) -> bytes:
    """Lines of chat."""
    return encoder.encode({"t": "chat", "lines": [line_json(table, line) for line in lines], **extra})


def line_json(table: Table, line: Line) -> dict[str, object]:
    shown: dict[str, object] = {"n": line.version, "seat": line.seat, "name": table.name(line.seat)}
    shown["phrase" if line.phrase else "text"] = line.phrase or line.text
    return shown


def steady_json(table: Table, around: Around) -> dict[str, Any]:
    """What all viewers see alike, and what a move leaves as it is until the match is over."""
    opened = table.opened
    over = table.status == "over"
    return {
        "id": opened.table,
        "game": opened.game,
        "rules": opened.rules,
        "setup": {"game": opened.game, "seats": opened.seats, "options": opened.options},
        "host": table.host if table.host >= 0 else None,
        "public": opened.public,
        "seats": seats_json(table, around.here),
        "created": opened.at,
        "status": table.status,
        "fair": {
            "commitment": opened.commitment,
            "nonces": table.nonces,
            "secret": table.secret.hex() if over else None,
        },
        "result": result_json(table),
    }


def result_json(table: Table) -> dict[str, list[int]] | None:
    """How the match ended, once it has."""
    state = table.match.state
    return {"scores": state.scores(), "places": state.places()} if table.status == "over" else None


def moving_json(table: Table, around: Around) -> dict[str, Any]:
    """What all viewers see alike, and what changes with the match."""
    wish = table.wish
    return {
        "pending": table.pending,
        "clock": table.clock.to_json(around.now),
        "take_back": wish and {"seat": wish.seat, "agreed": sorted(wish.agreed), "needed": table.needed},
        "watching": around.watching,
    }


@lru_cache  # of the few there are while people play
def own_part(viewer: int, barrier: str | None, ask: tuple[int, ...], rematch: tuple[str, str] | None) -> bytes:
    """What is the viewer's own, as the end of an object."""
    own = {
        "you": viewer if viewer >= 0 else None,
        "undo": {"may": barrier is None, "why": barrier, "ask": ask},
        # The way into a rematch is for those who played; anybody may watch it.
        "rematch": rematch and {"table": rematch[0], "invite": rematch[1] if viewer >= 0 else None},
    }
    return b"," + encoder.encode(own)[1:]


def seats_json(table: Table, here: frozenset[int]) -> list[dict[str, object]]:
    return [
        {
            "seat": k,
            "kind": seat.kind,
            "name": table.name(k) if seat.kind != "open" else "",
            "avatar": table.avatar(k),
            "level": seat.level or None,
            "stand_in": seat.stand_in or None,
            "here": seat.kind == "bot" or k in here,
            "hints": seat.hints,
            "muted": seat.muted,
        }
        for k, seat in enumerate(table.seats)
    ]


def undo_barrier(table: Table, viewer: int) -> str | None:
    """A word for what keeps the viewer from taking back; None if nothing does."""
    if viewer < 0 or not table.begun or table.match.over:
        return "nothing"
    found = table.match.undo_or_barrier(viewer)
    return None if isinstance(found, Standing) else found[0]


def history(table: Table, viewer: int) -> list[tuple[int, Message]]:
    """The log lines of all events so far, as this viewer may read them."""
    return [line for lines in telling(table, viewer) for line in lines]


def telling(table: Table, viewer: int) -> Iterator[list[tuple[int, Message]]]:
    """The same an event at a time, for a long match takes long enough to be noticed at other tables."""
    again = Match(table.match.game, table.match.setup, table.match.dice)
    for version, event in zip(table.told, table.match.events, strict=True):
        before = again.state.mask(viewer)
        again.record(event)
        yield [(version, line) for line in tell_event(again, before, again.state.mask(viewer))]


def steps(table: Table) -> list[int]:
    """How many events have happened at each step of a replay: a step is one decision with its chance."""
    events = table.match.events
    return [k for k, event in enumerate(events) if event.seat != CHANCE] + [len(events)]


def step_after(table: Table, version: int) -> int:
    """The first step of a replay at which everything up to this version of the log has happened."""
    told = table.told
    counts = steps(table)
    later = (step for step, count in enumerate(counts) if count and told[count - 1] >= version)
    return next(later, len(counts) - 1)


def replay(table: Table, viewer: int, first: int, last: int) -> Iterator[dict[str, Any] | None]:
    """Frames of a replay, from step `first` to before `last`; step 0 is the position of the first decision.

    A step at a time, and None for those before the first, so that others can have their turn in between; what
    happens at the table meanwhile is not seen.
    """
    again = Match(table.match.game, table.match.setup, table.match.dice)
    events, told = list(table.match.events), list(table.told)
    done = 0
    for step, count in enumerate(steps(table)[:last]):
        lines: list[Message] = []
        mover = events[done].seat if step else None
        for event in events[done:count]:
            if step >= first:
                before = again.state.mask(viewer)
                again.record(event)
                lines += tell_event(again, before, again.state.mask(viewer))
            else:
                again.record(event)
        done = count
        yield step_json(again, viewer, step, told[count - 1] if count else 0, mover, lines) if step >= first else None


def step_json(
    again: Match, viewer: int, step: int, version: int, mover: int | None, lines: list[Message]
) -> dict[str, Any]:
    return {
        "step": step,
        "v": version,
        "seat": mover,
        "view": again.game.view(again.state.mask(viewer)),
        "news": lines,
        "pending": again.pending,
    }
