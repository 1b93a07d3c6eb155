"""Cluster: a Ray cluster whose machines think with this one; Paddock must be installed on all of them.

Ray is an extra and takes seconds to import, so it is only imported here, and only when somebody connects.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from paddock.core.errors import PaddockError

MISSING = "a Ray cluster needs Ray here too: pip install 'paddock[ray]'"
KNOCKING = 10.0  # seconds; Ray itself would wait for minutes
AHEAD = 2  # calls for each core: one runs while the next waits beside it


class Unreachable(PaddockError):
    """No cluster, or none any more."""


class Cluster:
    """A connection; one at a time in a process."""

    def __init__(self, address: str) -> None:
        self.ray = connect(address)
        self.cores = max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self.ray.shutdown()

    def remote(self, function: Callable[..., object]) -> Any:
        """The function on one core of the cluster; one that was lost with its machine is called again elsewhere."""
        return self.ray.remote(num_cpus=1)(function)

    def each(self, function: Callable[..., Any], jobs: Sequence[tuple[object, ...]]) -> Iterator[tuple[int, Any]]:
        """Every job's number and result, as they come."""
        remote = self.remote(function)
        running: dict[Any, int] = {}
        for number, job in enumerate(jobs):
            running[remote.remote(*job)] = number
            if len(running) >= AHEAD * self.cores:
                yield self.next_of(running)
        while running:
            yield self.next_of(running)

    def next_of(self, running: dict[Any, int]) -> tuple[int, Any]:
        (done,), _ = self.ray.wait(list(running), num_returns=1)
        return running.pop(done), self.ray.get(done)


def connect(address: str) -> Any:
    """Ray, connected; one clear sentence where that cannot be."""
    demand_possible(address)
    knock(address)
    ray = import_module("ray")
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error", namespace="paddock")
    except (ConnectionError, RuntimeError, ImportError, ValueError) as error:
        raise Unreachable(f"the Ray cluster at {address} cannot be used: {' '.join(str(error).split())}") from None
    return ray


def demand_possible(address: str) -> None:
    """Unreachable if Ray is not installed here, or this is no address."""
    if find_spec("ray") is None:
        raise Unreachable(MISSING)
    if address != "auto" and None in place_of(address):
        raise Unreachable(f"'{address}' is no address of a Ray cluster; allowed: HOST:PORT, ray://HOST:PORT, auto")


def place_of(address: str) -> tuple[str | None, int | None]:
    """Host and port, as far as the address names them."""
    place = urlsplit(address if "://" in address else f"ray://{address}")
    try:
        return (place.hostname, place.port) if place.scheme == "ray" else (None, None)
    except ValueError:  # a port that is no number
        return None, None


def knock(address: str) -> None:
    """Unreachable unless somebody listens there; `auto` is for Ray to find."""
    host, port = place_of(address)
    if host is None or port is None:
        return
    try:
        socket.create_connection((host, port), KNOCKING).close()
    except OSError:
        raise Unreachable(f"no Ray cluster answers at {address}") from None
