"""Naming: how people may be called at a table, so that everybody is seen and nobody is taken for a bot."""

from __future__ import annotations

import unicodedata
from typing import Final

# Letters and symbols, as Unicode counts them, that show nothing: Hangul fillers and the empty Braille pattern.
BLANK: Final = "\u115f\u1160\u3164\uffa0\u2800"
BOTS_PICTURES: Final = "🦈🦉🦍🐙🐬🦏🦎"  # of the animals that only bots have


def fault_of(name: str) -> str:
    """What is wrong with a name, in a sentence; nothing for one that can be used. No name at all can be: Guest."""
    if any(picture in name for picture in BOTS_PICTURES):
        return "this name has a bot's picture in it; choose another"
    if name.strip() and not any(is_seen(letter) for letter in name):
        return "nobody could see this name; choose one with letters"
    return ""


def is_seen(letter: str) -> bool:
    """Does it leave ink by itself? Marks, such as accents and variation selectors, only change what stands before."""
    return letter not in BLANK and unicodedata.category(letter)[0] not in "MZC"
