"""Process: a server in a process group of its own, on one core, that can be killed like a power cut."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from paddock.core.errors import PaddockError

HOST = "127.0.0.1"
PATIENCE = 60.0  # seconds until a server that does not answer is given up
PAGE = os.sysconf("SC_PAGE_SIZE")
TICK = os.sysconf("SC_CLK_TCK")


class NoServer(PaddockError):
    """A server did not start."""


class Process:
    """A program that listens on a port of the loopback."""

    def __init__(
        self, command: Sequence[str], port: int, log: Path, cores: set[int], settings: Mapping[str, str] | None = None
    ) -> None:
        self.port = port
        self.log = log
        self.started = time.perf_counter()
        with log.open("ab") as output:
            self.child = subprocess.Popen(
                command, stdout=output, stderr=output, env={**os.environ, **(settings or {})}, start_new_session=True
            )
        if cores:
            os.sched_setaffinity(self.child.pid, cores)

    def wait_until_it_listens(self) -> None:
        """Return as soon as somebody can connect; NoServer if it ends or sleeps."""
        while time.perf_counter() - self.started < PATIENCE:
            if self.child.poll() is not None:
                break
            try:
                socket.create_connection((HOST, self.port), timeout=1).close()
            except OSError:
                time.sleep(0.005)
            else:
                return
        self.kill()
        lines = self.log.read_text(errors="replace").strip().splitlines()
        raise NoServer(f"the server did not start: {lines[-1] if lines else 'it said nothing'}")

    def kill(self) -> None:
        """`kill -9` of the whole group."""
        with suppress(ProcessLookupError):
            os.killpg(self.child.pid, signal.SIGKILL)
        self.child.wait()

    def freeze(self) -> None:
        """Stop the whole group where it is, as a machine that is suspended."""
        os.killpg(self.child.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        os.killpg(self.child.pid, signal.SIGCONT)

    def members(self) -> list[Path]:
        """The /proc folders of the group, and of the processes that think for bots, which have groups of their own."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                if self.child.pid in (parent, os.getpgid(int(folder.name))):
                    found.append(folder)
            except OSError:
                continue  # it has just ended
        return found

    def resident(self) -> int:
        """Bytes in memory, all processes of the group."""
        return sum(int((folder / "statm").read_text().split()[1]) * PAGE for folder in self.members())

    def worked(self) -> float:
        """Seconds of CPU time so far."""
        total = 0
        for folder in self.members():
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
        return total / TICK

    def starved(self) -> float:
        """Seconds so far in which its first thread could have run and had no core."""
        return int(Path(f"/proc/{self.child.pid}/schedstat").read_text().split()[1]) / 1e9


def paddock(database: str, game: str, port: int, log: Path, cores: set[int], *more: str) -> Process:
    """A Paddock server with this game, and with more of the options of `paddock serve`."""
    command = [sys.executable, "-m", "paddock.cli", "serve", "--db", database, "--port", str(port), "--no-browser"]
    command += ["--rate", "0"]  # no limit a person would never notice
    outside = ["--game", game] if ":" in game else []
    return Process([*command, *outside, *more], port, log, cores)


def end_in_order() -> None:
    """Let SIGTERM end this program as an exception does, so that no server is left behind."""
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        port: int = listener.getsockname()[1]
        return port


def two_cores() -> tuple[set[int], set[int]]:
    """One core for the server and the others for its clients; no choice on a machine with one."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) == 1:
        return set(cores), set(cores)
    return {cores[0]}, set(cores[1:])
