"""Rules R7: breeding when lines are passed, the bonus, and who comes when.

With an empty strip the elephant goes from 22 to 0 over the penguin line; seat 0 then takes one animal into a house.
"""

from __future__ import annotations

import pytest

from tests.games.new_york_zoo.positions import Table, Zoo, table

PER_PLAYER = {"breeding_order": "per_player"}
NOTHING = Zoo("", "")


def penguin_line(*zoos: Zoo | None, seats: int = 2, first: str = "meerkat to house", **changes: object) -> Table:
    """Seat 0 has passed the penguin line and finished the main action."""
    others = [*zoos, *[NOTHING] * (seats - len(zoos))]
    return table(seats, *others, strip={}, elephant=22, **changes).play("0 move 0", f"0 {first}")


@pytest.mark.parametrize(
    ("elephant", "move", "species"),
    [
        (2, "move 5", "arctic_fox"),
        (7, "move 10", "meerkat"),
        (12, "move 15", "flamingo"),
        (17, "move 20", "tree_kangaroo"),
        (22, "move 0", "penguin"),
    ],
)
def test_r7_1_each_line_breeds_its_own_species(elephant: int, move: str, species: str) -> None:
    every = "e4-08 meerkat 2, e4-07 flamingo 2, e4-01 tree_kangaroo 2, e5-13 penguin 2, e5-02 arctic_fox 2"
    at = table(2, Zoo(every, ""), strip={}, elephant=elephant).play(f"0 {move}")
    unseen = next(text for text in at.legal() if text.endswith("house"))
    at.play(f"0 {unseen}")
    if at.asked == "0 acquire_2":
        at.play("0 decline")
    (tile,) = [part.split()[0] for part in every.split(", ") if part.split()[1] == species]
    assert at.asked == "0 breed"
    assert at.legal() == [f"breed {tile}", "decline"]


def test_r7_1_breeding_comes_after_the_whole_main_action() -> None:
    at = table(2, Zoo("e4-08 penguin 2", ""), strip={}, elephant=22).play("0 move 0", "0 flamingo to house")
    assert at.asked == "0 acquire_2"
    assert at.play("0 decline").asked == "0 breed"


def test_a14_parents_are_counted_after_the_main_action() -> None:
    at = penguin_line(Zoo("e4-08 penguin 1", ""), first="penguin to e4-08")
    assert at.asked == "0 breed"


def test_a14_an_enclosure_completed_in_the_main_action_has_no_parents_left() -> None:
    at = penguin_line(Zoo("e4-08 penguin 3", "3 meerkat"), first="penguin to e4-08").play("0 take a1", "0 place N9")
    assert at.asked == "1 move"


def test_r7_2_parents_are_two_or_more_in_one_enclosure() -> None:
    at = penguin_line(Zoo("e4-08 penguin 1, e4-07 penguin 1, e5-13 penguin 2", ""))
    assert at.legal() == ["breed e5-13", "decline"]


def test_r7_2_houses_do_not_breed() -> None:
    assert penguin_line(Zoo("", "2 penguin")).asked == "1 move"


@pytest.mark.parametrize("animals", [2, 4, 5])
def test_r7_2_one_offspring_whatever_the_number_of_parents(animals: int) -> None:
    at = penguin_line(Zoo(f"e7-01 penguin {animals}", "")).play("0 breed e7-01")
    assert at.zoo(0) == f"penguin {animals + 1}"
    assert at.asked == "1 move"


def test_r7_2_up_to_two_enclosures_breed() -> None:
    at = penguin_line(Zoo("e5-13 penguin 2, e5-02 penguin 2, e5-01 penguin 2", ""), seats=4)
    at.play("0 breed e5-01")
    assert at.legal() == ["breed e5-02", "breed e5-13", "decline"]
    at.play("0 breed e5-13")
    assert (at.zoo(0), at.asked) == ("penguin 3, penguin 2, penguin 3", "1 move")


