"""Result: what the games of an arena say about its agents; the deal is the unit, so intervals are clustered by deal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations
from statistics import fmean, stdev
from typing import Any

from paddock.arena.deal import Played

Z = 1.959964  # 95 %
FEW = (12.7062, 4.3027, 3.1824, 2.7764)  # the same for 2 to 5 deals, by Student
DIGITS = 4


def interval(shares: Sequence[float]) -> dict[str, float]:
    """The mean of the deals' shares with its 95 % interval; where all deals agree, the exact bound."""
    n = len(shares)
    mean = fmean(shares)
    spread = stdev(shares) if n > 1 else 0.0
    if spread == 0.0:
        slack = 1.0 - 0.025 ** (1.0 / n)  # no other outcome in n deals
        low, high = max(0.0, mean - slack), min(1.0, mean + slack)
    else:
        half = quantile(n - 1) * spread / math.sqrt(n)
        low, high = max(0.0, mean - half), min(1.0, mean + half)
    return {"rate": round(mean, DIGITS), "low": round(low, DIGITS), "high": round(high, DIGITS)}


def quantile(freedom: int) -> float:
    """Student's 97.5 % quantile: few deals say less than a normal distribution would make of them."""
    if freedom <= len(FEW):
        return FEW[freedom - 1]
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + (Z**3 + Z) / (4 * freedom) + second / freedom**2 + third / freedom**3


def above(games: Sequence[Played], one: int, other: int) -> float | None:
    """How often a seat of one agent finishes above a seat of the other, ties half; None if they never met."""
    met = [
        0.5 if mine == theirs else float(mine < theirs)
        for game in games
        for who, mine in zip(game.agents, game.places, strict=True)
        for rival, theirs in zip(game.agents, game.places, strict=True)
        if (who, rival) == (one, other)
    ]
    return fmean(met) if met else None


def first(games: Sequence[Played], agent: int) -> float | None:
    """How often a seat of the agent finishes first, a shared place by its share."""
    seats = [
        1.0 / game.places.count(1) if place == 1 else 0.0
        for game in games
        for who, place in zip(game.agents, game.places, strict=True)
        if who == agent
    ]
    return fmean(seats) if seats else None


def summary(names: Sequence[str], deals: Sequence[Sequence[Played]]) -> dict[str, Any]:
    """Pairwise shares, first places, points and times of all agents."""
    agents = range(len(names))
    pairwise: dict[str, dict[str, float]] = {}
    for one, other in permutations(agents, 2):
        shares = [share for games in deals if (share := above(games, one, other)) is not None]
        if shares:
            pairwise[f"{names[one]}>{names[other]}"] = interval(shares)
    firsts: dict[str, dict[str, float]] = {}
    points: dict[str, float] = {}
    times: dict[str, float] = {}
    late: dict[str, float] = {}
    most: dict[str, float] = {}
    for agent in agents:
        shares = [share for games in deals if (share := first(games, agent)) is not None]
        if not shares:
            continue
        seats = [
            (game, seat) for games in deals for game in games for seat, who in enumerate(game.agents) if who == agent
        ]
        spent = sorted(seconds for game, seat in seats for seconds in game.seconds[seat]) or [0.0]
        firsts[names[agent]] = interval(shares)
        points[names[agent]] = round(fmean(game.points[seat] for game, seat in seats), 2)
        times[names[agent]] = round(1000 * fmean(spent), 3)
        late[names[agent]] = round(1000 * spent[math.ceil(0.99 * len(spent)) - 1], 3)
        most[names[agent]] = round(1000 * spent[-1], 3)
    return {
        "pairwise": pairwise,
        "first": firsts,
        "points": points,
        "ms_per_decision": times,
        "ms_p99": late,
        "ms_max": most,
        "deals": len(deals),
    }
