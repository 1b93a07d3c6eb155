"""Rules R3: how far the elephant goes, where it may stop and which lines it passes."""

from __future__ import annotations

import pytest

from tests.games.new_york_zoo.positions import Zoo, table

AN_ENCLOSURE = Zoo("e4-08 meerkat 2", "1 meerkat")


@pytest.mark.parametrize(("seats", "reach"), [(2, [1, 2, 3, 4]), (3, [1, 2, 3]), (4, [1, 2, 3, 4]), (5, [1, 2, 3])])
def test_r3_2_two_or_four_players_go_up_to_four_spaces_three_or_five_up_to_three(seats: int, reach: list[int]) -> None:
    assert table(seats, AN_ENCLOSURE).legal() == [f"move {at}" for at in reach]


def test_r3_1_empty_slots_and_lines_do_not_count() -> None:
    # From 0 only 2, 5, 7 and slot 8 count: 1, 3, 4, 6 are empty and the fox line lies between.
    assert table(2, AN_ENCLOSURE, strip={8: "e5-05"}).legal() == ["move 2", "move 5", "move 7", "move 8"]


def test_case_2_an_elephant_on_a_slot_that_it_emptied_itself_walks_on() -> None:
    at = table(2, AN_ENCLOSURE, strip={1: "e5-13", 3: "e5-02"}).play("0 move 1")
    at.play(f"0 {at.legal()[0]}", "0 from house meerkat", "0 decline")
    assert at.get("elephant") == 1
    assert at.get("stack")[0] == ""
    assert at.asked == "1 move"
    assert at.legal() == ["move 2", "move 3", "move 5", "move 7"]


def test_r3_2_the_elephant_may_not_stay_and_goes_round() -> None:
    at = table(2, AN_ENCLOSURE, elephant=23)
    assert at.legal() == ["move 0", "move 1", "move 2", "move 24"]
    at.play("0 move 0")
    assert at.get("leg") == 1


def test_r3_2_passing_the_start_counts_a_lap_too() -> None:
    assert table(2, AN_ENCLOSURE, elephant=23, leg=3).play("0 move 2").get("leg") == 4


def test_r3_3_case_3_a_slot_whose_tile_does_not_fit_is_closed_and_still_counts() -> None:
    # 1, 3 and 4 hold tiles of seven cells; one cell is left. Space 5 would be the fifth step.
    assert table(2, Zoo("e4-08 meerkat 2", "1 meerkat", free="N9")).legal() == ["move 2"]


def test_r3_3_only_the_top_tile_of_a_slot_counts() -> None:
    zoo = Zoo("e4-07 meerkat 2", "1 meerkat", free="A9-D9")
    assert table(2, zoo, strip={1: "e4-08 e5-13", 3: "e5-02 e4-01"}).legal() == ["move 2", "move 5"]
    assert table(2, zoo, strip={1: "e5-13 e4-08", 3: "e4-01"}).legal() == ["move 1", "move 2", "move 5"]


@pytest.mark.parametrize(
    ("zoo", "open_"),
    [
        (Zoo("e4-08 meerkat 1, e5-13 flamingo 1", ""), False),
        (Zoo("e4-08 none 0", ""), False),
        (Zoo("e4-08 meerkat 2", ""), True),
        (Zoo("e4-08 meerkat 1", "1 penguin"), True),
    ],
)
def test_r3_3_a_slot_needs_an_animal_in_a_house_or_in_an_enclosure_of_two(zoo: Zoo, open_: bool) -> None:
    expected = ["move 1", "move 2", "move 3", "move 4"] if open_ else ["move 2"]
    assert table(2, zoo).legal() == expected


@pytest.mark.parametrize(
    ("seats", "expected"), [(3, ["move 1", "move 3"]), (4, ["move 1", "move 3", "move 4"]), (5, ["move 1", "move 3"])]
)
def test_a4_case_1_seat_1_of_three_or_more_cannot_begin_on_blue(seats: int, expected: list[str]) -> None:
    assert table(seats).legal() == expected


def test_a4_case_1_a_player_who_filled_the_houses_before_laying_a_tile_cannot_go_to_blue() -> None:
    at = table(2).play("0 move 2", "0 penguin to house")
    assert at.asked == "1 move", "no place is left for the tree kangaroo"
    at.play("1 move 5", "1 meerkat to house")
    assert at.asked == "0 move"
    assert at.legal() == ["move 6", "move 8", "move 9"]


def test_r3_4_full_houses_do_not_matter_once_there_is_an_enclosure() -> None:
    assert "move 2" in table(3, Zoo("e4-08 meerkat 3", "2 flamingo")).legal()


def test_r3_5_a4_with_no_legal_move_the_next_blue_space_is_forced_and_gives_nothing() -> None:
    at = table(2, Zoo("", "3 meerkat"), None, strip={})
    assert at.legal() == ["move 2"]
    at.play("0 move 2")
    assert at.asked == "1 move"
    assert at.houses(0) == "3 meerkat"


@pytest.mark.parametrize(
    ("elephant", "move", "line", "lines"),
    [
        (0, "move 2", 0, 0),
        (2, "move 5", 0, 1),
        (5, "move 10", 1, 1),
        (2, "move 10", 0, 2),
        (10, "move 15", 2, 1),
        (12, "move 20", 2, 2),
        (15, "move 20", 3, 1),
        (17, "move 0", 3, 2),
        (22, "move 2", 4, 1),
    ],
)
def test_r3_6_case_4_every_line_passed_is_noted_in_the_order_passed(
    elephant: int, move: str, line: int, lines: int
) -> None:
    at = table(2, AN_ENCLOSURE, strip={}, elephant=elephant).play(f"0 {move}")
    assert at.asked == "0 acquire"
    assert (at.get("line"), at.get("lines")) == (line, lines)
