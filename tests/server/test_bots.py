"""Bots answer legally whatever becomes of their workers, and replace those that fail."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvloop

from paddock.agents.levels import make
from paddock.agents.uct import UctAgent
from paddock.bench.minimal import GAME as MINIMAL
from paddock.core.match import Match, Perspective
from paddock.core.rng import Rng
from paddock.search.search import Result
from paddock.server import bots as bots_module
from paddock.server import worker
from paddock.server.bots import BUDGET, FIRST, HERMIT, SPRINTER, Bots, Closed, Thought, cores
from paddock.server.share import MOVE, Asker, Shares
from tests.server.thinking import GAMES, asked, legal, under_way

LONG = {"easy": 120.0, "medium": 120.0}  # a busy machine must not fail a test
SHORT = {"easy": 120.0, "medium": 0.2}  # for workers that never answer
ENDLESS = "uct:3600s"  # as far as a test is concerned
ODD = Path(__file__).parent / "odd_worker.py"


def odd(way: str, when: str = "at first") -> tuple[str, ...]:
    return (sys.executable, str(ODD), way, when)


@asynccontextmanager
async def opened(bots: Bots) -> AsyncIterator[Bots]:
    try:
        yield bots
    finally:
        await bots.close()


def replaced(bots: Bots, reason: str) -> float:
    return bots.metrics.value("paddock_workers_replaced_total", reason=reason)


def thoughts(bots: Bots, level: str, fallback: str) -> float:
    return bots.metrics.value("paddock_bot_thoughts_total", level=level, fallback=fallback)


def pid(bots: Bots, worker: int = 0) -> int:
    process = bots.workers[worker].process
    assert process is not None
    return process.pid


def gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


class Ear(logging.Handler):
    """Hears the journal, so that a test can wait until a worker was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs: asyncio.Queue[tuple[int, str]] = asyncio.Queue()
        self.events: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.events.append(record.getMessage())
        if record.getMessage() == "worker asked":
            fields: dict[str, Any] = record.__dict__["fields"]
            self.jobs.put_nowait((fields["pid"], fields["bot"]))

    async def asked(self, level: str) -> int:
        """The process that was next asked to think at this level."""
        while True:
            process, of = await self.jobs.get()
            if of == level:
                return process


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ear]:
    logger = logging.getLogger("paddock.server")
    found = Ear()
    monkeypatch.setattr(logger, "handlers", [found])
    monkeypatch.setattr(logger, "propagate", False)
    monkeypatch.setattr(logger, "disabled", False)
    previous = logger.level
    logger.setLevel(logging.DEBUG)  # not by monkeypatch: loggers remember which levels are enabled
    yield found
    logger.setLevel(previous)


@pytest.mark.asyncio
async def test_bots_choose_as_the_agent_in_this_process_would_in_every_game() -> None:
    async with opened(Bots(1, LONG)) as bots:
        for name in GAMES:
            for level in ("greedy", "uct:60", "easy"):
                perspective = asked(name)
                here = make(level).choose(perspective, Rng(11))
                assert await bots.choose(perspective, level, 11) == Thought(here, level, False)
                assert thoughts(bots, level, "no")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.asyncio
async def test_medium_bots_play_a_game_on(name: str) -> None:
    match = under_way(name)
    async with opened(Bots(2, LONG)) as bots:
        for step in range(6):
            seat = match.pending[0]
            thought = await bots.choose(match.perspective(seat), "medium", step)
            assert not thought.fallback
            match.play(seat, thought.action)


@pytest.mark.asyncio
async def test_a_worker_is_started_when_it_is_needed_and_kept() -> None:
    async with opened(Bots(3, LONG)) as bots:
        assert all(worker.process is None for worker in bots.workers)
        await bots.choose(asked("zooloretto"), "easy", 1)
        first = pid(bots)
        await bots.choose(asked("franks-zoo"), "easy", 1)
        assert pid(bots) == first
        assert [worker.process is None for worker in bots.workers] == [False, True, True, True]


