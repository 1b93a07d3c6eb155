"""Features: a masked state as a list of numbers for learners, always equally long.

Seats are counted from the viewer on, so that seat 0 is always the learner; a spectator looks from
seat 0. Seats that are not taken are all zero. Numbers are scaled to about one.

| numbers | what |
| --- | --- |
| 9 | phase, one of PHASES |
| 3 | variant, one of VARIANTS |
| 5 | seats, one of 3 to 7 |
| 2 | hands played / 10; target / 20 |
| 13 | own hand, cards of each kind / 5 |
| 13 | cards on the table / 5 |
| 13 | cards that the viewer cannot place / 5 |
| 12 + 1 | face of the set to beat; its size / 7 |
| 13 + 1 | the offer, cards of each kind / 5; is there one? |
| 7 x 24 | each seat, see `seat_features` |
"""

from __future__ import annotations

from paddock.core.match import demand_masked
from paddock.core.state import State
from paddock.games.franks_zoo import cells
from paddock.games.franks_zoo.material import ANIMALS, HEDGEHOG, LION, NO_CARDS, SETS, SIZES, Cards
from paddock.games.franks_zoo.reading import PHASES, VARIANTS, Reading, face_of

SEAT_LENGTH = 24
LENGTH = 85 + cells.TABLE_SEATS * SEAT_LENGTH


def observe(state: State) -> list[float]:
    """LENGTH numbers, as the table above says."""
    demand_masked(state)
    reading = Reading(state)
    viewer = max(reading.viewer, 0)
    own = reading.hand(viewer) if reading.viewer >= 0 else NO_CARDS
    offer = SETS[reading.offer] if reading.asker != cells.NONE else NO_CARDS
    numbers = [
        *one_of(reading.phase, len(PHASES)),
        *one_of(reading.variant, len(VARIANTS)),
        *one_of(reading.seats - 3, 5),
        reading.hands_played / 10,
        reading.cell(cells.TARGET) / 20,
        *scaled(own),
        *scaled(reading.cards(cells.TABLE)),
        *scaled(reading.unseen()),
        *one_of(face_of(reading.ranking) if reading.ranking else -1, len(ANIMALS)),
        SIZES[reading.ranking] / 7 if reading.ranking else 0.0,
        *scaled(offer),
        float(any(offer)),
    ]
    for step in range(cells.TABLE_SEATS):
        seat = (viewer + step) % reading.seats
        numbers += seat_features(reading, seat, viewer) if step < reading.seats else [0.0] * SEAT_LENGTH
    return numbers


def seat_features(reading: Reading, seat: int, viewer: int) -> list[float]:
    """13 kinds known to be in the hand; then cards left, taken, lions and hedgehogs taken, finish, points and
    place; then whether it is to decide, owns the trick, is senior or junior, and is the viewer's partner."""
    taken = reading.taken(seat)
    role = reading.role(seat)
    return [
        *scaled(reading.hand(seat)),
        reading.cards_left(seat) / 20,
        sum(taken) / 20,
        taken[LION] / 5,
        taken[HEDGEHOG] / 5,
        reading.finish(seat) / 7,
        reading.points(seat) / 20,
        reading.standing(seat) / 7,
        float(seat in reading.state.pending()),
        float(seat == reading.owner),
        float(role == "senior") - float(role == "junior"),
        float(reading.partner(seat) == viewer),
    ]


def scaled(cards: Cards) -> list[float]:
    return [number / 5 for number in cards]


def one_of(which: int, many: int) -> list[float]:
    return [float(k == which) for k in range(many)]
