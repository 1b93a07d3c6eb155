"""Shape: the types of everything in the view. A `place` of None cannot be clicked now.

Cells are [row, column] from the board's upper left corner, counted from 0, in reading order.
"""

from __future__ import annotations

from typing import TypedDict

Cell = list[int]


class Shape(TypedDict):
    """A tile or attraction as it lies in the box; `#` is a cell, `.` is none."""

    id: str
    cells: int
    rows: list[str]


class Space(TypedDict):
    """A space of the strip; spaces come clockwise from the start."""

    place: str | None  # strip:5
    position: int
    kind: str  # slot or acquisition
    species: list[str]  # the two animals of a blue space
    stack: list[str]  # tiles, bottom to top
    steps: int | None  # counted from the elephant; None for empty slots and the space it stands on
    elephant: bool
    legal: bool  # may the viewer move there now?
    breeds: bool  # do the gates on the way breed then? Not if the match is over before


class Gain(TypedDict):
    """In how many enclosures a seat would breed, as its board is now; in bonus breeding who has the bonus."""

    seat: int
    number: int


class Line(TypedDict):
    """A breeding line between two spaces of the strip."""

    species: str
    after: int
    before: int
    gains: list[Gain]  # who would breed here, clockwise from whose turn it is


class Breeding(TypedDict):
    """A line that breeds now or after the main action."""

    species: str
    gains: list[Gain]


class Marker(TypedDict):
    """A range marker of the solo game."""

    place: str | None  # marker:4+
    marker: str
    ready: bool  # or laid away
    positions: list[int]  # where it leads now


class Supply(TypedDict):
    """A kind of attraction beside the strip."""

    place: str | None  # attraction:a8
    kind: str
    cells: int
    rows: list[str]
    left: int | None  # None: never runs out
    fits: bool | None  # on the viewer's board; None for a spectator


class Offered(TypedDict):
    """An animal that may be acquired now."""

    place: str | None  # animal:penguin
    species: str
    shown: bool  # on this space, or the one animal of choice


class House(TypedDict):
    """Houses with the same in them."""

    place: str | None  # house:penguin, or house for free ones
    species: str | None  # None: free
    number: int


class Pen(TypedDict):
    """An enclosure on a board."""

    place: str | None  # enclosure:e5-03
    tile: str
    cells: list[Cell]
    species: str | None
    animals: int
    size: int
    bred: bool  # in part 1 of the line that breeds now


class Stand(TypedDict):
    """An attraction on a board."""

    kind: str
    cells: list[Cell]


class Start(TypedDict):
    """A start tile of the short game, still to be laid."""

    place: str | None  # tile:e7-03
    tile: str


class Number(TypedDict):
    """So many animals of a species."""

    species: str
    number: int


class Seat(TypedDict):
    """One player's zoo."""

    seat: int
    board: str
    width: int
    height: int
    rows: list[str]  # `#` is barn, `.` is to be covered
    houses: list[House]
    enclosures: list[Pen]
    attractions: list[Stand]
    free: list[Cell]
    uncovered: int
    animals: list[Number]
    hand: list[Start]
    points: int
    standing: int
    asked: bool
    active: bool  # is it this seat's turn?


class Turned(TypedDict):
    """The piece to be placed, one way round."""

    place: str | None  # piece:3
    cells: list[Cell]  # from the first cell in reading order, which lies on the anchor
    turned: int  # the way round after a quarter turn clockwise
    flipped: int  # the way round after turning it over, left to right
    anchors: list[str]  # the cells on which its first cell may lie


class Spot(TypedDict):
    """A free cell of the viewer's board while a piece is placed."""

    place: str  # cell:E4
    cell: Cell


class Piece(TypedDict):
    """The piece to be placed now."""

    id: str
    cells: int
    seat: int
    hole: int  # what is left in groups of no more cells than this, only attractions fit on
    orientations: list[Turned]
    ground: list[Spot]


class Button(TypedDict):
    """A choice that is a word alone: decline, extra, keep or walk."""

    place: str


class NewYorkZooView(TypedDict):
    """All that there is to see. Seats are numbers; names and words are the reader's."""

    viewer: int | None  # None for a spectator
    phase: str
    stage: str
    max_added_per_enclosure: str
    breeding_order: str
    solo_landing_on_start_breeds: bool
    short_game: bool
    turn: int | None
    actor: int | None  # who decides now
    elephant: int
    distance: int
    last: int | None  # solo: no further than this
    strip: list[Space]
    lines: list[Line]
    breeding: list[Breeding]
    markers: list[Marker]
    offered: list[Offered]
    second: str | None  # the other animal shown, still to come
    target: str | None  # the tile of the enclosure in question
    leaving: str | None  # the species of which one may be kept
    attractions: list[Supply]
    piece: Piece | None
    seats: list[Seat]
    buttons: list[Button]
    undealt: int
    removed: list[str]
    tiles: list[Shape]
