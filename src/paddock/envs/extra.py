"""Extra: other people's libraries, which only some interfaces need."""

from __future__ import annotations

from importlib import import_module
from operator import index
from typing import Any

from paddock.core.errors import PaddockError


class MissingExtra(PaddockError, ImportError):
    """A library that is needed here is not installed."""


def library(module: str, title: str, extra: str) -> Any:
    """Somebody's library, or one sentence that says how to get it."""
    try:
        return import_module(module)
    except ImportError as error:
        if error.name is not None and error.name.partition(".")[0] != module.partition(".")[0]:
            raise  # it is there, and something of its own is not
        raise MissingExtra(f"{title} is not installed: pip install 'paddock[{extra}]'") from None


def number_of(action: Any) -> int:
    """An action as learners give it, numpy's numbers and arrays of one included; -1 if it is no whole number."""
    try:
        return index(action)
    except TypeError:
        return -1
