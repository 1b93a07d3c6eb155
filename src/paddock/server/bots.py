"""Bots: asks worker processes what a level would do, and always has a legal action in the end."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from paddock.agents.levels import LEVELS
from paddock.core.errors import BadAgent
from paddock.core.match import Perspective
from paddock.server import journal
from paddock.server.metrics import Metrics
from paddock.server.share import HINT, MOVE, Asker, Shares
from paddock.server.table import OPEN_SEAT
from paddock.server.worker import READY, TRY, Answer, Job, job_of

if TYPE_CHECKING:
    from paddock.server.far import Far

# Seconds that a decision may take before somebody simpler answers.
BUDGET: Final[Mapping[str, float]] = {"easy": 2.0, "medium": 4.0, "hard": 10.0, "expert": 30.0}
FALLBACK: Final = "easy"
FIRST: Final = "first"  # the level of a thought that nobody thought: the first legal action
COMMAND: Final = (sys.executable, "-m", "paddock.server.worker")
NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,15}")  # of an agent beside the levels
MEMORY: Final = 2 << 30  # bytes a worker may map
STARTING: Final = 30.0  # seconds; importing everything on a busy machine
STARVED: Final = 10  # times its limit that a worker may take which would work if a busy machine let it
PATIENCE: Final = 1.0  # seconds; how long a thought that nobody wants any more may still take
QUICK: Final = ("easy", "medium")  # levels that have a worker for themselves, so that they never wait for the others
# Who thinks for whom: for quick levels alone, for any level, and for tables that nobody looks at, one thought at a
# time; and how far each gives way to the server and to those before it.
SPRINTER, THINKER, HERMIT = "sprinter", "thinker", "hermit"
NICE: Final = {SPRINTER: 5, THINKER: 10, HERMIT: 19}
UNHURRIED: Final = 10.0  # times the budget, where nobody waits and all others come first
ANYBODY: Final = Asker()


class Thought(NamedTuple):
    """What a bot decided, the level that did (FIRST if none), and whether another had been asked for."""

    action: int
    level: str
    fallback: bool


class Closed(Exception):
    """The bots were closed before they had decided."""


class Wanted(NamedTuple):
    """Somebody who waits for a worker."""

    asker: Asker
    quick: bool
    rank: int
    number: int
    worker: asyncio.Future[Worker]

    def fits(self, duty: str) -> bool:
        """May a worker of this duty think about it?"""
        if duty == HERMIT:
            return not self.asker.looks()
        return self.asker.looks() and (self.quick or duty == THINKER)


class Failed(NamedTuple):
    """Why a worker gave no action: late, lost, nonsense, error or dropped, and a sentence."""

    reason: str
    sentence: str


class Worker:
    """One process at a time, started when it is first asked and after each that failed."""

    def __init__(self, command: Sequence[str], starting: float, metrics: Metrics, duty: str = THINKER) -> None:
        self.command = command
        self.duty = duty
        self.starting = starting
        self.metrics = metrics
        self.process: Process | None = None
        self.echo: asyncio.Task[None] | None = None

    async def ask(self, job: Job, legal: list[int], seconds: float) -> int | Failed:
        """The action, or why there is none; a process that failed is gone when this returns. Raises nothing."""
        try:
            found = await self.attempt(job, legal, seconds)
        except asyncio.CancelledError:  # only ever by Bots, whose own task this is
            found = Failed("dropped", "nobody waits for the answer any more")
        except OSError as error:
            found = Failed("lost", f"the worker cannot be spoken to: {error}")
        if isinstance(found, Failed):
            self.metrics.replaced.labels(found.reason).inc()
            speak = journal.note if found.reason == "dropped" else journal.warn
            speak("worker replaced", reason=found.reason, why=found.sentence, bot=job.level, game=job.setup.game)
            await self.end()
        return found

    async def attempt(self, job: Job, legal: list[int], seconds: float) -> int | Failed:
        if self.process is not None and self.process.returncode is not None:
            await self.end()  # it was lost while it had nothing to do, which is nobody's loss
            self.metrics.replaced.labels("lost").inc()
        process = self.process or await self.start()
        if isinstance(process, Failed):
            return process
        journal.detail("worker asked", pid=process.pid, job=job.number, bot=job.level)
        assert process.stdin is not None
        process.stdin.write(msgspec.json.encode(job) + b"\n")
        answer = await self.hear(process, seconds)
        if answer is None:
            return Failed("late", f"the worker gave no answer within {seconds:g} s")
        if isinstance(answer, Failed):
            return answer
        if answer.number != job.number:
            return Failed("nonsense", f"the worker answered {answer.number} when asked {job.number}")
        if answer.action is None:
            return Failed("error", f"the worker could not decide: {answer.error}")
        if answer.action not in legal:
            return Failed("nonsense", f"the worker chose {answer.action}, which is not legal")
        return answer.action

    async def start(self) -> Process | Failed:
        """A process that has said that it listens."""
        # In a session of its own, Ctrl+C at the server's terminal is for the server to deal with.
        self.process = process = await asyncio.create_subprocess_exec(
            *self.command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
        )
        give_way(process.pid, NICE[self.duty])
        self.echo = asyncio.create_task(echo(process))
        ready = await self.hear(process, self.starting)
        if ready is None:
            return Failed("late", f"the worker did not start within {self.starting:g} s")
        if isinstance(ready, Failed) or ready.number != READY:
            return Failed("lost", "the worker ended before it was ready")
        return process

    async def hear(self, process: Process, seconds: float) -> Answer | Failed | None:
        """What the process says next; None if it is late.

        One that wants to work and is not let is not late: to replace it by one that must first start would be later.
        """
        _, before = effort(process.pid)
        for _ in range(STARVED):
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    return await self.read(process)
            wants, used = effort(process.pid)
            if not wants or used - before >= seconds / 2:
                break
        return None

    async def read(self, process: Process) -> Answer | Failed:
        assert process.stdout is not None
        try:
            line = await process.stdout.readline()
        except ValueError:  # longer than any answer
            return Failed("nonsense", "the worker said more than an answer can hold")
        if not line.endswith(b"\n"):
            return Failed("lost", "the worker ended while it was thinking")
        try:
            return msgspec.json.decode(line, type=Answer)
        except msgspec.MsgspecError as error:
            return Failed("nonsense", f"the worker said what is no answer: {error}")

    async def end(self) -> None:
        """Kill the process, if there is one, and wait until it is gone."""
        process, echoing = self.process, self.echo
        self.process = self.echo = None
        if process is None:
            return
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()
        if echoing is not None:
            await echoing


async def echo(process: Process) -> None:
    """Whatever a worker says on stderr belongs into the journal."""
    assert process.stderr is not None
    while said := await process.stderr.read(4096):
        journal.warn("worker said", pid=process.pid, text=said.decode(errors="replace"))


def effort(pid: int) -> tuple[bool, float]:
    """Whether a process wants to go on working, and the CPU seconds it has used; where nobody can tell, it does not."""
    try:
        state, *fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return False, 0.0
    # Running or waiting for a core, or for the disk; others sleep or were stopped.
    return state in "RD", (int(fields[10]) + int(fields[11])) / os.sysconf("SC_CLK_TCK")


def give_way(pid: int, nice: int) -> None:
    """Let others go before this process; Linux may weigh whole sessions against each other, and ours have their own."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, pid, nice)
        with suppress(OSError):
            Path(f"/proc/{pid}/autogroup").write_text(str(nice))


