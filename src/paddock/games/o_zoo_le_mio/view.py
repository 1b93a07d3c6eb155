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
from paddock.games.o_zoo_le_mio.chart import Face, Zoo, face, zoo_view
from paddock.games.o_zoo_le_mio.geometry import Plan
from paddock.games.o_zoo_le_mio.material import DATA, IDS
from paddock.games.o_zoo_le_mio.place import bid_place
from paddock.games.o_zoo_le_mio.preview import prospects, ranks
from paddock.games.o_zoo_le_mio.reading import PHASES, RANKED, Entry, Lot, Reading, Score
from paddock.games.o_zoo_le_mio.trial import Trial, trial

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
    tie: str | None  # another is as strong, and this one is "ahead" or "behind": the newer one, or the higher flag


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
    trial: Trial | None  # the tile that the viewer is to place


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
        "trial": trial(reading),
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
    return [seat_view(reading, seat, due, standings[seat], seat in asked) for seat in reading.everyone]


def tie_of(reading: Reading, seat: int, kind: int, due: list[int]) -> str | None:
    """How a tie of stars or bushes ended for a seat, where visitors or trees hang on it."""
    own = reading.entry(seat, kind).strength
    if not own:
        return None
    level = [due[other] for other in reading.everyone if other != seat and reading.entry(other, kind).strength == own]
    if any(other > due[seat] for other in level):
        return "behind"
    return "ahead" if any(other < due[seat] for other in level) else None


def seat_view(reading: Reading, seat: int, dealt: list[list[int]], standing: int, asked: bool) -> Seat:
    zoo, flag, bid = ZOOS[seat], reading.flag(seat), reading.last_bid(seat)
    due = [some[seat] for some in dealt]
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
        "ranks": [
            rank_view(kind, entries[kind], held[kind], due[kind], tie_of(reading, seat, kind, dealt[kind]))
            for kind in range(cells.KINDS)
        ],
        "sheet": [scored_view(year, reading.score(seat, year)) for year in range(1, reading.years + 1)],
        "asked": asked,
        "zoo": zoo_view(Plan(reading, seat)),
    }


@lru_cache(4096)
def rank_view(kind: int, entry: Entry, held: int, due: int, tie: str | None) -> Rank:
    return {
        "kind": RANKED[kind],
        "strength": entry.strength,
        "number": entry.stamp or None,
        "held": held,
        "due": due,
        "tie": tie,
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