def test_r7_2_breeding_may_be_forgone_in_part() -> None:
    at = penguin_line(Zoo("e5-13 penguin 2, e5-02 penguin 2", ""), seats=4).play("0 breed e5-13", "0 decline")
    assert (at.zoo(0), at.asked) == ("penguin 3, penguin 2", "1 move")


def test_r7_2_the_two_may_be_named_in_either_order() -> None:
    zoo = Zoo("e5-13 penguin 2, e5-02 penguin 2", "")
    one = penguin_line(zoo).play("0 breed e5-13", "0 breed e5-02")
    other = penguin_line(zoo).play("0 breed e5-02", "0 breed e5-13")
    assert one.state.key() == other.state.key()


def test_a12_no_offspring_in_part_1_no_bonus() -> None:
    at = penguin_line(Zoo("e5-13 penguin 2, e5-02 flamingo 2", "")).play("0 decline")
    assert (at.zoo(0), at.asked) == ("penguin 2, flamingo 2", "1 move")


def test_a12_without_the_species_no_bonus() -> None:
    assert penguin_line(Zoo("e5-13 flamingo 2, e5-02 flamingo 2", "")).asked == "1 move"


def test_case_8_six_of_seven_breed_one_and_complete() -> None:
    at = penguin_line(Zoo("e7-01 penguin 6", "")).play("0 breed e7-01")
    assert (at.zoo(0), at.asked) == ("none 0", "0 keep")
    at.play("0 keep", "0 take a8")
    assert at.get("stage") == "breeding"
    assert at.houses(0) == "1 meerkat, 1 penguin"


def test_case_9_two_breeding_and_one_house_animal_only_one_extra() -> None:
    at = penguin_line(Zoo("e5-13 penguin 2, e5-02 penguin 2", "1 penguin"), seats=4)
    at.play("0 breed e5-02", "0 breed e5-13")
    assert (at.asked, at.get("target")) == ("0 extra", 0), "the one laid first is asked first"
    at.play("0 extra")
    assert (at.zoo(0), at.asked) == ("penguin 4, penguin 3", "1 move")


def test_case_9_the_one_house_animal_may_go_to_the_second_enclosure() -> None:
    at = penguin_line(Zoo("e5-13 penguin 2, e5-02 penguin 2", "1 penguin"), seats=4)
    at.play("0 breed e5-13", "0 breed e5-02")
    assert (at.asked, at.get("target")) == ("0 extra", 0)
    at.play("0 decline")
    assert (at.asked, at.get("target")) == ("0 extra", 1)
    assert at.play("0 extra").zoo(0) == "penguin 3, penguin 4"


def test_case_9_two_house_animals_two_extras() -> None:
    zoo = Zoo("e5-13 penguin 2, e5-02 penguin 2", "2 penguin")
    at = penguin_line(zoo).play("0 breed e5-13", "0 breed e5-02", "0 extra", "0 extra")
    assert (at.zoo(0), at.houses(0), at.asked) == ("penguin 4, penguin 4", "1 meerkat", "1 move")


def test_r7_3_no_extra_in_an_enclosure_that_the_offspring_filled() -> None:
    at = penguin_line(Zoo("e4-08 penguin 3, e5-13 penguin 2", "1 penguin")).play("0 breed e4-08", "0 breed e5-13")
    assert (at.asked, at.get("target"), at.zoo(0)) == ("0 extra", 1, "penguin 4, penguin 3")


def test_r7_3_case_10_a_kept_animal_is_too_late_for_part_1_but_serves_in_part_2() -> None:
    zoo = Zoo("e4-08 penguin 3, e5-13 penguin 2, e5-02 penguin 2", "")
    at = penguin_line(zoo).play("0 breed e4-08", "0 breed e5-13")
    assert (at.asked, at.zoo(0)) == ("0 keep", "none 0, penguin 3, penguin 2")
    at.play("0 keep", "0 take a1", "0 place N9")
    assert at.asked == "0 bonus"
    assert at.legal() == ["bonus e5-02", "decline"]
    at.play("0 bonus e5-02")
    assert (at.asked, at.get("stage")) == ("0 extra", "bonus")
    assert at.play("0 extra").zoo(0) == "none 0, penguin 3, penguin 4"


