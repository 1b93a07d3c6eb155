"""Options while playing: R9; rulings A3, A4, A18. What A3 and A4 do is tested with stalls and with the bonus."""

from __future__ import annotations

from typing import Any

import pytest

from paddock.core.state import SPECTATOR, State
from paddock.games.zooloretto import GAME
from tests.games.zooloretto.positions import Table, position, zoo
from tests.games.zooloretto.referee import tiles


@pytest.mark.parametrize("name", ["stall_to_barn", "unlimited_bank", "show_tiles_left"])
@pytest.mark.parametrize("value", [True, False])
def test_r9_an_option_is_written_in_the_position(name: str, value: bool) -> None:
    options: dict[str, Any] = {name: value}
    at = Table(GAME.start(GAME.setup(3, **options)))
    assert at.get(name) is value


def with_left(left: int, shown: bool) -> State:
    """The same table with more or fewer undrawn tiles; the others have left the game."""
    zoos = [zoo(e4="2 camel", barn="1 panda", coins=4), zoo(), zoo()]
    return GAME.from_position(position(zoos, trucks=["coin, camel"], left=left, show_tiles_left=shown))


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a18_by_default_everybody_sees_how_many_tiles_are_left(viewer: int) -> None:
    more, fewer = with_left(40, shown=True).mask(viewer), with_left(39, shown=True).mask(viewer)
    assert GAME.view(more)["stack"] != GAME.view(fewer)["stack"]
    assert (GAME.view(more)["stack"]["main"], GAME.view(more)["stack"]["end"]) == (25, 15)
    assert GAME.draw(more) != GAME.draw(fewer)


def test_a18_in_the_last_round_the_end_stack_is_what_is_left() -> None:
    stack = GAME.view(with_left(13, shown=True).mask(0))["stack"]
    assert (stack["main"], stack["end"], stack["last_round"]) == (0, 13, True)


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a18_by_option_nothing_on_the_screen_depends_on_it(viewer: int) -> None:
    more, fewer = with_left(40, shown=False).mask(viewer), with_left(39, shown=False).mask(viewer)
    one, two = dict(GAME.view(more)), dict(GAME.view(fewer))
    assert tiles(GAME.position(more)["undrawn"]) != tiles(GAME.position(fewer)["undrawn"])
    del one["gone"], two["gone"]  # what has left the game did so openly
    assert one == two
    assert GAME.prompt(more) == GAME.prompt(fewer)
    assert GAME.draw(more) == GAME.draw(fewer)


def test_a18_the_option_changes_no_rule() -> None:
    shown, hidden = Table(with_left(40, shown=True)), Table(with_left(40, shown=False))
    assert shown.legal(0) == hidden.legal(0)
    shown.play("0 draw")
    hidden.play("0 draw")
    assert shown.chance() == hidden.chance()
    assert shown.position | {"show_tiles_left": False} == hidden.position
