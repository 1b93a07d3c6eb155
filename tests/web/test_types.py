from __future__ import annotations

from pathlib import Path
from typing import Literal, NotRequired, TypedDict

import pytest

from tools import typescript


class Leaf(TypedDict):
    """A leaf."""

    name: str | None  # its own
    sizes: list[int | None]
    shade: NotRequired[Literal["light", "dark"]]


class Tree(Leaf):
    """A tree. With more to say.

    But not here.
    """

    leaves: dict[str, list[Leaf]]


def test_a_typed_dictionary_becomes_an_interface_with_its_remarks() -> None:
    found: dict[str, type] = {}
    assert typescript.interface(Tree, found).splitlines() == [
        "/** A tree. With more to say. */",
        "export interface Tree {",
        "  name: string | null; // its own",
        "  sizes: (number | null)[];",
        '  shade?: "light" | "dark";',
        "  leaves: Record<string, Leaf[]>;",
        "}",
    ]
    assert found == {"Leaf": Leaf}


def test_a_type_that_has_no_translation_is_refused() -> None:
    with pytest.raises(TypeError, match="no TypeScript is known for"):
        typescript.written(set[int], {})


@pytest.mark.parametrize("path", typescript.files(), ids=lambda path: path.name)
def test_the_types_of_the_site_are_those_of_the_games(path: Path) -> None:
    assert path.read_text("utf-8") == typescript.files()[path], "run: make types"
