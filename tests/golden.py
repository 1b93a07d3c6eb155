"""Golden playthroughs: recorded matches with every seat's view; `make golden` writes them anew.

A file is a transcript, so reading it verifies the whole match and every list of legal moves in it. Its
comments hold the log and, at a few moments, what each seat and a spectator see: a leak shows in the diff.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from paddock.core.game import Game
from paddock.core.match import Event, Match
from paddock.core.registry import list_games, load
from paddock.core.rng import Rng
from paddock.core.setup import Setup
from paddock.core.state import CHANCE, NOBODY, SPECTATOR
from paddock.core.story import Story
from paddock.core.transcript import write

TESTS = Path(__file__).parent
LONGEST = 420  # events of a playthrough; a match may be cut, its digest says that this is meant
MOMENTS = 3  # how often the views are written
FORKS = ("variant", "rule_set", "short_game_2p", "solo_board")


class Golden(NamedTuple):
    """One file: where it lies and what it should say."""

    file: Path
    text: str


def folder(game: Game) -> Path:
    return TESTS / "games" / game.name.replace("-", "_") / "golden"


def setups(game: Game) -> Iterator[tuple[str, Setup]]:
    """Every seat count, with every value of the options that make another game of it."""
    for seats in game.seats:
        yield f"{seats}", game.setup(seats)
        for option in game.options:
            if option.name in FORKS:
                usual = option.preset(seats, {})
                for value in option.allowed(seats, {}):
                    if value != usual:
                        label = f"{seats}-{option.name if isinstance(value, bool) else value}"
                        yield label, game.setup(seats, **{option.name: value})


def random_events(game: Game, setup: Setup, seed: int, longest: int) -> Iterator[Event]:
    """A random match, chance stepped one outcome at a time."""
    state, rng = game.start(setup), Rng(seed)
    for _ in range(longest):
        if state.actor == NOBODY:
            return
        if state.actor == CHANCE:
            odds = [outcome for outcome, weight in state.chance() for _ in range(weight)]
            event = Event(CHANCE, odds[rng.below(len(odds))])
        else:
            pending = state.pending()
            seat = pending[rng.below(len(pending))]
            actions = state.legal_actions(seat)
            event = Event(seat, actions[rng.below(len(actions))])
        yield event
        state.apply(*event)


def playthrough(game: Game, setup: Setup, seed: int) -> str:
    """A random match as a transcript with legal moves, log and views."""
    match = Match.blank(game, setup)
    story = Story(match, SPECTATOR)
    words = game.words("en")
    comments: dict[int, str] = {}
    every = LONGEST // (MOMENTS + 1)
    for index, event in enumerate(random_events(game, setup, seed, LONGEST)):
        if index and index % every == 0:
            comments[index] = "\n".join(chain(comments.get(index, "").splitlines(), views(match)))
        match.record(event)
        told = "\n".join(words.say(line) for line in story.news())
        if told:
            comments[index + 1] = told
    return write(match, comments=comments, legal=True)


def views(match: Match) -> Iterator[str]:
    """What each viewer sees now, a line each."""
    for viewer in match.viewers:
        name = "a spectator" if viewer == SPECTATOR else f"seat {viewer}"
        view = match.game.view(match.state.mask(viewer))
        yield f"{name} sees {json.dumps(view, sort_keys=True, ensure_ascii=True)}"


def playthroughs(game: Game) -> Iterator[Golden]:
    """The random playthroughs of a game."""
    for seed, (name, setup) in enumerate(setups(game)):
        yield Golden(folder(game) / f"random-{name}.txt", playthrough(game, setup, seed))


def examples(game: Game) -> Iterator[Golden]:
    """The rulebook's examples, from the game's own tests."""
    module = f"tests.games.{game.name.replace('-', '_')}.golden_examples"
    try:
        found = import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return
    for name, text in found.examples():
        yield Golden(folder(game) / f"example-{name}.txt", text)


def main() -> None:
    for name in list_games():
        game = load(name)
        for golden in chain(playthroughs(game), examples(game)):
            golden.file.parent.mkdir(parents=True, exist_ok=True)
            golden.file.write_text(golden.text, "utf-8")
            print(f"paddock: wrote {golden.file.relative_to(TESTS)}")


if __name__ == "__main__":
    main()
