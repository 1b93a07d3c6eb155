"""Rules R5: acquiring animals, the extra from a house, the cap of two. Space 2 shows penguin and tree kangaroo."""

from __future__ import annotations

import pytest

from tests.games.new_york_zoo.positions import Table, Zoo, table

PER_ADDITION = {"max_added_per_enclosure": "per_addition"}


def on_blue(zoo: Zoo, **changes: object) -> Table:
    return table(2, zoo, strip={}, **changes).play("0 move 2")


def test_r5_2_any_species_into_a_free_house_its_own_enclosure_or_an_empty_one() -> None:
    at = on_blue(Zoo("e4-08 meerkat 2, e5-13 none 0", "1 flamingo"))
    houses = [f"{kind} to house" for kind in ("meerkat", "flamingo", "tree_kangaroo", "penguin", "arctic_fox")]
    empty = [text.replace("house", "e5-13") for text in houses]
    assert at.legal() == sorted([*houses, *empty, "meerkat to e4-08"])


def test_r5_2_with_full_houses_only_enclosures() -> None:
    at = on_blue(Zoo("e4-08 meerkat 2, e5-13 penguin 1", "3 flamingo"))
    assert at.legal() == ["meerkat to e4-08", "penguin to e5-13"]


@pytest.mark.parametrize(("first", "second"), [("penguin", "tree_kangaroo"), ("tree_kangaroo", "penguin")])
def test_r5_1_the_two_shown_animals_come_one_after_the_other_in_either_order(first: str, second: str) -> None:
    at = on_blue(Zoo("", "")).play(f"0 {first} to house")
    assert (at.asked, at.get("second")) == ("0 acquire_2", second)
    assert at.legal() == ["decline", f"{second} to house"]
    at.play(f"0 {second} to house")
    assert (at.houses(0), at.asked) == ("1 tree_kangaroo, 1 penguin", "1 move")


@pytest.mark.parametrize("species", ["meerkat", "flamingo", "arctic_fox"])
def test_r5_1_a3_instead_exactly_one_of_any_other_species(species: str) -> None:
    at = on_blue(Zoo("", "")).play(f"0 {species} to house")
    assert (at.houses(0), at.asked) == (f"1 {species}", "1 move")


def test_a2_the_second_animal_may_be_declined() -> None:
    at = on_blue(Zoo("", "")).play("0 penguin to house", "0 decline")
    assert (at.houses(0), at.asked) == ("1 penguin", "1 move")


def test_r5_1_without_a_place_for_the_second_it_is_not_asked() -> None:
    at = on_blue(Zoo("e4-08 meerkat 1", "2 meerkat")).play("0 penguin to house")
    assert at.asked == "1 move"


def test_r5_1_the_first_may_be_the_one_that_alone_has_a_place() -> None:
    at = on_blue(Zoo("e4-08 tree_kangaroo 1", "3 meerkat"))
    assert at.legal() == ["tree_kangaroo to e4-08"]
    at.play("0 tree_kangaroo to e4-08")
    assert (at.zoo(0), at.asked) == ("tree_kangaroo 2", "1 move")


def test_r5_3_with_each_animal_put_on_an_enclosure_one_more_may_come_from_a_house() -> None:
    at = on_blue(Zoo("e5-13 penguin 1, e4-08 tree_kangaroo 1", "2 penguin, 1 tree_kangaroo")).play("0 penguin to e5-13")
    assert at.asked == "0 extra"
    assert at.legal() == ["decline", "extra"]
    at.play("0 extra")
    assert (at.zoo(0), at.houses(0), at.asked) == (
        "penguin 3, tree_kangaroo 1",
        "1 tree_kangaroo, 1 penguin",
        "0 acquire_2",
    )
    at.play("0 tree_kangaroo to e4-08", "0 extra")
    assert (at.zoo(0), at.houses(0), at.asked) == ("penguin 3, tree_kangaroo 3", "1 penguin", "1 move")


def test_r5_3_the_extra_may_be_declined() -> None:
    at = on_blue(Zoo("e5-13 penguin 1", "1 penguin, 2 meerkat")).play("0 penguin to e5-13", "0 decline")
    assert (at.zoo(0), at.houses(0), at.asked) == ("penguin 2", "2 meerkat, 1 penguin", "1 move")


