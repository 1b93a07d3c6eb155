"""`--agent NAME=package.module:Class`: agents of an operator's own, offered beside the levels, thinking in workers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from paddock.agents.ladder import LEVELS
from paddock.core.errors import BadAgent
from paddock.server.bots import Bots, Thought, named_agents
from tests.server.place import Person, Place
from tests.server.thinking import asked, legal

HOME = "tests.server.own_agents"
LONG = {"easy": 120.0, "expert": 120.0}  # a busy machine must not fail a test


def own(*names: str) -> dict[str, str]:
    return {name.lower(): f"{HOME}:{name}" for name in names}


@pytest.mark.asyncio
async def test_an_agent_of_ones_own_decides_in_a_worker() -> None:
    perspective = asked("zooloretto")
    bots = Bots(1, LONG, agents=own("Last"))
    try:
        assert await bots.choose(perspective, "last", 1) == Thought(legal(perspective)[-1], "last", False)
        assert HOME not in sys.modules
    finally:
        await bots.close()


@pytest.mark.asyncio
async def test_one_that_fails_in_any_way_is_stood_in_for() -> None:
    perspective = asked("zooloretto")
    names = ["Crash", "Quit", "Vanish", "Cheat", "Hang", "Unmakeable", "Nobody"]
    bots = Bots(1, {**LONG, "hang": 0.2}, agents=own(*names))
    try:
        for name in [*map(str.lower, names), "forgotten"]:  # the last was offered before a restart
            thought = await bots.choose(perspective, name, 1)
            assert (thought.level, thought.fallback) == ("easy", True), name
            assert thought.action in legal(perspective)
    finally:
        await bots.close()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("last", "NAME=package.module:Class"),
        (f"={HOME}:Last", "NAME=package.module:Class"),
        (f"Last={HOME}:Last", "NAME like"),
        (f"{'a' * 17}={HOME}:Last", "NAME like"),
        (f"easy={HOME}:Last", "'easy' is taken"),
        (f"open={HOME}:Last", "'open' is taken"),
        (f"last={HOME}:Nobody", "no agent at"),
        ("last=no.such:Agent", "No module named 'no'"),
        (f"last={HOME}:Unmakeable", "needed"),
        ("last=pathlib:Path", "is no agent"),
        ("last=clever", "no agent is called 'clever'"),
    ],
)
def test_an_agent_that_cannot_be_offered_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadAgent, match=sentence) as caught:
        named_agents([text])
    assert "\n" not in str(caught.value)


def test_a_name_is_given_once() -> None:
    with pytest.raises(BadAgent, match="'last' is taken"):
        named_agents([f"last={HOME}:Last", f"last={HOME}:Crash"])


def test_the_server_says_so_and_does_not_open(tmp_path: Path) -> None:
    paddock = Path(sys.executable).with_name("paddock")
    run = subprocess.run(
        [paddock, "serve", "--no-browser", "--port", "0", "--db", tmp_path / "db", "--agent", "me=no.such:Agent"],
        env={**os.environ, "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "paddock: no agent at 'no.such:Agent': No module named 'no'\n"


@pytest.mark.asyncio
async def test_it_is_offered_beside_the_levels_and_plays_whole_matches(tmp_path: Path) -> None:
    flags = [part for name in ("Last", "Crash") for part in ("--agent", f"{name.lower()}={HOME}:{name}")]
    with Place(tmp_path / "tables.db", *flags) as place:
        ada = Person(place)
        cards = await ada.read("/api/games")
        assert [card["levels"] for card in cards] == [[*LEVELS, "last", "crash"]] * len(cards)
        table = await ada.create("me last crash")
        async with ada.look(table) as line:
            await line.play_on()
            assert [seat["level"] for seat in line.table["seats"]] == [None, "last", "crash"]
            assert line.table["result"] is not None
        refused = await ada.http("POST", "/api/tables", ada.wanted("me clever"))
        assert refused.status_code == 400
        assert "expert, last, crash" in refused.text
    with Place(tmp_path / "tables.db") as place:  # without them: what was begun with them goes on, and can be repeated
        ada.place = place
        async with ada.look(table) as line:
            await line.ask("rematch")
            again = (await line.until_table(lambda table: table["rematch"]))["rematch"]
        shown = await ada.read(f"/api/tables/{again['table']}")
        assert [seat["level"] for seat in shown["seats"]] == [None, "medium", "medium"]
