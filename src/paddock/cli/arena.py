"""`paddock arena` and `paddock train`: measure players, and teach them."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from paddock.agents.cluster import Cluster
from paddock.arena.arena import bout, run
from paddock.arena.rating import MISSING
from paddock.arena.report import report
from paddock.arena.train import Training, install
from paddock.cli.edge import complain
from paddock.cli.setting import setup_for
from paddock.core.registry import load


class Wish(NamedTuple):
    """What is to be played, and where the results go."""

    game: str
    agents: Sequence[str]
    seats: int
    deals: int
    seed: int
    options: Sequence[str]
    workers: int
    ray: str
    log: Path | None
    report: Path | None
    json: bool


def arena(wish: Wish) -> int:
    """Play, and say who is stronger."""
    loaded = load(wish.game)
    setup = setup_for(loaded, wish.seats or loaded.seats[0], wish.options)
    name = wish.game if ":" in wish.game else loaded.name
    match = bout(name, wish.agents, setup.seats, wish.seed, dict(setup.options))
    errors = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
               TextColumn("left"), TimeRemainingColumn())  # fmt: skip
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("deals", total=wish.deals)
        tell: Callable[[int], None] = lambda done: bar.update(task, completed=done)  # noqa: E731
        found = run(match, wish.deals, wish.workers, wish.log, tell, wish.ray)
    if wish.json:
        print(jsonlib.dumps(found, indent=2))
    else:
        show(found)
    if wish.report is not None:
        wish.report.write_text(report(found, loaded.title), "utf-8")
        if not wish.json:
            print(f"report: {wish.report}")
    if "ratings" not in found:
        complain(MISSING)
    return 0


def show(found: dict[str, Any]) -> None:
    """The same as tables."""
    console = Console(highlight=False)
    console.print(
        f"{found['game']}, {found['seats']} seats, {found['deals']} deals, each from every seat; seed {found['seed']}"
    )
    table = Table("above", "%", "95 %", box=None, padding=(0, 2, 0, 0))
    for name, rate in found["pairwise"].items():
        table.add_row(name.replace(">", " > "), *percent(rate))
    console.print(table)
    table = Table("agent", "first %", "95 %", "points", "rating", "ms", "p99", "max", box=None, padding=(0, 2, 0, 0))
    for agent, rate in found["first"].items():
        spent = [f"{found[key][agent]:g}" for key in ("ms_per_decision", "ms_p99", "ms_max")]
        table.add_row(agent, *percent(rate), f"{found['points'][agent]:g}", rated(found, agent), *spent)
    console.print(table)


def percent(rate: dict[str, float]) -> tuple[str, str]:
    return f"{100 * rate['rate']:.1f}", f"{100 * rate['low']:.1f} to {100 * rate['high']:.1f}"


def rated(found: dict[str, Any], agent: str) -> str:
    """`31.2 ± 1.4`, or a dash where nobody rates."""
    rating = found.get("ratings", {}).get(agent)
    return f"{rating['mu']:.1f} ± {1.96 * rating['sigma']:.1f}" if rating else "–"


def train(game: str, seats: int, minutes: float, seed: int, folder: Path, keep: bool, ray: str) -> int:
    """Teach, and say how it goes."""
    name = load(game).name
    if not ray:
        return taught(Training(name, seats, minutes, seed, folder), keep)
    from paddock.arena.afar import FarTraining

    with Cluster(ray) as cluster:
        return taught(FarTraining(name, seats, minutes, seed, folder, cluster), keep)


def taught(training: Training, keep: bool) -> int:
    file = training.run(lambda line: print(line, flush=True))
    print(f"weights: {install(training) if keep else file}")
    return 0
