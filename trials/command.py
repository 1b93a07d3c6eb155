"""Command: a trial as a program, with the options, the errors and the report of `paddock bench`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

import typer

from paddock.bench.process import end_in_order
from paddock.cli import bench
from paddock.cli.app import Beneath as Beneath
from paddock.cli.app import Json as Json
from paddock.cli.edge import edge

Seed = Annotated[int, typer.Option(help="The same seed, the same instants and choices.")]


def start(trial: Callable[..., int]) -> None:
    """Read the options of a trial from the command line and run it; no server that it started is left behind."""
    end_in_order()
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(edge(trial))
    app()


def report(figures: Mapping[str, object], json: bool, *broken: str) -> int:
    """Print the figures; 1 if any of those that count broken promises is not zero or empty."""
    bench.report(figures, json)
    return 1 if any(figures[name] for name in broken) else 0
