"""Frank's Zoo (Zoff im Zoo): shed your cards along a food chain that bites its own tail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paddock.core.choice import Prompt
from paddock.core.drawing import demand_frame
from paddock.core.game import Game, Parties, View
from paddock.core.insight import Insight
from paddock.core.message import Message
from paddock.core.net import Net
from paddock.core.observer import Observer
from paddock.core.setup import Chosen, Option, Setup, Value
from paddock.core.state import CHANCE, State
from paddock.core.thinker import Thinker
from paddock.games.franks_zoo.cells import ACTIONS, MOST_HANDS, NONE, OUTCOMES
from paddock.games.franks_zoo.draw import draw
from paddock.games.franks_zoo.features import FIELDS, OBSERVER
from paddock.games.franks_zoo.insight import FranksZooInsight
from paddock.games.franks_zoo.judge import INPUTS, FranksZooJudge
from paddock.games.franks_zoo.narration import tell
from paddock.games.franks_zoo.notation import notation
from paddock.games.franks_zoo.position import LAYOUT, from_position, position
from paddock.games.franks_zoo.prompt import prompt
from paddock.games.franks_zoo.reading import LAST_TRICKS, VARIANTS, parties
from paddock.games.franks_zoo.rules import FranksZoo, start
from paddock.games.franks_zoo.thinker import FranksZooThinker
from paddock.games.franks_zoo.view import view


def variants(seats: int, chosen: Chosen) -> tuple[Value, ...]:
    return ("simple", "animals") if seats == 3 else ("partners", "simple")


def usual_variant(seats: int, chosen: Chosen) -> Value:
    return "simple" if seats == 3 else "partners"


def first_dealers(seats: int, chosen: Chosen) -> tuple[Value, ...]:
    return ("random", *range(seats))


class FranksZooGame(Game):
    """Everything about Frank's Zoo; each drawer of this folder does one part."""

    name = "franks-zoo"
    title = "Frank's Zoo"
    rules = 1
    seats = range(3, 8)
    usual = 4
    minutes = 40
    options = (
        Option("variant", variants, usual_variant),
        Option("target", tuple(range(1, 100)), 19),
        Option("last_trick", LAST_TRICKS, "nobody"),
        Option("first_dealer", first_dealers, "random", seats=True),
    )
    actions = ACTIONS
    outcomes = OUTCOMES
    sealed = True
    hidden = True
    # A hand has at most 60 deals, 7 exchange decisions and 60 lays. Since the lay before, each of the
    # other six has passed, or asked and been refused; and the lay itself may be an ask and its answer.
    longest = 1 + MOST_HANDS * (60 + 7 + 60 * (2 * 6 + 2))
    state = FranksZoo
    layout = LAYOUT
    inputs = INPUTS
    practised = ("variant",)
    observation_fields = FIELDS

    def start(self, setup: Setup) -> State:
        setup = self.setup_of(setup)
        chosen = setup.options
        dealer = chosen["first_dealer"]
        return start(
            setup.seats,
            VARIANTS.index(str(chosen["variant"])),
            int(chosen["target"]),
            LAST_TRICKS.index(str(chosen["last_trick"])),
            dealer if isinstance(dealer, int) else NONE,
        )

    def view(self, state: State) -> View:
        return view(state)

    def prompt(self, state: State) -> Prompt:
        return prompt(state)

    def tell(self, before: State, after: State, seat: int, action: int) -> list[Message]:
        return tell(before, after, seat, action)

    def observer(self) -> Observer:
        return OBSERVER

    def parties(self, state: State) -> Parties:
        return parties(state)

    def insight(self) -> Insight:
        return FranksZooInsight()

    def judgeable(self, state: State) -> bool:
        """Between two hands, by the standings."""
        return bool(state.actor == CHANCE)

    def thinker(self, net: Net) -> Thinker:
        return FranksZooThinker(FranksZooJudge(net))

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


GAME = FranksZooGame()
