"""Board: where a piece fits, found by shifting the free cells under it.

Free cells are two words of 61 bits, `upper` and `lower` (see material.py). A placement is a number:
the orientation of the shape times 122, plus the anchor, which is the piece's first cell.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.state import BIT
from paddock.games.new_york_zoo import material

GRID: Final = 122  # cells of the grid; material.py proves the numbers
WORD: Final = 61  # cells of a word
ROW: Final = 14  # cells of a row
FULL_WORD: Final = 0x1FFFFFFFFFFFFFFF

TURNED: Final = [cells for shape in material.ORIENTATIONS for cells in shape]  # every shape, every orientation
# Orientations of a shape: from FIRST[shape] to FIRST[shape + 1].
FIRST: Final = vec[i64](
    [sum(len(shape) for shape in material.ORIENTATIONS[:k]) for k in range(len(material.ORIENTATIONS) + 1)]
)
# The cells of an orientation but the first, as distances from it: from FIRST_DISTANCE[o] on.
FIRST_DISTANCE: Final = vec[i64]([sum(len(cells) - 1 for cells in TURNED[:k]) for k in range(len(TURNED) + 1)])
DISTANCE: Final = vec[i64]([r * material.WIDTH + c for cells in TURNED for r, c in cells[1:]])
# The anchors at which an orientation does not leave the grid.
INSIDE_UPPER: Final = vec[i64]([material.upper(material.anchors(cells)) for cells in TURNED])
INSIDE_LOWER: Final = vec[i64]([material.lower(material.anchors(cells)) for cells in TURNED])
# The number of a single bit is BIT_NUMBER[bit % 67].
BIT_NUMBER: Final = vec[i64](material.bit_numbers())
# The cells that have a neighbour to their right (upper, lower word), and those that have one to their left.
MASKS: Final = vec[i64](
    [
        FULL_WORD - part(material.column(column))
        for column in (material.WIDTH - 1, 0)
        for part in (material.upper, material.lower)
    ]
)


def anchors(o: i64, upper: i64, lower: i64) -> tuple[i64, i64]:
    """The anchors, as two words, at which orientation o lies on free cells only."""
    above: i64 = upper & INSIDE_UPPER[o]
    below: i64 = lower & INSIDE_LOWER[o]
    for j in range(FIRST_DISTANCE[o], FIRST_DISTANCE[o + 1]):
        k = DISTANCE[j]
        above &= (upper >> k) | ((lower << (WORD - k)) & FULL_WORD)
        below &= lower >> k
        if not above | below:
            break
    return above, below


def fits(shape: i64, upper: i64, lower: i64) -> bool:
    """Is there any place for it?"""
    for o in range(FIRST[shape], FIRST[shape + 1]):
        above, below = anchors(o, upper, lower)
        if above | below:
            return True
    return False


def placements(shape: i64, upper: i64, lower: i64, base: i64, out: vec[i64]) -> i64:
    """Write base + placement for every place, ascending; how many."""
    n: i64 = 0
    for o in range(FIRST[shape], FIRST[shape + 1]):
        above, below = anchors(o, upper, lower)
        while above:
            bit: i64 = above & -above
            out[n] = base + BIT_NUMBER[bit % 67]
            n += 1
            above ^= bit
        while below:
            bit = below & -below
            out[n] = base + WORD + BIT_NUMBER[bit % 67]
            n += 1
            below ^= bit
        base += GRID
    return n


class Survey:
    """The places of one shape on one board, kept for whoever asks for one after counting them."""

    def __init__(self) -> None:
        self.shape: i64 = -1
        self.upper: i64 = 0
        self.lower: i64 = 0
        self.total: i64 = 0
        self.words: vec[i64] = vec[i64]([0] * 16)  # anchors of each orientation, two words each
        self.counts: vec[i64] = vec[i64]([0] * 16)  # how many are in each word


SURVEY: Final = Survey()


def count(shape: i64, upper: i64, lower: i64) -> i64:
    """How many placements there are."""
    survey = SURVEY
    if shape == survey.shape and upper == survey.upper and lower == survey.lower:
        return survey.total
    words = survey.words
    counts = survey.counts
    total: i64 = 0
    k: i64 = 0
    for o in range(FIRST[shape], FIRST[shape + 1]):
        above, below = anchors(o, upper, lower)
        words[k] = above
        counts[k] = bits(above)
        words[k + 1] = below
        counts[k + 1] = bits(below)
        total += counts[k] + counts[k + 1]
        k += 2
    survey.shape = shape
    survey.upper = upper
    survey.lower = lower
    survey.total = total
    return total


def placement_at(shape: i64, upper: i64, lower: i64, k: i64) -> i64:
    """The k-th placement, counted from 0 in ascending order."""
    if k < 0 or k >= count(shape, upper, lower):
        raise IndexError(f"there is no placement number {k}")
    survey = SURVEY
    counts = survey.counts
    word: i64 = 0
    while k >= counts[word]:
        k -= counts[word]
        word += 1
    return word // 2 * GRID + word % 2 * WORD + bit_at(survey.words[word], k)


def bits(word: i64) -> i64:
    """How many bits are set."""
    x: i64 = word - ((word >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x += x >> 8
    x += x >> 16
    return (x + (x >> 32)) & 127


def bit_at(word: i64, k: i64) -> i64:
    """The number of the k-th bit set, counted from 0."""
    for _lower in range(k):
        word &= word - 1
    return BIT_NUMBER[(word & -word) % 67]


def cover(shape: i64, placement: i64) -> tuple[i64, i64]:
    """The cells of a placed piece, as two words."""
    o: i64 = FIRST[shape] + placement // GRID
    anchor: i64 = placement % GRID
    above: i64 = 0
    below: i64 = 0
    if anchor < WORD:
        above = BIT[anchor]
    else:
        below = BIT[anchor - WORD]
    for j in range(FIRST_DISTANCE[o], FIRST_DISTANCE[o + 1]):
        cell: i64 = anchor + DISTANCE[j]
        if cell < WORD:
            above |= BIT[cell]
        else:
            below |= BIT[cell - WORD]
    return above, below


def region(upper: i64, lower: i64) -> tuple[i64, i64]:
    """The free cells that hang together with the first one."""
    masks = MASKS
    above: i64 = upper & -upper
    below: i64 = 0 if above else lower & -lower
    while True:
        old_above = above
        old_below = below
        below |= ((below & masks[1]) << 1) | ((above & masks[0]) >> (WORD - 1))  # right
        above |= (above & masks[0]) << 1
        above &= upper
        below &= lower
        above |= ((above & masks[2]) >> 1) | ((below & masks[3] & 1) << (WORD - 1))  # left
        below |= (below & masks[3]) >> 1
        above &= upper
        below &= lower
        below |= (below << ROW) | (above >> (WORD - ROW))  # down
        above |= above << ROW
        above &= upper
        below &= lower
        above |= (above >> ROW) | ((below << (WORD - ROW)) & FULL_WORD)  # up
        below |= below >> ROW
        above &= upper
        below &= lower
        if above == old_above and below == old_below:
            return above, below


def border(upper: i64, lower: i64) -> i64:
    """How long the border of the free cells is; lone cells count double."""
    masks = MASKS
    right_above: i64 = ((upper & masks[2]) >> 1) | ((lower & masks[3] & 1) << (WORD - 1))  # cells free to their right
    right_below: i64 = (lower & masks[3]) >> 1
    down_above: i64 = (upper >> ROW) | ((lower << (WORD - ROW)) & FULL_WORD)  # cells free below them
    down_below: i64 = lower >> ROW
    joined: i64 = bits(upper & right_above) + bits(lower & right_below)
    joined += bits(upper & down_above) + bits(lower & down_below)
    left_above: i64 = ((upper & masks[0]) << 1) & FULL_WORD
    left_below: i64 = (((lower & masks[1]) << 1) & FULL_WORD) | ((upper & masks[0]) >> (WORD - 1))
    up_above: i64 = (upper << ROW) & FULL_WORD
    up_below: i64 = ((lower << ROW) & FULL_WORD) | (upper >> (WORD - ROW))
    alone: i64 = bits(upper & ~(right_above | down_above | left_above | up_above))
    alone += bits(lower & ~(right_below | down_below | left_below | up_below))
    return 4 * (bits(upper) + bits(lower)) - 2 * joined + 4 * alone
