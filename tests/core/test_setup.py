"""Setup: what was asked for, completed and checked; everything else is refused in a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paddock.core.errors import BadSetup
from paddock.core.setup import Chosen, Option, Setup, Value, make_setup, spelled, spelled_all


def cages(seats: int, chosen: Chosen) -> tuple[Value, ...]:
    return tuple(range(1, seats + 1)) if chosen["big"] else (1,)


OPTIONS = (
    Option("big", (False, True), False),
    Option("cages", cages, lambda seats, chosen: cages(seats, chosen)[-1]),
    Option("food", ("hay", "fish"), "hay"),
    Option("days", tuple(range(1, 100)), 30),
)


def made(seats: object = 3, **given: object) -> Setup:
    return make_setup("zoo", "Zoo", range(2, 6), OPTIONS, seats, given)


def test_defaults_depend_on_seats_and_on_the_options_before() -> None:
    assert made().options == {"big": False, "cages": 1, "food": "hay", "days": 30}
    assert made(4, big=True).options["cages"] == 4


def test_values_are_taken_as_such_or_as_written() -> None:
    assert (
        made(big=True, cages=2, days=19)
        == made(big="true", cages="2", days=" 19 ")
        == made(big="TRUE", cages=2, days=19)
    )


@pytest.mark.parametrize("option", [{"big": 1}, {"big": 0}, {"days": True}, {"days": 19.0}, {"cages": True}])
def test_a_number_is_no_truth_value_and_the_other_way_round(option: dict[str, object]) -> None:
    with pytest.raises(BadSetup, match=f"option {next(iter(option))}: "):
        made(**option)


def test_refusals_say_what_is_allowed() -> None:
    with pytest.raises(BadSetup, match=r"^option food: 'meat' is not offered with 3 seats; allowed: hay, fish$"):
        made(food="meat")
    with pytest.raises(BadSetup, match=r"^option days: 0 is not offered with 3 seats; allowed: 1 to 99$"):
        made(days=0)
    with pytest.raises(BadSetup, match=r"^option cages: 2 is not offered with 3 seats; allowed: 1$"):
        made(cages=2)
    with pytest.raises(BadSetup, match=r"^Zoo is played by 2 to 5, not by 6$"):
        made(6)
    with pytest.raises(BadSetup, match=r"^Zoo has no option 'pets'; its options: big, cages, food, days$"):
        made(pets=1)


anything = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary(), st.lists(st.integers()), st.just({})
)


@given(anything, st.dictionaries(st.sampled_from(["big", "cages", "food", "days", "pets"]), anything))
def test_whatever_is_given_is_a_setup_or_refused(seats: object, options: dict[str, object]) -> None:
    try:
        setup = made(seats, **options)
    except BadSetup:
        return
    assert list(setup.options) == ["big", "cages", "food", "days"]
    assert made(setup.seats, **setup.options) == setup


@given(st.integers(2, 5), st.booleans(), st.integers(1, 99), st.data())
def test_a_setup_survives_being_written(seats: int, big: bool, days: int, data: st.DataObject) -> None:
    cage = data.draw(st.sampled_from(cages(seats, {"big": big})))
    setup = made(seats, big=big, cages=cage, days=days)
    assert made(seats, **{name: spelled(value) for name, value in setup.options.items()}) == setup
    assert hash(made(seats, **setup.options)) == hash(setup)
    assert setup.to_json() == {"game": "zoo", "seats": seats, "options": dict(setup.options)}


def test_values_are_listed_briefly() -> None:
    assert spelled_all((1, 2, 3, 4)) == "1 to 4"
    assert spelled_all((1, 2, 4, 5)) == "1, 2, 4, 5"
    assert spelled_all((True, False)) == "true, false"
    assert spelled_all(("random", 0, 1, 2)) == "random, 0, 1, 2"
