"""View: what one viewer sees, as typed JSON, and the places in it that can be clicked.

A view is made for every viewer after every event, so whatever follows from a few numbers alone is made once and
shared between views: it may be read and encoded, never changed.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TypedDict

from paddock.core.match import demand_masked
from paddock.core.state import State
from paddock.games.o_zoo_le_mio import board, cells
from paddock.games.o_zoo_le_mio.chart import Face, Zoo, face, line_list, zoo_view
from paddock.games.o_zoo_le_mio.fit import candidates
from paddock.games.o_zoo_le_mio.geometry import Cell, Plan, beyond
from paddock.games.o_zoo_le_mio.material import DATA, IDS, ROTATIONS
from paddock.games.o_zoo_le_mio.place import bid_place, cell_place, turn_place
from paddock.games.o_zoo_le_mio.preview import Preview, previews, prospects, ranks
from paddock.games.o_zoo_le_mio.prompt import placements
from paddock.games.o_zoo_le_mio.reading import PHASES, RANKED, Entry, Lot, Reading, Score

ZOOS = DATA["zoos"]


class LotView(TypedDict):
    """A tile of this year in the row of lots."""

    number: int  # in this year, from 1
    face: Face
    state: str  # open, on_sale, placing, built, discarded or kept
    buyer: int | None
    price: int | None  # of the lot sold last


class Rank(TypedDict):
    """How a zoo stands with one animal, or with bushes."""

    kind: str
    strength: int  # stars of the best enclosure, or bushes
    number: int | None  # of the newest tile in it: of equals the newer is ranked first
    held: int  # visitors or trees that it has
    due: int  # that it would have if they were dealt out now


class Scored(TypedDict):
    """One year on a player's sheet."""

    year: int
    visitors: int
    trees: int
    benches: int
    points: int


class Seat(TypedDict):
    """One player and his zoo."""

    seat: int
    key: str
    name: str
    colour: str
    coins: int | None  # None where the viewer is not shown them
    flag: int | None  # 0 is the top
    points: int
    place: int
    last_bid: int | None
    tiles: int
    visitors: int
    trees: int
    benches: int
    units: int
    this_year: int  # points if the year ended now
    income: int  # at the year's end
    ranks: list[Rank]
    sheet: list[Scored]
    asked: bool  # owes a decision; in a sealed round everybody else always seems to
    zoo: Zoo


class Bid(TypedDict):
    """A bid that the viewer may make, or the first he cannot."""

    place: str  # bid:3
    coins: int
    possible: bool


class Turn(TypedDict):
    """One way to lay the tile with half A on a cell, and what it would bring."""

    place: str  # turn:(0,1) r90
    rotation: int
    other: list[int]  # the cell of half B
    possible: bool
    lines: list[list[list[float]]]
    benches: int
    gain: int  # units more for the viewer; where allocation_timing is year_end, at the year's end as the ranks stand


class Target(TypedDict):
    """A cell for half A."""

    place: str  # cell:(0,1)
    cell: list[int]
    turns: list[Turn]  # all four if any is possible, else none


class Offer(TypedDict):
    """What the tile on sale could bring the viewer's zoo."""

    placements: int
    gain: int  # units, at best: at once, or where allocation_timing is year_end then, as the ranks stand
    benches: int  # of that placement


class OZooLeMioView(TypedDict):
    """All that the viewer sees. Seats are numbers; names and words are the reader's."""

    viewer: int | None  # None for a spectator
    phase: str
    year: int
    factor: int  # what each unit counts at this year's end
    options: dict[str, object]  # true or false, numbers and words
    turn: int | None
    lots: list[LotView]
    to_turn_up: int | None  # tiles of this year that lie face down; None if nobody knows
    stack: list[int]  # ids of the tiles that have not been turned up, in no order
    pole: list[int]  # seats, from the top
    seats: list[Seat]
    standings: list[int]  # seats, best first
    sealed: int | None  # the viewer's own bid while others still bid
    bids: list[Bid]
    offer: Offer | None
    targets: list[Target]


def view(state: State) -> OZooLeMioView:
    """What the state's viewer sees."""
    demand_masked(state)
    reading = Reading(state)
    viewer = reading.viewer if reading.viewer >= 0 else None
    return {
        "viewer": viewer,
        "phase": PHASES[reading.phase],
        "year": reading.year,
        "factor": reading.year,
        "options": reading.options,
        "turn": reading.actor if reading.actor >= 0 and not state.due else None,
        "lots": lot_views(reading),
        "to_turn_up": to_turn_up(reading),
        "stack": [IDS[tile] for tile in reading.stack()],
        "pole": reading.pole(),
        "seats": seat_views(reading),
        "standings": reading.by_standing(),
        "sealed": None if viewer is None else reading.sealed(viewer),
        "bids": bid_views(reading),
        "offer": offer_view(reading),
        "targets": target_views(reading),
    }


def year_begin(reading: Reading) -> int:
    """Lots of the years before; when it is over the last year's stay in view."""
    if reading.phase != cells.OVER:
        return reading.year_first
    if reading.cell(cells.YEAR_RULE) != cells.BUSHES:
        return cells.TILES - cells.YEAR_TILES
    bushy = [lot.number for lot in reading.lots if board.BUSH[lot.tile]]
    return bushy[cells.YEAR_BUSHES * (cells.YEARS - 1) - 1]


def lot_views(reading: Reading) -> list[LotView]:
    begin = year_begin(reading)
    return [lot_view(reading, lot, begin) for lot in reading.lots[begin:]]


