"""O Zoo le Mio: bid for tiles, lay paths and enclosures, and draw the visitors to the better zoo."""

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
from paddock.core.state import BIT, State
from paddock.core.thinker import Thinker
from paddock.games.o_zoo_le_mio.cells import ACTIONS, BIDDING, OUTCOMES, PHASE
from paddock.games.o_zoo_le_mio.draw import draw, sketch
from paddock.games.o_zoo_le_mio.features import FIELDS, OBSERVER
from paddock.games.o_zoo_le_mio.insight import OZooLeMioInsight
from paddock.games.o_zoo_le_mio.judge import INPUTS, OZooLeMioJudge
from paddock.games.o_zoo_le_mio.narration import tell
from paddock.games.o_zoo_le_mio.notation import notation
from paddock.games.o_zoo_le_mio.option import CHOICES, OPTIONS, cell_of
from paddock.games.o_zoo_le_mio.position import LAYOUT, from_position, position
from paddock.games.o_zoo_le_mio.prompt import prompt
from paddock.games.o_zoo_le_mio.rules import OZooLeMio, start
from paddock.games.o_zoo_le_mio.thinker import OZooLeMioThinker
from paddock.games.o_zoo_le_mio.view import view


class OZooLeMioGame(Game):
    """Everything about O Zoo le Mio; each drawer of this folder does one part."""

    name = "o-zoo-le-mio"
    title = "O Zoo le Mio"
    rules = 1
    seats = range(2, 5)
    usual = 3
    minutes = 45
    options = OPTIONS
    actions = ACTIONS
    outcomes = OUTCOMES
    sealed = True
    longest = 3 + 25 + 25 * (4 + 1)  # flags, tiles turned up, bids and placements
    state = OZooLeMio
    layout = LAYOUT
    observation_fields = FIELDS
    inputs = INPUTS
    practised = ("rule_set",)

    def start(self, setup: Setup) -> State:
        setup = self.setup_of(setup)
        return start(setup.seats, [cell_of(name, setup.options[name]) for name in CHOICES])

    def insight(self) -> Insight:
        return OZooLeMioInsight()

    def judgeable(self, state: State) -> bool:
        """Before anybody has bid."""
        return bool(state.cells[PHASE] == BIDDING and state.due == BIT[state.seats] - 1)

    def thinker(self, net: Net) -> Thinker:
        return OZooLeMioThinker(OZooLeMioJudge(net))

    def view(self, state: State) -> View:
        return view(state)

    def prompt(self, state: State) -> Prompt:
        return prompt(state)

    def tell(self, before: State, after: State, seat: int, action: int) -> list[Message]:
        return tell(before, after, seat, action)

    def observer(self) -> Observer:
        return OBSERVER

    def draw(self, state: State, language: str = "en", names: tuple[str, ...] = (), width: int = 80) -> str:
        demand_frame(names, width)
        return draw(state, self.words(language), names, width)

    def sketch(
        self, state: State, action: int | None, language: str = "en", names: tuple[str, ...] = (), width: int = 80
    ) -> str:
        return sketch(state, action, self.words(language), names, width)

    def notation(self, state: State, seat: int, action: int) -> str:
        self.demand_number(seat, action)
        return notation(state, seat, action)

    def position(self, state: State) -> dict[str, Any]:
        self.demand_own(state)
        return position(state)

    def from_position(self, position: Mapping[str, Any]) -> State:
        return from_position(position, self.demand_order)


GAME = OZooLeMioGame()
