"""Lines that fit on the screen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from paddock.cli.terminal import columns


def test_columns_go_downwards_and_are_as_wide_as_their_own_items() -> None:
    items = ["a", "b", "cccccc", "d", "e"]
    assert columns(items, 14) == ["a   cccccc   e", "b   d"]
    assert columns(items, 10) == ["a        d", "b        e", "cccccc"]
    assert columns(items, 9) == items


@given(st.lists(st.text("ab ", min_size=1, max_size=12).map(str.strip).filter(bool), max_size=30), st.integers(12, 60))
def test_every_item_is_shown_within_the_width(items: list[str], width: int) -> None:
    lines = columns(items, width)
    assert all(len(line) <= width for line in lines)
    assert sorted("".join(lines).replace(" ", "")) == sorted("".join(items).replace(" ", ""))
