"""Rules R4: laying a tile and populating it."""

from __future__ import annotations

from tests.games.new_york_zoo.positions import Table, Zoo, table


def lay(zoo: Zoo) -> Table:
    """Seat 0 has laid the straight five in the lowest row and must populate it; no line is passed."""
    return table(2, zoo, strip={1: "e6-01 e5-13"}).play("0 move 1", "0 place A9 B9 C9 D9 E9")


def test_r4_1_the_top_tile_is_laid_and_the_one_below_appears() -> None:
    at = table(2, Zoo("", "1 meerkat"), strip={1: "e6-01 e5-13"}).play("0 move 1")
    assert at.asked == "0 place"
    assert at.get("stack")[0] == "e6-01 e5-13", "it stays on its stack until it is placed"
    at.play("0 place A9 B9 C9 D9 E9")
    assert at.get("stack")[0] == "e6-01"
    assert at.get("enclosures")[0] == [{"tile": "e5-13", "cells": "A9 B9 C9 D9 E9", "species": "none", "animals": 0}]
    assert at.state.scores() == [-102, -105]


def test_r4_1_a_piece_needs_no_contact_but_covers_nothing_twice_and_leaves_no_cell_outside() -> None:
    at = table(2, Zoo("e4-07 meerkat 2", "1 meerkat", free="A9-E9 A6-F6 N1 N2 N3 N4 N5"), strip={1: "e5-13"}).play(
        "0 move 1"
    )
    assert at.legal() == [
        "place A6 B6 C6 D6 E6",
        "place A9 B9 C9 D9 E9",
        "place B6 C6 D6 E6 F6",
        "place N1 N2 N3 N4 N5",
    ]


def test_r4_2_populating_is_obligatory_and_takes_from_houses_and_from_enclosures_of_two() -> None:
    at = lay(Zoo("e4-08 meerkat 2, e4-07 flamingo 1, e4-01 none 0", "1 penguin, 1 arctic_fox"))
    assert at.asked == "0 populate"
    assert at.legal() == ["from e4-08", "from house arctic_fox", "from house penguin"]


def test_r4_2_one_animal_will_do() -> None:
    at = lay(Zoo("", "2 meerkat")).play("0 from house meerkat")
    assert at.legal() == ["decline", "from house meerkat"]
    at.play("0 decline")
    assert (at.zoo(0), at.houses(0), at.asked) == ("meerkat 1", "1 meerkat", "1 move")


def test_r4_2_two_animals_from_two_houses() -> None:
    at = lay(Zoo("", "2 meerkat, 1 penguin")).play("0 from house meerkat", "0 from house meerkat")
    assert (at.zoo(0), at.houses(0), at.asked) == ("meerkat 2", "1 penguin", "1 move")


def test_r4_2_the_second_is_of_the_same_species() -> None:
    at = lay(Zoo("e4-08 meerkat 3, e4-07 flamingo 3", "1 meerkat, 1 flamingo")).play("0 from house flamingo")
    assert at.legal() == ["decline", "from e4-07"]


def test_r4_2_one_from_a_house_and_one_from_an_enclosure_in_either_order() -> None:
    zoo = Zoo("e4-08 meerkat 2", "1 meerkat")
    one = lay(zoo).play("0 from house meerkat", "0 from e4-08")
    other = lay(zoo).play("0 from e4-08", "0 from house meerkat")
    assert one.zoo(0) == other.zoo(0) == "meerkat 1, meerkat 2"
    assert one.state.key() == other.state.key()


def test_r4_2_two_animals_from_two_enclosures() -> None:
    at = lay(Zoo("e4-08 meerkat 2, e4-07 meerkat 2", "")).play("0 from e4-08")
    assert at.legal() == ["decline", "from e4-07"]
    assert at.play("0 from e4-07").zoo(0) == "meerkat 1, meerkat 1, meerkat 2"


def test_r4_3_case_17_both_from_one_enclosure_of_exactly_three() -> None:
    at = lay(Zoo("e4-08 meerkat 3", "")).play("0 from e4-08")
    assert at.legal() == ["decline", "from e4-08"]
    assert at.play("0 from e4-08").zoo(0) == "meerkat 1, meerkat 2"


def test_r4_3_case_17_not_both_from_one_of_exactly_two() -> None:
    at = lay(Zoo("e4-08 meerkat 2", "")).play("0 from e4-08")
    assert (at.asked, at.zoo(0)) == ("1 move", "meerkat 1, meerkat 1")


def test_a29_never_more_than_two_not_even_from_a_house() -> None:
    at = lay(Zoo("e4-08 meerkat 3", "2 meerkat")).play("0 from e4-08", "0 from e4-08")
    assert (at.asked, at.houses(0)) == ("1 move", "2 meerkat")


def test_a30_own_animals_never_move_to_an_empty_enclosure_or_between_old_ones() -> None:
    at = lay(Zoo("e4-08 none 0, e4-07 meerkat 3", "")).play("0 from e4-07", "0 from e4-07")
    assert at.zoo(0) == "none 0, meerkat 1, meerkat 2"
