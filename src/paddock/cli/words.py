"""Words: what the command line itself says, in the reader's language."""

from __future__ import annotations

import os
from pathlib import Path

from paddock.core.message import LANGUAGES, Arg, Catalogue, Message, catalogue

Words = Catalogue


def words(language: str) -> Words:
    """The command line's own sentences."""
    return catalogue(Path(__file__).parent, language)


def say(spoken: Words, id: str, **args: Arg) -> str:
    """One of them."""
    return spoken.say(Message(id, args))


def usual_language() -> str:
    """The language of this environment where we have it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            language = value[:2].lower()
            return language if language in LANGUAGES else "en"
    return "en"
