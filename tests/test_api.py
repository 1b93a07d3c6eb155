"""docs/api.md is what the docstrings say, and their examples do what they show."""

from __future__ import annotations

import doctest

import pytest

import paddock
from tools.api import PAGE, examples, page, sections


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "run `make api`"


def test_every_public_name_is_on_it_once_and_says_something() -> None:
    names = [name for names in sections().values() for name in names]
    assert sorted(names) == sorted(paddock.HOME)
    for name in names:
        assert f"\n### {name}\n" in page()
    assert "\n\n\n#" not in page(), "a name without a word about it"


@pytest.mark.parametrize("example", list(examples()), ids=lambda example: str(example.name))
def test_every_example_does_what_it_shows(example: doctest.DocTest) -> None:
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=said.append)
    assert not said, "".join(said)


def test_what_people_call_first_has_an_example() -> None:
    shown = {example.name.partition(" ")[0] for example in examples()}
    assert {"load", "list_games", "Match", "play", "agent", "read", "write", "position", "rollouts", "Game"} <= shown
    assert {"Batch", "Setup", "Option", "Perspective", "State", "Rng", "SeededDice", "ScriptedDice", "check"} <= shown
