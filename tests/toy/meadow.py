"""Meadow: a small interpreted game on a board with coordinates, for the plain face.

Two gardeners plant clover or daisies on a meadow of five by five, in turn; a plant beside others of its kind scores one
point each. It is over after eight plants.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.choice import Blocked, Choice, Prompt
from paddock.core.game import Game, View, demand_masked
from paddock.core.layout import Field, Layout, Named, Number
from paddock.core.message import Catalogue, Message, message, seat_name
from paddock.core.observer import Observer
from paddock.core.setup import Setup
from paddock.core.state import ACTOR, HEAD, NOBODY, State, head
from tests.toy.observer import CellObserver

SIDE = 5
FIELDS = SIDE * SIDE
PLANTS = ("clover", "daisy")
LAST = 8  # plants

MEADOW = HEAD  # for each cell nothing, clover or daisy
POINTS = MEADOW + FIELDS
SIZE = POINTS + 2


def neighbours(cell: int) -> list[int]:
    x, y = cell % SIDE, cell // SIDE
    steps = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return [right + SIDE * down for right, down in steps if 0 <= right < SIDE and 0 <= down < SIDE]


class Meadow(State):
    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if seat != self.cells[ACTOR]:
            return 0
        free = [cell for cell in range(FIELDS) if not self.cells[MEADOW + cell]]
        for k, action in enumerate(plant * FIELDS + cell for plant in range(2) for cell in free):
            out[k] = action
        return 2 * len(free)

    def apply(self, seat: i64, action: i64) -> None:
        c = self.cells
        plant, cell = action // FIELDS + 1, action % FIELDS
        c[MEADOW + cell] = plant
        c[POINTS + seat] += sum(c[MEADOW + other] == plant for other in neighbours(cell))
        planted = sum(1 for at in range(FIELDS) if c[MEADOW + at])
        c[ACTOR] = NOBODY if planted == LAST else 1 - seat

    def tally(self, out: vec[i64]) -> None:
        for seat in range(2):
            out[seat] = self.cells[POINTS + seat]


TEXTS = {
    "en": {
        "mood": "Plant beside your kind",
        "ask": "What do you plant, and where?",
        "plant": "Plant {what} at {where}",
        "taken": "There is {what} already.",
        "told": "{who} plants {what} at {where}.",
        "beside": "beside {count} of its kind",
        "word.clover": "clover",
        "word.daisy": "a daisy",
        "field.seeds": "Your seeds",
        "field.meadow": "The meadow",
        "field.plant": "holds",
        "place.seed": "seed",
        "seed.clover": "clover",
        "seed.daisy": "daisy",
    },
    "de": {
        "mood": "Gleiches zu Gleichem pflanzen",
        "ask": "Was pflanzt du, und wohin?",
        "plant": "{what} auf {where} pflanzen",
        "taken": "Dort steht schon {what}.",
        "told": "{who} pflanzt {what} auf {where}.",
        "beside": "neben {count} gleichen",
        "word.clover": "Klee",
        "word.daisy": "ein Gänseblümchen",
        "field.seeds": "Deine Samen",
        "field.meadow": "Die Wiese",
        "field.plant": "trägt",
        "place.seed": "Samen",
        "seed.clover": "Klee",
        "seed.daisy": "Gänseblümchen",
    },
}


class MeadowGame(Game):
    name = "meadow"
    title = "Meadow"
    seats = range(2, 3)
    minutes = 2
    actions = 2 * FIELDS
    longest = LAST
    state = Meadow
    layout = Layout(
        SIZE,
        Field("meadow", MEADOW, Named({"nothing": 0, "clover": 1, "daisy": 2}), count=FIELDS),
        Field("points", POINTS, Number(0, 4 * LAST), per_seat=True, count=2),
    )

    def start(self, setup: Setup) -> State:
        cells = head(2, SIZE)
        cells[ACTOR] = 0
        return Meadow(cells)

    def view(self, state: State) -> View:
        demand_masked(state)
        c = state.cells
        plants = [PLANTS[c[MEADOW + cell] - 1] if c[MEADOW + cell] else None for cell in range(FIELDS)]
        return {
            "seats": [{"seat": seat, "points": int(c[POINTS + seat])} for seat in range(2)],
            "seeds": [{"place": f"seed:{plant}"} for plant in PLANTS],
            "meadow": [{"place": self.place(cell), "plant": plant} for cell, plant in enumerate(plants)],
        }

    def place(self, cell: int) -> str:
        return f"cell:{cell % SIDE + 1},{cell // SIDE + 1}"

    def prompt(self, state: State) -> Prompt:
        demand_masked(state)
        seat, c = int(state.viewer), state.cells
        choices = [self.choice(state, action) for action in state.legal_actions(seat)] if seat >= 0 else []
        taken = [cell for cell in range(FIELDS) if c[MEADOW + cell]] if choices else []
        blocked = [
            Blocked((f"seed:{plant}", self.place(cell)), message("taken", what=self.word(c[MEADOW + cell] - 1)))
            for plant in PLANTS
            for cell in taken
        ]
        return Prompt(seat, message("ask" if choices else "plain.wait"), tuple(choices), tuple(blocked))

    def choice(self, state: State, action: int) -> Choice:
        plant, cell = divmod(action, FIELDS)
        near = sum(state.cells[MEADOW + other] == plant + 1 for other in neighbours(cell))
        said = message("plant", what=self.word(plant), where=self.place(cell)[5:])
        path = (f"seed:{PLANTS[plant]}", self.place(cell))
        note = (message("beside", count=near),) if near else ()
        return Choice(action, path, self.notation(state, 0, action), said, note)

    def word(self, plant: int) -> Message:
        return message(f"word.{PLANTS[plant]}")

    def notation(self, state: State, seat: int, action: int) -> str:
        plant, cell = divmod(action, FIELDS)
        return f"{PLANTS[plant]} {self.place(cell)[5:]}"

    def tell(self, before: State, after: State, seat: int, action: int) -> list[Message]:
        plant, cell = divmod(action, FIELDS)
        return [message("told", who=seat_name(seat), what=self.word(plant), where=self.place(cell)[5:])]

    def observer(self) -> Observer:
        return CellObserver(SIZE)

    def words(self, language: str = "en") -> Catalogue:
        texts: dict[str, Any] = {**super().words(language).texts, **TEXTS[language]}
        return Catalogue(language, texts)


GAME = MeadowGame()
