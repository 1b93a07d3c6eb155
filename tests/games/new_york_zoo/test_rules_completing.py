"""Rules R6: a full enclosure is emptied, one animal may be kept, an attraction must be taken."""

from __future__ import annotations

from paddock.games.new_york_zoo import GAME
from tests.games.new_york_zoo.positions import Table, Zoo, table

ALL_KINDS = [
    f"take {kind}" for kind in ("a1", "a2", "a3-corner", "a3-straight", "a4-square", "a4-straight", "a6", "a8")
]


def on_blue(zoo: Zoo, **changes: object) -> Table:
    return table(2, zoo, strip={}, **changes).play("0 move 2")


def test_r6_1_all_animals_leave_and_the_enclosure_stays() -> None:
    at = on_blue(Zoo("e5-13 meerkat 4", "")).play("0 meerkat to e5-13")
    assert (at.asked, at.zoo(0), at.get("leaving"), at.get("target")) == ("0 keep", "none 0", "meerkat", 0)
    assert at.get("enclosures")[0][0]["tile"] == "e5-13"


def test_r6_2_a5_keeping_one_is_optional() -> None:
    at = on_blue(Zoo("e5-13 meerkat 4", "")).play("0 meerkat to e5-13")
    assert at.legal() == ["decline", "keep"]
    assert at.play("0 decline").houses(0) == ""


def test_r6_2_a7_one_animal_is_kept_before_the_attraction() -> None:
    at = on_blue(Zoo("e5-13 meerkat 4", "2 penguin")).play("0 meerkat to e5-13", "0 keep")
    assert (at.houses(0), at.asked) == ("1 meerkat, 2 penguin", "0 attraction")


def test_r6_2_without_a_free_house_nothing_is_kept() -> None:
    at = on_blue(Zoo("e5-13 meerkat 4", "3 penguin")).play("0 meerkat to e5-13")
    assert at.asked == "0 attraction"


def test_case_5_the_house_freed_by_the_extra_takes_the_kept_animal() -> None:
    at = on_blue(Zoo("e5-13 meerkat 3", "3 meerkat")).play("0 meerkat to e5-13", "0 extra")
    assert (at.asked, at.houses(0)) == ("0 keep", "2 meerkat")
    assert at.play("0 keep").houses(0) == "3 meerkat"


def test_r6_3_a6_any_attraction_but_one_must_be_taken() -> None:
    at = on_blue(Zoo("e5-13 meerkat 4", "3 penguin")).play("0 meerkat to e5-13")
    assert at.legal() == ALL_KINDS


def test_r6_3_the_attraction_is_placed_at_once() -> None:
    at = on_blue(Zoo("e5-13 meerkat 4", "3 penguin")).play("0 meerkat to e5-13", "0 take a8")
    assert (at.asked, at.get("chosen")) == ("0 stand", "a8")
    at.play("0 place A8 B8 C8 D8 A9 B9 C9 D9")
    assert at.standing() == [{"seat": 0, "cells": "A8 B8 C8 D8 A9 B9 C9 D9"}]
    assert at.state.scores()[0] == -(107 - 5 - 8)
    assert at.asked == "1 move"


def test_r6_3_only_what_fits_is_offered() -> None:
    at = on_blue(Zoo("e5-13 meerkat 4", "3 penguin", free="A8-B8 A9 N7 N8 N9")).play("0 meerkat to e5-13")
    assert at.legal() == ["take a1", "take a2", "take a3-corner", "take a3-straight"]
    assert at.play("0 take a3-corner").legal() == ["place A8 B8 A9"]


def test_case_13_with_single_cells_left_only_the_one_cell_attraction_however_many_lie_already() -> None:
    # All but an enclosure of five and two cells is covered: a hundred 1-cell attractions, far more than sixteen.
    at = on_blue(Zoo("e5-13 meerkat 4", "3 penguin", free="A9 C9")).play("0 meerkat to e5-13")
    assert at.legal() == ["take a1"]
    assert at.play("0 take a1").legal() == ["place A9", "place C9"]
    assert at.play("0 place C9").free(0) == "A9"


def test_a19_case_12_the_last_copy_of_a_size_is_gone_for_everybody() -> None:
    both = [Zoo("e5-13 meerkat 4", "3 penguin"), Zoo("e4-08 meerkat 3", "3 penguin")]
    at = table(2, *both, strip={}).play(
        "0 move 2", "0 meerkat to e5-13", "0 take a8", "0 place A8 B8 C8 D8 A9 B9 C9 D9"
    )
    at.play("1 move 5", "1 meerkat to e4-08")
    assert at.legal() == [kind for kind in ALL_KINDS if kind != "take a8"]


def test_a19_after_six_twos_and_three_straight_threes_there_are_no_more() -> None:
    written = table(2, Zoo("e5-13 meerkat 4", "3 penguin", free="A9-N9 A8-N8 A7-N7"), strip={}).position
    twos = [f"{left}6 {right}6" for left, right in ("AB", "CD", "EF", "GH", "IJ", "KL")]
    straight = [f"{column}1 {column}2 {column}3" for column in "KLM"]
    corner = ["K4 L4 K5", "M4 N4 M5"]
    cells = twos + straight + corner
    written["attraction"] = [{"seat": 1, "cells": text} for text in cells] + [None] * 5
    written["free_upper"][1] = ""
    written["free_lower"][1] = "A9-N9"
    at = Table(GAME.from_position(written)).play("0 move 2", "0 meerkat to e5-13")
    assert at.legal() == [kind for kind in ALL_KINDS if kind not in ("take a2", "take a3-straight")]
