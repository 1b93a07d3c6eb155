"""Pond: a small interpreted game for the tests of the kernel, with chance, hidden cards and sealed bids.

Each seat is dealt one card more than there are rounds. In a round all bid one card, sealed; the
highest wins a fish, and the winner keeps it or gives it to somebody.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.choice import Blocked, Choice, Prompt
from paddock.core.game import Game, View
from paddock.core.layout import Field, Layout, Number
from paddock.core.message import Message, message, seat_name
from paddock.core.observer import Observer
from paddock.core.rng import Rng
from paddock.core.setup import Option, Setup
from paddock.core.state import ACTOR, CHANCE, HEAD, HIDDEN, LEG, NOBODY, VIEWER, WHOLE, State, head
from tests.toy.observer import CellObserver

CARDS = 12
KEEP = CARDS
GIVE = CARDS + 1

ROUNDS = HEAD  # to be played in all
HAND = ROUNDS + 1  # a bit for each card that the viewer knows
COUNT = HAND + 8
BID = COUNT + 8  # the card bid in the last round, plus one
FISH = BID + 8
GONE = FISH + 8  # cards played
SIZE = GONE + 1


def cards(bits: int) -> list[int]:
    return [card for card in range(CARDS) if bits >> card & 1]


class Pond(State):
    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if seat not in self.pending():
            return 0
        actions = (
            cards(self.cells[HAND + seat]) if self.due else [KEEP, *(GIVE + k for k in range(self.seats) if k != seat)]
        )
        for k, action in enumerate(actions):
            out[k] = action
        return len(actions)

    def weights(self, out: vec[i64]) -> i64:
        dealt = sum(self.cells[HAND + seat] for seat in range(self.seats))
        for card in range(CARDS):
            out[card] = 1 - (dealt >> card & 1)
        return CARDS

    def apply(self, seat: i64, action: i64) -> None:
        c = self.cells
        if seat == CHANCE:
            to = min(range(self.seats), key=lambda k: c[COUNT + k])
            c[HAND + to] |= 1 << action
            c[COUNT + to] += 1
            if all(c[COUNT + k] == c[ROUNDS] + 1 for k in range(self.seats)):
                self.open_round((1 << self.seats) - 1)
        elif action >= KEEP:
            c[FISH + (seat if action == KEEP else action - GIVE)] += 1
            c[LEG] += 1
            c[ACTOR] = NOBODY
            if c[LEG] < c[ROUNDS]:
                self.open_round((1 << self.seats) - 1)
        elif self.submit(seat, action):
            for k in range(self.seats):
                card = self.take_sealed(k)
                c[HAND + k] -= 1 << card
                c[COUNT + k] -= 1
                c[BID + k] = card + 1
                c[GONE] |= 1 << card
            c[ACTOR] = max(range(self.seats), key=lambda k: c[BID + k])

    def seen(self, seat: i64, action: i64, viewer: i64) -> i64:
        if seat != CHANCE:
            return action
        to = min(range(self.seats), key=lambda k: self.cells[COUNT + k])
        return action if to == viewer else HIDDEN

    def hide(self, viewer: i64) -> None:
        for seat in range(self.seats):
            if seat != viewer:
                self.cells[HAND + seat] = 0

    def fill(self, rng: Rng) -> None:
        c = self.cells
        known = c[GONE] + sum(c[HAND + seat] for seat in range(self.seats))
        rest = [card for card in range(CARDS) if not known >> card & 1]
        for seat in range(self.seats):
            while len(cards(c[HAND + seat])) < c[COUNT + seat]:
                c[HAND + seat] |= 1 << rest.pop(rng.below(len(rest)))
        c[VIEWER] = WHOLE

    def tally(self, out: vec[i64]) -> None:
        for seat in range(self.seats):
            out[seat] = self.cells[FISH + seat]


LAYOUT = Layout(
    SIZE,
    Field("rounds", ROUNDS, Number(1, 3)),
    Field("hand", HAND, Number(0, 4095), per_seat=True, count=8),
    Field("count", COUNT, Number(0, 4), per_seat=True, count=8),
    Field("bid", BID, Number(0, CARDS), per_seat=True, count=8),
    Field("fish", FISH, Number(0, 3), per_seat=True, count=8),
    Field("gone", GONE, Number(0, 4095)),
)


class PondGame(Game):
    name = "pond"
    title = "Pond"
    seats = range(2, 4)
    options = (Option("rounds", (1, 2, 3), 2), Option("deep", (True, False), False))
    actions = GIVE + 3
    outcomes = CARDS
    sealed = True
    longest = 24
    folder = Path(__file__).parent

    def start(self, setup: Setup) -> State:
        cells = head(setup.seats, SIZE)
        cells[ROUNDS] = int(setup.options["rounds"])
        return Pond(cells)

    def view(self, state: State) -> View:
        c = state.cells
        seats = range(state.seats)
        return {
            "hands": [[card + 1 for card in cards(c[HAND + k])] for k in seats],
            "fish": [int(c[FISH + k]) for k in seats],
        }

    def prompt(self, state: State) -> Prompt:
        seat = state.viewer
        if seat not in state.pending():
            return Prompt(seat, message("wait"))
        choices = []
        for action in state.legal_actions(seat):
            notation = self.notation(state, seat, action)
            note = (message("high"),) if 8 <= action < KEEP else ()
            choices.append(Choice(action, tuple(notation.split()), notation, self.text(action), note))
        blocked = [
            Blocked((f"card:{k + 1}",), message("lacking", card=k + 1))
            for k in range(CARDS)
            if k not in cards(state.cells[HAND + seat])
        ]
        return Prompt(seat, message("bid" if state.due else "share"), tuple(choices), tuple(blocked))

    def text(self, action: int) -> Message:
        if action == KEEP:
            return message("keep")
        return message("give", to=seat_name(action - GIVE)) if action > KEEP else message("card", card=action + 1)

    def notation(self, state: State, seat: int, action: int) -> str:
        if seat == CHANCE:
            return f"card {action + 1}"
        return "keep" if action == KEEP else f"give {action - GIVE}" if action > KEEP else f"bid {action + 1}"

    def tell(self, before: State, after: State, seat: int, action: int) -> list[Message]:
        if seat == CHANCE:
            return [] if action == HIDDEN else [message("drawn", card=action + 1)]
        lines = (
            [message("hidden", who=seat_name(seat))]
            if action == HIDDEN
            else [message("does", who=seat_name(seat), what=self.text(action))]
        )
        if before.due and not after.due:
            bids = tuple(message("bids", who=seat_name(k), card=int(after.cells[BID + k])) for k in range(after.seats))
            lines.append(message("shown", bids=bids))
        return lines

    def position(self, state: State) -> dict[str, Any]:
        return LAYOUT.write(state.cells)

    def from_position(self, position: Mapping[str, Any]) -> State:
        return Pond(LAYOUT.read(position))

    def observer(self) -> Observer:
        return CellObserver(SIZE)


GAME = PondGame()
