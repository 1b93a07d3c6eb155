"""Shape: the types of everything in a view."""

from __future__ import annotations

from typing import TypedDict


class Tile(TypedDict):
    """One tile."""

    name: str  # as in notation: zebra M
    sort: str  # animal, stall or coin
    type: str  # zebra, snack_cart, coin
    kind: str  # plain, male, female (these two wait for a partner), father, mother, young; of others nothing


class Number(TypedDict):
    """So many of a tile."""

    tile: Tile
    number: int


class PlacedTile(TypedDict):
    """A tile that can be clicked; equal ones share a place."""

    place: str
    tile: Tile


class EnclosureView(TypedDict):
    """An enclosure with its stall spaces, built or not."""

    place: str  # zoo:0:E4
    name: str
    built: bool
    price: int | None  # what it costs to build it next, if it can be built next
    spaces: int
    full_points: int
    one_short_points: int
    bonus: int
    stall_spaces: int
    type: str | None
    tiles: list[Tile]
    stalls: list[PlacedTile]  # stall:0:E4:snack_cart
    points: int  # as it stands


class LotView(TypedDict):
    """All tiles of a barn that a decision does not tell apart."""

    place: str  # barn:0:zebra M
    tiles: list[Tile]


class Group(TypedDict):
    """All tiles of one type in a barn; each group of animals or stalls costs points."""

    type: str
    sort: str
    number: int
    lots: list[LotView]


class BarnView(TypedDict):
    """A barn, grouped as it scores."""

    place: str  # zoo:0:barn
    groups: list[Group]
    points: int


class ScoreView(TypedDict):
    """What a zoo scores, part by part."""

    enclosures: list[int]  # E4 E5 E6 X1 X2
    stalls: int
    barn: int
    total: int


class SeatView(TypedDict):
    """One player and the zoo."""

    seat: int
    coins: int
    score: ScoreView
    standing: int
    asked: bool
    truck: int | None  # the number of the truck taken in this round; whoever has one has passed
    enclosures: list[EnclosureView]
    barn: BarnView


class TruckView(TypedDict):
    """One truck; with two players some of its spaces are blocked."""

    place: str  # truck:1
    number: int
    spaces: int
    blocked: int
    free: int
    tiles: list[Tile]
    taker: int | None


class StackView(TypedDict):
    """The undrawn tiles; numbers are left out if the option says so."""

    place: str
    main: int | None
    end: int | None
    last_round: bool
    undrawn: list[Number] | None


class ExchangeView(TypedDict):
    """Two groups of animals that can change places."""

    place: str  # exchange:E4:E5 or exchange:E4:zebra
    between: list[str]  # zoo:0:E4 and zoo:0:E5, or zoo:0:barn
    types: list[str]
    numbers: list[int]


class OutlookView(TypedDict):
    """What a choice, by its notation, would make of the viewer's zoo."""

    choice: str
    score: ScoreView
    coins: int
    born: int
    born_in_barn: int
    bonus: int


class Button(TypedDict):
    """Something to click that lies nowhere on the table."""

    place: str


class ZoolorettoView(TypedDict):
    """All that the viewer sees. Seats are numbers, trucks count from 1; names and words are the reader's."""

    viewer: int | None  # None for a spectator
    phase: str
    round: int
    turn: int | None
    types: list[str]
    bank: int
    prices: dict[str, int]
    options: dict[str, bool]
    stack: StackView
    offspring: dict[str, int]  # how many of each type in play are still in the supply
    trucks: list[TruckView]
    revealed: Tile | None
    carried: list[PlacedTile]
    bought: bool  # was the carried tile bought, not taken from a truck?
    gone: list[Number]
    seats: list[SeatView]
    exchanges: list[ExchangeView]
    buttons: list[Button]
    outlooks: list[OutlookView]
