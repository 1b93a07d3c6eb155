"""The small learned function: worked out by hand, the same in both engines, and able to learn."""

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core import source
from paddock.core.net import Net, blank, fresh, size_of
from paddock.core.rng import Rng

net, rng = source.interpreted("paddock.core.net", "paddock.core.rng")


def by_hand() -> Net:
    """Two inputs, eight units; only the first two units do anything."""
    inputs = [1.0, -1.0, *[0.0] * 6, 2.0, 3.0, *[0.0] * 6]
    biases = [0.5, 0.0, *[0.0] * 6]
    weights = [10.0, 100.0, *[0.0] * 6]
    past = [1000.0, 0.25]
    return Net(2, 8, vec[float](inputs + biases + weights + past))


def test_units_are_rectified_and_the_linear_way_goes_past_them() -> None:
    # Unit 0: 0.5 + 1 * 2 = 2.5, times 10. Unit 1: -1 * 2 < 0, so nothing. Past: 1000 * 2.
    assert by_hand().value(vec[i64]([0]), vec[float]([2.0]), 0, 1) == 25.0 + 2000.0


def test_only_the_inputs_from_first_to_end_count() -> None:
    # The second input alone: unit 0: 0.5 + 2 = 2.5, times 10; unit 1: 3, times 100; past: 0.25.
    assert by_hand().value(vec[i64]([0, 1, 0]), vec[float]([9.0, 1.0, 9.0]), 1, 2) == 325.25


def test_a_blank_net_thinks_nothing_of_anything() -> None:
    assert blank(5).value(vec[i64]([4]), vec[float]([3.0]), 0, 1) == 0.0


def test_both_engines_agree_to_the_last_bit() -> None:
    here, there = fresh(60, 16, Rng(3)), net.fresh(60, 16, rng.Rng(3))
    assert here.listed() == there.listed()
    assert len(here.listed()) == size_of(60, 16) == 60 * 16 + 32 + 60
    draw = Rng(4)
    for _ in range(50):
        inputs = [int(draw.below(60)) for _ in range(20)]
        amounts = [int(draw.below(1000)) / 7.0 for _ in range(20)]
        value = here.value(vec[i64](inputs), vec[float](amounts), 0, 20)
        assert there.value(vec[i64](inputs), vec[float](amounts), 0, 20) == value


def test_inputs_found_once_and_others_upon_them_give_the_value_of_all() -> None:
    for kind, seeded in ((fresh, Rng), (net.fresh, rng.Rng)):
        one = kind(60, 16, seeded(3))
        draw = Rng(6)
        for _ in range(20):
            inputs = vec[i64]([int(draw.below(60)) for _ in range(20)])
            amounts = vec[float]([int(draw.below(1000)) / 7.0 for _ in range(20)])
            one.found(inputs, amounts, 12)
            assert one.upon(inputs, amounts, 12, 20) == one.value(inputs, amounts, 0, 20)
