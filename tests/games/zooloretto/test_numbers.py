"""Action numbers and notation, as the interface fixes them: recorded matches depend on both."""

from __future__ import annotations

import pytest

from paddock.games.zooloretto import GAME
from tests.games.zooloretto.positions import Table, begun, carrying, table, zoo

BARN = "1 zebra, 1 zebra M, 1 zebra F, 1 snack_cart, 1 popcorn_booth"


def busy() -> Table:
    """Two players, both with much to do; it is seat 0's turn."""
    mine = zoo(e4="1 camel, 1 snack_cart", e5="1 panda", e6="1 flamingo", x1="1 elephant", x2="", barn=BARN, coins=9)
    return table(mine, zoo(barn="1 zebra M"), trucks=["coin", "camel", "coin"], seats=2)


@pytest.mark.parametrize(
    ("notation", "number"),
    [
        ("draw", 0),
        ("take 1", 1),
        ("take 3", 3),
        ("move zebra to X2", 30 + 5 * 18 + 4),
        ("move zebra F to X2", 30 + 5 * 20 + 4),
        ("move snack_cart from E4 to barn", 150 + 5),
        ("move snack_cart from E4 to X2", 150 + 4),
        ("move popcorn_booth from barn to E6", 150 + 24 * 5 + 6 * 3 + 2),
        ("exchange E4 E5", 294),
        ("exchange E4 X1", 296),
        ("exchange E5 E6", 298),
        ("exchange E6 X1", 301),
        ("exchange E6 barn zebra", 304 + 8 * 2 + 6),
        ("buy zebra M from 1", 344 + 28 + 19),
        ("discard zebra", 484 + 18),
        ("discard popcorn_booth", 484 + 27),
    ],
)
def test_every_action_has_its_number(notation: str, number: int) -> None:
    assert GAME.parse(busy().state, 0, notation) == number


def test_expanding_is_number_six() -> None:
    assert GAME.parse(table(zoo(coins=3)).state, 0, "expand") == 6


def test_loading_and_placing_have_their_numbers() -> None:
    at = Table(begun(5).state).play("0 draw", "chance coin")
    assert at.state.legal_actions(0) == [7, 8, 9, 10, 11]
    placing = carrying(zoo(), "zebra, zebra, snack_cart")
    assert placing.state.legal_actions(0) == [12, 13, 14, 17, 24, 25, 26, 29]
    assert GAME.notation(placing.state, 0, 24) == "place snack_cart in E4"
    assert GAME.notation(placing.state, 0, 17) == "place zebra in barn"


def test_legal_actions_ascend_and_notations_are_read_back() -> None:
    state = busy().state
    actions = state.legal_actions(0)
    assert actions == sorted(actions)
    # draw, 3 takes, 3 animals to X2, 3 stalls to 5 places each, 6 pairs, the zebras to 4 places, 1 purchase, 5 discards
    assert len(actions) == 1 + 3 + 3 + 15 + 6 + 4 + 1 + 5
    for action in actions:
        assert 0 <= action < GAME.actions == 512
        assert GAME.parse(state, 0, GAME.notation(state, 0, action)) == action


def test_outcomes_are_lots_and_the_coin() -> None:
    at = Table(begun(5).state).play("0 draw")
    assert [outcome for outcome, _ in at.state.chance()] == list(range(29))
    assert GAME.outcomes == 29
    names = list(at.chance())
    assert (names[0], names[18], names[19], names[20], names[24], names[28]) == (
        "flamingo",
        "zebra",
        "zebra M",
        "zebra F",
        "snack_cart",
        "coin",
    )
