"""A stage: positions that are hard to reach by playing, put before the real site as its server would send them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from msgspec import to_builtins
from playwright.sync_api import Page, WebSocketRoute

from paddock.agents.levels import make
from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.registry import load
from paddock.core.rng import Rng
from paddock.core.story import Story
from tests.browser.hands import PAINTED
from tests.staging import View, reached
from tools.fixtures import table

Scene = dict[str, Any]


def found(
    name: str, seats: int, wanted: Callable[[View], object], level: str = "easy", seed: int = 0, **options: object
) -> Scene:
    """A frame of seat 0, which must decide, from the first position that is wanted."""
    return framed(reached(name, seats, wanted, level, seed, **options))


def framed(match: Match, at: int = 1) -> Scene:
    """The frame that seat 0 gets of this match, with all that has happened."""
    masked, newest = match.state.mask(0), len(match.events)
    news = [[min(number, newest), line] for number, line in enumerate(Story(match, 0).news(), 1)]
    return {
        "t": "frame", "v": newest, "at": at, "table": table(match, 0), "view": match.game.view(masked),
        "prompt": to_builtins(match.game.prompt(masked)), "news": news,
    }  # fmt: skip


def ending(name: str, seats: int, level: str = "easy", seed: int = 0, **options: object) -> tuple[Scene, Scene]:
    """What seat 0 is sent before the last decision of a match, whoever makes it, and when it is over."""
    game = load(name)
    agent = make(level)
    match = Match(game, game.setup(seats, **options), SeededDice(seed.to_bytes(32, "big")))
    rng = Rng(seed)
    made: list[tuple[int, int]] = []
    while not match.over:
        seat = match.pending[0]
        made.append((seat, agent.choose(match.perspective(seat), rng)))
        match.play(*made[-1])
    again = Match(game, match.setup, SeededDice(seed.to_bytes(32, "big")))
    for decision in made[:-1]:
        again.play(*decision)
    over = framed(match, at=2)
    result = {"scores": match.state.scores(), "places": match.state.places()}
    return framed(again), {**over, "table": {**over["table"], "result": result}}


def timed(scene: Scene) -> Scene:
    """The same with a clock that runs."""
    seats = len(scene["table"]["seats"])
    clock = {"kind": "bank", "seconds": 600, "increment": 10, "days": 0}
    running = {"left": [600_000] * seats, "running": scene["table"]["pending"]}
    return {**scene, "table": {**scene["table"], "clock": {**clock, **running}}}


def show(page: Page, scene: Scene) -> Callable[[Scene], None]:
    """Open the table's page, whose socket leads here; the result sends another frame."""
    sockets: list[WebSocketRoute] = []

    def answer(socket: WebSocketRoute, said: str | bytes) -> None:
        if json.loads(said)["t"] == "hello":
            sockets.append(socket)
            socket.send(json.dumps(scene))

    # No table on the server has this name, which it would say with a 404.
    page.route("**/t/*", lambda route: route.fulfill(response=route.fetch(), status=200))
    page.route_web_socket("**/ws", lambda socket: socket.on_message(lambda said: answer(socket, said)))
    page.goto(f"/t/{scene['table']['id']}")
    page.locator("main .sign").wait_for()
    page.evaluate("document.fonts.ready")
    for _ in range(2):  # what is measured is drawn once to be measured, and once as it was found to be
        page.evaluate(PAINTED)
    return lambda more: sockets[-1].send(json.dumps(more))
