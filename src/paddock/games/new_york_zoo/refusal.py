"""Refusal: how a written position is turned down, with the field that is wrong."""

from __future__ import annotations

from typing import NoReturn

from paddock.core.errors import BadPosition


def refuse(field: str, reason: str) -> NoReturn:
    raise BadPosition(f"{field}: {reason}")


def demand(holds: bool, field: str, reason: str) -> None:
    if not holds:
        refuse(field, reason)