def forced() -> Perspective:
    """What a seat may know that can only do one thing."""
    match = under_way("franks-zoo", 0)
    while len(match.state.legal_actions(match.pending[0])) > 1:
        seat = match.pending[0]
        match.play(seat, make("random").choose(match.perspective(seat), Rng(len(match.events))))
    return match.perspective(match.pending[0])


@pytest.mark.asyncio
async def test_a_forced_choice_is_thought_about_like_any_other_so_that_its_time_tells_nothing(ear: Ear) -> None:
    perspective = forced()
    async with opened(Bots(1, LONG)) as bots:
        assert await bots.choose(perspective, "medium", 1) == Thought(legal(perspective)[0], "medium", False)
        assert ear.jobs.get_nowait() == (pid(bots), "medium")


@pytest.mark.parametrize("choice", [forced, lambda: asked("franks-zoo")], ids=["forced", "free"])
def test_a_worker_searches_as_long_whether_or_not_the_choice_is_forced(
    choice: Callable[[], Perspective], monkeypatch: pytest.MonkeyPatch
) -> None:
    spent: list[int] = []
    think = UctAgent.think

    def counting(self: UctAgent, perspective: Perspective, rng: Rng) -> Result:
        result = think(self, perspective, rng)
        spent.append(result.simulations)
        return result

    monkeypatch.setattr(UctAgent, "think", counting)
    worker.choose(worker.job_of(1, choice(), "uct:200", 3))
    assert spent == [200]


FAULTS = [
    ("crash", "lost", LONG),
    ("exit", "lost", LONG),
    ("half a line", "lost", LONG),
    ("stop", "late", SHORT),
    ("sleep", "late", SHORT),
    ("work", "late", SHORT),
    ("memory", "error", LONG),
    ("error", "error", LONG),
    ("illegal", "nonsense", LONG),
    ("wrong type", "nonsense", LONG),
    ("wrong number", "nonsense", LONG),
    ("no json", "nonsense", LONG),
    ("endless line", "nonsense", LONG),
]


@pytest.mark.parametrize(("way", "reason", "budget"), FAULTS, ids=[way for way, _, _ in FAULTS])
@pytest.mark.asyncio
async def test_when_a_worker_fails_the_easy_level_answers_from_a_fresh_one(
    way: str, reason: str, budget: dict[str, float], ear: Ear
) -> None:
    perspective = asked("franks-zoo")
    easy = make("easy").choose(perspective, Rng(5))
    async with opened(Bots(1, budget, command=odd(way), memory=1 << 30)) as bots:
        assert await bots.choose(perspective, "medium", 5) == Thought(easy, "easy", True)
        (before, _), (after, _) = ear.jobs.get_nowait(), ear.jobs.get_nowait()
        assert gone(before)
        assert pid(bots) == after != before
        assert replaced(bots, reason) == 1
        assert thoughts(bots, "medium", "easy") == 1
        assert (await bots.choose(perspective, "easy", 5)).action == easy  # and the fresh one goes on
        assert pid(bots) == after
    assert gone(after)


@pytest.mark.parametrize("starved", [True, False])
@pytest.mark.asyncio
async def test_a_worker_that_a_busy_machine_does_not_let_work_is_waited_for(
    starved: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots_module, "effort", lambda pid: (starved, 0.0))
    perspective = asked("franks-zoo")
    async with opened(Bots(1, {"easy": 120.0, "medium": 2.5}, command=odd("nap"))) as bots:
        assert (await bots.choose(perspective, "medium", 5)).level == ("medium" if starved else "easy")
        assert replaced(bots, "late") == (0 if starved else 1)


