"""Rules R8: how the game ends, and the ranking."""

from __future__ import annotations

import pytest

from paddock.games.new_york_zoo import GAME
from tests.games.new_york_zoo.positions import Table, Zoo, table


def test_r8_1_a15_a_tile_that_fills_the_board_ends_the_game_at_once_and_stays_empty() -> None:
    at = table(2, Zoo("e4-07 meerkat 2", "1 meerkat", free="A9-D9"), strip={1: "e4-08"}).play("0 move 1")
    at.play("0 place A9 B9 C9 D9")
    assert (at.asked, at.zoo(0)) == ("over", "meerkat 2, none 0")
    assert at.state.pending() == []
    assert (at.state.scores(), at.state.places()) == ([0, -105], [1, 2])


def test_a15_that_tile_too_needs_an_animal_that_could_go_on_it() -> None:
    at = table(2, Zoo("e4-07 meerkat 1", "", free="A9-D9"), strip={1: "e4-08"})
    assert at.legal() == ["move 2", "move 5", "move 7"]


def test_a15_an_attraction_that_fills_the_board_drops_the_second_animal() -> None:
    at = table(2, Zoo("e4-08 penguin 3", "", free="N9"), strip={}).play("0 move 2", "0 penguin to e4-08")
    at.play("0 keep", "0 take a1", "0 place N9")
    assert (at.asked, at.houses(0), at.get("second")) == ("over", "1 penguin", "none")


def test_case_14_a_win_in_the_main_action_cancels_the_breeding_that_would_finish_an_opponent() -> None:
    # 2 to 5 passes the fox line; seat 1 would complete and cover its last cell, and has more animals.
    zoos = [Zoo("e4-08 meerkat 3", "3 flamingo", free="N9"), Zoo("e4-07 arctic_fox 3", "3 flamingo", free="N9")]
    at = table(2, *zoos, strip={}, elephant=2).play("0 move 5", "0 meerkat to e4-08", "0 take a1", "0 place N9")
    assert at.asked == "over"
    assert (at.state.scores(), at.state.places()) == ([0, -1], [1, 2])
    assert (at.get("turn"), at.get("lines"), at.zoo(1)) == (0, 0, "arctic_fox 3")


def test_r8_1_a_move_that_wins_announces_no_breeding() -> None:
    # 2 to 4 and 5 passes the fox line; the tile on 4 covers the last four cells.
    at = table(2, Zoo("e4-07 arctic_fox 2", "1 meerkat", free="A9-D9"), strip={4: "e4-08"}, elephant=2)
    prompt, strip = GAME.prompt(at.state.mask(0)), GAME.view(at.state.mask(0))["strip"]
    announced = {choice.path[0]: [note.id for note in choice.note] for choice in prompt.choices}
    assert ("note.line" in announced["strip:4"], strip[4]["breeds"]) == (False, False)
    assert ("note.line" in announced["strip:5"], strip[5]["breeds"]) == (True, True)
    at.play("0 move 4")
    assert at.get("lines") == 1
    assert GAME.view(at.state.mask(0))["breeding"] == []


def both_full(second: str = "") -> Table:
    """Both fill their boards at the penguin line; seat 0 then has one animal, seat 1 these in its houses."""
    zoos = [Zoo("e4-08 penguin 3", "", free="N9"), Zoo("e4-07 penguin 3", second, free="N9")]
    at = table(2, *zoos, strip={}, elephant=22).play("0 move 0", "0 meerkat to house")
    at.play("0 breed e4-08", "0 decline", "0 take a1", "0 place N9")
    assert at.asked == "1 breed", "everybody still breeds"
    return at.play("1 breed e4-07", "1 decline", "1 take a1", "1 place N9")


@pytest.mark.parametrize(("second", "places"), [("", [1, 2]), ("1 flamingo", [1, 1]), ("2 flamingo", [2, 1])])
def test_r8_2_case_15_two_boards_full_by_one_breeding_more_animals_win_and_equal_ones_share(
    second: str, places: list[int]
) -> None:
    at = both_full(second)
    assert at.asked == "over"
    assert at.state.scores() == [0, 0]
    assert at.state.places() == places


def test_r8_2_case_16_a16_full_in_part_1_the_bonus_is_still_played_without_an_attraction() -> None:
    zoo = Zoo("e4-08 penguin 3, e4-07 flamingo 3", "", free="N9")
    at = table(2, zoo, strip={}, elephant=22).play("0 move 0", "0 meerkat to house", "0 breed e4-08", "0 decline")
    at.play("0 take a1", "0 place N9")
    assert (at.asked, at.legal()) == ("0 bonus", ["bonus e4-07", "decline"])
    at.play("0 bonus e4-07")
    assert at.asked == "0 keep"
    at.play("0 keep")
    assert (at.asked, at.houses(0), at.state.places()) == ("over", "1 meerkat, 1 flamingo", [1, 2])


def test_a16_a_full_player_may_still_breed_or_forego_at_the_next_line() -> None:
    # 17 to 0: the kangaroo line fills the board, the penguin line still comes.
    zoo = Zoo("e4-08 tree_kangaroo 3, e5-13 penguin 2", "", free="N9")
    at = table(2, zoo, strip={}, elephant=17).play("0 move 0", "0 meerkat to house", "0 breed e4-08", "0 decline")
    at.play("0 take a1", "0 place N9", "0 decline")
    assert (at.asked, at.legal()) == ("0 breed", ["breed e5-13", "decline"])
    at.play("0 breed e5-13")
    assert (at.asked, at.zoo(0)) == ("over", "none 0, penguin 3")


def test_a16_the_other_players_still_breed_after_somebody_is_full() -> None:
    zoos = [Zoo("e4-08 penguin 3", "", free="N9"), Zoo("e5-13 penguin 2", "")]
    at = table(2, *zoos, strip={}, elephant=22).play("0 move 0", "0 meerkat to house", "0 breed e4-08", "0 decline")
    at.play("0 take a1", "0 place N9")
    assert at.asked == "1 breed"
    assert at.play("1 breed e5-13").asked == "over"


def test_r8_3_a17_fewer_uncovered_cells_then_more_animals_and_ties_share() -> None:
    zoos = [
        Zoo("e4-08 meerkat 3", "2 flamingo", free="H9"),
        Zoo("e4-07 meerkat 2", "1 flamingo", free="G9-H9"),
        Zoo("e4-01 meerkat 3", "", free="E9 H9"),
        Zoo("e4-02 meerkat 2", "2 flamingo", free="G9-H9"),
        Zoo("e4-03 meerkat 1", "", free="H9"),
    ]
    at = table(5, *zoos, strip={}).play("0 move 2", "0 meerkat to e4-08", "0 take a1", "0 place H9")
    assert at.asked == "over"
    assert at.state.scores() == [0, -2, -2, -2, -1]
    assert at.state.places() == [1, 4, 4, 3, 2]


def test_r8_after_the_end_nobody_may_do_anything() -> None:
    at = both_full()
    assert [at.state.legal_count(seat) for seat in (0, 1)] == [0, 0]


def test_a_turn_that_fills_no_board_passes_on_clockwise() -> None:
    empty = Zoo("", "")
    at = table(5, empty, empty, empty, empty, empty, strip={})
    for seat, to in enumerate([2, 5, 7, 10, 12]):
        assert at.asked == f"{seat} move"
        other = {2: "meerkat", 5: "penguin", 7: "penguin", 10: "penguin", 12: "penguin"}[to]
        at.play(f"{seat} move {to}", f"{seat} {other} to house")
    assert at.asked == "0 move"