def test_a8_two_full_enclosures_are_completed_in_the_order_laid() -> None:
    zoo = Zoo("e4-08 penguin 3, e4-07 penguin 3", "1 flamingo")
    at = penguin_line(zoo).play("0 breed e4-07", "0 breed e4-08")
    assert (at.asked, at.get("target"), at.zoo(0)) == ("0 keep", 0, "none 0, penguin 4")
    at.play("0 keep", "0 take a1", "0 place N9")
    assert (at.asked, at.get("target"), at.zoo(0)) == ("0 attraction", 1, "none 0, none 0"), "the houses are full now"
    at.play("0 take a1", "0 place N8")
    assert at.asked == "1 move"


# The bonus: R7.4.


def test_a11_the_bonus_goes_to_any_other_species_with_two_animals_that_did_not_breed() -> None:
    zoo = Zoo("e5-13 penguin 2, e5-02 flamingo 2, e5-01 meerkat 1, e4-08 none 0, e4-07 arctic_fox 3", "")
    at = penguin_line(zoo).play("0 breed e5-13")
    assert at.asked == "0 bonus"
    assert at.legal() == ["bonus e4-07", "bonus e5-02", "decline"]


def test_a11_also_a_third_enclosure_of_the_same_species() -> None:
    at = penguin_line(Zoo("e5-13 penguin 2, e5-02 penguin 2, e5-01 penguin 2", ""))
    at.play("0 breed e5-13", "0 breed e5-02")
    assert at.legal() == ["bonus e5-01", "decline"]


def test_a12_the_bonus_may_be_refused_and_is_one_enclosure_only() -> None:
    zoo = Zoo("e5-13 penguin 2, e5-02 flamingo 2, e5-01 flamingo 2", "")
    refused = penguin_line(zoo).play("0 breed e5-13", "0 decline")
    assert (refused.zoo(0), refused.asked) == ("penguin 3, flamingo 2, flamingo 2", "1 move")
    taken = penguin_line(zoo).play("0 breed e5-13", "0 bonus e5-02")
    assert (taken.zoo(0), taken.asked) == ("penguin 3, flamingo 3, flamingo 2", "1 move")


def test_r7_4_the_bonus_completes_an_enclosure_like_any_addition() -> None:
    at = penguin_line(Zoo("e5-13 penguin 2, e4-08 flamingo 3", "")).play("0 breed e5-13", "0 bonus e4-08")
    assert (at.asked, at.get("leaving"), at.get("stage")) == ("0 keep", "flamingo", "bonus")
    at.play("0 keep", "0 take a2", "0 place N8 N9")
    assert at.asked == "1 move"


@pytest.mark.parametrize(("seats", "bonus"), [(2, True), (3, True), (4, False), (5, False)])
def test_case_11_the_bonus_is_for_up_to_three_players(seats: int, bonus: bool) -> None:
    houses = "1 flamingo" if seats > 2 else ""
    at = penguin_line(Zoo("e5-13 penguin 2, e5-02 flamingo 2", houses), seats=seats).play("0 breed e5-13")
    assert at.asked == ("0 bonus" if bonus else "1 move")


# Who comes when: R7.5, A9, A10, A13.

BREEDERS = [
    Zoo("e5-13 penguin 2, e5-02 flamingo 2", ""),
    Zoo("e5-01 penguin 2, e5-03 flamingo 2", ""),
    Zoo("e5-04 penguin 2, e5-05 flamingo 2", ""),
]


def sequence(at: Table) -> list[str]:
    """Who is asked what, everybody saying yes, until the next move."""
    found = []
    while not at.asked.endswith("move"):
        found.append(at.asked)
        at.play(f"{at.asked.split()[0]} {at.legal()[0]}")
    return found


