"""Fixtures: positions as the server would send them, for `web/dev.html`. `python -m tools.fixtures`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from paddock.agents.levels import make
from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.message import LANGUAGES
from paddock.core.registry import list_games, load
from paddock.core.rng import Rng
from paddock.core.story import Story
from paddock.server.table import BOTS

FOLDER = Path(__file__).resolve().parent.parent / "web" / "fixtures"
# Seats, who plays (with random players everything happens) and options.
PLAYED: dict[str, list[tuple[int, str, dict[str, object]]]] = {
    "franks-zoo": [
        (5, "easy", {}),
        (7, "easy", {}),
        (4, "easy", {}),
        (3, "easy", {"variant": "animals"}),
        (6, "easy", {"variant": "simple"}),
    ],
    "new-york-zoo": [
        (4, "easy", {}),
        (2, "easy", {"short_game_2p": True}),
        (1, "random", {}),
        (1, "random", {"solo_board": "1p-4houses"}),
        (3, "easy", {}),
        (5, "easy", {}),
        (2, "random", {}),
    ],
    "o-zoo-le-mio": [
        (3, "easy", {}),
        (4, "easy", {"coins_open": True}),
        (2, "easy", {"rule_set": "professional"}),
        (4, "random", {"rule_set": "reference_manual"}),
    ],
    "zooloretto": [(4, "easy", {}), (2, "easy", {}), (5, "random", {})],
}
PATHS = FOLDER.parent / "tests" / "paths.json"
EVERY = 7  # decisions of the viewer between two positions that are kept
MOST = 24  # positions of one match
NAMES = ["Mira", "Ben", *(bot.capitalize() for bot in BOTS[2:])]
AVATARS = ["fox", "koala", *BOTS[2:]]


def table(match: Match, viewer: int) -> dict[str, Any]:
    """The frame around the match."""
    seats = [
        {
            "seat": seat,
            "kind": "person" if seat < 2 else "bot",
            "name": NAMES[seat],
            "avatar": AVATARS[seat],
            "level": None if seat < 2 else "medium",
            "stand_in": None,
            "here": True,
            "overdue": False,
            "resigned": False,
            "hints": 0,
            "muted": False,
        }
        for seat in range(match.setup.seats)
    ]
    return {
        "id": "aFixtureOfATable",  # as long as a table's
        "game": match.game.name,
        "rules": match.game.rules,
        "setup": {"game": match.game.name, "seats": match.setup.seats, "options": {}},
        "status": "over" if match.over else "playing",
        "you": viewer,
        "host": 0,
        "public": False,
        "seats": seats,
        "pending": match.pending,
        "clock": {"kind": "none"},
        "undo": {"may": True, "why": None, "ask": []},
        "take_back": None,
        "rematch": None,
        "watching": 1,
        "fair": {"commitment": "0" * 64, "seals": [], "nonces": [], "secret": None},
        "result": None,
        "closed": None,
        "created": 0,
        "after": None,
        "pace": "usual",
        "hurry": [],
        "nudge": None,
        "calls": [],
        "away": [],
    }


def positions(name: str, seats: int, level: str, options: dict[str, object]) -> list[dict[str, Any]]:
    """Frames of seat 0 from one match, some when it decides and some when it waits."""
    game = load(name)
    match = Match(game, game.setup(seats, **options), SeededDice(bytes(32)))
    story, agent, rng = Story(match, 0), make(level), Rng(1)
    frames: list[dict[str, Any]] = []
    news: list[list[Any]] = []
    phases: set[object] = set()
    decided = 0
    while not match.over:
        news += [[len(match.events), line] for line in story.news()]
        mine = 0 in match.pending
        masked = match.state.mask(0)
        prompt, view = game.prompt(masked), game.view(masked)
        asked = (prompt.ask.id, mine, tuple(sorted({choice.path[0].split(":")[0] for choice in prompt.choices})))
        decided += mine
        if (mine and decided % EVERY == 0) or asked not in phases:
            phases.add(asked)
            frames.append(
                {
                    "t": "frame",
                    "v": len(match.events),
                    "at": decided,
                    "table": table(match, 0),
                    "view": view,
                    "prompt": to_builtins(prompt),
                    "news": news[-20:],
                }
            )
        seat = match.pending[0]
        match.play(seat, agent.choose(match.perspective(seat), rng))
    masked = match.state.mask(0)
    last = {"view": game.view(masked), "prompt": to_builtins(game.prompt(masked)), "table": table(match, 0)}
    return [*frames[:MOST], {**frames[-1], **last}]


def paths(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of each prompt that asks something, only where it leads."""
    asked = [frame["prompt"] for frame in frames if frame["prompt"]["choices"]]
    return [{key: [part["path"] for part in prompt[key]] for key in ("choices", "blocked")} for prompt in asked]


def main() -> None:
    """Write one file a game, and the paths of all of them for the site's own tests."""
    FOLDER.mkdir(exist_ok=True)
    found: dict[str, Any] = {}
    for name in list_games():
        tables = PLAYED.get(name, [(4, "easy", {})])
        first, *others = (positions(name, seats, level, options) for seats, level, options in tables)
        found[name] = paths(first)
        frames = [*first, *(frame for more in others for frame in more)]
        words = {language: load(name).words(language).texts for language in LANGUAGES}
        text = json.dumps({"game": name, "title": load(name).title, "words": words, "frames": frames})
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
    PATHS.write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
