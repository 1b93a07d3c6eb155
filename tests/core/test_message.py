"""Message: sentences without a language, said in one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paddock.core import message as module
from paddock.core.errors import PaddockError
from paddock.core.message import LANGUAGES, Catalogue, catalogue, message, seat_name

EN = Catalogue(
    "en",
    {
        "seat.nameless": "Seat {number}",
        "list.last": " and ",
        "gives": "{who} gives {what}.",
        "lion": "a lion",
        "fox": "a fox",
        "cards": {"by": "count", "one": "{count} card", "other": "{count} cards"},
    },
)


def test_arguments_are_words_numbers_and_messages() -> None:
    said = message("gives", who=seat_name(1), what=message("cards", count=2))
    assert EN.say(said) == "Seat 2 gives 2 cards."
    assert EN.say(said, ("Ada", "Ben")) == "Ben gives 2 cards."
    assert EN.say(said, ("Ada",)) == "Seat 2 gives 2 cards."


@pytest.mark.parametrize(("count", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_numbers_have_a_singular(count: int, said: str) -> None:
    assert EN.say(message("cards", count=count)) == said


def test_lists_end_in_and() -> None:
    lion, fox = message("lion"), message("fox")
    said = [EN.say(message("gives", who="Ada", what=what)) for what in ((), (lion,), (lion, fox), (lion, fox, lion))]
    assert said == [
        "Ada gives .",
        "Ada gives a lion.",
        "Ada gives a lion and a fox.",
        "Ada gives a lion, a fox and a lion.",
    ]


def test_a_missing_sentence_is_named() -> None:
    with pytest.raises(PaddockError, match=r"^the en catalogue has no message 'bear'$"):
        EN.say(message("bear"))


def test_messages_are_equal_by_what_they_say() -> None:
    assert message("cards", count=1) == message("cards", count=1) != message("cards", count=2)
    assert len({message("cards", count=1), message("cards", count=1)}) == 1


def test_a_folder_adds_to_the_kernels_words(tmp_path: Path) -> None:
    (tmp_path / "en.json").write_text(json.dumps({"roar": "Roar!", "list.last": " & "}))
    words = catalogue(tmp_path, "en")
    assert words.say(message("roar")) == "Roar!"
    assert words.say(seat_name(0)) == "Seat 1"
    assert words.texts["list.last"] == " & "
    with pytest.raises(PaddockError, match="no words in language 'fr'; there are en, de"):
        catalogue(tmp_path, "fr")


def test_the_kernel_says_the_same_things_in_every_language() -> None:
    folder = Path(module.__file__).parent
    found = {language: json.loads((folder / f"{language}.json").read_text("utf-8")) for language in LANGUAGES}
    assert all(set(texts) == set(found["en"]) for texts in found.values())