def test_a9_phased_all_players_breed_and_then_all_get_the_bonus() -> None:
    at = penguin_line(*BREEDERS, seats=3)
    assert sequence(at) == ["0 breed", "1 breed", "2 breed", "0 bonus", "1 bonus", "2 bonus"]


def test_a9_per_player_each_does_both_in_turn() -> None:
    at = penguin_line(*BREEDERS, seats=3, options=PER_PLAYER)
    assert sequence(at) == ["0 breed", "0 bonus", "1 breed", "1 bonus", "2 breed", "2 bonus"]


@pytest.mark.parametrize(("turn", "order"), [(1, "1 2 0"), (2, "2 0 1")])
def test_a10_breeding_goes_clockwise_from_the_active_player(turn: int, order: str) -> None:
    at = table(3, *BREEDERS, strip={}, elephant=22, turn=turn).play(f"{turn} move 0", f"{turn} meerkat to house")
    seats = order.split()
    assert sequence(at) == [f"{seat} breed" for seat in seats] + [f"{seat} bonus" for seat in seats]
    assert at.asked == f"{(turn + 1) % 3} move"


def test_r7_1_a_player_without_parents_is_passed_over() -> None:
    at = penguin_line(BREEDERS[0], NOTHING, BREEDERS[2], seats=3)
    assert sequence(at) == ["0 breed", "2 breed", "0 bonus", "2 bonus"]


def test_a10_case_12_later_players_see_earlier_attractions_before_they_choose() -> None:
    zoos = [Zoo("e4-08 penguin 3", ""), Zoo("e4-07 penguin 3", "3 flamingo")]
    at = penguin_line(*zoos).play("0 breed e4-08", "0 decline", "0 take a8", "0 place A8 B8 C8 D8 A9 B9 C9 D9")
    assert at.asked == "1 breed"
    at.play("1 breed e4-07")
    assert at.asked == "1 attraction"
    assert "take a6" in at.legal()
    assert "take a8" not in at.legal()


def test_a13_case_4_two_lines_in_one_move_are_two_breedings_each_with_its_bonus() -> None:
    # From 17 to 0 over the tree kangaroo line and then the penguin line.
    zoo = Zoo("e5-13 penguin 2, e5-02 tree_kangaroo 2", "")
    at = table(2, zoo, strip={}, elephant=17).play("0 move 0", "0 meerkat to house")
    assert at.legal() == ["breed e5-02", "decline"]
    at.play("0 breed e5-02")
    assert (at.asked, at.legal()) == ("0 bonus", ["bonus e5-13", "decline"])
    at.play("0 bonus e5-13")
    assert (at.asked, at.legal(), at.get("bred")) == ("0 breed", ["breed e5-13", "decline"], ["", ""])
    at.play("0 breed e5-13")
    assert (at.asked, at.legal()) == ("0 bonus", ["bonus e5-02", "decline"])
    at.play("0 bonus e5-02")
    assert (at.zoo(0), at.asked) == ("penguin 4, tree_kangaroo 4", "1 move")


def test_a13_lines_breed_in_the_order_passed_also_across_the_start() -> None:
    # From 22 to 5 the penguin line comes first, then the fox line.
    zoo = Zoo("e5-13 penguin 2, e5-02 arctic_fox 2", "")
    at = table(2, zoo, strip={}, elephant=22).play("0 move 5", "0 flamingo to house")
    assert at.legal() == ["breed e5-13", "decline"]
    at.play("0 breed e5-13", "0 decline")
    assert at.legal() == ["breed e5-02", "decline"]


def test_a13_offspring_of_the_first_line_can_be_a_bonus_parent_at_the_second_and_bred_ones_are_free_again() -> None:
    zoo = Zoo("e5-13 penguin 2, e5-02 arctic_fox 2", "")
    at = table(2, zoo, strip={}, elephant=22).play("0 move 5", "0 flamingo to house")
    at.play("0 breed e5-13", "0 decline", "0 breed e5-02")
    assert at.legal() == ["bonus e5-13", "decline"], "what bred at the first line may have the bonus of the second"
