"""A Ray cluster for the tests of this folder, and commands that run beside it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cluster.local import ENVIRONMENT

ROOT = Path(__file__).parents[2]


class Cluster(NamedTuple):
    """Where it can be reached: by a process on one of its machines, and by one elsewhere."""

    address: str
    client: str


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Two machines with one core each."""
    command = [sys.executable, "-m", "tests.cluster.local"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield Cluster(**json.loads(process.stdout.readline()))
        finally:
            process.stdin.close()  # which ends it


def python(*arguments: str) -> str:
    """What a program says that uses the cluster: Ray belongs into a process of its own."""
    command = [sys.executable, *arguments]
    environment = {**os.environ, **ENVIRONMENT}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
