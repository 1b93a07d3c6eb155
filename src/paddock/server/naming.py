"""Naming: how people may be called at a table, so that everybody is seen and nobody is taken for a bot."""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST: Final = 20  # letters of a name that others are shown
# Letters and symbols, as Unicode counts them, that show nothing: Hangul fillers, the empty Braille pattern, a note
# without a head, hieroglyphs that only keep a place.
BLANK: Final = "\u115f\u1160\u3164\uffa0\u2800\U0001d159\U00013441\U00013442"
# What bots are called, in every language of the site, and what they are.
BOTS_NAMES: Final = frozenset((
    "shark", "owl", "gorilla", "octopus", "dolphin", "rhinoceros", "lizard", "hai", "eule", "krake", "delfin",
    "nashorn", "echse", "bot", "computer",
))  # fmt: skip
BOTS_PICTURES: Final = "🦈🦉🦍🐙🐬🦏🦎"  # of the animals that only bots have


def cleaned(text: str) -> str:
    """Words of a person: printable, single-spaced, no control or direction characters."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def shown(name: str) -> str:
    """What others see of a name that somebody gave."""
    return cleaned(name)[:LONGEST].strip()


def fault_of(name: str) -> str:
    """What is wrong with a name as others see it, in a sentence; nothing for one that can be used.

    No name at all can be: Guest.
    """
    seen = shown(name)
    if any(picture in seen for picture in BOTS_PICTURES):
        return "this name has a bot's picture in it; choose another"
    words = unicodedata.normalize("NFKC", seen).casefold().split()
    if not BOTS_NAMES.isdisjoint(word.strip(".,:;!?-_()[]") for word in words):
        return "this name could be a bot's; choose another"
    if name.strip() and not any(is_seen(letter) for letter in seen):
        return "nobody could see this name; choose one with letters"
    return ""


def is_seen(letter: str) -> bool:
    """Does it leave ink by itself? Marks, such as accents and variation selectors, only change what stands before."""
    return letter not in BLANK and unicodedata.category(letter)[0] not in "MZC"
