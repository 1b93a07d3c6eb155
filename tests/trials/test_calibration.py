"""The trial of win chances: its measures, worked by hand."""

from __future__ import annotations

import pytest

from trials.calibration import Forecast, calibration_error, run, surprise


def test_chances_that_hold_have_no_error() -> None:
    said = [Forecast((0.75, 0.25), (1.0, 0.0))] * 3 + [Forecast((0.75, 0.25), (0.0, 1.0))]
    assert calibration_error(said) == pytest.approx(0)


def test_a_favourite_who_always_wins_was_thought_too_little_of() -> None:
    said = [Forecast((0.7, 0.3), (1.0, 0.0))] * 5
    assert calibration_error(said) == pytest.approx(0.3)
    assert surprise(said, 2.0) < surprise(said, 1.0)


def test_a_few_matches_give_figures() -> None:
    figures = run("o-zoo-le-mio", 2, 2, "net", 1, False)
    assert figures["moments"] > 100
    assert sum(figures["mean_luck"]) == pytest.approx(0, abs=0.001)
    assert run("o-zoo-le-mio", 2, 2, "net", 1, True)["sharpness"] >= 0.5
