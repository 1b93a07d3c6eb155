"""R10.1 and R3.1, what is hidden: other people's coins on the screen, bids of the running auction, the stack."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from paddock.core.state import CHANCE, NOBODY, SPECTATOR, State
from paddock.games.o_zoo_le_mio import GAME
from tests.games.o_zoo_le_mio.positions import table


def shown(state: State, viewer: int) -> tuple[str, str, str]:
    """All that this viewer is shown: the view, the prompt and the drawing."""
    masked = state.mask(viewer)
    return json.dumps(GAME.view(masked), sort_keys=True), repr(GAME.prompt(masked)), GAME.draw(masked)


def rich_and_poor(coins: int, **changes: Any) -> State:
    """Seat 1 has so many coins; everything else is the same."""
    return table(3, ["7 (1,1) r0 by 0"], coins=[5, coins, 6], **changes).state


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_r10_1_other_peoples_coins_are_not_shown(viewer: int) -> None:
    assert shown(rich_and_poor(4), viewer) == shown(rich_and_poor(7), viewer)


def test_r10_1_ones_own_coins_are_shown() -> None:
    assert GAME.view(rich_and_poor(4).mask(1)) != GAME.view(rich_and_poor(7).mask(1))


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_r10_1_with_open_coins_everybody_sees_them(viewer: int) -> None:
    poor, rich = rich_and_poor(4, coins_open=True), rich_and_poor(7, coins_open=True)
    assert GAME.view(poor.mask(viewer)) != GAME.view(rich.mask(viewer))


def test_r10_1_open_coins_change_nothing_but_the_view() -> None:
    one, two = rich_and_poor(4), rich_and_poor(4, coins_open=True)
    for seat, bid in ((0, 1), (1, 4), (2, 0)):
        assert one.legal_actions(seat) == two.legal_actions(seat)
        one.apply(seat, bid)
        two.apply(seat, bid)
    assert GAME.position(one) | {"coins_open": True} == GAME.position(two)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r3_1_no_view_prompt_drawing_or_observation_depends_on_a_bid_that_is_still_sealed(seats: int) -> None:
    rng = random.Random(f"views {seats}")
    state = GAME.start(GAME.setup(seats))
    compared = 0
    while state.actor != NOBODY:
        if state.actor == CHANCE:
            state.apply(CHANCE, rng.choice(state.chance())[0])
            continue
        seat = rng.choice(state.pending())
        legal = state.legal_actions(seat)
        if state.due and len(state.pending()) > 1 and len(legal) > 1 and rng.random() < 0.15:
            one, two = state.copy(), state.copy()
            one.apply(seat, legal[0])
            two.apply(seat, legal[-1])
            for viewer in [*range(seats), SPECTATOR]:
                if viewer != seat:
                    assert shown(one, viewer) == shown(two, viewer)
                    assert GAME.observe(one.mask(viewer)) == GAME.observe(two.mask(viewer))
                    compared += 1
        state.apply(seat, rng.choice(legal))
    assert compared


@pytest.mark.parametrize("seats", [2, 4])
def test_r3_1_the_log_of_a_sealed_bid_is_the_same_for_every_bid(seats: int) -> None:
    state = table(seats).state
    lines = []
    for bid in (0, 8):
        after = state.copy()
        after.apply(0, bid)
        for viewer in (1, SPECTATOR):
            lines.append(repr(GAME.tell(state.mask(viewer), after.mask(viewer), 0, -5)))
    assert lines[:2] == lines[2:]


def test_every_prompt_offers_exactly_the_legal_actions() -> None:
    rng = random.Random("prompts")
    state = GAME.start(GAME.setup(3))
    asked = 0
    while state.actor != NOBODY:
        if state.actor == CHANCE:
            state.apply(CHANCE, rng.choice(state.chance())[0])
            continue
        seat = rng.choice(state.pending())
        legal = state.legal_actions(seat)
        if rng.random() < 0.2:
            prompt = GAME.prompt(state.mask(seat))
            assert sorted(choice.action for choice in prompt.choices) == legal
            asked += 1
        state.apply(seat, rng.choice(legal))
    assert asked
