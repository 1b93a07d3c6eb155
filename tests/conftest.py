"""The tests' set-up: nothing is tested against a stale build."""

import pytest

from paddock.core.errors import StaleBuild
from paddock.core.source import build_state


def pytest_configure(config: pytest.Config) -> None:
    try:
        build_state()
    except StaleBuild as refusal:
        raise pytest.UsageError(str(refusal)) from None


def pytest_report_header(config: pytest.Config) -> str:
    return f"paddock: {build_state()} engine"
