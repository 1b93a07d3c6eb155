"""Frame: what one viewer is sent; the only place that turns a table into something people see.

Everything here goes through a masked state, so a secret cannot slip out by another door.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from msgspec import Raw

from paddock.core.match import Standing
from paddock.core.message import Message
from paddock.core.rerun import Rerun
from paddock.core.state import CHANCE, State
from paddock.core.story import tell_on
from paddock.server.company import waiting
from paddock.server.table import NOBODY_AWAY, Line, Table
from paddock.server.wire import encoder

LATEST = 100  # events that a page of the log tells of, and lines that come with a hello
NewsLine = tuple[int, Message]  # with its version


class Around(NamedTuple):
    """What is around a table just now and in no log."""

    now: int  # milliseconds since the epoch
    here: frozenset[int]  # the seats whose people are connected
    watching: int
    away: Mapping[int, int] = NOBODY_AWAY  # the others whose people are to decide, and for how many milliseconds
    patience: int = 0  # milliseconds after which others may let a bot play for them


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
        self.shared = self.steady.shared + moving_part(table, around)

    def of(self, viewer: int) -> Raw:
        table = self.table
        ask = self.steady.asks[viewer] if viewer >= 0 else ()
        return Raw(self.shared + own_part(viewer, undo_barrier(table, viewer), ask, table.rematch))


def frame(sheet: Sheet, viewer: int, news: Sequence[NewsLine], **extra: object) -> bytes:
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
    if viewer in table.owing and sheet.steady.asks[viewer]:
        shown["undoable"] = undoable(table.match.state, viewer)
    return encoder.encode(shown)


def undoable(state: State, seat: int) -> list[int]:
    """The choices after which the seat goes on deciding, with nothing turned up: it can take them back by itself.

    In a sealed round the last choice closes it, and nobody may know whose that is.
    """
    if state.due:
        return []
    found: list[int] = []
    for action in state.legal_actions(seat):
        after = state.copy()
        after.apply(seat, action)
        if after.actor == seat and not after.due and not state.reveals(seat, action):
            found.append(int(action))
    return found


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
            "seals": table.seals,
            "nonces": table.nonces,
            "secret": table.secret.hex() if over else None,
        },
        "result": result_json(table),
        "closed": table.closed or None,
        "after": opened.after or None,
        "pace": table.pace,
    }


def result_json(table: Table) -> dict[str, list[int]] | None:
    """How the match ended, once it has."""
    return table.result


def moving_part(table: Table, around: Around) -> bytes:
    """What all viewers see alike, and what changes with the match, as the middle of an object."""
    wish, company = table.wish, table.company
    if wish is None and not (table.clock.runs or company.stirred or around.away):
        return without_clock(tuple(table.pending), around.watching)
    asked = wish and {"seat": wish.seat, "agreed": sorted(wish.agreed), "needed": table.needed}
    nudge = company.nudge and {"seat": company.nudge.seat, "by": company.nudge.by, "v": company.nudge.version}
    calls = [
        {"seat": who, "agreed": sorted(by), "needed": waiting(who, table.people, around.here)}
        for who, by in company.calls.items()
    ]
    away = [{"seat": seat, "gone": gone, "patience": around.patience} for seat, gone in around.away.items()]
    return middle(
        table.pending, table.clock.to_json(around.now), asked, around.watching, sorted(company.hurrying), nudge, calls,
        away,
    )  # fmt: skip


@lru_cache  # of the few there are while people play
def without_clock(pending: tuple[int, ...], watching: int) -> bytes:
    return middle(pending, {"kind": "none"}, None, watching, [], None, [], [])


def middle(
    pending: Sequence[int], clock: dict[str, object], wish: dict[str, object] | None, watching: int,
    hurry: list[int], nudge: Mapping[str, int] | None, calls: list[dict[str, object]], away: list[dict[str, int]],
) -> bytes:  # fmt: skip
    moving = {
        "pending": pending, "clock": clock, "take_back": wish, "watching": watching, "hurry": hurry, "nudge": nudge,
        "calls": calls, "away": away,
    }  # fmt: skip
    return encoder.encode(moving)[1:-1]


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
            "overdue": seat.overdue,
            "resigned": seat.resigned,
            "pace": table.company.paces[k],
            "hints": seat.hints,
            "muted": seat.muted,
        }
        for k, seat in enumerate(table.seats)
    ]


def undo_barrier(table: Table, viewer: int) -> str | None:
    """A word for what keeps the viewer from taking back; None if nothing does."""
    if viewer < 0 or table.status != "playing":
        return "nothing"
    found = table.match.undo_or_barrier(viewer)
    if isinstance(found, Standing):
        return None
    decided = any(standing.event.seat == viewer for standing in reversed(table.match.standing))
    return found[0] if decided else "nothing"  # whatever the dice have done since


class Latest:
    """The newest lines of a table's log as one viewer reads them; those of older versions are told on demand."""

    def __init__(self, older: int) -> None:
        self.older = older  # the last version whose lines are not here; 0 if all are
        self.lines: list[NewsLine] = []

    def add(self, lines: Iterable[NewsLine]) -> None:
        self.lines += lines
        if len(self.lines) >= 2 * LATEST:
            cut = bisect_left(self.lines, self.lines[-LATEST][0], key=lambda line: line[0])  # no version is divided
            if cut:
                self.older = self.lines[cut - 1][0]
                del self.lines[:cut]

    def since(self, version: int) -> tuple[list[NewsLine], int]:
        """The lines after this version, and the last version that is missing between them; 0 if none is."""
        return [line for line in self.lines if line[0] > version], self.older if version < self.older else 0