@pytest.mark.parametrize("way", ["crash", "illegal", "error"])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.asyncio
async def test_when_the_fallback_fails_too_the_first_legal_action_is_given_and_counted(
    name: str, way: str, ear: Ear
) -> None:
    perspective = asked(name)
    async with opened(Bots(1, LONG, command=odd(way, "always"))) as bots:
        assert await bots.choose(perspective, "medium", 5) == Thought(legal(perspective)[0], FIRST, True)
        assert thoughts(bots, "medium", FIRST) == 1
        assert bots.workers[0].process is None
    assert ear.events.count("worker replaced") == 2
    assert "no worker could decide" in ear.events


@pytest.mark.parametrize(("way", "starting", "reason"), [("no start", 120.0, "lost"), ("slow start", 0.1, "late")])
@pytest.mark.asyncio
async def test_a_worker_that_does_not_start_is_given_up(way: str, starting: float, reason: str) -> None:
    perspective = asked("zooloretto")
    async with opened(Bots(1, LONG, command=odd(way), starting=starting)) as bots:
        assert (await bots.choose(perspective, "medium", 1)).level == FIRST
        assert replaced(bots, reason) == 2


@pytest.mark.asyncio
async def test_a_command_that_does_not_exist_is_survived() -> None:
    perspective = asked("zooloretto")
    async with opened(Bots(1, LONG, command=["/nowhere/python"])) as bots:
        assert (await bots.choose(perspective, "medium", 1)).action in legal(perspective)
        assert replaced(bots, "lost") == 2


@pytest.mark.asyncio
async def test_an_unknown_level_is_answered_by_the_fallback() -> None:
    perspective = asked("zooloretto")
    async with opened(Bots(1, LONG)) as bots:
        assert (await bots.choose(perspective, "clever", 1))[1:] == ("easy", True)
        assert replaced(bots, "error") == 1


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.asyncio
async def test_a_real_worker_killed_while_it_thinks_is_replaced(sent: signal.Signals, ear: Ear) -> None:
    perspective = asked("o-zoo-le-mio")
    async with opened(Bots(1, LONG)) as bots:
        thinking = asyncio.create_task(bots.choose(perspective, ENDLESS, 5))
        os.kill(await ear.asked(ENDLESS), sent)
        thought = await thinking
        assert thought == Thought(make("easy").choose(perspective, Rng(5)), "easy", True)
        assert replaced(bots, "lost") == 1


@pytest.mark.asyncio
async def test_a_real_worker_stopped_while_it_thinks_is_replaced(ear: Ear) -> None:
    perspective = asked("new-york-zoo")
    async with opened(Bots(1, {ENDLESS: 0.5, "easy": 120.0})) as bots:
        thinking = asyncio.create_task(bots.choose(perspective, ENDLESS, 5))
        stopped = await ear.asked(ENDLESS)
        with suppress(ProcessLookupError):  # on a busy machine its time may be up already
            os.kill(stopped, signal.SIGSTOP)
        assert (await thinking).level == "easy"
        assert gone(stopped)
        assert replaced(bots, "late") == 1


@pytest.mark.asyncio
async def test_a_worker_lost_while_idle_costs_nobody_his_level(ear: Ear) -> None:
    perspective = asked("zooloretto")
    async with opened(Bots(1, LONG)) as bots:
        await bots.choose(perspective, "easy", 1)
        process = bots.workers[0].process
        assert process is not None
        process.send_signal(signal.SIGKILL)
        await process.wait()
        assert not (await bots.choose(perspective, "medium", 1)).fallback
        assert pid(bots) != process.pid
        assert replaced(bots, "lost") == 1


@pytest.mark.asyncio
async def test_what_a_worker_prints_is_no_answer_and_goes_into_the_journal(ear: Ear) -> None:
    perspective = asked("zooloretto")
    async with opened(Bots(1, LONG, command=odd("chatter"))) as bots:
        thought = await bots.choose(perspective, "medium", 3)
        assert thought == Thought(make("medium").choose(perspective, Rng(3)), "medium", False)
    assert "worker said" in ear.events


