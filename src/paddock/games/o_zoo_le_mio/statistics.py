"""Statistics: what a tile set plays like, so that a corrected one can be judged."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import fmean
from typing import Any

from paddock.core.insight import Insight
from paddock.core.rng import Rng
from paddock.core.state import NOBODY, buffer
from paddock.games.o_zoo_le_mio import board, cells, material
from paddock.games.o_zoo_le_mio.frame import Data
from paddock.games.o_zoo_le_mio.insight import OZooLeMioInsight
from paddock.games.o_zoo_le_mio.rules import OZooLeMio, start

EARLY = 13  # lots: as many as the rulebook's example has


@contextmanager
def playing_with(data: Data) -> Iterator[None]:
    """Play with these tiles for a while; nobody else in this process may be playing."""
    board.equip(material.tables(data))
    try:
        yield
    finally:
        board.equip(material.SHIPPED)


def measure(data: Data, games: int = 200, seats: int = 4, seed: int = 0, start_tile: int = 0) -> dict[str, Any]:
    """Sums over the set, and what happens in standard games of quick sensible players and of random ones."""
    with playing_with(data):
        return {
            "set": sums(data),
            "seats": seats,
            "games": games,
            "sensible": play(data, games, seats, seed, start_tile, OZooLeMioInsight()),
            "random": play(data, games, seats, seed, start_tile, Insight()),
        }


def sums(data: Data) -> dict[str, Any]:
    """What can be counted without playing."""
    stars: dict[str, Counter[int]] = defaultdict(Counter)
    for tile in data["tiles"]:
        for half in (tile["a"], tile["b"]):
            stars[half["animal"]][half["stars"]] += 1
    pairs = Counter("+".join(sorted((tile["a"]["animal"], tile["b"]["animal"]))) for tile in data["tiles"])
    exits = Counter(sum(len(path) for path in tile["paths"]) for tile in data["tiles"])
    return {
        "halves": {animal: sum(counts.values()) for animal, counts in sorted(stars.items())},
        "stars": {animal: dict(sorted(counts.items())) for animal, counts in sorted(stars.items())},
        "pairs": dict(sorted(pairs.items())),
        "bush_tiles": sum(tile["bushes"] > 0 for tile in data["tiles"]),
        "bushes": sum(tile["bushes"] for tile in data["tiles"]),
        "path_edges": dict(sorted(exits.items())),
        "tiles_with_several_paths": [tile["id"] for tile in data["tiles"] if len(tile["paths"]) > 1],
    }


def play(data: Data, games: int, seats: int, seed: int, start_tile: int, insight: Insight) -> dict[str, Any]:
    """Play so many games and add up what is worth knowing."""
    options = standard(start_tile)
    rng = Rng(seed)
    widths: dict[int, list[int]] = defaultdict(list)
    prices: list[int] = []
    early: list[int] = []
    ends = []
    for _ in range(games):
        state = start(seats, options)
        counted = False
        while state.actor != NOBODY:
            if state.actor < 0:
                state.settle(rng)
                continue
            step(state, insight, rng, widths, prices)
            if not counted and state.cells[cells.DONE] == EARLY:
                counted = True
                early.append(sum(benches(state)))
        ends.append(state)
    scores = [state.scores() for state in ends]
    lots = [cells.lot(state.cells[cells.LOT + k]) for state in ends for k in range(cells.TILES)]
    closed = [sum(benches(state)) for state in ends]
    return {
        "placements": spread([width for some in widths.values() for width in some]),
        "placements_by_tile": {
            tile["id"]: round(fmean(widths[number]), 1) if widths[number] else 0.0
            for number, tile in enumerate(data["tiles"])
        },
        "benches_after_13_tiles": spread(early),
        "benches": spread(closed),
        "points": spread([points for score in scores for points in score]),
        "winner": spread([max(score) for score in scores]),
        "margin": spread([max(score) - sorted(score)[-2] for score in scores]),
        "price": spread(prices),
        "not_placed_per_game": round(sum(one[1] != cells.BUILT for one in lots) / games, 3),
    }


def standard(start_tile: int) -> list[int]:
    """The option cells of the standard rules."""
    return [start_tile, 0, 0, 0, 2, 0, 3, 0, 1, 0, 0, cells.NONE, cells.NONE, 1, 0]


ACTIONS = buffer()


def step(state: OZooLeMio, insight: Insight, rng: Rng, widths: dict[int, list[int]], prices: list[int]) -> None:
    """One decision."""
    seat = state.actor
    count = state.legal(seat, ACTIONS)
    if state.cells[cells.PHASE] == cells.PLACING:
        tile = cells.lot(state.cells[cells.LOT + state.cells[cells.DONE]])[0]
        widths[int(tile)].append(int(count))
        prices.append(max(int(state.cells[cells.LAST_BID + bidder]) for bidder in range(state.seats)))
    state.apply(seat, insight.choose(state, seat, ACTIONS, count, rng))


def benches(state: OZooLeMio) -> list[int]:
    return [int(state.cells[cells.BENCH + seat]) for seat in range(state.seats)]


def spread(numbers: list[int]) -> dict[str, float]:
    """Mean, smallest, middle half and largest."""
    if not numbers:
        return {}
    ordered = sorted(numbers)
    last = len(ordered) - 1
    return {
        "mean": round(fmean(ordered), 2),
        "least": ordered[0],
        "lower": ordered[last // 4],
        "upper": ordered[last * 3 // 4],
        "most": ordered[-1],
    }
