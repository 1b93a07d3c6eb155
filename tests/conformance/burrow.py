"""Burrow: a small lawful game with everything the laws are about, for breaking one law at a time.

Two or three badgers share twelve roots of three kinds. Each is dealt two, in secret; all bury one at
once, face down; then each in turn rests, digs for a root (chance, in secret) or eats one in the open.
After two rounds the burrows are opened: a root buried is worth its kind, one eaten a point.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.choice import Blocked, Choice, Prompt
from paddock.core.game import Game, demand_masked
from paddock.core.layout import Field, Layout, Named, Number
from paddock.core.message import Catalogue, Message, message, seat_name
from paddock.core.observer import Observer
from paddock.core.rng import Rng
from paddock.core.setup import Option, Setup
from paddock.core.state import ACTOR, BIT, CHANCE, HEAD, HIDDEN, LEG, NOBODY, SEATS, VIEWER, WHOLE, State, head
from tests.toy.observer import CellObserver

KINDS = ("bulb", "carrot", "turnip")
EACH = 4  # roots of a kind

DEAL, BURY, TURN, DIG, OVER = range(5)
PHASE = HEAD
ROUNDS = PHASE + 1
TURN_OF = ROUNDS + 1  # whose turn, or who is dealt to
DECK = TURN_OF + 1
HAND = DECK + 1
BURROW = HAND + 3
EATEN = BURROW + 3
SIZE = EATEN + 3

# A drawer of roots is a word: a digit of 16 for each kind, and their number above.
NUMBER = 16 ** len(KINDS)
ONE = [16**kind + NUMBER for kind in range(len(KINDS))]
ALL = sum(ONE) * EACH

REST, EAT, DIG_UP, BURY_ONE = 0, 1, 4, 5
ACTIONS = 8


def count(word: int, kind: int) -> int:
    return int(word) // int(16**kind) % 16


class Burrow(State):
    """One position."""

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        c = self.cells
        if seat not in self.pending():
            return 0
        kinds = [kind for kind in range(3) if count(c[HAND + seat], kind)]
        if c[PHASE] == BURY:
            actions = [BURY_ONE + kind for kind in kinds]
        else:
            actions = [REST, *(EAT + kind for kind in kinds)] + ([DIG_UP] if c[DECK] else [])
        for k, action in enumerate(actions):
            out[k] = action
        return len(actions)

    def apply(self, seat: i64, action: i64) -> None:
        c = self.cells
        if seat == CHANCE:
            taker = c[TURN_OF]
            c[HAND + taker] += ONE[action]
            c[DECK] -= ONE[action]
            if c[PHASE] == DIG:
                self.next_turn()
            else:
                self.deal_on()
        elif c[PHASE] == BURY:
            if self.submit(seat, action):
                self.bury()
        elif action == DIG_UP:
            c[PHASE] = DIG
            c[ACTOR] = CHANCE
        else:
            if action != REST:
                c[HAND + seat] -= ONE[action - EAT]
                c[EATEN + seat] += ONE[action - EAT]
            self.next_turn()

    def deal_on(self) -> None:
        c = self.cells
        c[TURN_OF] += 1
        if c[TURN_OF] == c[SEATS]:
            c[TURN_OF] = 0
            if c[HAND] // NUMBER >= 2 or not c[DECK] // NUMBER >= c[SEATS]:
                self.begin_round()

    def begin_round(self) -> None:
        c = self.cells
        holders = sum(BIT[seat] for seat in range(c[SEATS]) if c[HAND + seat])
        c[TURN_OF] = 0
        if holders:
            c[PHASE] = BURY
            self.open_round(holders)
        else:
            c[PHASE] = TURN
            c[ACTOR] = 0

    def bury(self) -> None:
        c = self.cells
        for seat in range(c[SEATS]):
            action = self.take_sealed(seat)
            if action >= 0:
                c[HAND + seat] -= ONE[action - BURY_ONE]
                c[BURROW + seat] += ONE[action - BURY_ONE]
        c[PHASE] = TURN
        c[ACTOR] = 0

    def next_turn(self) -> None:
        c = self.cells
        c[PHASE] = TURN
        c[TURN_OF] += 1
        c[ACTOR] = c[TURN_OF]
        if c[TURN_OF] == c[SEATS]:
            c[TURN_OF] = 0
            c[LEG] += 1
            if c[LEG] == c[ROUNDS]:
                c[PHASE] = OVER
                c[ACTOR] = NOBODY
            else:
                self.begin_round()

    def weights(self, out: vec[i64]) -> i64:
        for kind in range(3):
            out[kind] = count(self.cells[DECK], kind)
        return 3

    def settle(self, rng: Rng) -> None:
        """Its own, so that the suite compares it: a kind is drawn as one of the roots laid in a row."""
        c = self.cells
        while c[ACTOR] == CHANCE:
            row = [kind for kind in range(3) for _ in range(count(c[DECK], kind))]
            self.apply(CHANCE, row[rng.below(len(row))])

    def seen(self, seat: i64, action: i64, viewer: i64) -> i64:
        hidden = viewer != self.cells[TURN_OF] if seat == CHANCE else action >= BURY_ONE and viewer != seat
        return HIDDEN if hidden else action

    def reveals(self, seat: i64, action: i64) -> bool:
        """Eating shows a root; the last turn opens the burrows."""
        c = self.cells
        last = c[PHASE] in (TURN, DIG) and c[TURN_OF] == c[SEATS] - 1 and c[LEG] == c[ROUNDS] - 1
        return seat != CHANCE and (EAT <= action < DIG_UP or (last and action != DIG_UP))

    def hide(self, viewer: i64) -> None:
        c = self.cells
        if c[DECK] != ALL:
            c[DECK] -= c[DECK] % NUMBER
        for seat in range(c[SEATS]):
            if seat != viewer:
                c[HAND + seat] -= c[HAND + seat] % NUMBER
                if c[ACTOR] != NOBODY:
                    c[BURROW + seat] -= c[BURROW + seat] % NUMBER

    def fill(self, rng: Rng) -> None:
        c = self.cells
        c[VIEWER] = WHOLE
        drawers = (DECK, *range(HAND, EATEN))
        known = sum(c[cell] % NUMBER for cell in range(DECK, SIZE))
        row = [kind for kind in range(3) for _ in range(EACH - count(known, kind))]
        for cell in drawers:
            for _ in range(c[cell] // NUMBER - sum(count(c[cell], kind) for kind in range(3))):
                c[cell] += ONE[row.pop(rng.below(len(row)))] - NUMBER

    def tally(self, out: vec[i64]) -> None:
        """A root eaten is a point; buried ones count when they are opened."""
        c = self.cells
        for seat in range(c[SEATS]):
            out[seat] = c[EATEN + seat] // NUMBER
            if c[ACTOR] == NOBODY:
                out[seat] += sum((kind + 1) * count(c[BURROW + seat], kind) for kind in range(3))

    def check(self) -> None:
        c = self.cells
        total = sum(c[cell] for cell in range(DECK, SIZE))
        assert total // NUMBER == 3 * EACH, f"there are {total // NUMBER} roots, not {3 * EACH}"
        assert c[VIEWER] != WHOLE or total == ALL, "the roots are not four of each kind"


class Roots:
    """A drawer in words: [bulbs, carrots, turnips, number]."""

    def write(self, cell: int) -> object:
        return [*(count(cell, kind) for kind in range(3)), cell // NUMBER]

    def read(self, value: object) -> int:
        if not isinstance(value, list) or len(value) != 4 or not all(type(n) is int and 0 <= n <= 12 for n in value):
            raise ValueError(f"four numbers from 0 to 12 are expected, got {value!r}")
        if sum(value[:3]) > value[3]:
            raise ValueError(f"{value[3]} roots are said to be there, and more are listed")
        return sum(n * 16**k for k, n in enumerate(value))


TEXTS: dict[str, dict[str, Any]] = {
    "en": {
        "ask.bury": "Bury a root.",
        "ask.turn": "Your turn.",
        "rest": "Rest.",
        "eat": "Eat a {root}.",
        "dig": "Dig.",
        "bury": "Bury a {root}.",
        "wait": "Others decide.",
        "empty": "You have no {root}.",
        "told": "{who}: {what}",
        "buried": "{who} buries something.",
        "dealt": "You find a {root}.",
        "seat.nameless": "Badger {number}",
    },
    "de": {
        "ask.bury": "Vergrabe eine Wurzel.",
        "ask.turn": "Du bist dran.",
        "rest": "Ruhen.",
        "eat": "{root} fressen.",
        "dig": "Graben.",
        "bury": "{root} vergraben.",
        "wait": "Andere entscheiden.",
        "empty": "Du hast keine {root}.",
        "told": "{who}: {what}",
        "buried": "{who} vergräbt etwas.",
        "dealt": "Du findest {root}.",
        "seat.nameless": "Dachs {number}",
    },
}


class BurrowGame(Game):
    """The words around it."""

    name = "burrow"
    title = "Burrow"
    seats = range(2, 4)
    options = (Option("rounds", (1, 2), 2),)
    actions = ACTIONS
    outcomes = 3
    hidden = True
    sealed = True
    longest = 30
    state: type[State] = Burrow
    layout = Layout(
        SIZE,
        Field("phase", PHASE, Named({"deal": DEAL, "bury": BURY, "turn": TURN, "dig": DIG, "over": OVER})),
        Field("rounds", ROUNDS, Number(1, 2)),
        Field("turn", TURN_OF, Number(0, 2)),
        Field("deck", DECK, Roots()),
        Field("hand", HAND, Roots(), per_seat=True, count=3),
        Field("burrow", BURROW, Roots(), per_seat=True, count=3),
        Field("eaten", EATEN, Roots(), per_seat=True, count=3),
    )

    def start(self, setup: Setup) -> State:
        cells = head(setup.seats, SIZE)
        cells[ROUNDS] = int(setup.options["rounds"])
        cells[DECK] = ALL
        return self.state(cells)

    def view(self, state: State) -> dict[str, Any]:
        demand_masked(state)
        c = state.cells
        own = int(c[HAND + state.viewer]) if state.viewer >= 0 else 0
        return {
            "me": int(state.viewer),
            "deck": int(c[DECK]) // NUMBER,
            "hand": [{"place": f"hand:{word}", "count": count(own, kind)} for kind, word in enumerate(KINDS)],
            "spots": [{"place": "burrow"}, {"place": "mouth"}, {"place": "ground"}, {"place": "bed"}],
            "others": [int(c[HAND + seat]) // NUMBER for seat in range(state.seats)],
            "burrows": [Roots().write(int(c[BURROW + seat])) for seat in range(state.seats)],
            "eaten": [Roots().write(int(c[EATEN + seat])) for seat in range(state.seats)],
        }

    def prompt(self, state: State) -> Prompt:
        demand_masked(state)
        seat = int(state.viewer)
        legal = state.legal_actions(seat) if seat >= 0 else []
        ask = "wait" if not legal else "ask.bury" if state.due else "ask.turn"
        choices = [Choice(a, self.path(a), self.notation(state, seat, a), self.text(a)) for a in legal]
        held = {(a - EAT) % 4 for a in legal if a not in (REST, DIG_UP)}
        blocked = [
            Blocked((f"hand:{word}",), message("empty", root=word))
            for kind, word in enumerate(KINDS)
            if legal and kind not in held
        ]
        return Prompt(seat, message(ask), tuple(choices), tuple(blocked))

    def path(self, action: int) -> tuple[str, ...]:
        if action in (REST, DIG_UP):
            return ("bed",) if action == REST else ("ground",)
        return (f"hand:{KINDS[(action - EAT) % 4]}", "burrow" if action >= BURY_ONE else "mouth")

    def text(self, action: int) -> Message:
        if action in (REST, DIG_UP):
            return message("rest" if action == REST else "dig")
        return message("bury" if action >= BURY_ONE else "eat", root=KINDS[(action - EAT) % 4])

    def notation(self, state: State, seat: int, action: int) -> str:
        if seat == CHANCE:
            return KINDS[action]
        if action in (REST, DIG_UP):
            return "rest" if action == REST else "dig"
        return f"{'bury' if action >= BURY_ONE else 'eat'} {KINDS[(action - EAT) % 4]}"

    def tell(self, before: State, after: State, seat: int, action: int) -> list[Message]:
        if seat == CHANCE:
            return [] if action == HIDDEN else [message("dealt", root=KINDS[action])]
        if action == HIDDEN:
            return [message("buried", who=seat_name(seat))]
        return [message("told", who=seat_name(seat), what=self.text(action))]

    def observer(self) -> Observer:
        return CellObserver(SIZE)

    def words(self, language: str = "en") -> Catalogue:
        return Catalogue(language, {**super().words(language).texts, **TEXTS[language]})


BURROW_GAME = BurrowGame()
