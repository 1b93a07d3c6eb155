"""Frame: what every tile set has in common, whatever its tiles show; it depends on no data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paddock.core.setup import Value

Data = Mapping[str, Any]

TILES = 25
MOST_STARTS = 4

NORTH, EAST, SOUTH, WEST = range(4)
EDGES: dict[str, tuple[int, int]] = {  # half and side, rotation 0, clockwise from the upper left
    "AN": (0, NORTH),
    "BN": (1, NORTH),
    "BE": (1, EAST),
    "BS": (1, SOUTH),
    "AS": (0, SOUTH),
    "AW": (0, WEST),
}

MOST_COINS = 150
MOST_BENCHES = 60
# The options in the order of the cells START_TILE to COINS_OPEN, with their values; None where the data decide.
CHOICES: dict[str, tuple[Value, ...] | None] = {
    "start_tile": None,
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
    "coin_limit": None,
    "bench_limit": ("none", *range(MOST_BENCHES + 1)),
    "one_rank_per_player": (True, False),
    "coins_open": (True, False),
}
