from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from paddock.core.message import Arg, Catalogue, Message

GIVEN = json.loads((Path(__file__).parents[2] / "web" / "tests" / "words.json").read_text("utf-8"))


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
