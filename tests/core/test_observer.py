"""Numbers for learners: named, of one shape, the same in both engines, and written where the caller wants them."""

from __future__ import annotations

import subprocess
import sys
from array import array
from typing import Any

import numpy as np
import pytest

import paddock
from paddock.core.observer import LEAST, MOST, fractions, part, real
from paddock.core.source import interpreted
from paddock.core.state import NOBODY, SPECTATOR, State

ALL = ["franks-zoo", "new-york-zoo", "o-zoo-le-mio", "zooloretto"]


def floats(*bits: int) -> list[float]:
    return list(memoryview(array("i", bits)).cast("B").cast("f"))


def test_a_table_of_fractions_has_their_float32_bits() -> None:
    fifths = fractions(5)
    assert floats(part(fifths, 0), part(fifths, 5), part(fifths, -10)) == [0.0, 1.0, -2.0]
    assert floats(part(fifths, 3)) == [pytest.approx(0.6)]
    assert floats(part(fifths, 10**6), part(fifths, -(10**6))) == [pytest.approx(MOST / 5), pytest.approx(LEAST / 5)]
    assert floats(real(0.25), real(-3.5)) == [0.25, -3.5]


def positions(game: paddock.Game, seats: int, seed: int, most: int) -> list[State]:
    """Positions of a random match, evenly spread."""
    rng, state = paddock.Rng(seed), game.start(game.setup(seats))
    found = [state.copy()]
    state.settle(rng)
    while state.actor != NOBODY:
        found.append(state.copy())
        state.step_by(rng.below(1 << 20), rng)
    found.append(state)
    return found[:: max(1, len(found) // most)] + found[-1:]


@pytest.mark.parametrize("name", ALL)
def test_both_engines_write_the_same_numbers(name: str) -> None:
    game = paddock.load(name)
    (module,) = interpreted(f"paddock.games.{name.replace('-', '_')}")
    twin: Any = module.GAME
    for seats in game.seats:
        kind = type(twin.start(twin.setup(seats)))
        for state in positions(game, seats, 1, 8):
            for viewer in (*range(seats), SPECTATOR):
                masked = state.mask(viewer)
                assert game.observe(masked) == twin.observe(kind.from_bytes(masked.to_bytes()))


@pytest.mark.parametrize("name", ALL)
def test_every_number_has_a_name_and_lies_within_the_bounds(name: str) -> None:
    game = paddock.load(name)
    at = 0
    for field in game.observation_fields.values():
        assert field.start == at
        at += field.length
    assert game.observation_shape == (at,)
    for seats in game.seats:
        for state in positions(game, seats, 2, 20):
            numbers = np.asarray(game.observe(state.mask(0)))
            assert numbers.dtype == np.float32
            assert numbers.shape == game.observation_shape
            assert np.isfinite(numbers).all()
            assert (numbers >= LEAST).all()
            assert (numbers <= MOST).all()
            for one_of in ("phase", "seats"):
                assert numbers[game.observation_fields[one_of].slice].sum() == 1


@pytest.mark.parametrize("name", ["new-york-zoo", "zooloretto"])  # where nothing is hidden or sealed
def test_what_one_seat_is_to_another_it_is_to_itself_as_seat_0(name: str) -> None:
    game = paddock.load(name)
    fields = game.observation_fields
    own = [key for key in fields if key.startswith("seat[0].")]
    for state in positions(game, max(game.seats), 3, 10):
        first, second = (game.observe(state.mask(seat)) for seat in (0, 1))
        for key in own:
            assert second[fields[key].slice] == first[fields[key.replace("[0]", "[1]", 1)].slice]


def test_numbers_go_where_the_caller_wants_them() -> None:
    game = paddock.load("zooloretto")
    state = paddock.Match(game, 3, seed=1).perspective(0).state
    fresh = game.observe(state)
    assert isinstance(fresh, array)
    row = np.full(game.observation_shape, 7, np.float32)
    assert game.observe(state, row) is row
    assert row.tolist() == fresh.tolist()
    table = np.zeros((2, *game.observation_shape), np.float32)
    game.observe(state, table[1])
    assert table[0].sum() == 0
    assert table[1].tolist() == fresh.tolist()
    game.observe(state, memoryview(row))


@pytest.mark.parametrize("kind", ["b", "B"])
def test_a_mask_has_a_one_for_each_legal_action(kind: str) -> None:
    game = paddock.load("zooloretto")
    match = paddock.Match(game, 3, seed=1)
    for seat in range(3):
        masked = match.perspective(seat).state
        legal = set(match.legal(seat)) if seat in match.pending else set()
        mask = game.legal_mask(masked, seat)
        assert {k for k, allowed in enumerate(mask) if allowed} == legal
        assert len(mask) == game.actions
        into = array(kind, bytes(game.actions))
        assert game.legal_mask(masked, seat, into) is into
        assert list(into) == list(mask)
    numpy_mask = np.ones(game.actions, np.bool_)
    game.legal_mask(match.perspective(0).state, 0, numpy_mask)
    assert numpy_mask.sum() == len(match.perspective(0).state.legal_actions(0))


@pytest.mark.parametrize(
    "wrong",
    [
        [0.0] * 1001,
        np.zeros(1001, np.float64),
        np.zeros(1000, np.float32),
        np.zeros(2002, np.float32)[::2],
        bytes(4004),
        np.frombuffer(bytes(4004), np.float32),
    ],
    ids=["a list", "doubles", "too short", "every other", "bytes", "read-only"],
)
def test_an_array_that_does_not_fit_is_refused(wrong: Any) -> None:
    game = paddock.load("zooloretto")
    assert game.observation_shape == (1001,)
    with pytest.raises(ValueError, match="out must be a writable"):
        game.observe(paddock.Match(game, 2, seed=1).perspective(0).state, wrong)


@pytest.mark.parametrize("name", ALL)
def test_the_whole_truth_is_refused(name: str) -> None:
    game = paddock.load(name)
    with pytest.raises(ValueError, match="takes a masked state"):
        game.observe(game.start(game.setup(game.seats[-1])))


def test_observing_needs_no_numpy() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None; import paddock; game = paddock.load('zooloretto');"
        "state = paddock.Match(game, 2, seed=1).perspective(0).state;"
        "print(len(game.observe(state)), sum(game.legal_mask(state, 0)) > 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split()[0] == "1001"


def test_zooloretto_by_name() -> None:
    """R2 two seats begin with 2 coins each, 8 types less 3, and an empty barn."""
    game = paddock.load("zooloretto")
    match = paddock.Match(game, 2, seed=1)
    numbers = game.observe(match.perspective(match.pending[0]).state)
    fields = game.observation_fields
    assert list(numbers[fields["seat[0].coins"].slice]) == [pytest.approx(0.2)]
    assert sum(numbers[fields["types"].slice]) == 5
    assert sum(numbers[fields["seat[0].barn"].slice]) == 0
    assert list(numbers[fields["seat[0].to_decide"].slice]) == [1.0]
    assert sum(numbers[fields["seat[2].in_play"].slice]) == 0
    assert list(numbers[fields["seats"].slice]) == [1.0, 0.0, 0.0, 0.0]