class Bots:
    """Shares the workers among all tables, one job a worker; who comes first is for `Shares` to say."""

    def __init__(
        self,
        workers: int | None = None,
        budget: Mapping[str, float] = BUDGET,
        *,
        command: Sequence[str] = COMMAND,
        memory: int = MEMORY,
        games: Sequence[str] = (),  # beyond the registered ones, as module:GAME
        agents: Mapping[str, str] | None = None,  # beyond the levels: what each name means
        starting: float = STARTING,
        patience: float = PATIENCE,
        metrics: Metrics | None = None,
        far: Far | None = None,  # a cluster that thinks for slow levels where somebody waits, as long as it answers
    ) -> None:
        count = max(2, cores() - 1) if workers is None else workers
        if count < 1:
            raise ValueError(f"at least one worker is needed, not {count}")
        self.budget = budget
        self.far = far
        self.own = frozenset(agents or ())  # which only this machine need have
        self.patience = patience
        self.metrics = Metrics() if metrics is None else metrics
        duties = [SPRINTER if count > 1 else THINKER, *[THINKER] * (count - 1), HERMIT]
        own = [f"{name}={agent}" for name, agent in (agents or {}).items()]
        started = [*command, str(memory), *games, *own]
        self.workers = [Worker(started, starting, self.metrics, duty) for duty in duties]
        self.idle = self.workers[::-1]  # the last one is taken first, so that few are started and those are warm
        self.shares = Shares()
        self.waiting: list[Wanted] = []
        self.given: dict[Worker, tuple[str, float]] = {}  # to whom each that is not idle was given, and when
        self.asking: set[asyncio.Task[int | Failed]] = set()
        self.number = READY
        self.closed = False

    async def choose(
        self, perspective: Perspective, level: str, seed: int, hint: bool = False, asker: Asker = ANYBODY
    ) -> Thought:
        """A legal action for the perspective's seat, whatever becomes of the workers.

        A forced one is thought about like any other, for else how long it takes would tell that it was forced.
        Raises ValueError if the state is not masked for the seat or the seat has nothing to decide, and Closed.
        """
        began = time.monotonic()
        job = job_of(self.number, perspective, level, seed)
        legal = perspective.state.legal_actions(perspective.seat)
        if not legal:
            raise ValueError(f"seat {perspective.seat} has nothing to decide")
        afar = await self.ask_far(job, legal, asker)
        if afar is not None:
            return self.counted(Thought(afar, level, False), level, began)
        worker = await self.free(HINT if hint else MOVE, asker, level in QUICK)
        task: asyncio.Task[int | Failed] | None = None
        try:
            for attempt, asked in enumerate((level, FALLBACK)):
                self.demand_open()
                self.number += 1
                question = msgspec.structs.replace(job, number=self.number, level=asked)
                task = self.asked(worker, question, legal)
                found = await asyncio.shield(task)
                if isinstance(found, int):
                    return self.counted(Thought(found, asked, attempt > 0), level, began)
            self.demand_open()
            journal.fail("no worker could decide", bot=level, game=perspective.game.name)
            return self.counted(Thought(legal[0], FIRST, True), level, began)
        except asyncio.CancelledError:
            if task is not None and not task.done():  # it may be nearly done, and a warm worker is worth a moment
                asyncio.get_running_loop().call_later(self.patience, drop, task)
            raise
        finally:
            if task is None or task.done():
                self.release(worker)
            else:
                task.add_done_callback(lambda _: self.release(worker))

    async def ask_far(self, job: Job, legal: list[int], asker: Asker) -> int | None:
        """What the cluster says; None if this machine has to think. A quick thought is not worth the way."""
        self.demand_open()
        if self.far is None:
            return None
        self.far.open()
        if job.level in QUICK or job.level in self.own or not asker.looks() or not self.far.room(asker.person):
            return None
        self.number += 1
        found = await self.far.ask(msgspec.structs.replace(job, number=self.number), legal, asker.person)
        return found if isinstance(found, int) else None

    async def close(self) -> None:
        """End all workers now; whoever waits gets Closed."""
        self.closed = True
        if self.far is not None:
            await self.far.close()
        for wanted in self.waiting:
            if not wanted.worker.done():
                wanted.worker.set_exception(Closed("the bots were closed"))
        self.waiting.clear()
        await asyncio.sleep(0)  # a task that has not taken its first step could not tell a cancellation from an error
        for task in self.asking:
            drop(task)
        await asyncio.gather(*self.asking)
        await asyncio.gather(*(worker.end() for worker in self.workers))

    def demand_open(self) -> None:
        if self.closed:
            raise Closed("the bots were closed")

    def asked(self, worker: Worker, job: Job, legal: list[int]) -> asyncio.Task[int | Failed]:
        """A task of its own, so that it can outlive whoever asked."""
        seconds = self.budget.get(job.level, max(self.budget.values())) * (UNHURRIED if worker.duty == HERMIT else 1)
        task = asyncio.create_task(worker.ask(job, legal, seconds))
        self.asking.add(task)
        task.add_done_callback(self.asking.discard)
        return task

    async def free(self, rank: int, asker: Asker = ANYBODY, quick: bool = True) -> Worker:
        """A worker for one job, when it is this one's turn."""
        self.demand_open()
        self.number += 1
        wanted = Wanted(asker, quick, rank, self.number, asyncio.get_running_loop().create_future())
        self.waiting.append(wanted)
        self.share_out()
        try:
            return await wanted.worker
        except asyncio.CancelledError:
            if wanted in self.waiting:
                self.waiting.remove(wanted)
            elif not wanted.worker.cancelled() and wanted.worker.exception() is None:
                self.release(wanted.worker.result())  # it was given one just as it went away
            raise

    def share_out(self) -> None:
        """Give what is idle to those who come first; also when somebody has come to look at a table, or has gone."""
        for worker in self.idle[::-1]:
            able = [wanted for wanted in self.waiting if wanted.fits(worker.duty) and not wanted.worker.done()]
            if able:
                first = min(able, key=lambda wanted: self.shares.order(wanted.asker, wanted.rank, wanted.number))
                self.waiting.remove(first)
                self.idle.remove(worker)
                self.shares.begin(first.asker.person)
                self.given[worker] = (first.asker.person, time.monotonic())
                first.worker.set_result(worker)

    def release(self, worker: Worker) -> None:
        """Give the worker to whoever is next."""
        person, since = self.given.pop(worker)
        self.shares.end(person, time.monotonic() - since)
        self.idle.append(worker)
        if not self.closed:
            self.share_out()

    def counted(self, thought: Thought, level: str, began: float) -> Thought:
        self.metrics.thoughts.labels(level, thought.level if thought.fallback else "no").inc()
        self.metrics.thought.labels(level).observe(time.monotonic() - began)
        return thought


def named_agents(given: Sequence[str]) -> dict[str, str]:
    """`NAME=AGENT` as names and what they mean; BadAgent if one cannot be made, tried where it can do no harm."""
    agents: dict[str, str] = {}
    for text in given:
        name, _, spec = text.partition("=")
        if not NAME.fullmatch(name) or not spec:
            raise BadAgent(f"an agent is offered as NAME=package.module:Class, NAME like {NAME.pattern}, not {text!r}")
        if name in LEVELS or name in agents or name == OPEN_SEAT:
            raise BadAgent(f"the name '{name}' is taken; choose another for {spec}")
        tried = subprocess.run([*COMMAND, TRY, spec], capture_output=True, text=True, check=False)
        if tried.returncode:
            lines = tried.stdout.splitlines() or tried.stderr.splitlines() or [f"'{spec}' ended its process"]
            raise BadAgent(lines[-1])
        agents[name] = spec
    return agents


def drop(task: asyncio.Task[int | Failed]) -> None:
    """Nobody wants this answer; said once, for a second time would hit the worker while it ends its process."""
    if not task.cancelling():
        task.cancel()


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
