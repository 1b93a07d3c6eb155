"""Train: a judge learns a game by playing against itself; it can be killed at any time and goes on where it was."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from paddock.agents.agent import Agent
from paddock.agents.greedy import GreedyAgent
from paddock.agents.learned import LearnedAgent
from paddock.arena.arena import bout, run
from paddock.arena.deal import play_deal
from paddock.arena.result import above
from paddock.core.errors import BadSetup
from paddock.core.game import Game
from paddock.core.learner import Learner
from paddock.core.net import fresh
from paddock.core.registry import load
from paddock.core.rng import Rng
from paddock.core.setup import Setup
from paddock.core.state import State
from paddock.core.weights import file_of, has_weights, read, written

TRACE = 0.7  # how much of an aim is the next position's
STRAY = 25  # one decision in so many is left to chance
RATE = 0.003  # falls to RATE_LEFT of it
RATE_LEFT = 0.03
DRAWS = 6  # chance outcomes looked at while playing against itself
KEPT_EVERY = 20.0  # CPU seconds between two saves
TOLD = 3  # measurements in a training
SAMPLE = 10  # deals of a measurement
CROSS = 40  # deals against each rival when the weights are installed
UNUSUAL = 4  # one game in so many has options drawn at random


class Progress(NamedTuple):
    """How far a training is."""

    games: int
    seconds: float  # of CPU
    error: float  # mean square of the judge's surprise since the last report
    strength: dict[str, float]  # share won against others, over a few deals

    def line(self, minutes: float) -> str:
        """For people."""
        shares = ", ".join(f"{100 * share:.0f} % against {who}" for who, share in self.strength.items())
        return f"{self.seconds / 60:.1f} of {minutes:g} min, {self.games:,} games, surprise {self.error:.4f}; {shares}"


class Training:
    """One game and number of seats; `run` until the minutes are spent."""

    def __init__(self, name: str, seats: int, minutes: float, seed: int, folder: Path) -> None:
        self.game: Game = load(name)
        if not self.game.inputs:
            raise BadSetup(f"{self.game.title} has no judge that could learn")
        self.setup = self.game.setup(seats)
        self.setups = setups(self.game, seats)
        self.seats = seats
        self.minutes = minutes
        self.seed = seed
        self.thinker = self.game.thinker(fresh(self.game.inputs, self.game.hidden_units, Rng(seed)))
        self.thinker.set("draws", DRAWS)
        self.thinker.rng = Rng(seed + 1)
        self.learner = Learner(self.thinker.judge)
        self.games = 0
        self.seconds = 0.0
        self.progress_file = folder / f"{self.game.name}-{seats}-{seed}.progress.json"
        self.weights_file = folder / f"{self.game.name}-{seats}-{seed}.json"
        self.results: list[dict[str, Any]] = []
        self.commits = [commit()]

    def run(self, tell: Callable[[str], None]) -> Path:
        """Learn; where the weights are."""
        self.weights_file.parent.mkdir(parents=True, exist_ok=True)
        if self.resume():
            tell(f"going on after {self.seconds / 60:.1f} min and {self.games:,} games")
        total = 60 * self.minutes
        while self.seconds < total:
            began = self.clock()
            due = min(KEPT_EVERY, total - self.seconds)
            while (spent := self.clock() - began) < due:
                done = (self.seconds + spent) / total
                self.study(RATE * (1 - done + RATE_LEFT * done))
            self.seconds += spent
            self.save()
            if self.seconds >= total * (len(self.results) + 1) / TOLD or self.seconds >= total:
                progress = self.progress()
                self.results.append({"minutes": round(self.seconds / 60, 2), "games": self.games, **progress.strength})
                self.save()
                tell(progress.line(self.minutes))
        return self.weights_file

    def clock(self) -> float:
        """CPU seconds, of all who play."""
        return time.process_time()

    def study(self, rate: float) -> None:
        """Learn from one game."""
        self.learner.learn(self.play(), TRACE, rate)
        self.games += 1

    def play(self) -> State:
        """One game against itself; its end."""
        rng = self.thinker.rng
        unusual = len(self.setups) > 1 and rng.below(UNUSUAL) == 0
        setup = self.setups[rng.below(len(self.setups))] if unusual else self.setup
        state = self.game.start(setup)
        self.thinker.study(state, self.learner, STRAY)
        return state

    def progress(self) -> Progress:
        """How it is going; the error is forgotten afterwards."""
        error = float(self.learner.loss) / max(1, int(self.learner.judged))
        self.learner.loss = 0.0
        self.learner.judged = 0
        rivals: dict[str, Agent] = {"greedy": GreedyAgent()}
        if has_weights(self.game, self.seats):
            rivals["the shipped weights"] = LearnedAgent({"draws": DRAWS})
        strength = {name: self.share_against(rival) for name, rival in rivals.items()}
        return Progress(self.games, self.seconds, error, strength)

    def share_against(self, rival: Agent) -> float:
        """How often it finishes above a rival, over a few deals."""
        read.cache_clear()  # the file has just changed
        agents = [LearnedAgent({"draws": DRAWS}, self.weights_file), rival]
        lineup = [0] + [1] * (self.seats - 1)
        games = [
            played
            for number in range(SAMPLE)
            for played in play_deal(self.game, self.setup, agents, lineup, f"progress {self.games} {number}")
        ]
        return round(above(games, 0, 1) or 0.0, 3)

    # To be killed and go on.

    def save(self) -> None:
        """The weights for players, and everything needed to go on."""
        replace(self.weights_file, written(self.game.name, self.seats, self.thinker.judge.net, self.card()))
        kept = {
            "minutes": self.minutes,
            "games": self.games,
            "seconds": self.seconds,
            "word": int(self.thinker.rng.word),
            "results": self.results,
            "commits": self.commits,
            "memory": self.learner.memory(),
        }
        replace(self.progress_file, json.dumps(kept))

    def resume(self) -> bool:
        """Go on from the last save, if there is one."""
        if not self.progress_file.exists():
            return False
        kept = json.loads(self.progress_file.read_text("utf-8"))
        if kept["minutes"] != self.minutes:
            raise BadSetup(f"{self.progress_file} was begun for {kept['minutes']:g} minutes, not for {self.minutes:g}")
        self.games = kept["games"]
        self.seconds = kept["seconds"]
        self.results = kept["results"]
        learning = self.seconds < 60 * self.minutes  # otherwise the present version adds nothing
        self.commits = list(dict.fromkeys(kept["commits"] + (self.commits if learning else [])))
        self.thinker.rng.word = kept["word"]
        self.learner.remember(kept["memory"])
        return True

    def card(self) -> dict[str, Any]:
        """How these weights were made."""
        command = f"paddock train {self.game.name} --seats {self.seats} --minutes {self.minutes:g} --seed {self.seed}"
        return {
            "command": command,
            "seed": self.seed,
            "commit": ", ".join(self.commits),
            "cpu_minutes": round(self.seconds / 60, 2),
            "games": self.games,
            "options": f"one game in {UNUSUAL} draws {', '.join(self.game.practised)}" if self.setups[1:] else "usual",
            "made": time.strftime("%Y-%m-%d", time.gmtime()),
            "progress": self.results,
        }


def setups(game: Game, seats: int) -> list[Setup]:
    """Every mixture of the options that are practised."""
    values = [option.allowed(seats, {}) for option in game.options if option.name in game.practised]
    names = [option.name for option in game.options if option.name in game.practised]
    return [game.setup(seats, **dict(zip(names, mixture, strict=True))) for mixture in product(*values)]


def cross_table(training: Training) -> list[dict[str, Any]]:
    """How often a seat with what was learned finishes above one of greedy, and of the game's own weights.

    Against these also with every other value of an option that was practised.
    """
    game, seats, seed = training.game, training.seats, training.seed
    new, before = f"net:draws={DRAWS}@{training.weights_file}", f"net:draws={DRAWS}"
    rows: list[tuple[str, str, dict[str, object]]] = [("greedy", "greedy", {})]
    if has_weights(game, seats):
        rows += [("the weights before", before, changed) for changed in ({}, *changes(game, seats))]
    table = []
    for against, rival, changed in rows:
        in_turns = ([new, rival] * seats)[:seats]
        found = run(bout(game.name, in_turns, seats, seed, changed), CROSS)
        rate = found["pairwise"][f"{new}>{rival}"]
        table.append({"against": against, "options": changed, **rate, "deals": CROSS, "seed": seed})
    return table


def changes(game: Game, seats: int) -> list[dict[str, object]]:
    """Each practised option with each value that is not usual, one at a time."""
    usual = game.setup(seats).options
    return [
        {option.name: value}
        for option in game.options
        if option.name in game.practised
        for value in option.allowed(seats, {})
        if value != usual[option.name]
    ]


def install(training: Training) -> Path:
    """Make the weights the game's own; their card tells how they did against others."""
    file = file_of(training.game, training.seats)
    file.parent.mkdir(exist_ok=True)
    training.save()
    read.cache_clear()  # the file has just changed
    card = {**training.card(), "cross_table": cross_table(training)}
    replace(file, written(training.game.name, training.seats, training.thinker.judge.net, card))
    read.cache_clear()
    return file


def replace(file: Path, text: str) -> None:
    """Write a file whole, or not at all."""
    part = file.with_suffix(f".{os.getpid()}.part")
    part.write_text(text, "utf-8")
    part.replace(file)


def commit() -> str:
    """Which version of the sources this is, where that is known; `-dirty` where they differ from it."""
    try:
        command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty", "--exclude=*"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