FATES = {cells.BUILT: "built", cells.GONE: "discarded", cells.BESIDE: "kept"}


def lot_view(reading: Reading, lot: Lot, begin: int) -> LotView:
    word = FATES.get(lot.fate, "open")
    if lot.number == reading.done + 1 and reading.on_sale is not None:
        word = "placing" if reading.phase == cells.PLACING else "on_sale"
    buyer = reading.actor if word == "placing" else lot.seat
    last = reading.done + (reading.phase == cells.PLACING)
    return {
        "number": lot.number - begin,
        "face": face(lot.tile),
        "state": word,
        "buyer": None if buyer == cells.NONE or word in ("open", "on_sale") else buyer,
        "price": max(map(reading.last_bid, reading.everyone)) if lot.number == last else None,
    }


def to_turn_up(reading: Reading) -> int | None:
    if reading.phase == cells.OVER:
        return 0
    if reading.cell(cells.YEAR_RULE) == cells.BUSHES:
        return None if reading.state.wants_tile(reading.state.cells) or reading.cell(cells.FACE_UP) else 0
    return cells.YEAR_TILES - (reading.turned - reading.year_first)


def seat_views(reading: Reading) -> list[Seat]:
    due, standings, asked = ranks(reading), reading.state.places(), reading.state.pending()
    return [
        seat_view(reading, seat, [held[seat] for held in due], standings[seat], seat in asked)
        for seat in reading.everyone
    ]


def seat_view(reading: Reading, seat: int, due: list[int], standing: int, asked: bool) -> Seat:
    zoo, flag, bid = ZOOS[seat], reading.flag(seat), reading.last_bid(seat)
    units = sum(due) + reading.benches(seat)
    entries, held = reading.entries(seat), reading.all_held(seat)
    return {
        "seat": seat,
        "key": str(zoo["key"]),
        "name": str(zoo["name"]),
        "colour": str(zoo["colour"]),
        "coins": reading.coins(seat) if reading.knows_purse(seat) else None,
        "flag": None if flag == cells.NONE else flag,
        "points": reading.points(seat),
        "place": standing,
        "last_bid": None if bid == cells.NONE else bid,
        "tiles": reading.tiles(seat),
        "visitors": reading.visitors(seat),
        "trees": reading.trees(seat),
        "benches": reading.benches(seat),
        "units": units,
        "this_year": 0 if reading.phase == cells.OVER else reading.year * units,
        "income": reading.income(seat),
        "ranks": [rank_view(kind, entries[kind], held[kind], due[kind]) for kind in range(cells.KINDS)],
        "sheet": [scored_view(year, reading.score(seat, year)) for year in range(1, reading.years + 1)],
        "asked": asked,
        "zoo": zoo_view(Plan(reading, seat)),
    }


@lru_cache(4096)
def rank_view(kind: int, entry: Entry, held: int, due: int) -> Rank:
    return {
        "kind": RANKED[kind],
        "strength": entry.strength,
        "number": entry.stamp or None,
        "held": held,
        "due": due,
    }


@lru_cache(4096)
def scored_view(year: int, score: Score) -> Scored:
    return {
        "year": year,
        "visitors": score.visitors,
        "trees": score.trees,
        "benches": score.benches,
        "points": year * score.units,
    }


def bid_views(reading: Reading) -> list[Bid]:
    """The bids that the viewer may make, and one more than he has coins."""
    if reading.viewer < 0 or reading.phase != cells.BIDDING:
        return []
    actions = reading.state.legal_actions(reading.viewer)
    return [*(bid_view(coins, True) for coins in actions), bid_view(len(actions), False)] if actions else []


@cache
def bid_view(coins: int, possible: bool) -> Bid:
    return {"place": bid_place(coins), "coins": coins, "possible": possible}


def offer_view(reading: Reading) -> Offer | None:
    if reading.viewer < 0 or reading.phase != cells.BIDDING:
        return None
    found = prospects(reading, reading.viewer)
    if found.best is None:
        return {"placements": 0, "gain": 0, "benches": 0}
    gain, benches = found.best.gain(reading.viewer), found.best.benches
    return {"placements": found.placements, "gain": gain, "benches": benches}


def target_views(reading: Reading) -> list[Target]:
    """The cells where half A may lie, or where somebody may want to put it."""
    viewer, lot = reading.viewer, reading.on_sale
    if lot is None or reading.phase != cells.PLACING or viewer != reading.actor:
        return []
    tried = previews(reading, viewer)
    brought = {reading.spot(viewer, action): what for action, what in tried.items()}
    targets: list[Target] = []
    for cell in candidates(Plan(reading, viewer), placements(reading, viewer, list(tried))):
        found = [brought.get((*cell, rotation)) for rotation in range(4)]
        turns: list[Turn] = []
        if any(found):
            turns = [turn_view(viewer, lot.tile, cell, rotation, found[rotation]) for rotation in range(4)]
        targets.append({"place": cell_place(cell), "cell": list(cell), "turns": turns})
    return targets


def turn_view(viewer: int, tile: int, cell: Cell, rotation: int, what: Preview | None) -> Turn:
    return {
        "place": turn_place(cell, rotation),
        "rotation": ROTATIONS[rotation],
        "other": list(beyond(cell, rotation)),
        "possible": what is not None,
        "lines": line_list(tile, cell, rotation),
        "benches": what.benches if what is not None else 0,
        "gain": what.gain(viewer) if what is not None else 0,
    }
