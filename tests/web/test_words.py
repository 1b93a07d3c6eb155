from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import paddock.server
from paddock.core.message import Arg, Catalogue, Message
from paddock.core.registry import list_games, load
from paddock.server.socket import BYES
from paddock.server.table import AVATARS, BOTS

WEB = Path(__file__).parents[2] / "web"
GIVEN = json.loads((WEB / "tests" / "words.json").read_text("utf-8"))


def message(sent: list[Any]) -> Message:
    return Message(sent[0], {name: argument(value) for name, value in sent[1].items()})


def argument(value: Any) -> Arg:
    if isinstance(value, list):
        return message(value) if value and isinstance(value[0], str) else tuple(map(message, value))
    assert isinstance(value, (int, str))
    return value


@pytest.mark.parametrize("case", GIVEN["cases"], ids=lambda case: case["said"])
def test_the_site_and_the_catalogue_say_the_same(case: dict[str, Any]) -> None:
    catalogue = Catalogue("en", GIVEN["texts"])
    assert catalogue.say(message(case["message"]), case.get("names", [])) == case["said"]


KINDS = re.compile(r"Refused\(\s*\"(\w+)\"|no=\"(\w+)\"")  # of refusals, as the server's code writes them


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_site_has_words_of_its_own_for_whatever_the_server_says(language: str) -> None:
    texts = json.loads((WEB / "src" / "app" / "texts" / f"{language}.json").read_text("utf-8"))
    server = Path(paddock.server.__file__).parent
    kinds = {found for file in server.glob("*.py") for pair in KINDS.findall(file.read_text("utf-8")) for found in pair}
    kinds -= {"", "avatar"}  # which is a fault of HTTP, and none that the site makes
    assert {"stale", "host", "unavailable", "broken"} <= kinds, "else this test would look in the wrong place"
    assert [kind for kind in sorted(kinds) if f"no.{kind}" not in texts] == []
    assert [why for why in BYES if f"bye.{why}" not in texts] == []
    assert [animal for animal in AVATARS if f"animal.{animal}" not in texts] == []


FACED = [name for name in list_games() if (WEB / "src" / "faces" / name).is_dir()]


@pytest.mark.parametrize("name", FACED)
def test_a_box_bears_the_title_of_its_game(name: str) -> None:
    """The site shows it before the server has said it."""
    assert f'  title: "{load(name).title}",' in (WEB / "src" / "faces" / name / "game.ts").read_text("utf-8")


def test_the_site_keeps_the_bots_animals_from_people() -> None:
    written = (WEB / "src" / "pieces" / "animals.ts").read_text("utf-8")
    people, bots = (
        re.findall(r'"([a-z-]+)"', part) for part in re.findall(r"= \[(.*?)\] as const", written, re.DOTALL)
    )
    assert tuple(bots) == BOTS
    assert not set(people) & set(BOTS)
    assert set(people) <= set(AVATARS)
