"""Minimal: as little of a game as a server can be measured with, for two, and long enough to last."""

from __future__ import annotations

from paddock.bench.minimal_rules import CHOICES, DECISIONS, LAST, MADE, POINTS, SIZE, SUM, Minimal
from paddock.core.choice import Choice, Prompt
from paddock.core.game import Game, View, demand_masked
from paddock.core.layout import Field, Layout, Number
from paddock.core.message import Catalogue, message
from paddock.core.setup import Setup
from paddock.core.state import ACTOR, State, head

TEXTS = {
    "en": {"ask": "Add to {sum}.", "add": "Add {number}."},
    "de": {"ask": "Addiere zu {sum}.", "add": "Addiere {number}."},
}


CARDS = [{"place": f"card:{number}", "adds": number} for number in range(CHOICES)]
ALWAYS = tuple(
    Choice(number, (f"card:{number}",), f"add {number}", message("add", number=number)) for number in range(CHOICES)
)


class MinimalGame(Game):
    """The words around it."""

    name, title = "minimal", "Minimal"
    seats = range(2, 3)
    actions, longest = CHOICES, DECISIONS
    state = Minimal
    layout = Layout(
        SIZE,
        Field("sum", SUM, Number(0, 2 * DECISIONS)),
        Field("made", MADE, Number(0, DECISIONS)),
        Field("points", POINTS, Number(0, DECISIONS), per_seat=True, count=2),
        Field("last", LAST, Number(0, CHOICES - 1), per_seat=True, count=2),
    )

    def start(self, setup: Setup) -> State:
        cells = head(setup.seats, SIZE)
        cells[ACTOR] = 0
        return Minimal(cells)

    def notation(self, state: State, seat: int, action: int) -> str:
        return f"add {action}"

    def view(self, state: State) -> View:
        demand_masked(state)
        cells = list(state.cells)
        return {
            "sum": cells[SUM],
            "decisions": {"made": cells[MADE], "of": DECISIONS},
            "next": cells[ACTOR],
            "points": cells[POINTS:LAST],
            "last": cells[LAST:SIZE],
            "cards": CARDS,
        }

    def prompt(self, state: State) -> Prompt:
        demand_masked(state)
        viewer = int(state.viewer)
        if viewer != state.actor:
            return Prompt(viewer, message("plain.wait"))
        return Prompt(viewer, message("ask", sum=int(state.cells[SUM])), ALWAYS)

    def words(self, language: str = "en") -> Catalogue:
        return Catalogue(language, {**super().words(language).texts, **TEXTS[language]})


GAME = MinimalGame()
