"""Fixtures: positions as the server would send them, for `web/dev.html`. `python -m tools.fixtures`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from paddock.agents.levels import make
from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.message import LANGUAGES
from paddock.core.registry import games, load
from paddock.core.rng import Rng
from paddock.core.story import Story
from paddock.server.frame import prompt_json
from paddock.server.wire import spoken

FOLDER = Path(__file__).resolve().parent.parent / "web" / "fixtures"
PLAYED = {
    "franks-zoo": [(5, "easy")],
    "zooloretto": [(4, "easy"), (2, "easy"), (5, "random")],
}  # seats and who plays; with random players everything happens
PATHS = FOLDER.parent / "tests" / "paths.json"
EVERY = 7  # decisions of the viewer between two positions that are kept
NAMES = ["Mira", "Ben", "Ada", "Otto", "Lena"]
AVATARS = ["fox", "owl", "koala", "otter", "duck"]


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
            "hints": 0,
            "muted": False,
        }
        for seat in range(match.setup.seats)
    ]
    return {
        "id": "fixture",
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
        "undo": {"may": True, "why": None},
        "take_back": None,
        "rematch": None,
        "watching": 1,
        "fair": {"commitment": "0" * 64, "nonces": [], "secret": None},
        "result": None,
        "created": 0,
    }


def positions(name: str, seats: int, level: str) -> list[dict[str, Any]]:
    """Frames of seat 0 from one match, some when it decides and some when it waits."""
    game = load(name)
    match = Match.begin(game, game.setup(seats), SeededDice(bytes(32)))
    story, agent, rng = Story(match, 0), make(level), Rng(1)
    frames: list[dict[str, Any]] = []
    news: list[list[Any]] = []
    phases: set[object] = set()
    decided = 0
    while not match.over:
        news += [[len(match.events), spoken(line)] for line in story.news()]
        mine = 0 in match.pending
        masked = match.state.mask(0)
        prompt, view = game.prompt(masked), game.view(masked)
        asked = (prompt.ask.id, mine)
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
                    "prompt": prompt_json(prompt),
                    "news": news[-20:],
                }
            )
        seat = match.pending[0]
        match.play(seat, agent.choose(match.perspective(seat), rng))
    masked = match.state.mask(0)
    last = {"view": game.view(masked), "prompt": prompt_json(game.prompt(masked)), "table": table(match, 0)}
    return [*frames[:24], {**frames[-1], **last}]


def paths(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of each prompt that asks something, only where it leads."""
    asked = [frame["prompt"] for frame in frames if frame["prompt"]["choices"]]
    return [{key: [part["path"] for part in prompt[key]] for key in ("choices", "blocked")} for prompt in asked]


def main() -> None:
    """Write one file a game, and the paths of all of them for the site's own tests."""
    FOLDER.mkdir(exist_ok=True)
    found: dict[str, Any] = {}
    for name in games():
        frames = [frame for seats, level in PLAYED.get(name, [(4, "easy")]) for frame in positions(name, seats, level)]
        found[name] = paths(frames)
        words = {language: load(name).words(language).texts for language in LANGUAGES}
        text = json.dumps({"game": name, "title": load(name).title, "words": words, "frames": frames})
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
    PATHS.write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
