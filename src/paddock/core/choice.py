"""Prompt, Choice, Blocked: what one may do, where to click, what it means, and why not.

A place is a short string that names something in the view (`hand:lion`, `truck:2`). A path is
the places clicked one after the other that make a choice; the client needs no rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from paddock.core.message import Message

Path = tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """One legal action, explained."""

    action: int
    path: Path
    notation: str
    text: Message
    note: tuple[Message, ...] = ()  # what it brings: points, cards left, a birth


@dataclass(frozen=True)
class Blocked:
    """Something a newcomer might click that is not allowed, and the reason."""

    path: Path
    why: Message


@dataclass(frozen=True)
class Prompt:
    """What is asked of the viewer now; no choices when the viewer has nothing to decide."""

    seat: int
    ask: Message
    choices: tuple[Choice, ...] = ()
    blocked: tuple[Blocked, ...] = ()
