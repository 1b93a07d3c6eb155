"""Net: a small learned function of sparse inputs: one layer of rectified units, and a linear way past it.

All numbers are doubles, and every sum is taken in one fixed order without fused operations, so that the
compiled and the interpreted engine agree to the last bit. Stored weights are whole numbers of 1 / SCALE.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.rng import Rng

SCALE: Final = 4096.0
UNROLLED: Final = 8  # units summed up side by side: the hidden layer is a multiple of it
SPREAD: Final = 0.15  # fresh weights lie from minus this to this
FRESH: Final = 1000  # in so many steps either way


@final
@mypyc_attr(native_class=True)
class Net:
    """Weights in one vector: inputs x hidden, then of each unit its bias and its weight, then of each input its own."""

    def __init__(self, inputs: i64, hidden: i64, weights: vec[float]) -> None:
        self.inputs: i64 = inputs
        self.hidden: i64 = hidden
        self.weights: vec[float] = weights
        self.units: vec[float] = vec[float]([0.0] * hidden)  # each unit's sum in the last value; above 0 it counts
        self.ground: vec[float] = vec[float]([0.0] * hidden)  # each unit's sum in the last `found`
        self.way: float = 0.0  # the sum past the units then

    def value(self, inputs: vec[i64], amounts: vec[float], first: i64, end: i64) -> float:
        """Of the inputs that are not zero, those from first to before end, each with its amount."""
        return self.add_up(self.weights, self.inputs * self.hidden, 0.0, inputs, amounts, first, end, self.units)

    # Many values that share their first inputs: `found` adds these up once, `upon` goes on from there. The sums are
    # taken in the same order, so that the numbers are those of `value`.

    def found(self, inputs: vec[i64], amounts: vec[float], end: i64) -> None:
        """Take in the inputs from 0 to before end."""
        past: i64 = (self.inputs + 2) * self.hidden
        total: float = 0.0
        for k in range(end):
            total += amounts[k] * self.weights[past + inputs[k]]
        self.way = total
        self.add_up(self.weights, self.inputs * self.hidden, 0.0, inputs, amounts, 0, end, self.ground)

    def upon(self, inputs: vec[i64], amounts: vec[float], first: i64, end: i64) -> float:
        """The value of those found and of these."""
        return self.add_up(self.ground, 0, self.way, inputs, amounts, first, end, self.units)

    def add_up(
        self,
        base: vec[float],
        start: i64,
        total: float,
        inputs: vec[i64],
        amounts: vec[float],
        first: i64,
        end: i64,
        sums: vec[float],
    ) -> float:
        """The value, from what each unit has in `base` and `total` past them; each unit's sum goes into `sums`."""
        w = self.weights
        hidden = self.hidden
        out: i64 = (self.inputs + 1) * hidden
        past: i64 = out + hidden
        for k in range(first, end):
            total += amounts[k] * w[past + inputs[k]]
        unit: i64 = 0
        while unit < hidden:
            at: i64 = start + unit
            a = base[at]
            b = base[at + 1]
            c = base[at + 2]
            d = base[at + 3]
            e = base[at + 4]
            f = base[at + 5]
            g = base[at + 6]
            h = base[at + 7]
            for k in range(first, end):
                at = inputs[k] * hidden + unit
                x = amounts[k]
                a += x * w[at]
                b += x * w[at + 1]
                c += x * w[at + 2]
                d += x * w[at + 3]
                e += x * w[at + 4]
                f += x * w[at + 5]
                g += x * w[at + 6]
                h += x * w[at + 7]
            sums[unit] = a
            sums[unit + 1] = b
            sums[unit + 2] = c
            sums[unit + 3] = d
            sums[unit + 4] = e
            sums[unit + 5] = f
            sums[unit + 6] = g
            sums[unit + 7] = h
            at = out + unit
            total += max(0.0, a) * w[at] + max(0.0, b) * w[at + 1] + max(0.0, c) * w[at + 2] + max(0.0, d) * w[at + 3]
            at += 4
            total += max(0.0, e) * w[at] + max(0.0, f) * w[at + 1] + max(0.0, g) * w[at + 2] + max(0.0, h) * w[at + 3]
            unit += UNROLLED
        return total

    def size(self) -> i64:
        """How many weights there are."""
        return size_of(self.inputs, self.hidden)

    def listed(self) -> list[float]:
        """The weights, for people."""
        return [self.weights[k] for k in range(self.size())]


def size_of(inputs: i64, hidden: i64) -> i64:
    """How many weights a net of this shape has."""
    return inputs * hidden + 2 * hidden + inputs


def fresh(inputs: i64, hidden: i64, rng: Rng) -> Net:
    """A net that knows nothing yet."""
    weights: list[float] = []
    for _weight in range(inputs * hidden):
        weights.append(float(rng.below(2 * FRESH + 1) - FRESH) / float(FRESH) * SPREAD)
    for _bias in range(hidden):
        weights.append(0.05)
    for _weight in range(hidden):
        weights.append(float(rng.below(2 * FRESH + 1) - FRESH) / float(FRESH) * SPREAD)
    for _weight in range(inputs):
        weights.append(0.0)
    return Net(inputs, hidden, vec[float](weights))


def stored(inputs: i64, hidden: i64, numbers: list[int]) -> Net:
    """The net whose weights were written as whole numbers of 1 / SCALE."""
    return Net(inputs, hidden, vec[float]([float(number) / SCALE for number in numbers]))


def blank(inputs: i64) -> Net:
    """A net that thinks nothing of anything."""
    return Net(inputs, 0, vec[float]([0.0] * inputs))
