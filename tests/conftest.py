"""The tests' set-up: nothing is tested against a stale build, and every run tries the same examples."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from paddock.core.errors import StaleBuild
from paddock.core.source import build_state

HERE = Path(__file__).parent

# The same examples everywhere, and no clock: a busy machine must not fail a test.
settings.register_profile("house", derandomize=True, deadline=None)
settings.load_profile("house")

# Some hundred processes are started; where Python was told to keep no bytecode each would compile all of Paddock anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# With several workers each takes whole files, so that one server, browser or cluster does for all tests of a file.
# What takes minutes comes first, so that nobody waits for it in the end.
LONGEST = ("building", "browser", "cluster", "trials", "arena", "server", "bench", "cli")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def rank(item: pytest.Item) -> int:
        folder = item.path.relative_to(HERE).parts[0]
        return LONGEST.index(folder) if folder in LONGEST else len(LONGEST)

    items.sort(key=rank)


def pytest_configure(config: pytest.Config) -> None:
    try:
        build_state()
    except StaleBuild as refusal:
        raise pytest.UsageError(str(refusal)) from None


def pytest_report_header(config: pytest.Config) -> str:
    return f"paddock: {build_state()} engine"
