"""Layout: every cell has one name, and a written position is read back or refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.errors import BadPosition
from paddock.core.layout import Field, Layout, Named, Number, Wide
from paddock.core.state import ACTOR, HEAD, SEALED, head

LAYOUT = Layout(
    HEAD + 8,
    Field("phase", HEAD, Named({"draw": 0, "feed": 1})),
    Field("pen", HEAD + 1, Named({"none": -1}, range(10))),
    Field("bag", HEAD + 2, Number(0, 6), count=2),
    Field("points", HEAD + 4, Number(0, 99), per_seat=True, count=4, rest=7),
)


def cells(seats: int = 2) -> vec[i64]:
    found = head(seats, HEAD + 8)
    found[HEAD + 1] = -1
    found[HEAD + 2] = 6
    for k in range(seats, 4):
        found[HEAD + 4 + k] = 7
    return found


def test_fields_are_written_by_name() -> None:
    assert LAYOUT.write(cells()) == {
        "seats": 2,
        "actor": "chance",
        "due": 0,
        "leg": 0,
        "viewer": "whole",
        "sealed": ["open", "open"],
        "phase": "draw",
        "pen": "none",
        "bag": [6, 0],
        "points": [0, 0],
    }


@given(
    st.integers(1, 4),
    st.integers(0, 1),
    st.integers(-1, 9),
    st.integers(0, 6),
    st.lists(st.integers(0, 99), min_size=4),
)
def test_what_is_written_is_read(seats: int, phase: int, pen: int, bag: int, points: list[int]) -> None:
    given_cells = cells(seats)
    given_cells[HEAD], given_cells[HEAD + 1], given_cells[HEAD + 3] = phase, pen, bag
    given_cells[ACTOR], given_cells[SEALED] = seats - 1, 3
    for seat in range(seats):
        given_cells[HEAD + 4 + seat] = points[seat]
    text = json.dumps(LAYOUT.write(given_cells))
    assert list(LAYOUT.read(json.loads(text))) == list(given_cells)


def test_a_whole_layout_has_no_gaps() -> None:
    assert LAYOUT.gaps() == []


def test_gaps_and_overlaps_are_named() -> None:
    layout = Layout(HEAD + 3, Field("one", HEAD, Number(0, 1), count=2), Field("two", HEAD + 1, Number(0, 1)))
    assert layout.gaps() == [f"cell {HEAD + 1} is both one and two", f"cell {HEAD + 2} has no field"]
    long = Layout(HEAD, Field("one", HEAD, Number(0, 1)))
    assert long.gaps() == [f"cell {HEAD} of one is past the end"]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"phase": "sleep"}, r"^phase: allowed: draw, feed; got 'sleep'$"),
    ({"phase": 0}, r"^phase: allowed: draw, feed; got 0$"),
    ({"pen": 10}, r"^pen: allowed: none, 0 to 9; got 10$"),
    ({"pen": True}, r"^pen: allowed: none, 0 to 9; got True$"),
    ({"bag": 3}, r"^bag: a list of 2 is expected, got 3$"),
    ({"bag": [1, 7]}, r"^bag\[1\]: a number from 0 to 6 is expected, got 7$"),
    ({"bag": [1, 1.0]}, r"^bag\[1\]: a number from 0 to 6 is expected, got 1.0$"),
    ({"points": [1]}, r"^points: a list of 2 is expected, got \[1\]$"),
    ({"seats": 5}, r"^seats: a number from 1 to 4 is expected, got 5$"),
    ({"seats": None}, r"^seats: a number from 1 to 4 is expected, got None$"),
    ({"actor": "me"}, r"^actor: allowed: chance, nobody, 0 to 7; got 'me'$"),
    ({"colour": 1}, r"^colour: no such field; the fields are seats, actor, "),
]


@pytest.mark.parametrize(("change", "said"), WRONG)
def test_what_is_wrong_is_named(change: dict[str, Any], said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        LAYOUT.read({**LAYOUT.write(cells()), **change})


def test_a_missing_field_is_named() -> None:
    position = LAYOUT.write(cells())
    del position["bag"]
    with pytest.raises(BadPosition, match=r"^bag: the field is missing$"):
        LAYOUT.read(position)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
names = st.sampled_from(sorted(LAYOUT.write(cells())))


@given(st.dictionaries(names, json_values))
def test_whatever_is_given_is_read_or_refused(changes: dict[str, Any]) -> None:
    position = {**LAYOUT.write(cells()), **changes}
    try:
        read = LAYOUT.read(position)
    except BadPosition:
        return
    assert LAYOUT.write(read) == position


@given(json_values)
def test_whatever_is_no_position_is_refused(value: Any) -> None:
    with pytest.raises(BadPosition):
        LAYOUT.read(value)


def test_a_field_may_have_another_kind_for_each_cell() -> None:
    kinds = (Number(0, 6), Named({"full": 1, "empty": 0}))
    layout = Layout(HEAD + 2, Field("bag", HEAD, kinds, count=2))
    written = layout.write(head(1, HEAD + 2))
    assert written["bag"] == [0, "empty"]
    assert list(layout.read(written | {"bag": [5, "full"]}))[HEAD:] == [5, 1]
    with pytest.raises(BadPosition, match=r"bag\[1\]: allowed: full, empty"):
        layout.read(written | {"bag": [5, 1]})


class Split(Wide):
    """A number in two cells, tens and ones."""

    def write(self, cells: tuple[int, ...]) -> object:
        return 10 * cells[0] + cells[1]

    def read(self, value: object) -> tuple[int, ...]:
        return divmod(Number(0, 99).read(value), 10)


WIDE = Layout(
    HEAD + 8,
    Field("age", HEAD, Split(), count=2, words=2),
    Field("weight", HEAD + 2, Split(), per_seat=True, count=6, words=2),
)


def test_a_value_may_take_several_cells() -> None:
    assert WIDE.gaps() == []
    written = WIDE.write(head(2, HEAD + 8))
    given_cells = WIDE.read(written | {"age": 42, "weight": [17, 80]})
    assert list(given_cells[HEAD:]) == [4, 2, 1, 8, 0, 7, 0, 0]  # the first words of all seats, then the second ones
    again = WIDE.write(given_cells)
    assert (again["age"], again["weight"]) == (42, [17, 80])
    with pytest.raises(BadPosition, match=r"weight\[1\]: a number from 0 to 99 is expected, got 100"):
        WIDE.read(written | {"weight": [1, 100]})
    with pytest.raises(BadPosition, match="seats: a number from 1 to 3 is expected, got 4"):
        WIDE.read(written | {"seats": 4})
