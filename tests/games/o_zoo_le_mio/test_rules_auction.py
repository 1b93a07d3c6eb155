"""R3, the auction: sealed bids, who wins and pays, ties and the flagpole."""

from __future__ import annotations

from itertools import permutations

import pytest

from paddock.core.dice import ScriptedDice
from paddock.core.errors import IllegalAction, UndoRefused
from paddock.core.match import UNDO, Event, Match
from paddock.core.state import HIDDEN, SPECTATOR
from paddock.games.o_zoo_le_mio import GAME
from tests.games.o_zoo_le_mio.positions import Table, begun, table


def test_r3_1_every_seat_bids_from_nothing_to_all_its_coins() -> None:
    sale = table(3, coins=[2, 0, 8])
    assert sale.turn == ("bid", [0, 1, 2])
    assert sale.legal(0) == {"bid 0", "bid 1", "bid 2"}
    assert sale.legal(1) == {"bid 0"}, "who has no coins bids too"
    assert sale.legal(2) == {f"bid {k}" for k in range(9)}


@pytest.mark.parametrize("bid", ["bid 3", "bid -1", "bid", "bid 1.5", "pass"])
def test_r3_1_a_bid_above_the_purse_or_below_nothing_is_refused_and_changes_nothing(bid: str) -> None:
    sale = table(2, coins=[2, 8])
    before = sale.position
    with pytest.raises(IllegalAction):
        sale.play(f"0 {bid}")
    assert sale.position == before


def test_r3_1_a_bid_in_the_record_above_the_purse_is_refused() -> None:
    match = Match(GAME, GAME.setup(2), ScriptedDice([0, 0, 1, 2, 3, 4]))
    with pytest.raises(IllegalAction):
        match.play(0, 9)
    match.play(0, 8)
    assert match.pending == [1]


def test_r3_1_nobody_sees_a_bid_before_the_last_one() -> None:
    one, two = begun(4), begun(4)
    one.play("1 bid 3")
    two.play("1 bid 8")
    for viewer in (0, 2, 3, SPECTATOR):
        assert one.state.mask(viewer).key() == two.state.mask(viewer).key() == begun(4).state.mask(viewer).key()
    assert one.state.mask(1).key() != two.state.mask(1).key()
    assert one.get("last_bid") == ["none"] * 4


def test_r3_1_a_bid_may_be_taken_back_until_the_last_is_in() -> None:
    match = Match(GAME, GAME.setup(3), ScriptedDice([0, 1, 0, 1, 2, 3, 4]))
    match.play(0, 8)
    match.play(1, 1)
    match.record(Event(0, UNDO))
    assert match.pending == [0, 2]
    match.play(0, 2)
    match.play(2, 3)
    assert GAME.position(match.state)["last_bid"] == [2, 1, 3]
    with pytest.raises(UndoRefused):
        match.record(Event(2, UNDO))


def test_r19_all_bids_are_public_once_the_auction_is_closed() -> None:
    match = Match(GAME, GAME.setup(3), ScriptedDice([0, 1, 0, 1, 2, 3, 4]))
    match.play(2, 1)
    assert match.perspective(0).events[-1] == Event(2, HIDDEN)
    match.play(0, 5)
    match.play(1, 0)
    for viewer in (0, 1, 2, SPECTATOR):
        assert match.perspective(viewer).events[-3:] == (Event(2, 1), Event(0, 5), Event(1, 0))
        assert GAME.position(match.perspective(viewer).state)["last_bid"] == [5, 0, 1]


def test_r3_1_the_order_of_the_bids_does_not_matter() -> None:
    bids = [3, 5, 5, 0]
    ends = set()
    for order in permutations(range(4)):
        sale = begun(4, pole=[3, 2, 1, 0])
        sale.play(*[f"{seat} bid {bids[seat]}" for seat in order])
        ends.add(sale.state.key())
    assert len(ends) == 1


def test_r3_2_the_highest_bid_wins_and_alone_pays() -> None:
    sale = begun(4).bids(3, 5, 4, 0)
    assert sale.turn == ("place", [1])
    assert sale.get("coins") == [8, 3, 8, 8]
    assert sale.get("last_bid") == [3, 5, 4, 0]
    assert sale.get("sealed") == ["open"] * 4


def test_r3_2_no_flag_moves_when_the_highest_bid_is_alone_whatever_ties_below() -> None:
    sale = begun(4, pole=[0, 1, 2, 3]).bids(3, 3, 3, 4)
    assert sale.turn == ("place", [3])
    assert sale.get("flag") == [0, 1, 2, 3]


def test_r3_3_of_the_tied_the_highest_flag_wins_and_goes_to_the_bottom() -> None:
    sale = begun(4, pole=[2, 0, 3, 1]).bids(4, 4, 1, 4)
    # Top to bottom 2, 0, 3, 1; seat 2 is not in the tie; seat 0 wins: 2, 3, 1, 0.
    assert sale.turn == ("place", [0])
    assert sale.get("flag") == [3, 2, 0, 1]
    assert sale.get("coins") == [4, 8, 8, 8]


def test_r13_only_flags_of_the_tied_are_compared_and_only_the_winners_moves() -> None:
    sale = begun(4, pole=[0, 1, 2, 3]).bids(0, 1, 6, 6)
    assert sale.turn == ("place", [2])
    assert sale.get("flag") == [0, 1, 3, 2]


def test_r3_3_a_winner_at_the_bottom_stays_there() -> None:
    # Of the two tied seats one is above the other, so the bottom flag can only win alone.
    sale = begun(2, pole=[1, 0]).bids(2, 1)
    assert sale.turn == ("place", [0])
    assert sale.get("flag") == [1, 0]


def test_r3_4_all_zero_is_a_tie_that_the_top_flag_wins_for_nothing() -> None:
    sale = begun(3, pole=[1, 2, 0]).bids(0, 0, 0)
    assert sale.turn == ("place", [1])
    assert sale.get("coins") == [8, 8, 8]
    assert sale.get("flag") == [1, 2, 0]


def test_r3_4_all_zero_because_nobody_has_a_coin() -> None:
    sale = table(3, coins=[0, 0, 0], flag=[2, 0, 1])
    sale.bids(0, 0, 0)
    assert sale.turn == ("place", [1])
    assert sale.get("flag") == [1, 2, 0]


def test_r3_4_with_coins_left_zero_still_ties_only_with_zero() -> None:
    assert begun(2, pole=[0, 1]).bids(0, 1).turn == ("place", [1])


def test_r3_a_seat_that_has_bid_owes_nothing_more() -> None:
    sale = begun(3)
    sale.play("1 bid 2")
    assert sale.state.pending() == [0, 2]
    assert sale.legal(1) == set()
    assert (sale.get("actor"), sale.get("due")) == (0, 0b101)
    sale.play("0 bid 2")
    assert (sale.get("actor"), sale.get("due")) == (2, 0b100)
    assert sale.get("sealed") == [2, 2, "open"]


def test_a_sealed_round_is_written_and_read_again() -> None:
    sale = begun(3)
    sale.play("1 bid 2", "2 bid 7")
    again = Table(GAME.from_position(sale.position))
    again.play("0 bid 1")
    assert again.turn == ("place", [2])
