"""Log: the deals that were played, a line each, so that a long bout can be stopped and goes on.

The first line says what is played. A game is kept with its transcript, which `paddock verify` accepts.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paddock.arena.deal import Contest, Played
from paddock.core.errors import BadSetup


class Log:
    """A file of deals; without one nothing is kept."""

    def __init__(self, file: Path | None, head: Sequence[object]) -> None:
        self.file = file
        self.head = json.dumps(head)

    def read(self) -> dict[int, list[Played]]:
        """The deals so far, by number; BadSetup if they are of another bout."""
        if self.file is None:
            return {}
        if not self.file.exists():
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(self.head + "\n", "utf-8")
            return {}
        text = self.file.read_text("utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:  # it was killed while it wrote a line
            self.file.write_text(whole, "utf-8")
        first, *lines = whole.splitlines() or [""]
        if first != self.head:
            raise BadSetup(f"{self.file} is the log of another bout")
        deals = map(json.loads, lines)
        return {deal["deal"]: [played_of(game) for game in deal["games"]] for deal in deals}

    def keep(self, number: int, games: Sequence[Played]) -> None:
        """Add a deal."""
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"deal": number, "games": [game._asdict() for game in games]}) + "\n")


def played_of(data: dict[str, Any]) -> Played:
    """What was kept of a game."""
    contests = tuple(Contest(tuple(map(tuple, parties)), tuple(gains)) for parties, gains in data["contests"])
    seconds = tuple(map(tuple, data["seconds"]))
    return Played(
        tuple(data["agents"]), tuple(data["places"]), tuple(data["points"]), seconds, contests, data["transcript"]
    )
