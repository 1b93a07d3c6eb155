"""The tests' set-up: nothing is tested against a stale build, and every run tries the same examples."""

import pytest
from hypothesis import settings

from paddock.core.errors import StaleBuild
from paddock.core.source import build_state

# The same examples everywhere, and no clock: a busy machine must not fail a test.
settings.register_profile("house", derandomize=True, deadline=None)
settings.load_profile("house")


def pytest_configure(config: pytest.Config) -> None:
    try:
        build_state()
    except StaleBuild as refusal:
        raise pytest.UsageError(str(refusal)) from None


def pytest_report_header(config: pytest.Config) -> str:
    return f"paddock: {build_state()} engine"