@pytest.mark.asyncio
async def test_moves_come_before_hints_and_each_in_its_order() -> None:
    perspective = asked("zooloretto")
    order: list[str] = []
    async with opened(Bots(1, LONG)) as bots:

        async def choose(name: str, hint: bool) -> None:
            await bots.choose(perspective, "easy", 1, hint=hint)
            order.append(name)

        busy = await bots.free(MOVE)
        asking = [("one hint", True), ("another hint", True), ("one move", False), ("another move", False)]
        tasks = [asyncio.create_task(choose(name, hint)) for name, hint in asking]
        await asyncio.sleep(0)
        assert len(bots.waiting) == 4
        bots.release(busy)
        await asyncio.gather(*tasks)
    assert order == ["one move", "another move", "one hint", "another hint"]


@pytest.mark.asyncio
async def test_two_workers_think_at_once_and_no_more(ear: Ear) -> None:
    perspective = asked("zooloretto")
    async with opened(Bots(3, LONG)) as bots:  # and one for quick levels
        tasks = [asyncio.create_task(bots.choose(perspective, ENDLESS, seed)) for seed in range(3)]
        one, two = await ear.asked(ENDLESS), await ear.asked(ENDLESS)
        assert one != two
        assert len(bots.waiting) == 1
        os.kill(one, signal.SIGKILL)
        os.kill(two, signal.SIGKILL)
        os.kill(await ear.asked(ENDLESS), signal.SIGKILL)
        assert {thought.level for thought in await asyncio.gather(*tasks)} == {"easy"}


@pytest.mark.asyncio
async def test_a_job_dropped_while_it_waits_never_reaches_a_worker(ear: Ear) -> None:
    perspective = asked("zooloretto")
    async with opened(Bots(1, LONG)) as bots:
        busy = await bots.free(MOVE)
        dropped, kept = [asyncio.create_task(bots.choose(perspective, "easy", seed)) for seed in (1, 2)]
        await asyncio.sleep(0)
        assert dropped.cancel()
        bots.release(busy)
        await kept
        assert dropped.cancelled()
        assert ear.events.count("worker asked") == 1


@pytest.mark.asyncio
async def test_a_worker_given_to_somebody_who_has_just_gone_is_not_lost() -> None:
    perspective = asked("zooloretto")
    async with opened(Bots(1, LONG)) as bots:
        given = await bots.free(MOVE)
        gone_away = asyncio.create_task(bots.choose(perspective, "easy", 1))
        await asyncio.sleep(0)
        bots.release(given)
        gone_away.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone_away
        assert given in bots.idle


@pytest.mark.asyncio
async def test_the_answer_to_a_dropped_job_is_ignored_and_its_worker_kept(ear: Ear) -> None:
    perspective = asked("zooloretto")
    async with opened(Bots(1, LONG, patience=120.0)) as bots:
        dropped = asyncio.create_task(bots.choose(perspective, "medium", 1))
        first = await ear.asked("medium")
        dropped.cancel()
        thought = await bots.choose(perspective, "uct:90", 2)
        assert dropped.cancelled()
        assert thought == Thought(make("uct:90").choose(perspective, Rng(2)), "uct:90", False)
        assert pid(bots) == first
        assert not replaced(bots, "dropped")


@pytest.mark.asyncio
async def test_a_dropped_job_that_does_not_end_soon_costs_its_worker(ear: Ear) -> None:
    perspective = asked("zooloretto")
    async with opened(Bots(1, LONG, patience=0.05)) as bots:
        dropped = asyncio.create_task(bots.choose(perspective, ENDLESS, 1))
        first = await ear.asked(ENDLESS)
        dropped.cancel()
        assert not (await bots.choose(perspective, "medium", 2)).fallback
        assert gone(first)
        assert replaced(bots, "dropped") == 1
        assert thoughts(bots, ENDLESS, "easy") == 0


