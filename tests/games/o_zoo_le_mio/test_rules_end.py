"""R9, the end: after five years, and who is first."""

from __future__ import annotations

from typing import Any

import pytest

from paddock.core.state import NOBODY
from tests.games.o_zoo_le_mio.positions import Table, table

NOTHING = {"visitors": 0, "trees": 0, "benches": 0}


def ended(**changes: Any) -> Table:
    """The last tile fits nowhere in the zoo of seat 2; seats 0 and 1 end with 15 points each.

    Seat 2 (tiles 2 and 19) has apes 1, birds 1, reptiles 1 (second), two trees, two benches: 7 units, 35 points. Seat 0
    (tile 7) has reptiles 2 and sea 1: 15 points. Seat 1 (tile 8) has sea 2: 10 points, and 5 from the first year.
    """
    lots = ["2 (0,1) r270 by 2", "19 (1,2) r90 by 2", "7 (1,1) r0 by 0", "8 (-1,1) r0 by 1"]
    first = {"visitors": 5, "trees": 0, "benches": 0}
    sheet = [[NOTHING] * 4, [first, *[NOTHING] * 3], [NOTHING] * 4]
    on = table(3, lots, [4], leg=4, sold=4, sheet=sheet, points=[0, 5, 0], flag=[1, 0, 2], **changes)
    return on.bids(0, 0, 1)


def test_r9_1_after_five_years_it_is_over() -> None:
    end = ended()
    assert end.turn == ("over", [])
    assert end.state.actor == NOBODY
    assert (end.get("leg"), end.get("sold")) == (5, 0)
    assert end.get("points") == [15, 15, 35]
    assert all(end.legal(seat) == set() for seat in range(3))


@pytest.mark.parametrize(
    ("rule", "places"),
    [
        ("shared", [2, 2, 1]),
        ("flagpole", [3, 2, 1]),  # the flag of seat 1 is at the top
        ("visitors_then_trees", [2, 3, 1]),  # three visitors against two
    ],
)
def test_r9_2_equal_points(rule: str, places: list[int]) -> None:
    assert ended(final_tiebreak=rule).state.places() == places


def test_r9_2_coins_count_for_nothing() -> None:
    assert ended(coins=[0, 99, 8]).state.places() == [2, 2, 1]


def test_r9_2_the_flagpole_is_that_at_the_end() -> None:
    # Seats 0 and 2 tie at 1 for the last tile; seat 2 is higher, wins it and drops below both.
    lots = ["2 (0,1) r270 by 2", "19 (1,2) r90 by 2", "7 (1,1) r0 by 0", "8 (-1,1) r0 by 1"]
    fourth = {"visitors": 5, "trees": 0, "benches": 0}
    sheet = [[*[NOTHING] * 3, fourth], [NOTHING] * 4, [NOTHING] * 4]
    changes: dict[str, Any] = {"leg": 4, "sold": 4, "sheet": sheet, "points": [20, 0, 0], "flag": [1, 2, 0]}
    on = table(3, lots, [4], final_tiebreak="flagpole", **changes).bids(1, 0, 1)
    assert on.get("points") == [35, 10, 35]
    assert on.get("flag") == [0, 1, 2]
    assert on.state.places() == [1, 3, 2]


def test_r9_2_visitors_equal_then_trees() -> None:
    # Nobody has points yet. Two lone animals each; seat 1 has bushes.
    lots = ["7 (1,1) r0 by 0", "23 (0,1) r0 by 1"]
    assert table(2, lots, final_tiebreak="visitors_then_trees").state.places() == [2, 1]
    assert table(2, lots, final_tiebreak="shared").state.places() == [1, 1]


def test_r9_2_visitors_and_trees_equal_then_shared() -> None:
    # Sea 1 and 2, reptiles 2 and 1: three visitors each, no bush.
    lots = ["7 (1,1) r0 by 0", "8 (-1,1) r0 by 1"]
    assert table(3, lots, final_tiebreak="visitors_then_trees").state.places() == [1, 1, 3]


def test_r9_2_the_flagpole_leaves_no_ties() -> None:
    assert table(4, final_tiebreak="flagpole", flag=[2, 0, 3, 1]).state.places() == [3, 1, 4, 2]
