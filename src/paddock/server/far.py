"""Far: the Ray cluster as bots see it: a place where thoughts may be had, as long as it answers.

It never holds anybody up for long: a cluster that is lost, slow or full is done without, and tried again later.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec

from paddock.server import journal
from paddock.server.bots import Failed, echo
from paddock.server.metrics import Metrics
from paddock.server.worker import READY, Answer, Job

COMMAND: Final = (sys.executable, "-m", "paddock.server.bridge")
PATIENCE: Final = 5.0  # seconds for a thought of a second at most; then this machine thinks
REST: Final = 10.0  # seconds until a cluster that failed is tried again
CONNECTING: Final = 120.0  # seconds; its machines import everything first


class Far:
    """One bridge at a time; `open` it in a running loop and `close` it."""

    def __init__(
        self,
        address: str,
        games: Sequence[str] = (),
        *,
        command: Sequence[str] = COMMAND,
        patience: float = PATIENCE,
        rest: float = REST,
        metrics: Metrics | None = None,
    ) -> None:
        self.command = (*command, address, *games)
        self.patience = patience
        self.rest = rest
        self.metrics = Metrics() if metrics is None else metrics
        self.cores = 0  # none while it is not connected
        self.process: Process | None = None
        self.waiting: dict[int, asyncio.Future[Answer]] = {}
        self.thinking: Counter[str] = Counter()  # thoughts of each person under way
        self.keeper: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Connect, and again whenever the connection is lost; once."""
        if self.keeper is None:
            self.keeper = asyncio.create_task(self.keep())

    async def close(self) -> None:
        if self.keeper is not None:
            self.keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self.keeper

    def room(self, person: str) -> bool:
        """Is a core free? Nobody has more than half of them, so that nobody's tables fill the cluster."""
        return len(self.waiting) < self.cores and self.thinking[person] < max(1, self.cores // 2)

    async def ask(self, job: Job, legal: list[int], person: str) -> int | Failed:
        """The action, or why this machine has to think."""
        self.thinking[person] += 1
        try:
            found = await self.attempt(job, legal)
        finally:
            self.thinking[person] -= 1
            if not self.thinking[person]:
                del self.thinking[person]
        self.metrics.cluster.labels(found.reason if isinstance(found, Failed) else "done").inc()
        if isinstance(found, Failed):
            journal.warn("cluster gave no action", reason=found.reason, why=found.sentence, bot=job.level)
            if found.reason == "late":
                self.give_up()
        return found

    async def attempt(self, job: Job, legal: list[int]) -> int | Failed:
        process = self.process
        if process is None or process.stdin is None:
            return Failed("lost", "the cluster was lost")
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.waiting[job.number] = answer
        try:
            process.stdin.write(msgspec.json.encode(job) + b"\n")
            async with asyncio.timeout(self.patience):
                given = await answer
        except TimeoutError:
            return Failed("late", f"the cluster gave no answer within {self.patience:g} s")
        except ConnectionError as error:
            return Failed("lost", f"the cluster was lost: {error}")
        finally:
            if self.waiting.pop(job.number, None) is not None and not answer.done() and not process.stdin.is_closing():
                process.stdin.write(b"-%d\n" % job.number)  # nobody waits for it any more
        if given.action is None:
            return Failed("error", f"the cluster could not decide: {given.error}")
        if given.action not in legal:
            return Failed("nonsense", f"the cluster chose {given.action}, which is not legal")
        return given.action

    def give_up(self) -> None:
        """End the bridge: it is too slow to be waited for."""
        self.count(0)
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()

    def count(self, cores: int) -> None:
        self.cores = cores
        self.metrics.cores.set(cores)

    async def keep(self) -> None:
        """Connect, read answers until the connection is lost, rest, and so on."""
        while True:
            await self.connected()
            await asyncio.sleep(self.rest)

    async def connected(self) -> None:
        """One connection, from its beginning to its end."""
        # In a session of its own, Ctrl+C at the server's terminal is for the server to deal with.
        self.process = process = await asyncio.create_subprocess_exec(
            *self.command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
        )
        echoing = asyncio.create_task(echo(process))
        try:
            async with asyncio.timeout(CONNECTING) as limit:
                while (answer := await self.read(process)) is not None:
                    if answer.number == READY:
                        limit.reschedule(None)
                        self.count(answer.action or 0)
                        journal.note("cluster connected", cores=self.cores)
                    elif (waits := self.waiting.get(answer.number)) is not None and not waits.done():
                        waits.set_result(answer)
        except TimeoutError:
            pass  # said below
        finally:
            self.process = None
            self.count(0)
            for waits in self.waiting.values():
                if not waits.done():
                    waits.set_exception(ConnectionError("the bridge has ended"))
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()
            await echoing
        journal.warn("cluster lost", rest=self.rest)

    async def read(self, process: Process) -> Answer | None:
        """The next answer; None at the end, which nonsense is too."""
        assert process.stdout is not None
        try:
            line = await process.stdout.readline()
            return msgspec.json.decode(line, type=Answer) if line.endswith(b"\n") else None
        except (ValueError, msgspec.MsgspecError):
            return None