@pytest.mark.asyncio
async def test_closing_ends_every_worker_and_whoever_waits_is_told(ear: Ear) -> None:
    perspective = asked("zooloretto")
    bots = Bots(3, LONG)
    tasks = [asyncio.create_task(bots.choose(perspective, ENDLESS, seed)) for seed in range(4)]
    pids = [await ear.asked(ENDLESS), await ear.asked(ENDLESS)]
    await bots.close()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(error) for error in found] == [Closed] * 4
    assert all(gone(process) for process in pids)
    with pytest.raises(Closed):
        await bots.choose(perspective, "easy", 1)
    await bots.close()


@pytest.mark.parametrize("steps", range(8))
@pytest.mark.asyncio
async def test_closing_is_safe_at_any_step_of_starting(steps: int) -> None:
    perspective = asked("zooloretto")
    bots = Bots(1, LONG)
    thinking = asyncio.create_task(bots.choose(perspective, ENDLESS, 1))
    for _ in range(steps):
        await asyncio.sleep(0)
    await bots.close()
    with pytest.raises(Closed):
        await thinking
    assert bots.workers[0].process is None
    assert set(bots.idle) == set(bots.workers)


@pytest.mark.asyncio
async def test_only_masked_states_of_the_seat_are_taken_and_only_where_it_must_decide() -> None:
    match = under_way("franks-zoo")
    seat = match.pending[0]
    async with opened(Bots(1, LONG)) as bots:
        with pytest.raises(ValueError, match="masked state"):
            await bots.choose(match.perspective(seat)._replace(state=match.state), "easy", 1)
        with pytest.raises(ValueError, match="nothing to decide"):
            await bots.choose(match.perspective((seat + 1) % 3), "easy", 1)
        assert set(bots.idle) == set(bots.workers)


def test_the_number_of_workers_leaves_a_core_for_the_server() -> None:
    duties = [worker.duty for worker in Bots().workers]
    assert len(duties) == max(2, cores() - 1) + 1
    assert (duties[0], duties[-1]) == (SPRINTER, HERMIT)
    with pytest.raises(ValueError, match="at least one worker"):
        Bots(0)


def test_every_level_of_the_house_has_a_budget_that_grows_with_it() -> None:
    assert list(BUDGET) == ["easy", "medium", "hard", "expert"]
    assert sorted(BUDGET.values()) == list(BUDGET.values())


async def lose_one_and_finish() -> tuple[Thought, float]:
    perspective = asked("zooloretto")
    async with opened(Bots(1, LONG, command=odd("crash"))) as bots:
        return await bots.choose(perspective, "medium", 5), replaced(bots, "lost")


