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
    db: str,
    seed: int,
    json: bool,
) -> int:
    """How long a move takes on a server with one core."""
    from paddock.bench.process import end_in_order
    from paddock.bench.server import MINIMAL, run

    end_in_order()
    return report(run(tables, moves_per_s, seconds, game or MINIMAL, sockets, db, seed, stalled, flood), json)


def faults(trials: int, db: str, seed: int, json: bool) -> int:
    """What is lost when the server is killed under load."""
    from paddock.bench.faults import run
    from paddock.bench.process import end_in_order

    end_in_order()
    return report(run(trials, db, seed), json)


def pair(trials: int, conflicts: int, seed: int, json: bool) -> int:
    """What two servers on one PostgreSQL do when one of them dies or sleeps."""
    from paddock.bench.pair import run
    from paddock.bench.process import end_in_order

    end_in_order()
    return report(run(trials, conflicts, seed), json)


def restarts(trials: int, seed: int, json: bool) -> int:
    """What is lost when the database is restarted under load."""
    from paddock.bench.process import end_in_order
    from paddock.bench.restarts import run

    end_in_order()
    return report(run(trials, seed), json)


def site(seed: int, json: bool) -> int:
    """The site in a slow browser."""
    from paddock.bench.process import end_in_order
    from paddock.bench.site import run

    end_in_order()
    return report(run(seed), json)


def duel(game: str, first: str, second: str, games: int, seed: int, json: bool) -> int:
    """How often one agent beats another."""
    from paddock.bench.duel import run

    return report({game: run(game, first, second, games, seed)}, json)


def solo(setups: int, width: int, json: bool) -> int:
    """How many boards of New York Zoo's solo game a beam search fills."""
    from paddock.bench.solo import run

    return report(run(setups, width), json)


def secrets(comparisons: int, seed: int, json: bool) -> int:
    """Is what a seat is sent the same in worlds that it may not tell apart?"""
    from paddock.bench.secrets import run

    results = run(comparisons, seed)
    report(results, json)
    return 1 if results["leaks"] else 0


def simulation(seeds: int, first: int, workers: int, json: bool) -> int:
    """Servers, store and network under faults; the exit code is 1 if a promise was broken."""
    from paddock.bench.simulation import run_seeds

    results = run_seeds(first, seeds, workers)
    report({"simulation": results} if not json else results, json)
    return 1 if results["violations"] else 0


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