def page(table: Table, until: int) -> tuple[int, int]:
    """The events of a page of the log that ends with this version: the first, and the one after the last.

    An entry is never divided, so a page is a little longer where many things happened at once.
    """
    last = bisect_right(table.told, until)
    first = max(0, last - LATEST)
    return bisect_left(table.told, table.told[first]) if last else 0, last


def older(table: Table, first: int) -> int:
    """The last version before this event of which there is anything to tell; 0 if there is none."""
    return table.told[first - 1] if first else 0


def telling(table: Table, viewer: int, first: int = 0) -> Iterator[list[NewsLine]]:
    """The log lines of each event from the first on, as this viewer may read them."""
    rerun = Rerun(table.match, first)
    for lines in tell_on(rerun, viewer):
        yield [(table.told[rerun.at - 1], line) for line in lines]


def steps(table: Table) -> list[int]:
    """How many events have happened at each step of a replay: a step is one decision with its chance."""
    events = table.match.events
    return [k for k, event in enumerate(events) if event.seat != CHANCE] + [len(events)]


def step_after(table: Table, version: int) -> int:
    """The first step of a replay at which everything up to this version of the log has happened."""
    counts = steps(table)
    return min(bisect_left(counts, bisect_left(table.told, version) + 1), len(counts) - 1)


def replay(table: Table, viewer: int, first: int, last: int) -> Iterator[dict[str, Any]]:
    """Frames of a replay, from step `first` to before `last`; step 0 is the position of the first decision.

    A step at a time, so that others can have their turn in between; what happens at the table meanwhile is not seen.
    """
    counts = steps(table)
    rerun = Rerun(table.match, counts[first - 1] if 0 < first < len(counts) else 0)
    for step in range(first, min(last, len(counts))):
        count = counts[step]
        mover = table.match.events[counts[step - 1]].seat if step else None
        lines = [line for told in islice(tell_on(rerun, viewer), count - rerun.at) for line in told]
        yield {
            "step": step,
            "v": older(table, count),
            "seat": mover,
            "view": table.match.game.view(rerun.state.mask(viewer)),
            "news": lines,
            "pending": rerun.state.pending(),
        }
