"""Scoring a hand: rulebook 4 and 5.4, rulings A14, A23, A27, A31 to A34, edge cases 19 to 21 and 24.

Each position is one play before the end of its hand. Where lions and hedgehogs count they are placed by hand;
"even" piles give each of five seats one of both: no lion points, no hedgehog penalty.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.franks_zoo.positions import Table, table

EVEN = "1 lion, 1 hedgehog"


def gains(at: Table, before: list[int]) -> list[int]:
    return [now - had for now, had in zip(at.get("total"), before, strict=True)]


def finished(hands: list[str], *turns: str, **changes: Any) -> tuple[list[int], Table]:
    """Play these turns, which end the hand; what each seat gained by it."""
    at = table(hands, **changes)
    before = at.get("total")
    leg = at.get("leg")
    at.play(*turns)
    assert at.get("leg") == leg + 1, "the hand is not over"
    return gains(at, before), at


def animals(
    taken: list[str], hands: tuple[str, str] = ("1 whale", "1 fish"), **changes: Any
) -> tuple[list[int], Table]:
    """Three seats: seat 2 was out first (3), seat 0 goes out second (2), seat 1 is last (0)."""
    return finished([*hands, ""], f"0 lay {hands[0]}", variant="animals", taken=taken, **changes)


@pytest.mark.parametrize(
    ("seats", "points"),
    [
        (3, [3, 2, 0]),
        (4, [4, 3, 2, 0]),
        (5, [5, 4, 3, 2, 0]),
        (6, [6, 5, 4, 3, 2, 0]),
        (7, [7, 6, 5, 4, 3, 2, 0]),
    ],
)
def test_r4_first_out_gets_a_point_a_player_then_one_less_each_and_the_last_none(seats: int, points: list[int]) -> None:
    hands = [*[""] * (seats - 2), "1 whale", "1 fish"]
    gained, at = finished(hands, f"{seats - 2} lay 1 whale", actor=seats - 2)
    assert gained == points
    assert at.state.scores() == points


def test_r4_points_follow_the_order_of_going_out_not_the_seats() -> None:
    gained, _ = finished(["", "1 fish", "", "1 whale", ""], "3 lay 1 whale", actor=3, finish=[3, 0, 1, 0, 2])
    assert gained == [3, 0, 5, 2, 4]


def test_r5_points_are_added_to_the_running_total() -> None:
    changes: dict[str, Any] = {"leg": 2, "total": [3, 4, 7, 5], "place": [4, 3, 1, 2]}
    gained, at = finished(["1 whale", "1 fish", "", ""], "0 lay 1 whale", **changes)
    assert gained == [2, 0, 4, 3]
    assert at.get("total") == [5, 4, 11, 8]


@pytest.mark.parametrize(("variant", "leg"), [("simple", 0), ("simple", 2), ("partners", 0)])
def test_a31_e24_lions_and_hedgehogs_do_not_count_in_simple_hands_nor_in_the_first(variant: str, leg: int) -> None:
    gained, at = finished(
        ["1 whale", "2 lion", "", ""],
        "0 lay 1 whale",
        variant=variant,
        leg=leg,
        taken=["3 lion", "", "5 hedgehog", ""],
    )
    assert gained == [2, 0, 4, 3]
    assert [(line["with"], line["lions"], line["hedgehog"]) for line in at.get("sheet")] == [("none", 0, 0)] * 4


def test_r5_4_partners_get_the_sum_of_both_and_the_solo_four_more() -> None:
    # Seats 0 and 3, 1 and 4 are teams, seat 2 is alone; they finish 0, 1, 2, 4, 3.
    gained, at = finished(
        ["", "", "", "1 fish", "1 whale"],
        "4 lay 1 whale",
        variant="partners",
        actor=4,
        taken=[EVEN] * 5,
    )
    assert gained == [5 + 0, 4 + 2, 3 + 4, 0 + 5, 2 + 4]
    assert [line["with"] for line in at.get("sheet")] == [3, 4, "solo", 0, 1]
    assert [line["finish"] for line in at.get("sheet")] == [1, 2, 3, 5, 4]


@pytest.mark.parametrize(
    ("seats", "points"),
    [
        (4, [4 + 2, 3 + 0, 2 + 4, 0 + 3]),
        (6, [6 + 3, 5 + 2, 4 + 0, 3 + 6, 2 + 5, 0 + 4 - 1]),
        (7, [7 + 3, 6 + 2, 5 + 0, 4 + 4, 3 + 7, 2 + 6 - 1, 0 + 5 - 1]),
    ],
)
def test_r5_4_team_points_with_four_six_and_seven(seats: int, points: list[int]) -> None:
    # They finish in the order of their places. Five seats have a hedgehog; the others lose a point. With four, the
    # fifth lion is the card laid last and counts for nobody.
    last = "1 lion" if seats == 4 else "1 whale"
    hands = [*[""] * (seats - 2), last, "1 fish"]
    taken = [EVEN] * min(seats, 5) + [""] * (seats - 5)
    actor = seats - 2
    gained, _ = finished(hands, f"{actor} lay {last}", variant="partners", actor=actor, taken=taken)
    assert gained == points


@pytest.mark.parametrize(("lions", "points"), [(0, 0), (1, 0), (2, 2), (3, 3), (4, 4), (5, 5)])
def test_r5_4_e21_two_or_more_lions_taken_are_a_point_each_and_one_is_worthless(lions: int, points: int) -> None:
    mine = f"{lions} lion, 1 hedgehog" if lions else "1 hedgehog"
    rest = [f"{5 - lions} lion, 2 hedgehog" if lions < 5 else "2 hedgehog", "2 hedgehog"]
    gained, at = animals([mine, *rest])
    assert gained[0] == 2 + points
    assert at.get("sheet")[0] == {"finish": 2, "with": "none", "lions": points, "hedgehog": 0}


@pytest.mark.parametrize("lions", [1, 2, 5])
def test_r5_4_the_last_player_loses_a_point_for_each_lion_in_hand(lions: int) -> None:
    others = ["1 hedgehog", "4 hedgehog", ""]
    rest = 5 - lions
    others[2] = f"{rest} lion" if rest else ""
    gained, at = animals(others, hands=("1 whale", f"{lions} lion"))
    assert gained[1] == -lions
    assert at.get("sheet")[1]["lions"] == -lions


def test_a33_e21_lions_taken_and_lions_in_hand_both_count() -> None:
    gained, at = animals(["1 hedgehog", "2 lion, 1 hedgehog", "3 hedgehog, 2 lion"], hands=("1 whale", "1 lion"))
    assert gained[1] == 0 + 2 - 1
    assert at.get("sheet")[1]["lions"] == 1
    assert gained == [2, 1, 3 + 2]


def test_a33_a_single_lion_taken_is_worthless_and_one_in_hand_still_costs() -> None:
    gained, _ = animals(["1 hedgehog", "1 lion, 1 hedgehog", "3 hedgehog, 3 lion"], hands=("1 whale", "1 lion"))
    assert gained == [2, -1, 3 + 3]


def test_r5_4_who_took_no_hedgehog_loses_a_point() -> None:
    gained, at = animals(["1 lion", "2 lion", "5 hedgehog, 2 lion"])
    assert gained == [2 - 1, 0 + 2 - 1, 3 + 2]
    assert [line["hedgehog"] for line in at.get("sheet")] == [-1, -1, 0]


def test_r5_4_several_hedgehogs_bring_nothing_more() -> None:
    gained, _ = animals(["3 hedgehog, 1 lion", "1 hedgehog, 1 lion", "1 hedgehog, 3 lion"])
    assert gained == [2, 0, 3 + 3]


def test_r5_4_a_hedgehog_in_hand_does_not_help() -> None:
    gained, _ = animals(["1 hedgehog, 1 lion", "1 lion", "3 hedgehog, 3 lion"], hands=("1 whale", "1 hedgehog"))
    assert gained == [2, -1, 3 + 3]


def test_a32_a_joker_laid_as_a_lion_or_hedgehog_is_neither() -> None:
    # All that seat 0 wins is the lion with the joker: one lion is worthless, and there is no hedgehog.
    at = table(
        ["1 lion, 1 whale, 1 joker", "1 fish, 1 perch", ""],
        variant="animals",
        taken=["", "1 hedgehog, 1 lion", "4 hedgehog, 3 lion"],
        rest=2,
    )
    at.play("0 lay 1 lion, 1 joker", "1 pass", "0 lay 1 whale")
    assert at.get("sheet")[0] == {"finish": 2, "with": "none", "lions": 0, "hedgehog": -1}
    assert at.get("total") == [2 - 1, 0, 3 + 3]


def test_a32_a_joker_laid_as_a_hedgehog_does_not_avert_the_loss_but_the_hedgehog_does() -> None:
    at = table(
        ["1 hedgehog, 1 whale, 1 joker", "1 fish, 1 perch", ""],
        variant="animals",
        taken=["1 lion", "1 hedgehog, 1 lion", "3 hedgehog, 3 lion"],
        rest=2,
    )
    at.play("0 lay 1 hedgehog, 1 joker", "1 pass", "0 lay 1 whale")
    assert at.get("sheet")[0]["hedgehog"] == 0


def test_r5_4_lions_and_hedgehogs_are_not_shared_with_the_partner() -> None:
    # Seats 0 and 2 are partners: seat 0 has all lions, seat 2 neither lion nor hedgehog.
    gained, _ = finished(
        ["", "", "1 whale", "1 fish"],
        "2 lay 1 whale",
        variant="partners",
        actor=2,
        taken=["5 lion, 2 hedgehog", "2 hedgehog", "", "1 hedgehog"],
    )
    assert gained == [4 + 2 + 5, 3 + 0, 4 + 2 - 1, 3 + 0]


def test_e20_a_solo_in_last_place_gets_four_less_lions_in_hand_and_the_hedgehog() -> None:
    # Five seats, seat 2 is alone and last with two lions; he took no hedgehog: 0 + 4 - 2 - 1.
    gained, at = finished(
        ["", "", "2 lion", "1 whale", ""],
        "3 lay 1 whale",
        variant="partners",
        actor=3,
        finish=[1, 2, 0, 0, 3],
        aside="2 mouse",
        taken=["1 hedgehog, 1 lion", "1 hedgehog, 1 lion", "", "1 hedgehog, 1 lion", "2 hedgehog"],
    )
    assert gained[2] == 1
    assert at.get("sheet")[2] == {"finish": 5, "with": "solo", "lions": -2, "hedgehog": -1}
    assert gained == [5 + 2, 4 + 3, 1, 2 + 5, 3 + 4]


def test_a27_e19_a_hedgehog_set_aside_averts_the_loss() -> None:
    gained, at = finished(
        ["", "", "", "1 fish", "1 whale"],
        "4 lay 1 whale",
        variant="partners",
        actor=4,
        aside="1 hedgehog, 1 mouse",
        taken=["1 hedgehog, 1 lion", "1 hedgehog, 1 lion", "1 lion", "1 hedgehog, 1 lion", "1 hedgehog, 1 lion"],
    )
    assert gained[2] == 3 + 4
    assert at.get("sheet")[2]["hedgehog"] == 0
    assert at.get("left_aside") == "1 hedgehog, 1 mouse"


def test_a27_lions_set_aside_count_as_taken_together_with_those_from_tricks() -> None:
    piles = ["1 hedgehog", "1 hedgehog", "1 lion, 1 hedgehog", "1 hedgehog", "1 hedgehog, 1 lion"]
    gained, _ = finished(
        ["", "", "", "1 fish", "1 whale"],
        "4 lay 1 whale",
        variant="partners",
        actor=4,
        aside="2 lion",
        taken=["1 lion, 1 hedgehog", *piles[1:]],
    )
    assert gained == [5, 6, 7 + 3, 5, 6]


@pytest.mark.parametrize("seats", [5, 7])
def test_e20_the_solo_bonus_is_paid_in_last_place_too(seats: int) -> None:
    solo = {5: 2, 7: 3}[seats]
    hands = [""] * seats
    hands[solo], hands[0] = "1 fish", "1 whale"
    gained, at = finished(hands, "0 lay 1 whale", variant="partners", taken=with_hedgehog(seats, solo))
    assert gained[solo] == 4
    assert at.get("sheet")[solo]["finish"] == seats


def with_hedgehog(seats: int, seat: int) -> list[str]:
    piles = [""] * seats
    piles[seat] = "1 hedgehog"
    return piles


def test_a34_totals_may_be_negative() -> None:
    gained, at = animals(["1 hedgehog", "", "4 hedgehog"], hands=("1 whale", "5 lion"))
    assert gained == [2, -6, 3]
    assert at.get("total") == [2, -6, 3]
    assert at.state.scores() == [2, -6, 3]


@pytest.mark.parametrize(
    ("last_trick", "points"),
    [
        ("nobody", 2 + 0 - 1 - 1),  # the partner's 2, a lion in hand, no hedgehog
        ("ranking_player", 2 + 0 - 1 + 2),  # two lions and two hedgehogs lie in the trick
    ],
)
def test_a14_the_owner_of_the_last_set_takes_it_also_when_he_still_holds_cards(last_trick: str, points: int) -> None:
    # Seat 2 asks with a lion on two foxes; seat 0 adds a lion and is out: seat 2 is last and owns the set.
    gained, at = finished(
        ["1 lion", "", "2 lion", ""],
        "2 ask 1 lion",
        "0 help 1 lion",
        variant="partners",
        actor=2,
        ranking="2 fox",
        table="2 fox, 2 hedgehog",
        last_trick=last_trick,
        taken=["1 hedgehog", "1 hedgehog, 2 lion", "", "1 hedgehog"],
    )
    assert at.get("left") == "1 lion"
    assert [line["finish"] for line in at.get("sheet")] == [3, 1, 4, 2]
    assert gained == [2 + 0, 4 + 3 + 2, points, 3 + 4]


def test_a23_a_helper_who_goes_out_as_the_very_last_scores_nothing_for_it() -> None:
    gained, at = finished(
        ["1 lion", "", "1 lion", ""],
        "2 ask 1 lion",
        "0 help 1 lion",
        variant="partners",
        actor=2,
        ranking="2 fox",
        taken=["1 hedgehog, 1 lion", "1 hedgehog, 1 lion", "1 hedgehog, 1 lion", ""],
    )
    assert gained == [0 + 2, 4 + 3, 2 + 0, 3 + 4]
    assert [line["lions"] for line in at.get("sheet")] == [0, 0, 0, 0]
    assert at.get("left") == ""


def test_the_sheet_shows_the_parts_of_every_score() -> None:
    gained, at = finished(
        ["", "", "", "1 lion", "1 whale"],
        "4 lay 1 whale",
        variant="partners",
        actor=4,
        taken=["2 lion, 1 hedgehog", "1 lion, 1 hedgehog", "1 hedgehog", "1 lion", "2 hedgehog"],
    )
    assert at.get("sheet") == [
        {"finish": 1, "with": 3, "lions": 2, "hedgehog": 0},
        {"finish": 2, "with": 4, "lions": 0, "hedgehog": 0},
        {"finish": 3, "with": "solo", "lions": 0, "hedgehog": 0},
        {"finish": 5, "with": 0, "lions": -1, "hedgehog": -1},
        {"finish": 4, "with": 1, "lions": 0, "hedgehog": 0},
    ]
    assert gained == [5 + 2, 6, 7, 5 - 1 - 1, 6]
