"""Minimal: as little of a game as a server can be measured with, for two, and long enough to last.

The seats take turns to add 0, 1 or 2 to a sum; who makes it a multiple of seven has a point.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.choice import Choice, Prompt
from paddock.core.game import Game, View, demand_masked
from paddock.core.layout import Field, Layout, Number
from paddock.core.message import Catalogue, message
from paddock.core.setup import Setup
from paddock.core.state import ACTOR, HEAD, NOBODY, State, head

DECISIONS = 5_000
CHOICES = 3  # an action is what it adds
LUCKY = 7

SUM = HEAD
MADE = SUM + 1  # decisions so far
POINTS = MADE + 1  # a cell a seat
LAST = POINTS + 2  # what each seat added last
SIZE = LAST + 2

TEXTS = {
    "en": {"ask": "Add to {sum}.", "add": "Add {number}."},
    "de": {"ask": "Addiere zu {sum}.", "add": "Addiere {number}."},
}


CARDS = [{"place": f"card:{number}", "adds": number} for number in range(CHOICES)]
ALWAYS = tuple(
    Choice(number, (f"card:{number}",), f"add {number}", message("add", number=number)) for number in range(CHOICES)
)


class Minimal(State):
    """A sum, and whose turn it is."""

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if seat != self.cells[ACTOR]:
            return 0
        for action in range(CHOICES):
            out[action] = action
        return CHOICES

    def apply(self, seat: i64, action: i64) -> None:
        c = self.cells
        c[SUM] += action
        c[MADE] += 1
        c[LAST + seat] = action
        if c[SUM] % LUCKY == 0:
            c[POINTS + seat] += 1
        c[ACTOR] = NOBODY if c[MADE] == DECISIONS else 1 - seat

    def tally(self, out: vec[i64]) -> None:
        for seat in range(2):
            out[seat] = self.cells[POINTS + seat]

    def check(self) -> None:
        c = self.cells
        assert c[SUM] <= 2 * c[MADE], "sum: nobody adds more than 2"
        assert c[POINTS] + c[POINTS + 1] <= c[MADE], "points: a decision makes one at most"
        turn = NOBODY if c[MADE] == DECISIONS else c[MADE] % 2
        assert c[ACTOR] == turn, "actor: the seats take turns until the last decision"


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
