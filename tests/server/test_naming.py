"""Nobody sits at a table unseen or in a bot's clothes."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from paddock.server.naming import LONGEST, fault_of, shown
from paddock.server.table import BOTS
from tests.server.place import ROOT, Person, Place, opened

UNSEEN = {
    "Hangul filler": "\u3164",
    "half-width filler": "\uffa0\uffa0",
    "empty Braille": "\u2800\u2800\u2800",
    "lone variation selector": "\ufe0f",
    "supplementary selector": "\U000e0100",
    "only accents": "\u0301\u0308",
    "an enclosing mark": "\u20dd",
    "zero width": "\u200b\u200d\u2060",
    "soft hyphen": "\u00ad",
    "all of them": "\u3164 \u2800\ufe0f\u0301",
}
SEEN = ["Ada", "Zoë", "Zoe\u0308", "李", "한글", "❤️", "🦊", "7", "?", "َAli", "⠓⠊"]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    yield from opened(tmp_path_factory.mktemp("naming"))


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_a_name_that_cannot_be_seen_is_refused(name: str) -> None:
    assert fault_of(name) == "nobody could see this name; choose one with letters"


@pytest.mark.parametrize("name", [*SEEN, "", "  "])
def test_every_name_that_can_be_seen_is_taken_and_no_name_is_a_guests(name: str) -> None:
    assert fault_of(name) == ""


def test_a_name_is_judged_by_what_others_see_of_it() -> None:
    assert fault_of("\u3164" * LONGEST + "Ada")
    assert not fault_of("\u3164" * (LONGEST - 1) + "Ada")
    assert shown(" Ada \u202e\tLovelace of London ") == "Ada Lovelace of Lond"


@pytest.mark.parametrize("name", ["🦉", "Ada 🦈", "the 🦎 king"])
def test_a_bots_picture_is_in_nobodys_name(name: str) -> None:
    assert "bot's picture" in fault_of(name)


@pytest.mark.parametrize("name", ["Owl", "owl", "\uff2f\uff37\uff2c", "Eule", "Shark!", "bot", "Gorilla (bot)"])
def test_nobody_is_called_like_a_bot(name: str) -> None:
    assert fault_of(name) == "this name could be a bot's; choose another"


@pytest.mark.parametrize("name", ["Bowling", "Howl", "Haiko", "Robot 7", "Fox 27"])
def test_a_bots_name_inside_a_word_is_nobodys_business(name: str) -> None:
    assert fault_of(name) == ""


def test_all_names_of_bots_are_known() -> None:
    for language in ("en", "de"):
        texts = json.loads((ROOT / f"web/src/app/texts/{language}.json").read_text())
        for bot in BOTS:
            assert fault_of(texts[f"animal.{bot}"])


@pytest.mark.asyncio
async def test_the_server_refuses_such_names_and_pictures_and_the_seat_stays_free(place: Place) -> None:
    ada, ben = Person(place), Person(place, "Ben", "fox")
    table = await ada.create("me open")
    for wrong in ({"name": "\u3164"}, {"name": "Owl 🦉"}, *({"avatar": bot} for bot in BOTS)):
        answer = await ben.try_to_sit(table, **wrong)
        assert answer.status_code == 422, (wrong, answer.text)
    assert (await ben.sit(table))["seat"] == 1


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "name",
    ["\u3164" * 20 + "Ada", "\u2800" * 39 + "A", "\u200b" * 3 + "\u3164" * 20 + "A", "\U0001d159"],
    ids=["fillers first", "Braille first", "also what is cleaned away", "a note head that is not drawn"],
)
async def test_what_others_are_shown_of_a_name_can_be_seen(place: Place, name: str) -> None:
    """A name is judged as it will be shown: cleaned, and cut to its length."""
    table = (await Person(place).http("POST", "/api/tables", Person(place).wanted("me open"))).json()
    answer = await Person(place, name).try_to_sit(table)
    shown = (await Person(place).read(f"/api/tables/{table['table']}"))["seats"][0]["name"]
    assert answer.status_code == 422, f"everybody sees {shown!a}"
