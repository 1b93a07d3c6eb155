"""`paddock bench`: measurements of this machine, as a table or as JSON."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Mapping

from rich.console import Console
from rich.table import Table


def engine(games: list[str], seconds: float, interpreted: bool, json: bool) -> int:
    """Decisions a second inside and driven, and the time of a copy."""
    from paddock.bench.engine import run, run_interpreted

    return report(run_interpreted(games, seconds) if interpreted else run(games, seconds), json)


def batch(games: list[str], seconds: float, workers: int, json: bool) -> int:
    """Decisions a second of many matches together."""
    from paddock.bench.batch import run

    return report(run(games, seconds, workers), json)


def search(seconds: float, json: bool) -> int:
    """Simulations a second."""
    from paddock.bench.search import run

    return report(run(seconds), json)


def peers(seconds: float, json: bool) -> int:
    """The same game here and in other engines."""
    from paddock.bench.peers import run

    return report(run(seconds), json)


def peer_servers(seconds: float, json: bool) -> int:
    """The same game on this server and on others."""
    from paddock.bench.peer_server import run
    from paddock.bench.process import end_in_order

    end_in_order()
    return report(run(seconds), json)


def server(
    tables: int,
    moves_per_s: float,
    seconds: float,
    game: str,
    sockets: int,
    stalled: int,
    flood: float,
    history: int,
    nuisance: str,
    db: str,
    seed: int,
    json: bool,
) -> int:
    """How long a move takes on a server with one core."""
    from paddock.bench.process import end_in_order
    from paddock.bench.server import MINIMAL, run

    end_in_order()
    figures = run(tables, moves_per_s, seconds, game or MINIMAL, sockets, db, seed, stalled, flood, history, nuisance)
    return report(figures, json)


def site(seed: int, json: bool) -> int:
    """The site in a slow browser."""
    from paddock.bench.process import end_in_order
    from paddock.bench.site import run

    end_in_order()
    return report(run(seed), json)


def solo(setups: int, level: str, seed: int, json: bool) -> int:
    """How many boards of New York Zoo's solo game a level fills."""
    from paddock.bench.solo import run

    return report(run(setups, level, seed), json)


def report(results: Mapping[str, object], json: bool) -> int:
    """Print the results; nested ones get a row for each of their measurements."""
    if json:
        print(jsonlib.dumps(results, indent=2))
        return 0
    table = Table(box=None, show_header=False, padding=(0, 3, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    for name, value in flattened(results):
        table.add_row(name, value)
    Console(highlight=False).print(table)
    return 0


def flattened(results: Mapping[str, object], above: str = "") -> list[tuple[str, str]]:
    """`game.measurement` and its number, in rows."""
    rows: list[tuple[str, str]] = []
    for name, value in results.items():
        if isinstance(value, Mapping):
            rows += flattened(value, f"{above}{name} ")
        else:
            rows.append((f"{above}{name}", f"{value:,}" if isinstance(value, int | float) else str(value)))
    return rows
