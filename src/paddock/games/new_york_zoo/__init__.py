"""New York Zoo: cover your whole zoo with enclosures and attractions before anybody else does."""

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
from paddock.core.setup import Chosen, Option, Setup, Value
from paddock.core.state import State
from paddock.core.thinker import Thinker
from paddock.games.new_york_zoo.cells import ACTIONS, LONGEST, MOVING, OUTCOMES, PHASE
from paddock.games.new_york_zoo.draw import draw, sketch
from paddock.games.new_york_zoo.features import FIELDS, OBSERVER
from paddock.games.new_york_zoo.insight import NewYorkZooInsight
from paddock.games.new_york_zoo.judge import INPUTS, NewYorkZooJudge
from paddock.games.new_york_zoo.material import SOLO_BOARDS, first_board
from paddock.games.new_york_zoo.narration import tell
from paddock.games.new_york_zoo.notation import notation
from paddock.games.new_york_zoo.position import LAYOUT, from_position, position
from paddock.games.new_york_zoo.prompt import prompt
from paddock.games.new_york_zoo.reading import CAPS, ORDERS
from paddock.games.new_york_zoo.rules import NewYorkZoo, start
from paddock.games.new_york_zoo.thinker import NewYorkZooThinker
from paddock.games.new_york_zoo.view import view


def landings(seats: int, chosen: Chosen) -> tuple[Value, ...]:
    return (True, False) if seats == 1 else (True,)


def lengths(seats: int, chosen: Chosen) -> tuple[Value, ...]:
    return (False, True) if seats == 2 else (False,)


def solo_boards(seats: int, chosen: Chosen) -> tuple[Value, ...]:
    return SOLO_BOARDS if seats == 1 else ("none",)


def usual_board(seats: int, chosen: Chosen) -> Value:
    return SOLO_BOARDS[0] if seats == 1 else "none"


class NewYorkZooGame(Game):
    """Everything about New York Zoo; each drawer of this folder does one part."""

    name = "new-york-zoo"
    title = "New York Zoo"
    rules = 1
    seats = range(1, 6)
    usual = 3
    minutes = 50
    options = (
        Option("max_added_per_enclosure", CAPS, "per_action"),
        Option("breeding_order", ORDERS, "phased"),
        Option("solo_landing_on_start_breeds", landings, True),
        Option("short_game_2p", lengths, False),
        Option("solo_board", solo_boards, usual_board),
    )
    actions = ACTIONS
    outcomes = OUTCOMES
    longest = LONGEST
    state = NewYorkZoo
    layout = LAYOUT
    observation_fields = FIELDS
    inputs = INPUTS
    practised = ("short_game_2p", "max_added_per_enclosure", "breeding_order")
    hidden_units = 24
    unlearned = (1,)

    def start(self, setup: Setup) -> State:
        setup = self.setup_of(setup)
        chosen = setup.options
        return start(
            setup.seats,
            CAPS.index(str(chosen["max_added_per_enclosure"])),
            ORDERS.index(str(chosen["breeding_order"])),
            int(chosen["solo_landing_on_start_breeds"]),
            int(chosen["short_game_2p"]),
            first_board(setup.seats, str(chosen["solo_board"])),
        )

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
        return from_position(position)

    def insight(self) -> Insight:
        return NewYorkZooInsight()

    def judgeable(self, state: State) -> bool:
        """Where a turn begins."""
        return bool(state.cells[PHASE] == MOVING)

    def thinker(self, net: Net) -> Thinker:
        return NewYorkZooThinker(NewYorkZooJudge(net))


GAME = NewYorkZooGame()
