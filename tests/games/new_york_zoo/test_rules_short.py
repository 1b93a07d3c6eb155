"""Rules R9: the short game of two."""

from __future__ import annotations

from paddock.core.state import CHANCE
from paddock.games.new_york_zoo import GAME
from tests.games.new_york_zoo.box import SLOTS, STRIP, size
from tests.games.new_york_zoo.positions import SHORT_HANDS, Table, Zoo, dealt, table

SHORT = {"short_game_2p": True}


def test_r9_1_the_top_tile_of_every_slot_is_taken_away() -> None:
    at = Table(dealt(2, short_game_2p=True))
    for where, stack in zip(SLOTS, at.get("stack"), strict=True):
        assert [size(tile) for tile in stack.split()] == ([5, 6] if STRIP[where] == "end" else [4, 5])


def test_r9_1_each_player_gets_three_sevens_and_three_sixes_and_the_rest_goes_out() -> None:
    at = Table(dealt(2, short_game_2p=True))
    hands = [set(hand.split()) for hand in at.get("hand")]
    assert hands == [set(SHORT_HANDS.split()[:6]), set(SHORT_HANDS.split()[6:])]
    assert at.get("removed") == "e6-14 e6-15 e7-07"
    assert at.get("houses") == ["1 meerkat, 1 flamingo", "1 meerkat, 1 tree_kangaroo"]


def test_r9_1_the_hands_are_dealt_by_the_dice_from_seven_sevens_and_eight_sixes() -> None:
    state = GAME.start(GAME.setup(2, short_game_2p=True))
    for _ in range(45):
        state.apply(CHANCE, state.chance()[0][0])
    numbers = []
    for _ in range(12):
        tiles = [GAME.notation(state, CHANCE, outcome) for outcome, _ in state.chance()]
        numbers.append((size(tiles[0]), len(tiles)))
        state.apply(CHANCE, state.chance()[0][0])
    assert numbers == [(7, 7), (7, 6), (7, 5), (6, 8), (6, 7), (6, 6), (7, 4), (7, 3), (7, 2), (6, 5), (6, 4), (6, 3)]
    assert GAME.position(state)["phase"] == "pick"


def test_r9_2_a27_seat_1_lays_its_six_tiles_in_any_order_then_seat_2_then_play_begins() -> None:
    at = Table(dealt(2, short_game_2p=True))
    for seat in (0, 1):
        for left in range(6, 0, -1):
            assert at.asked == f"{seat} pick"
            picks = at.legal()
            assert picks == sorted(f"pick {tile}" for tile in at.get("hand")[seat].split())
            assert len(picks) == left
            at.play(f"{seat} {picks[-1]}")
            assert at.asked == f"{seat} lay"
            at.play(f"{seat} {at.legal()[0]}")
    assert at.asked == "0 move"
    assert at.zoo(0) == at.zoo(1) == ", ".join(["none 0"] * 6)
    assert at.state.scores() == [-(107 - 39), -(105 - 39)]
    assert at.get("houses") == ["1 meerkat, 1 flamingo", "1 meerkat, 1 tree_kangaroo"]


def test_a26_a_start_tile_that_fits_no_longer_goes_out_of_the_game() -> None:
    # Only the cells of both tiles together are free, and the two share one.
    zoo = Zoo("", "1 meerkat", free="D7-F7 A8-F8 B9-E9")
    at = table(2, zoo, options=SHORT, hand=["e7-01 e7-02", "e6-08"])
    at.play("0 pick e7-01", "0 place D7 A8 B8 C8 D8 B9 C9")
    assert at.asked == "1 pick"
    assert "e7-02" in at.get("removed").split()
    assert at.get("hand") == ["", "e6-08"]


def test_case_18_the_first_acquisition_goes_into_an_empty_enclosure_with_an_extra() -> None:
    at = table(
        2, Zoo("e7-01 none 0, e6-05 none 0", "1 meerkat, 1 flamingo"), options=SHORT, phase="move", hand=["", ""]
    )
    at.play("0 move 2", "0 meerkat to e7-01", "0 extra")
    assert (at.zoo(0), at.houses(0), at.asked) == ("meerkat 2, none 0", "1 flamingo", "1 move")


def test_a30_an_empty_start_enclosure_is_no_source_and_no_target_of_own_animals() -> None:
    at = table(2, Zoo("e7-01 none 0", "1 meerkat"), options=SHORT, phase="move", hand=["", ""]).play("0 move 1")
    at.play(f"0 {at.legal()[0]}")
    assert at.legal() == ["from house meerkat"]
    assert at.play("0 from house meerkat").zoo(0) == "none 0, meerkat 1"
