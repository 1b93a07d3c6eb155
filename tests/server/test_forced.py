"""When a bot answers does not tell how long it has thought, and so not whether its move was forced."""

from __future__ import annotations

import asyncio
import random
from itertools import pairwise

import pytest

from paddock.core.match import Perspective
from paddock.server.bots import ANYBODY, Thought
from paddock.server.entry import ClockRule, Played, body_decoder
from paddock.server.guard import digest
from paddock.server.house import House, Wanted
from paddock.server.share import Asker
from paddock.server.store.memory import MemoryDatabase, MemoryStore
from paddock.server.table import Sitter, Terms
from tests.server.test_machine import Quick
from tests.toy import GAME
from trials import virtual

DELAY = 1.0  # seconds; drawn anew for every move, from one to one and a half


class Pondering(Quick):
    """Takes its time, which is nobody's business."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds

    async def choose(
        self, perspective: Perspective, level: str, seed: int, hint: bool = False, asker: Asker = ANYBODY
    ) -> Thought:
        await asyncio.sleep(self.seconds)
        return await super().choose(perspective, level, seed, hint, asker)


async def answers(seconds: float, delay: float) -> list[int]:
    """When the bots of a match decide that think for so long, in milliseconds; the same chance every time."""
    loop = asyncio.get_running_loop()
    house = House(
        MemoryStore(MemoryDatabase(loop.time)), Pondering(seconds), now=lambda: round(loop.time() * 1000),
        monotonic=loop.time, random=random.Random(5).randbytes, delay=delay, guests={GAME.name: GAME},
    )  # fmt: skip
    await house.open()
    terms = Terms(["open", "easy", "easy"], ClockRule(kind="move", seconds=5), False, "easy")
    created = await house.create(Wanted(GAME.name, 3, {}, terms))
    room = await house.room(created.table)
    await house.sit(room, Sitter(digest("Ada"), "Ada", "fox", ""), 0)
    while room.table.status != "over":  # Ada never comes back: a bot plays for her as well
        await asyncio.sleep(1.0)
    bodies = [body_decoder.decode(row.body) for row in await house.store.load(created.table)]
    await house.close()
    return [body.at for body in bodies if isinstance(body, Played) and body.by]


@pytest.mark.parametrize(("quick", "slow"), [(0.0, 0.9), (1.6, 1.9)], ids=["in time", "late"])
def test_when_a_bot_answers_does_not_tell_how_long_it_thought(quick: float, slow: float) -> None:
    """Also not where all thoughts come late, as on a busy machine: then it answers at a later moment of its own."""
    at = virtual.run(answers(quick, DELAY))
    assert len(at) > 5
    assert at == virtual.run(answers(slow, DELAY))


def test_without_a_delay_bots_answer_as_soon_as_they_can() -> None:
    at = virtual.run(answers(0.25, 0.0))
    pauses = {later - earlier for earlier, later in pairwise(at)}
    assert pauses >= {250}
    assert all(pause <= 250 or pause >= 5000 for pause in pauses), "together, one after the other, or after Ada's time"
