"""Rules R10: one player alone, with range markers."""

from __future__ import annotations

import pytest

from tests.games.new_york_zoo.box import SLOTS
from tests.games.new_york_zoo.positions import Zoo, table

ALL_MARKERS = "0 1 2 3 4+"
SOME = Zoo("e4-08 meerkat 2", "1 meerkat")
NO_BREEDING = {"solo_landing_on_start_breeds": False}


@pytest.mark.parametrize("board", ["1p-3houses", "1p-4houses"])
def test_r10_1_two_tiles_in_every_slot_the_top_ones_out_of_the_game_and_all_markers_ready(board: str) -> None:
    at = table(1, options={"solo_board": board})
    assert [len(stack.split()) for stack in at.get("stack")] == [2] * len(SLOTS)
    tops = [f"e7-0{k}" for k in range(1, 8)] + ["e6-05", "e6-06", "e6-07", "e6-08", "e6-12", "e6-13", "e6-14", "e6-15"]
    assert at.get("removed").split() == sorted(tops)
    assert at.get("markers") == ALL_MARKERS


def test_r10_2_every_way_to_begin() -> None:
    far = [f"marker 4+ to {at}" for at in range(4, 25)]
    assert table(1).legal() == sorted(["walk", "marker 0", "marker 1", "marker 2", "marker 3", *far])


@pytest.mark.parametrize(("marker", "to"), [("1", 1), ("2", 2), ("3", 3)])
def test_r10_2_the_markers_1_to_3_go_exactly_so_far(marker: str, to: int) -> None:
    at = table(1).play(f"0 marker {marker}")
    assert at.get("elephant") == to
    assert at.get("markers") == " ".join(one for one in ALL_MARKERS.split() if one != marker)


def test_r10_2_empty_slots_do_not_count_for_markers() -> None:
    at = table(1, SOME, strip={}, markers="3").play("0 marker 3")
    assert at.get("elephant") == 7


def test_a31_marker_4_goes_at_least_four_and_never_back_to_the_present_space() -> None:
    # Ahead of 5 lie 7, 10, 12, then 15, 17, 20, 22, 0, 2.
    at = table(1, SOME, strip={}, elephant=5, markers="4+")
    assert at.legal() == sorted(["walk", *(f"marker 4+ to {to}" for to in (15, 17, 20, 22, 0, 2))])


def test_r10_2_a_marker_whose_space_cannot_be_played_cannot_be_used() -> None:
    at = table(1, Zoo("e4-08 meerkat 2", "1 meerkat", free="K9"), markers="0 1 2 3")
    assert at.legal() == ["marker 0", "marker 2", "walk"]


def test_case_19_marker_0_uses_the_start_space_in_the_first_turn() -> None:
    at = table(1).play("0 marker 0")
    assert (at.asked, at.get("elephant"), at.get("leg"), at.get("lines")) == ("0 acquire", 0, 0, 0)
    assert at.play("0 arctic_fox to house").asked == "0 move"


def test_case_19_marker_0_takes_the_next_tile_of_the_slot() -> None:
    at = table(1, SOME, strip={1: "e5-01"}, elephant=1, markers="0")
    assert at.legal() == ["marker 0", "walk"]
    assert at.play("0 marker 0").asked == "0 place"


def test_case_19_marker_0_is_no_use_on_an_emptied_slot_or_one_whose_tile_does_not_fit() -> None:
    assert table(1, SOME, strip={}, elephant=1, markers="0").legal() == ["walk"]
    crowded = Zoo("e4-08 meerkat 2", "1 meerkat", free="K9")
    assert table(1, crowded, strip={1: "e5-01"}, elephant=1, markers="0").legal() == ["walk"]


def test_r10_2_marker_0_on_blue_needs_a_place_for_an_animal() -> None:
    at = table(1, Zoo("", "3 meerkat"), strip={1: "e5-01"}, markers="0 1")
    assert at.legal() == ["marker 1"]


def test_r10_2_marker_0_passes_no_line_so_nothing_breeds() -> None:
    every = "e5-13 meerkat 2, e5-02 flamingo 2, e5-01 penguin 2, e5-03 arctic_fox 2, e5-04 tree_kangaroo 2"
    at = table(1, Zoo(every, ""), strip={}).play("0 marker 0", "0 meerkat to house")
    assert at.asked == "0 move"


def test_a25_walking_without_a_marker_uses_none_and_stops_at_the_next_blue_space() -> None:
    at = table(1, SOME, elephant=2).play("0 walk")
    assert (at.get("elephant"), at.get("markers")) == (5, ALL_MARKERS)


def test_case_19_the_markers_return_when_all_five_are_used() -> None:
    at = table(1, SOME, strip={}, markers="0 2").play("0 marker 2", "0 penguin to house")
    assert (at.asked, at.get("markers")) == ("0 move", "0")
    at.play("0 marker 0", "0 penguin to house")
    assert (at.asked, at.get("markers")) == ("0 move", ALL_MARKERS)


def test_r3_5_with_no_legal_move_the_walk_is_forced_and_gives_nothing() -> None:
    at = table(1, Zoo("", "3 meerkat"), strip={})
    assert at.legal() == ["walk"]
    at.play("0 walk")
    assert (at.asked, at.get("elephant"), at.houses(0)) == ("0 move", 2, "3 meerkat")


