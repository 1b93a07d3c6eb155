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
        self.units: vec[float] = vec[float]([0.0] * hidden)  # what each unit gave in the last `value`
        self.ground: vec[float] = vec[float]([0.0] * hidden)  # each unit's sum in the last `found`
        self.way: float = 0.0  # the sum past the units then

    def value(self, inputs: vec[i64], amounts: vec[float], first: i64, end: i64) -> float:
        """Of the inputs that are not zero, those from first to before end, each with its amount."""
        w = self.weights
        units = self.units
        hidden = self.hidden
        bias: i64 = self.inputs * hidden
        out: i64 = bias + hidden
        past: i64 = out + hidden
        total: float = 0.0
        for k in range(first, end):
            total += amounts[k] * w[past + inputs[k]]
        unit: i64 = 0
        while unit < hidden:
            a = w[bias + unit]
            b = w[bias + unit + 1]
            c = w[bias + unit + 2]
            d = w[bias + unit + 3]
            e = w[bias + unit + 4]
            f = w[bias + unit + 5]
            g = w[bias + unit + 6]
            h = w[bias + unit + 7]
            for k in range(first, end):
                at: i64 = inputs[k] * hidden + unit
                x = amounts[k]
                a += x * w[at]
                b += x * w[at + 1]
                c += x * w[at + 2]
                d += x * w[at + 3]
                e += x * w[at + 4]
                f += x * w[at + 5]
                g += x * w[at + 6]
                h += x * w[at + 7]
            a = max(0.0, a)
            b = max(0.0, b)
            c = max(0.0, c)
            d = max(0.0, d)
            e = max(0.0, e)
            f = max(0.0, f)
            g = max(0.0, g)
            h = max(0.0, h)
            units[unit] = a
            units[unit + 1] = b
            units[unit + 2] = c
            units[unit + 3] = d
            units[unit + 4] = e
            units[unit + 5] = f
            units[unit + 6] = g
            units[unit + 7] = h
            at = out + unit
            total += a * w[at] + b * w[at + 1] + c * w[at + 2] + d * w[at + 3]
            total += e * w[at + 4] + f * w[at + 5] + g * w[at + 6] + h * w[at + 7]
            unit += UNROLLED
        return total

    # Many values that share their first inputs: `found` adds these up once, `upon` goes on from there. The sums are
    # taken in the same order, so that the numbers are those of `value`.

    def found(self, inputs: vec[i64], amounts: vec[float], end: i64) -> None:
        """Take in the inputs from 0 to before end."""
        w = self.weights
        ground = self.ground
        hidden = self.hidden
        bias: i64 = self.inputs * hidden
        past: i64 = bias + 2 * hidden
        total: float = 0.0
        for k in range(end):
            total += amounts[k] * w[past + inputs[k]]
        self.way = total
        unit: i64 = 0
        while unit < hidden:
            a = w[bias + unit]
            b = w[bias + unit + 1]
            c = w[bias + unit + 2]
            d = w[bias + unit + 3]
            e = w[bias + unit + 4]
            f = w[bias + unit + 5]
            g = w[bias + unit + 6]
            h = w[bias + unit + 7]
            for k in range(end):
                at: i64 = inputs[k] * hidden + unit
                x = amounts[k]
                a += x * w[at]
                b += x * w[at + 1]
                c += x * w[at + 2]
                d += x * w[at + 3]
                e += x * w[at + 4]
                f += x * w[at + 5]
                g += x * w[at + 6]
                h += x * w[at + 7]
            ground[unit] = a
            ground[unit + 1] = b
            ground[unit + 2] = c
            ground[unit + 3] = d
            ground[unit + 4] = e
            ground[unit + 5] = f
            ground[unit + 6] = g
            ground[unit + 7] = h
            unit += UNROLLED

    def upon(self, inputs: vec[i64], amounts: vec[float], first: i64, end: i64) -> float:
        """The value of those found and of these."""
        w = self.weights
        ground = self.ground
        hidden = self.hidden
        out: i64 = self.inputs * hidden + hidden
        past: i64 = out + hidden
        total = self.way
        for k in range(first, end):
            total += amounts[k] * w[past + inputs[k]]
        unit: i64 = 0
        while unit < hidden:
            a = ground[unit]
            b = ground[unit + 1]
            c = ground[unit + 2]
            d = ground[unit + 3]
            e = ground[unit + 4]
            f = ground[unit + 5]
            g = ground[unit + 6]
            h = ground[unit + 7]
            for k in range(first, end):
                at: i64 = inputs[k] * hidden + unit
                x = amounts[k]
                a += x * w[at]
                b += x * w[at + 1]
                c += x * w[at + 2]
                d += x * w[at + 3]
                e += x * w[at + 4]
                f += x * w[at + 5]
                g += x * w[at + 6]
                h += x * w[at + 7]
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
