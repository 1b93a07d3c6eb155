"""Old: the levels as they were before anything was learned, kept so that progress can be measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

OLD: Final[Mapping[str, str]] = {"easy": "greedy", "medium": "uct:200", "hard": "uct:2000", "expert": "uct:20000"}
