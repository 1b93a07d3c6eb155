"""Message: a sentence before it has a language; Catalogue: the sentences of one language.

A catalogue is a JSON object from message id to text with `{argument}` in it. Where the text
depends on a number, the value is an object such as {"by": "count", "one": "…", "other": "…"}.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from paddock.core.errors import PaddockError, shown

LANGUAGES = ("en", "de")


class Message(NamedTuple):
    """An id with arguments: numbers, words that need no translation, other messages, or lists.

    A tuple, so that it is written as JSON as it stands: `["id", {"argument": value}]`.
    """

    id: str
    args: Mapping[str, Arg]

    def __hash__(self) -> int:
        return hash(self.id)


Arg = int | str | Message | tuple[Message, ...]


def message(id: str, **args: Arg) -> Message:
    return Message(id, args)


@cache  # named in nearly every sentence, and there are few seats
def seat_name(seat: int) -> Message:
    """Stands for the name of whoever sits there; the reader's own language and names apply."""
    return Message("seat", {"seat": seat})


class Catalogue:
    """All sentences of one game in one language, on top of the kernel's own."""

    def __init__(self, language: str, texts: Mapping[str, str | Mapping[str, str]]) -> None:
        self.language = language
        self.texts = texts

    def say(self, message: Message, names: Sequence[str] = ()) -> str:
        """The sentence, with seats called by `names` where given."""
        if message.id == "seat":
            seat = message.args["seat"]
            assert isinstance(seat, int)
            return names[seat] if seat < len(names) else self.say(Message("seat.nameless", {"number": seat + 1}))
        try:
            text = self.texts[message.id]
        except KeyError:
            raise PaddockError(f"the {self.language} catalogue has no message '{message.id}'") from None
        if not isinstance(text, str):
            text = text["one" if message.args[text["by"]] == 1 else "other"]
        return text.format_map({name: self.word(arg, names) for name, arg in message.args.items()})

    def word(self, arg: Arg, names: Sequence[str]) -> str:
        if isinstance(arg, Message):
            return self.say(arg, names)
        if isinstance(arg, tuple):
            words = [self.say(part, names) for part in arg]
            if len(words) < 2:
                return "".join(words)
            joint = self.texts["list.last"]
            assert isinstance(joint, str)
            return ", ".join(words[:-1]) + joint + words[-1]
        return str(arg)


@cache
def catalogue(folder: Path, language: str) -> Catalogue:
    """The catalogue of a game's folder (`<language>.json`), with the kernel's words beneath."""
    if language not in LANGUAGES:
        raise PaddockError(f"no words in language {shown(language)}; there are {', '.join(LANGUAGES)}")
    texts: dict[str, str | Mapping[str, str]] = {}
    for place in (Path(__file__).parent, folder):
        file = place / f"{language}.json"
        if file.exists():
            texts.update(json.loads(file.read_text("utf-8")))
    return Catalogue(language, texts)