@pytest.mark.parametrize("factory", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_workers_live_and_die_on_both_loops(factory: Callable[[], asyncio.AbstractEventLoop]) -> None:
    with asyncio.Runner(loop_factory=factory) as runner:
        thought, lost = runner.run(lose_one_and_finish())
    assert (thought.level, thought.fallback, lost) == ("easy", True, 1)


@pytest.mark.asyncio
async def test_a_game_of_ones_own_is_thought_about_by_a_worker_that_was_told_where_it_is() -> None:
    match = Match(MINIMAL, MINIMAL.setup(2))
    async with opened(Bots(workers=1, budget=LONG, games=["paddock.bench.minimal:GAME"])) as bots:
        thought = await bots.choose(match.perspective(0), "easy", 1)
    assert not thought.fallback
    assert thought.action in match.state.legal_actions(0)


# Who comes first.


def person(name: str, looks: bool = True) -> Asker:
    return Asker(name, lambda: looks)


def test_whoever_waits_comes_before_a_table_that_nobody_looks_at() -> None:
    shares = Shares()
    assert shares.order(person("Ada"), MOVE, 9) < shares.order(person("Ben", looks=False), MOVE, 1)


def test_who_has_had_less_comes_first_and_nobody_saves_up() -> None:
    shares = Shares()
    for name, seconds in (("Ada", 5.0), ("Ben", 1.0), ("Ada", 5.0), ("Ben", 1.0)):
        shares.begin(name)
        shares.end(name, seconds)
    assert shares.order(person("Ben"), MOVE, 2) < shares.order(person("Ada"), MOVE, 1)
    shares.begin("Ada")
    shares.end("Ada", 1.0)
    assert shares.had("Cleo") == shares.had("Ben") == 10.0, "who comes late is level with who comes first now"


def test_who_has_a_bot_thinking_comes_after_who_has_none() -> None:
    shares = Shares()
    shares.begin("Ada")
    assert shares.order(person("Ben"), MOVE, 2) < shares.order(person("Ada"), MOVE, 1)
    shares.end("Ada", 0.0)
    assert shares.order(person("Ada"), MOVE, 1) < shares.order(person("Ben"), MOVE, 2)
    assert not shares.thinking


@pytest.mark.asyncio
async def test_one_persons_many_tables_and_anothers_one_take_turns() -> None:
    perspective = asked("zooloretto")
    order: list[str] = []
    async with opened(Bots(1, LONG)) as bots:

        async def choose(name: str) -> None:
            await bots.choose(perspective, "easy", 1, asker=person(name))
            order.append(name)

        busy = await bots.free(MOVE, person("Ada"))
        tasks = [asyncio.create_task(choose(name)) for name in ["Ada"] * 5 + ["Ben"] * 2]
        await asyncio.sleep(0)
        bots.release(busy)
        await asyncio.gather(*tasks)
    assert order[0] == "Ben"


@pytest.mark.asyncio
async def test_a_quick_level_never_waits_for_a_slow_one_nor_anybody_for_a_table_that_is_left_alone(ear: Ear) -> None:
    perspective = asked("zooloretto")
    async with opened(Bots(2, LONG)) as bots:
        left = [*[person("Ada")] * 3, *[person("Ada", looks=False)] * 40]
        thinking = [asyncio.create_task(bots.choose(perspective, ENDLESS, 1, asker=asker)) for asker in left]
        await ear.asked(ENDLESS)
        await ear.asked(ENDLESS)
        assert [worker.duty for worker in bots.idle] == [SPRINTER]
        assert not (await bots.choose(perspective, "medium", 1, asker=person("Ben"))).fallback
        for task in thinking:
            task.cancel()


@pytest.mark.asyncio
async def test_tables_that_nobody_looks_at_have_one_thought_at_a_time_even_when_all_else_is_idle(ear: Ear) -> None:
    perspective = asked("zooloretto")
    async with opened(Bots(3, LONG)) as bots:
        people = [person(name, looks=False) for name in "ABCDEF"]
        tasks = [asyncio.create_task(bots.choose(perspective, "easy", 1, asker=asker)) for asker in people]
        await asyncio.sleep(0)
        assert len(bots.waiting) == 5
        assert HERMIT not in [worker.duty for worker in bots.idle]
        await asyncio.gather(*tasks)
        assert len({process for process, _ in [ear.jobs.get_nowait() for _ in range(6)]}) == 1


@pytest.mark.asyncio
async def test_a_thought_that_waits_alone_goes_on_when_somebody_comes_to_look() -> None:
    perspective = asked("zooloretto")
    looked_at: list[str] = []
    async with opened(Bots(2, LONG)) as bots:
        hermit = await bots.free(MOVE, person("Ada", False))
        waits = asyncio.create_task(bots.choose(perspective, "easy", 1, asker=Asker("Ada", lambda: bool(looked_at))))
        await asyncio.sleep(0)
        assert len(bots.waiting) == 1
        looked_at.append("Ada")
        bots.share_out()
        assert not (await waits).fallback
        assert hermit not in bots.idle
        bots.release(hermit)
