"""`paddock arena` and `paddock train`: measure players, and teach them."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from paddock.arena.arena import bout, run
from paddock.arena.train import Training, install
from paddock.cli.setting import setup_for
from paddock.core.registry import load


def arena(
    game: str,
    agents: Sequence[str],
    seats: int,
    deals: int,
    seed: int,
    options: Sequence[str],
    workers: int,
    log: Path | None,
    json: bool,
) -> int:
    """Play, and say who is stronger."""
    loaded = load(game)
    setup = setup_for(loaded, seats or loaded.seats[0], options)
    match = bout(loaded.name, agents, setup.seats, seed, dict(setup.options))
    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("deals", total=deals)
        found = run(match, deals, workers, log, lambda done: bar.update(task, completed=done))
    if json:
        print(jsonlib.dumps(found, indent=2))
    else:
        show(found)
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
    table = Table("agent", "first %", "95 %", "points", "ms", "p99", box=None, padding=(0, 2, 0, 0))
    for agent, rate in found["first"].items():
        spent = [f"{found[key][agent]:g}" for key in ("points", "ms_per_decision", "ms_p99")]
        table.add_row(agent, *percent(rate), *spent)
    console.print(table)


def percent(rate: dict[str, float]) -> tuple[str, str]:
    return f"{100 * rate['rate']:.1f}", f"{100 * rate['low']:.1f} to {100 * rate['high']:.1f}"


def train(game: str, seats: int, minutes: float, seed: int, folder: Path, keep: bool) -> int:
    """Teach, and say how it goes."""
    training = Training(load(game).name, seats, minutes, seed, folder)
    file = training.run(lambda line: print(line, flush=True))
    print(f"weights: {install(training) if keep else file}")
    return 0
