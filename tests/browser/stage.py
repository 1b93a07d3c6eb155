"""A stage: positions that are hard to reach by playing, put before the real site as its server would send them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import to_builtins
from playwright.sync_api import Page, WebSocketRoute

from paddock.agents.levels import make
from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.registry import load
from paddock.core.rng import Rng
from paddock.core.story import Story
from tools.fixtures import table

View = Mapping[str, Any]
Scene = dict[str, Any]


def found(
    name: str, seats: int, wanted: Callable[[View], object], level: str = "easy", seed: int = 0, **options: object
) -> Scene:
    """A frame of seat 0, which must decide, from the first position that is wanted."""
    game = load(name)
    for number in range(seed, seed + 200):
        match = Match.begin(game, game.setup(seats, **options), SeededDice(number.to_bytes(32, "big")))
        story, agent, rng = Story(match, 0), make(level), Rng(number)
        news: list[list[Any]] = []
        while not match.over:
            news += [[len(match.events), line] for line in story.news()]
            masked = match.state.mask(0)
            if 0 in match.pending and wanted(view := game.view(masked)):
                return {
                    "t": "frame", "v": len(match.events), "at": 1, "table": table(match, 0), "view": view,
                    "prompt": to_builtins(game.prompt(masked)), "news": news,
                }  # fmt: skip
            seat = match.pending[0]
            match.play(seat, agent.choose(match.perspective(seat), rng))
    raise AssertionError(f"no such position of {name} was found")


def timed(scene: Scene) -> Scene:
    """The same with a clock that runs."""
    seats = len(scene["table"]["seats"])
    clock = {"kind": "bank", "seconds": 600, "increment": 10, "days": 0}
    running = {"left": [600_000] * seats, "running": scene["table"]["pending"]}
    return {**scene, "table": {**scene["table"], "clock": {**clock, **running}}}


def show(page: Page, scene: Scene) -> None:
    """Open the table's page, whose socket leads here."""

    def answer(socket: WebSocketRoute, said: str | bytes) -> None:
        if json.loads(said)["t"] == "hello":
            socket.send(json.dumps(scene))

    page.route_web_socket("**/ws", lambda socket: socket.on_message(lambda said: answer(socket, said)))
    page.goto(f"/t/{scene['table']['id']}")
    page.locator("main .sign").wait_for()
    page.evaluate("document.fonts.ready")