def test_r5_3_no_extra_of_another_species_or_from_an_enclosure() -> None:
    at = on_blue(Zoo("e5-13 penguin 1, e4-08 penguin 2", "3 meerkat")).play("0 penguin to e5-13")
    assert at.asked == "1 move"


def test_r5_3_no_extra_for_an_animal_put_in_a_house() -> None:
    at = on_blue(Zoo("e5-13 penguin 1", "1 penguin")).play("0 penguin to house")
    assert at.asked == "0 acquire_2"


def test_r5_3_case_7_no_extra_when_the_acquired_animal_fills_the_enclosure() -> None:
    at = on_blue(Zoo("e4-08 penguin 3", "1 penguin, 2 meerkat")).play("0 penguin to e4-08")
    assert at.asked == "0 attraction"


def test_a30_case_18_an_empty_enclosure_takes_an_acquired_animal_and_the_extra() -> None:
    at = on_blue(Zoo("e4-08 none 0", "1 meerkat")).play("0 meerkat to e4-08", "0 extra")
    assert (at.zoo(0), at.houses(0), at.asked) == ("meerkat 2", "", "1 move")


def test_case_6_the_second_animal_uses_the_house_that_the_extra_freed() -> None:
    at = on_blue(Zoo("e4-08 penguin 1", "2 meerkat, 1 penguin")).play("0 penguin to e4-08", "0 extra")
    assert at.legal() == ["decline", "tree_kangaroo to house"]
    at.play("0 tree_kangaroo to house")
    assert (at.zoo(0), at.houses(0)) == ("penguin 3", "2 meerkat, 1 tree_kangaroo")


# The cap: R5.4 and ruling A1.


def filled_by_one(**changes: object) -> Table:
    """The first animal alone filled the enclosure; a tree kangaroo waits in a house."""
    zoo = Zoo("e4-08 penguin 3", "2 meerkat, 1 tree_kangaroo")
    return on_blue(zoo, **changes).play("0 penguin to e4-08", "0 take a1", "0 place N9")


def test_a1_the_second_may_enter_the_enclosure_that_the_first_alone_filled_without_an_extra() -> None:
    at = filled_by_one()
    assert (at.get("first"), at.get("added")) == (0, 1)
    assert at.legal() == ["decline", "tree_kangaroo to e4-08"]
    at.play("0 tree_kangaroo to e4-08")
    assert (at.zoo(0), at.houses(0), at.asked) == ("tree_kangaroo 1", "2 meerkat, 1 tree_kangaroo", "1 move")


def test_a1_per_addition_the_second_there_has_its_own_extra() -> None:
    at = filled_by_one(options=PER_ADDITION).play("0 tree_kangaroo to e4-08")
    assert at.asked == "0 extra"
    assert at.play("0 extra").zoo(0) == "tree_kangaroo 2"


def filled_by_two(**changes: object) -> Table:
    zoo = Zoo("e4-08 penguin 2, e5-13 none 0", "1 meerkat, 1 penguin, 1 tree_kangaroo")
    at = on_blue(zoo, **changes).play("0 penguin to e4-08", "0 extra")
    return at.play("0 keep", "0 take a1", "0 place N9")


def test_a1_an_enclosure_filled_by_first_and_extra_is_closed_for_the_second() -> None:
    at = filled_by_two()
    assert at.legal() == ["decline", "tree_kangaroo to e5-13"]
    at.play("0 tree_kangaroo to e5-13")
    assert at.asked == "0 extra", "another enclosure has a cap of its own"


def test_a1_per_addition_it_is_open_for_the_second() -> None:
    at = filled_by_two(options=PER_ADDITION)
    assert at.legal() == ["decline", "tree_kangaroo to e4-08", "tree_kangaroo to e5-13"]
    assert at.play("0 tree_kangaroo to e4-08", "0 extra").zoo(0) == "tree_kangaroo 2, none 0"


def test_a1_the_cap_closing_the_only_place_ends_the_action() -> None:
    zoo = Zoo("e4-08 penguin 2", "1 meerkat, 1 penguin, 1 tree_kangaroo")
    at = on_blue(zoo).play("0 penguin to e4-08", "0 extra", "0 keep", "0 take a1", "0 place N9")
    assert at.asked == "1 move"


def test_a1_the_cap_is_forgotten_with_the_next_main_action() -> None:
    at = filled_by_two().play("0 decline", "1 move 5", "1 penguin to house", "0 move 7", "0 meerkat to e4-08")
    assert at.asked == "0 extra"
