"""Calibration: do those win as often as the analysis says, and is luck nobody's friend in the long run?

python -m trials.calibration zooloretto --seats 2 --matches 2000 --json

Learned players play against themselves, and each match is looked through once, as an analysis begins. The expected
calibration error compares chances with victories in ten groups of chances. Luck is measured in standard errors.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import fmean, stdev
from typing import Annotated, Any, NamedTuple

import typer

from paddock.agents.play import play
from paddock.analysis.manner import sharpened
from paddock.analysis.record import Analysis
from paddock.analysis.study import Study
from paddock.cli.app import GameName
from paddock.core.registry import load
from paddock.core.state import CHANCE
from trials.command import Json, Seed, report, start

GROUPS = 10
TRIED = [0.5 + 0.02 * k for k in range(151)]  # sharpnesses
LIMIT = 3.0  # standard errors
EVERY = 5  # for a fit, one moment in so many will do: neighbours say the same


class Forecast(NamedTuple):
    """The chances of a moment, and what came of it."""

    chances: tuple[float, ...]
    result: tuple[float, ...]


def analyses(name: str, seats: int, matches: int, agent: str, seed: int, raw: bool) -> Iterator[Analysis]:
    """The first look at so many matches; raw: as the judge says it."""
    for number in range(matches):
        match = play(name, [agent] * seats, seed=f"calibration {seed} {number}")
        study = Study(match, seed=seed + number)
        if raw:
            study.outlook.sharpness = 1.0
        for progress in study.steps():
            if progress.band:
                break
        yield study.analysis()


def forecasts(found: Analysis) -> list[Forecast]:
    """One at each decision."""
    decided = [moment for moment, part in zip(found.moments, found.parts, strict=False) if part.seat != CHANCE]
    return [Forecast(moment.chances, found.result) for moment in decided]


def calibration_error(all_of_them: list[Forecast]) -> float:
    """Expected: by how much chances and victories differ in the mean, over groups of like chances."""
    groups: list[list[tuple[float, float]]] = [[] for _ in range(GROUPS)]
    for chances, result in all_of_them:
        for chance, won in zip(chances, result, strict=True):
            groups[min(GROUPS - 1, int(GROUPS * chance))].append((chance, won))
    total = sum(map(len, groups))
    return sum(abs(sum(chance - won for chance, won in group)) for group in groups) / total


def surprise(all_of_them: list[Forecast], sharpness: float) -> float:
    """How surprised somebody is by the results who believes in the chances, sharpened."""
    total = 0.0
    for chances, result in all_of_them:
        for chance, won in zip(sharpened(list(chances), sharpness), result, strict=True):
            if won:
                total -= won * math.log(max(1e-9, chance))
    return total / len(all_of_them)


def run(name: str, seats: int, matches: int, agent: str, seed: int, fit: bool) -> dict[str, Any]:
    """Calibration and luck over so many matches, or the sharpness that fits them best."""
    said: list[Forecast] = []
    luck: list[tuple[float, ...]] = []
    for found in analyses(name, seats, matches, agent, seed, fit):
        said += forecasts(found)[:: EVERY if fit else 1]
        luck.append(found.luck)
    figures: dict[str, Any] = {"game": name, "seats": seats, "agent": agent, "matches": matches, "moments": len(said)}
    if fit:
        best = min(TRIED, key=lambda sharpness: surprise(said, sharpness))
        fitted = [Forecast(tuple(sharpened(list(each.chances), best)), each.result) for each in said]
        return figures | {"sharpness": round(best, 2), "calibration_error": round(calibration_error(fitted), 4)}
    means = [fmean(each) for each in zip(*luck, strict=True)]
    errors = [stdev(each) / math.sqrt(matches) for each in zip(*luck, strict=True)]
    off = [mean / error if error else 0.0 for mean, error in zip(means, errors, strict=True)]
    return figures | {
        "calibration_error": round(calibration_error(said), 4),
        "mean_luck": [round(mean, 4) for mean in means],
        "in_standard_errors": [round(each, 2) for each in off],
        "broken": sum(abs(each) > LIMIT for each in off),
    }


def main(
    game: GameName,
    seats: Annotated[int, typer.Option(min=0, help="How many seats; 0 for the fewest.")] = 0,
    matches: Annotated[int, typer.Option(min=2, help="How many matches.")] = 2000,
    agent: Annotated[str, typer.Option(help="Who plays.")] = "net",
    fit: Annotated[bool, typer.Option("--fit", help="Find the sharpness for these matches instead.")] = False,
    seed: Seed = 1,
    json: Json = False,
) -> int:
    """Do those win as often as the analysis says, and is the mean of luck zero?"""
    figures = run(game, seats or load(game).seats[0], matches, agent, seed, fit)
    return report({"broken": 0} | figures, json, "broken")


if __name__ == "__main__":
    start(main)
