"""Doctor: what is installed here, which engine runs, which games it finds, and whether a database is whole."""

from __future__ import annotations

import json as jsonlib
import platform
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from paddock.cli.edge import complain
from paddock.core.errors import PaddockError, listed
from paddock.core.source import build_state

if TYPE_CHECKING:
    from paddock.core.game import Game

TIMED = "from time import perf_counter as now; start = now(); import paddock; print(1000 * (now() - start))"


def doctor(json: bool = False) -> int:
    """Print the findings; the exit code is 1 if something must be mended first."""
    console = Console()
    try:
        found = findings()
    except PaddockError as error:
        if json:
            print(jsonlib.dumps({"version": installed("paddock"), "error": str(error)}))
        else:
            console.print(str(error), style="red", markup=False, soft_wrap=True)
        return 1
    if json:
        print(jsonlib.dumps(found, indent=2))
        return 0
    engine = "compiled" if found["compiled"] else "interpreted: the same games, slower (`make build` with a C compiler)"
    console.print(f"[bold]paddock {found['version']}[/] on Python {found['python']}")
    console.print(f"engine   {engine}")
    console.print(f"import   {found['import_ms']} ms")
    beside = [f"{name} {found[name]}" for name in ("librt", "mypy") if found[name]]  # mypy only where Paddock is built
    console.print(f"with     {', '.join(beside)}")
    table = Table("game", "title", "rules", "seats", "levels learned for", "options", box=None, padding=(0, 2, 0, 0))
    for game in found["games"]:
        seats = game["seats"]
        table.add_row(
            game["name"],
            game["title"],
            str(game["rules"]),
            f"{seats[0]}–{seats[-1]}",
            ", ".join(map(str, game["learned"])) or "none",
            " ".join(game["options"]),
        )
    console.print(table if found["games"] else "games    none found")
    for sentence in found["fallbacks"]:
        console.print(sentence, markup=False, soft_wrap=True)
    return 0


def examine(db: str, json: bool) -> int:
    """Look through a database; the exit code is 1 if something in it is not what was written."""
    import asyncio

    from paddock.server.checkup import check_up

    found = asyncio.run(check_up(db))
    if json:
        print(jsonlib.dumps(found._asdict(), indent=2))
    else:
        print(f"{found.tables} tables with {found.entries} entries were read")
        if found.unlinked:
            print(f"{found.unlinked} entries are older than the chain that shows changes, so they could not be checked")
        for fault in found.faults:
            complain(fault)
        if not found.faults:
            print("everything is as it was written")
    return 1 if found.faults else 0


def findings() -> dict[str, Any]:
    """All that doctor knows, as JSON; raises StaleBuild rather than describe an engine that is not the present one."""
    compiled = build_state() == "compiled"
    # Only now: the registry imports the engine.
    from paddock.agents.ladder import taught
    from paddock.core.registry import list_games, load

    games = [load(name) for name in list_games()]
    return {
        "version": installed("paddock"),
        "compiled": compiled,
        "import_ms": import_ms(),
        "python": platform.python_version(),
        "librt": installed("librt"),
        "mypy": installed("mypy"),
        "games": [
            {
                "name": game.name,
                "title": game.title,
                "rules": game.rules,
                "seats": list(game.seats),
                "learned": [seats for seats in game.seats if taught(game, seats)],
                "options": [option.name for option in game.options],
            }
            for game in games
        ],
        "fallbacks": [sentence for game in games for sentence in fallbacks(game)],
    }


def fallbacks(game: Game) -> Iterator[str]:
    """For which numbers of seats a game has no weights, and who plays its levels there instead."""
    from paddock.agents.ladder import LEVELS, rung, taught

    instead: dict[tuple[str, ...], list[int]] = {}
    for seats in game.seats:
        if not taught(game, seats):
            instead.setdefault(tuple(rung(game, seats, level) for level in LEVELS), []).append(seats)
    for agents, numbers in instead.items():
        players = ", ".join(f"{level} is {agent}" for level, agent in zip(LEVELS, agents, strict=True))
        yield f"{game.title} with {listed(list(map(str, numbers)))} seats has no weights, so {players} there"


def import_ms() -> float:
    """How long `import paddock` takes in a fresh process, the best of three, in milliseconds."""
    runs = [subprocess.run([sys.executable, "-c", TIMED], capture_output=True, text=True, check=True) for _ in range(3)]
    return round(min(float(run.stdout) for run in runs), 1)


def installed(package: str) -> str | None:
    """The version of an installed package."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None
