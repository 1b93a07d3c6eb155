"""Every game, seat count and sampled option set obeys the laws."""

import pytest

from paddock.core.registry import list_games, load
from paddock.core.setup import Setup, spelled
from paddock.testing import check, setups

SETUPS = [setup for name in list_games() for setup in setups(load(name))]


def named(setup: Setup) -> str:
    """The game, its seats, and the options that are not preset."""
    game = load(setup.game)
    preset = game.setup(setup.seats).options
    options = [f"{name}={spelled(value)}" for name, value in setup.options.items() if value != preset.get(name)]
    return "-".join([setup.game, str(setup.seats), *options])


@pytest.mark.parametrize("setup", SETUPS, ids=named)
def test_it_obeys_the_laws(setup: Setup) -> None:
    summary = check(load(setup.game), seats=setup.seats, options=setup.options)
    assert summary.games > 0
    assert summary.moments > 0
    assert set(summary.skipped) <= {"settle", "observe", "compiled equals interpreted"}, summary.skipped
