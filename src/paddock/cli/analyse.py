"""`paddock analyse`: what a recorded match was decided by, as tables or as JSON."""

from __future__ import annotations

import json as jsonlib
import re

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from paddock.analysis.record import Analysis
from paddock.analysis.study import LONGEST, Study
from paddock.cli.file import read_text
from paddock.cli.words import say, usual_language, words
from paddock.core.errors import BadArgument, BadTranscript, shown
from paddock.core.registry import load
from paddock.core.transcript import Record, verify, viewer_name

SECONDS = re.compile(r"([0-9]+(?:\.[0-9]+)?|\.[0-9]+)s?")
MOST = 12  # costly decisions that a table shows


def analyse(file: str, budget: str, seed: int, language: str | None, game: str, json: bool) -> int:
    """Analyse with a bar for the progress; Ctrl-C once the first band is there shows what was found so far."""
    seconds = seconds_of(budget)
    record = verify(read_text(file), load(game) if game else None)
    if record.match is None:
        seen = viewer_name(record.viewer)
        raise BadTranscript(f"this is what {seen} saw of a match; only a whole transcript can be analysed")
    study = Study(record.match, seconds, seed)
    spoken = words(language or usual_language())
    errors = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task(say(spoken, "analyse.busy"), total=study.of)
        try:
            for progress in study.steps():
                bar.update(task, completed=progress.done)
        except KeyboardInterrupt:
            if study.done < len(study.nodes):
                raise
    found = study.analysis()
    if json:
        print(jsonlib.dumps(found.as_json()))
    else:
        show(found, record, language or usual_language())
    return 0


def seconds_of(text: str) -> float:
    """`0.1s` as a number."""
    matched = SECONDS.fullmatch(text)
    if matched is None or not 0 < float(matched[1]) <= LONGEST:
        raise BadArgument(f"--budget takes seconds a decision, such as 0.1s, at most {LONGEST:.0f}s, not {shown(text)}")
    return float(matched[1])


def show(found: Analysis, record: Record, language: str) -> None:
    """Luck and choice of every seat, and what cost most."""
    spoken = words(language)
    names = [record.names.get(k, say(spoken, "seat.nameless", number=k + 1)) for k in range(found.seats)]
    console = Console(highlight=False)
    heads = ("seat", "start", "luck", "own", "others", "result")
    table = Table(*(say(spoken, f"analyse.{head}") for head in heads), box=None, padding=(0, 2, 0, 0))
    for seat, name in enumerate(names):
        own = found.choices[seat][seat]
        others = sum(brought[seat] for who, brought in enumerate(found.choices) if who != seat)
        changes = (found.luck[seat], own, others)
        start, result = (f"{100 * shares[seat]:.1f} %" for shares in (found.start, found.result))
        table.add_row(name, start, *(f"{100 * each:+.1f}" for each in changes), result)
    console.print(table)
    costly = found.costly()[:MOST]
    if not costly:
        console.print(say(spoken, "analyse.none"))
        return
    heads = ("event", "seat", "size", "lost", "chosen", "better")
    table = Table(*(say(spoken, f"analyse.{head}") for head in heads), box=None, padding=(0, 2, 0, 0))
    for each in costly:
        chosen, best = (f"{one.notation} ({100 * one.value:.0f} %)" for one in (each.chosen, each.best))
        size = say(spoken, f"analyse.{each.size}")
        table.add_row(str(each.at), names[each.seat], size, f"{100 * each.lost:.1f}", chosen, best)
    console.print(table)
