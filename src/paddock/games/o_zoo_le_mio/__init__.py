"""O Zoo le Mio: bid for tiles, lay paths and enclosures, and draw the visitors to the better zoo."""

from __future__ import annotations

from collections.abc import Callable

from paddock.core.game import Game
from paddock.core.insight import Insight
from paddock.core.layout import Field, Layout, Number
from paddock.core.setup import Chosen, Option, Setup, Value
from paddock.core.state import HEAD, State
from paddock.games.o_zoo_le_mio.cells import ACTIONS, OUTCOMES, SIZE
from paddock.games.o_zoo_le_mio.insight import OZooLeMioInsight
from paddock.games.o_zoo_le_mio.material import FOLDER, RULE_SETS, SHIPPED, START_TILES
from paddock.games.o_zoo_le_mio.rules import OZooLeMio, start

Values = tuple[Value, ...] | Callable[[int, Chosen], tuple[Value, ...]]


def coin_limits(seats: int, chosen: Chosen) -> tuple[Value, ...]:
    return ("none", *range(SHIPPED.coins * seats, 151))


def preset(name: str) -> Option:
    """An option whose default is what the chosen rule set says."""

    def usual(seats: int, chosen: Chosen) -> Value:
        value: Value = RULE_SETS[str(chosen["rule_set"])][name]
        return value

    return Option(name, CHOICES[name], usual)


# In the order of the cells START_TILE to COINS_OPEN. Where values are words, a cell counts them from 0.
CHOICES: dict[str, Values] = {
    "start_tile": START_TILES,
    "face_up_at_year_start": ("all", 1, 2, 3, 4, 5),
    "allocation_timing": ("after_each_tile", "year_end"),
    "tree_tiebreak": ("newest", "flag"),
    "lone_bush_owner_trees": (2, 1),
    "income": ("per_tile", "fixed"),
    "fixed_income": tuple(range(21)),
    "year_rule": ("five_tiles", "three_bush_tiles"),
    "must_extend_path": (True, False),
    "final_tiebreak": ("shared", "flagpole", "visitors_then_trees"),
    "unplaceable_tile": ("discard", "keep_for_income"),
    "coin_limit": coin_limits,
    "bench_limit": ("none", *range(61)),
    "one_rank_per_player": (True, False),
    "coins_open": (True, False),
}
UNLIMITED = -1


def cell(name: str, value: Value) -> int:
    """An option's value as its cell."""
    if value == "none":
        return UNLIMITED
    if isinstance(value, str):
        words = CHOICES[name]
        assert not callable(words)
        return words.index(value)
    return int(value)


class OZooLeMioGame(Game):
    """Everything about O Zoo le Mio; each drawer of this folder does one part."""

    name = "o-zoo-le-mio"
    title = "O Zoo le Mio"
    rules = 1
    seats = range(2, 5)
    options = (Option("rule_set", tuple(RULE_SETS), "standard"), *(preset(name) for name in CHOICES))
    actions = ACTIONS
    outcomes = OUTCOMES
    longest = 3 + 25 + 25 * (4 + 1)  # flags, tiles turned up, bids and placements
    folder = FOLDER
    state = OZooLeMio
    layout = Layout(SIZE, Field("cells", HEAD, Number(-(2**62), 2**62), count=SIZE - HEAD))

    def start(self, setup: Setup) -> State:
        return start(setup.seats, [cell(name, setup.options[name]) for name in CHOICES])

    def insight(self) -> Insight:
        return OZooLeMioInsight()


GAME = OZooLeMioGame()
