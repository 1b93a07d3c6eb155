"""The catalogues of all games: the same messages in both languages, each of them used, and every option explained."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from paddock.core.game import Game
from paddock.core.message import LANGUAGES, Message
from paddock.core.registry import list_games, load

# What the site asks every game for.
ASKED = {"goal", "mood", "option", "word", "field", "place"}
# Beginnings of ids that the games put together from parts, or that others ask for.
MADE = {
    "franks-zoo": {"kind", "kinds", "cards", "variant", "role", "can", "do", "draw", "why", "ordinal"},
    "new-york-zoo": {
        "kind", "kinds", "a", "short", "animals", "attraction", "ask.move", "do.decline", "do.extra", "do.keep",
        "note.hole", "draw.you", "why.spot",
    },
    "o-zoo-le-mio": {
        "animal", "letter", "side", "turn", "draw", "why.on.tile", "why.on.house", "why.on.start",
        "trees", "visitors", "benches",
    },
    "zooloretto": {
        "animal", "animals", "an", "stem", "name", "one", "count", "stall", "stalls", "short", "place", "into", "in",
        "beside", "from", "the", "can.draw", "can.take", "do.take", "do.load", "note.points", "note.best",
        "why.poor", "draw.now", "draw.full", "draw.short", "draw.bonus", "draw.male", "draw.female",
    },
}  # fmt: skip
# These choose among the forms of an animal, which not every language has.
FORMS = {"zooloretto": ("name.", "one.", "count.")}

# A game in plain words has no catalogue.
SPOKEN = [
    name for name in list_games() if (load(name).folder / "en.json").exists() and load(name).folder != Game.folder
]
every_game = pytest.mark.parametrize("game", [load(name) for name in SPOKEN], ids=SPOKEN)


def test_every_game_of_ours_has_words() -> None:
    assert set(MADE) <= set(SPOKEN)


def texts(game: Game, language: str) -> dict[str, Any]:
    return dict(json.loads((game.folder / f"{language}.json").read_text("utf-8")))


def placeholders(text: Any) -> set[str]:
    forms = [text] if isinstance(text, str) else [form for key, form in text.items() if key != "by"]
    return {name for form in forms for name in re.findall(r"{(\w+)}", form)}


@every_game
def test_both_languages_have_the_same_messages_with_the_same_arguments(game: Game) -> None:
    english, german = texts(game, "en"), texts(game, "de")
    assert list(english) == list(german)
    for name, text in english.items():
        assert isinstance(text, str) == isinstance(german[name], str), name
        if not name.startswith(FORMS.get(game.name, ())):
            assert placeholders(text) == placeholders(german[name]), name


@every_game
def test_every_message_is_used(game: Game) -> None:
    source = "".join(file.read_text("utf-8") for file in game.folder.glob("*.py"))
    for name in texts(game, "en"):
        parts = name.split(".")
        beginnings = {".".join(parts[:count]) for count in range(1, len(parts) + 1)}
        assert beginnings & (ASKED | MADE.get(game.name, set())) or re.search(f"['\"]{re.escape(name)}['\"]", source), (
            name
        )


@every_game
def test_every_option_and_named_value_is_explained(game: Game) -> None:
    for seats in game.seats:
        for option in game.options:
            # A value made of several, a+b, is told by the names of its parts.
            values = [value for value in option.allowed(seats, {}) if isinstance(value, str) and "+" not in value]
            for name in [f"option.{option.name}", *(f"option.{option.name}.{value}" for value in values)]:
                for language in LANGUAGES:
                    assert game.words(language).say(Message(name, {})), name


@every_game
def test_the_goal_is_told_in_a_sentence_or_two(game: Game) -> None:
    for language in LANGUAGES:
        assert 1 <= game.words(language).say(Message("goal", {})).count(".") <= 2
