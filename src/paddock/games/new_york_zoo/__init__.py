"""New York Zoo: cover your whole zoo with enclosures and attractions before anybody else does."""

from __future__ import annotations

from paddock.core.game import Game
from paddock.core.insight import Insight
from paddock.core.layout import Field, Layout, Number
from paddock.core.setup import Chosen, Option, Setup, Value
from paddock.core.state import HEAD, State
from paddock.games.new_york_zoo.cells import ACTIONS, LONGEST, OUTCOMES, SIZE
from paddock.games.new_york_zoo.insight import NewYorkZooInsight
from paddock.games.new_york_zoo.material import FOLDER, SOLO_BOARDS, first_board
from paddock.games.new_york_zoo.rules import NewYorkZoo, start

CAPS = ("per_action", "per_addition")
ORDERS = ("phased", "per_player")


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
    folder = FOLDER
    state = NewYorkZoo
    layout = Layout(SIZE, Field("cells", HEAD, Number(-1, 2**62), count=SIZE - HEAD))

    def start(self, setup: Setup) -> State:
        chosen = setup.options
        return start(
            setup.seats,
            CAPS.index(str(chosen["max_added_per_enclosure"])),
            ORDERS.index(str(chosen["breeding_order"])),
            int(chosen["solo_landing_on_start_breeds"]),
            int(chosen["short_game_2p"]),
            first_board(setup.seats, str(chosen["solo_board"])),
        )

    def insight(self) -> Insight:
        return NewYorkZooInsight()


GAME = NewYorkZooGame()
