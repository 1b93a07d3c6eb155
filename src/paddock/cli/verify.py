"""`paddock verify`: one sentence on whether a transcript is valid, and why not."""

from __future__ import annotations

from paddock.cli.file import read_text
from paddock.core.errors import BadTranscript, listed
from paddock.core.registry import load
from paddock.core.transcript import Record, viewer_name
from paddock.core.transcript import verify as verified


def verify(file: str, game: str) -> int:
    """0 if every line of it holds, else 1."""
    text = read_text(file)
    try:
        record = verified(text, load(game) if game else None)
    except BadTranscript as error:
        print(f"invalid: {error}")
        return 1
    print(f"valid: {summary(record)}")
    return 0


def summary(record: Record) -> str:
    """`franks-zoo, 4 seats, 954 events, over with scores 19, 12, 8, 3`."""
    facts = [record.setup.game, f"{record.setup.seats} seats", f"{len(record.events)} events"]
    if record.match is None:
        facts.append(f"as {viewer_name(record.viewer)} saw it")
    elif record.match.over:
        facts.append(f"over with scores {listed([str(points) for points in record.match.state.scores()])}")
    else:
        facts.append("not over")
    return ", ".join(facts)
