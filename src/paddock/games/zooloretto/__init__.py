"""Zooloretto: load trucks, take one, and fill your zoo without filling your barn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paddock.core.choice import Prompt
from paddock.core.drawing import demand_frame
from paddock.core.game import Game, View
from paddock.core.insight import Insight
from paddock.core.message import Message
from paddock.core.net import Net
from paddock.core.observer import Observer
from paddock.core.setup import Setup
from paddock.core.state import State
from paddock.core.thinker import Thinker
from paddock.games.zooloretto.cells import ACTIONS, LONGEST, MAIN, OUTCOMES, PHASE
from paddock.games.zooloretto.draw import draw
from paddock.games.zooloretto.features import FIELDS, OBSERVER
from paddock.games.zooloretto.insight import ZoolorettoInsight
from paddock.games.zooloretto.judge import INPUTS, ZoolorettoJudge
from paddock.games.zooloretto.material import SEATS
from paddock.games.zooloretto.narration import tell
from paddock.games.zooloretto.notation import notation
from paddock.games.zooloretto.option import OPTIONS, starter, types_mask
from paddock.games.zooloretto.position import LAYOUT, from_position, position
from paddock.games.zooloretto.prompt import prompt
from paddock.games.zooloretto.rules import Zooloretto, start
from paddock.games.zooloretto.thinker import ZoolorettoThinker
from paddock.games.zooloretto.view import view


class ZoolorettoGame(Game):
    """Everything about Zooloretto; each drawer of this folder does one part."""

    name = "zooloretto"
    title = "Zooloretto"
    rules = 1
    seats = SEATS
    usual = 3
    minutes = 45
    options = OPTIONS
    actions = ACTIONS
    outcomes = OUTCOMES
    hidden = False
    longest = LONGEST
    state = Zooloretto
    layout = LAYOUT
    observation_fields = FIELDS
    inputs = INPUTS
    practised = ("stall_to_barn", "unlimited_bank")

    def start(self, setup: Setup) -> State:
        setup = self.setup_of(setup)
        chosen = setup.options
        flags = [int(chosen[name]) for name in ("stall_to_barn", "unlimited_bank", "show_tiles_left")]
        return start(setup.seats, types_mask(setup), starter(setup), *flags)

    def view(self, state: State) -> View:
        return view(state)

    def prompt(self, state: State) -> Prompt:
        return prompt(state)

    def tell(self, before: State, after: State, seat: int, action: int) -> list[Message]:
        return tell(before, after, seat, action)

    def observer(self) -> Observer:
        return OBSERVER

    def insight(self) -> Insight:
        return ZoolorettoInsight()

    def judgeable(self, state: State) -> bool:
        """Where a turn begins."""
        return bool(state.cells[PHASE] == MAIN)

    def thinker(self, net: Net) -> Thinker:
        return ZoolorettoThinker(ZoolorettoJudge(net))

    def draw(self, state: State, language: str = "en", names: tuple[str, ...] = (), width: int = 80) -> str:
        demand_frame(names, width)
        return draw(state, self.words(language), names, width)

    def notation(self, state: State, seat: int, action: int) -> str:
        self.demand_number(seat, action)
        return notation(state, seat, action)

    def position(self, state: State) -> dict[str, Any]:
        self.demand_own(state)
        return position(state)

    def from_position(self, position: Mapping[str, Any]) -> State:
        return from_position(position)


GAME = ZoolorettoGame()