def test_case_4_a_long_move_passes_five_lines_in_order() -> None:
    every = "e5-13 meerkat 2, e5-02 flamingo 2, e5-01 penguin 2, e5-03 arctic_fox 2, e5-04 tree_kangaroo 2"
    at = table(1, Zoo(every, ""), strip={}, elephant=2).play("0 marker 4+ to 0", "0 meerkat to house")
    bred = []
    while at.asked != "0 move":
        assert at.asked == "0 breed"
        bred.append(at.legal()[0])
        at.play("0 decline")
    assert bred == [f"breed {tile}" for tile in ("e5-03", "e5-13", "e5-02", "e5-04", "e5-01")]


def test_r7_4_alone_there_is_a_bonus_too() -> None:
    at = table(1, Zoo("e5-13 arctic_fox 2, e5-02 flamingo 2", ""), strip={}, elephant=2)
    at.play("0 walk", "0 penguin to house", "0 breed e5-13")
    assert at.asked == "0 bonus"


# Distance, end and score: R10.3 and R10.4.


def test_r10_3_passing_the_start_the_first_time_has_no_effect() -> None:
    at = table(1, SOME, strip={}, elephant=22).play("0 marker 2", "0 meerkat to house")
    assert (at.asked, at.get("leg"), at.get("elephant")) == ("0 move", 1, 2)


def test_a32_passing_the_start_the_second_time_loses_at_once() -> None:
    at = table(1, SOME, strip={}, elephant=22, leg=1)
    assert "marker 2" in at.legal()
    at.play("0 marker 2")
    assert at.asked == "over"
    assert at.state.scores() == [-76]
    assert at.zoo(0) == "meerkat 2"


def test_r10_3_landing_exactly_plays_the_turn_to_its_end_and_then_loses() -> None:
    at = table(1, Zoo("e5-13 penguin 2, e5-02 flamingo 2", ""), strip={}, elephant=22, leg=1).play("0 walk")
    assert at.asked == "0 acquire"
    at.play("0 meerkat to house", "0 breed e5-13", "0 bonus e5-02")
    assert at.asked == "over"
    assert at.state.scores() == [-70]
    assert at.zoo(0) == "penguin 3, flamingo 3"


def test_a22_the_breeding_of_the_exact_landing_can_still_win_with_0() -> None:
    at = table(1, Zoo("e4-08 penguin 3", "", free="K9"), strip={}, elephant=22, leg=1)
    at.play("0 walk", "0 meerkat to house", "0 breed e4-08", "0 decline", "0 take a1", "0 place K9")
    assert at.asked == "over"
    assert at.state.scores() == [0]


def test_a22_as_an_option_the_exact_landing_does_not_breed() -> None:
    at = table(1, Zoo("e4-08 penguin 3", "", free="K9"), strip={}, elephant=22, leg=1, options=NO_BREEDING)
    at.play("0 walk", "0 meerkat to house")
    assert at.asked == "over"
    assert at.state.scores() == [-1]


def test_a22_with_that_option_the_acquisition_can_still_fill_the_board_and_other_moves_breed() -> None:
    at = table(1, Zoo("e4-08 penguin 3", "", free="K9"), strip={}, elephant=22, leg=1, options=NO_BREEDING)
    at.play("0 walk", "0 penguin to e4-08", "0 decline", "0 take a1", "0 place K9")
    assert (at.asked, at.state.scores()) == ("over", [0])
    first = table(1, Zoo("e4-08 penguin 3", "", free="K9"), strip={}, elephant=22, options=NO_BREEDING)
    first.play("0 walk", "0 meerkat to house")
    assert first.asked == "0 breed", "the first arrival is like any other"


def test_a23_after_the_second_arrival_there_is_no_marker_0() -> None:
    at = table(1, SOME, strip={}, elephant=22, leg=1, markers="0").play("0 walk", "0 meerkat to house")
    assert at.asked == "over"


def test_case_19_a_board_filled_one_space_before_the_start_scores_1() -> None:
    at = table(1, Zoo("e4-07 meerkat 2", "1 meerkat", free="A9-D9"), strip={24: "e4-08"}, elephant=22, leg=1)
    at.play("0 marker 1", "0 place A9 B9 C9 D9")
    assert at.asked == "over"
    assert at.state.scores() == [1]


@pytest.mark.parametrize(("leg", "score"), [(0, 40), (1, 15)])
def test_a21_a24_every_space_to_the_second_start_is_a_point_also_empty_slots(leg: int, score: int) -> None:
    at = table(1, Zoo("e4-08 meerkat 3", "3 penguin", free="K9"), strip={}, elephant=7, leg=leg)
    at.play("0 walk", "0 meerkat to e4-08", "0 take a1", "0 place K9")
    assert at.asked == "over"
    assert at.state.scores() == [score]


def test_r10_4_a_win_by_breeding_counts_from_where_the_elephant_stands() -> None:
    at = table(1, Zoo("e4-08 meerkat 3", "", free="K9"), strip={}, elephant=7, leg=1)
    at.play("0 walk", "0 penguin to house", "0 breed e4-08", "0 decline", "0 take a1", "0 place K9")
    assert at.state.scores() == [15]
