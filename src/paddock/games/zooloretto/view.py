"""View: what one viewer sees, as typed JSON, and the places in it that can be clicked.

A view is made for every viewer after every event, so whatever follows from a few numbers alone is made once and
shared between views: it may be read and encoded, never changed.
"""

from __future__ import annotations

from functools import cache, lru_cache

from paddock.core.match import demand_masked
from paddock.core.state import State
from paddock.games.zooloretto import cells, material
from paddock.games.zooloretto.effect import effect, foreseen
from paddock.games.zooloretto.material import COIN, FIRST_STALL, KINDS, PLACES, STALLS, TYPES
from paddock.games.zooloretto.notation import TILE_NAMES, decision, deed, lot_name
from paddock.games.zooloretto.place import (
    DISCARD,
    EXCHANGE,
    STACK,
    barn_place,
    carried_place,
    next_to_build,
    path,
    stall_place,
    truck_place,
    zoo_place,
)
from paddock.games.zooloretto.reading import (
    BARN,
    NONE,
    PHASES,
    Reading,
    Score,
    Tiles,
    Truck,
    Zoo,
    animals_in,
    house_of,
    listed_tiles,
    pile_of,
    score_of,
    stalls_in,
    types_in,
)
from paddock.games.zooloretto.shape import (
    BarnView,
    Button,
    EnclosureView,
    ExchangeView,
    Group,
    LotView,
    Number,
    OutlookView,
    PlacedTile,
    ScoreView,
    SeatView,
    StackView,
    Tile,
    TruckView,
    ZoolorettoView,
)
from paddock.games.zooloretto.words import KIND_WORDS


@cache
def tile_view(tile: int) -> Tile:
    if tile == COIN:
        return {"name": "coin", "sort": "coin", "type": "coin", "kind": ""}
    if tile >= FIRST_STALL:
        stall = STALLS[tile - FIRST_STALL]
        return {"name": stall, "sort": "stall", "type": stall, "kind": ""}
    animal, kind = divmod(tile, len(KINDS))
    return {"name": TILE_NAMES[tile], "sort": "animal", "type": TYPES[animal], "kind": KIND_WORDS[kind]}


def tile_views(tiles: Tiles) -> list[Tile]:
    """Each tile by itself."""
    return [tile_view(tile) for tile in listed_tiles(tiles) for _ in range(tiles[tile])]


@lru_cache(4096)
def numbers(tiles: Tiles) -> list[Number]:
    return [number_view(tile, tiles[tile]) for tile in listed_tiles(tiles)]


@cache
def number_view(tile: int, number: int) -> Number:
    return {"tile": tile_view(tile), "number": number}


@cache
def placed_view(place: str, tile: int) -> PlacedTile:
    return {"place": place, "tile": tile_view(tile)}


BUTTONS: list[Button] = [{"place": EXCHANGE}, {"place": DISCARD}]


def seat_or_none(seat: int) -> int | None:
    return seat if seat >= 0 else None


def view(state: State) -> ZoolorettoView:
    """What the state's viewer sees."""
    demand_masked(state)
    reading = Reading(state)
    viewer = seat_or_none(reading.viewer)
    actions = [] if viewer is None else state.legal_actions(viewer)
    over = reading.phase == cells.OVER
    return {
        "viewer": viewer,
        "phase": PHASES[reading.phase],
        "round": reading.rounds_finished + (not over),
        "turn": seat_or_none(reading.turn),
        "types": type_names(reading.types),
        "bank": reading.bank,
        "prices": material.PRICES,
        "options": option_view(
            reading.cell(cells.STALL_TO_BARN) == 1, reading.cell(cells.UNLIMITED_BANK) == 1, reading.shows_tiles_left
        ),
        "stack": stack_view(reading),
        "offspring": offspring_view(reading),
        "trucks": [truck_view(truck) for truck in reading.trucks],
        "revealed": None if reading.revealed == NONE else tile_view(reading.revealed),
        "carried": [placed_view(carried_place(tile), tile) for tile in reading.carried],
        "bought": reading.phase == cells.PLACING and reading.truck_of(reading.turn) == NONE,
        "gone": numbers(reading.gone),
        "seats": seat_views(reading),
        "exchanges": exchange_views(reading, actions),
        "buttons": [] if viewer is None else BUTTONS,
        "outlooks": [outlook_view(reading, action) for action in actions if action >= cells.EXPAND],
    }


@cache
def type_names(types: tuple[int, ...]) -> list[str]:
    return [TYPES[animal] for animal in types]


@cache
def option_view(stall_to_barn: bool, unlimited_bank: bool, show_tiles_left: bool) -> dict[str, bool]:
    return {
        "stall_to_barn": stall_to_barn,
        "unlimited_bank": unlimited_bank,
        "show_tiles_left": show_tiles_left,
    }


def offspring_view(reading: Reading) -> dict[str, int]:
    unborn = reading.unborn()
    return {TYPES[animal]: unborn[animal] for animal in reading.types}


def stack_view(reading: Reading) -> StackView:
    shown = reading.shows_tiles_left
    return {
        "place": STACK,
        "main": reading.main_stack if shown else None,
        "end": reading.end_stack if shown else None,
        "last_round": reading.last_round,
        "undrawn": numbers(reading.undrawn) if shown else None,
    }


@lru_cache(4096)
def truck_view(truck: Truck) -> TruckView:
    return {
        "place": truck_place(truck.number),
        "number": truck.number + 1,
        "spaces": truck.spaces,
        "blocked": max(material.TRUCKS[-1]) - truck.spaces,
        "free": truck.free,
        "tiles": [tile_view(tile) for tile in truck.tiles],
        "taker": seat_or_none(truck.taker),
    }


def seat_views(reading: Reading) -> list[SeatView]:
    standings, asked = reading.state.places(), reading.state.pending()
    return [seat_view(reading, seat, standings[seat], seat in asked) for seat in reading.everyone]


def seat_view(reading: Reading, seat: int, standing: int, asked: bool) -> SeatView:
    truck = reading.truck_of(seat)
    zoo = reading.zoo(seat)
    return {
        "seat": seat,
        "coins": reading.coins(seat),
        "score": score_view(score_of(zoo)),
        "standing": standing,
        "asked": asked,
        "truck": None if truck == NONE else truck + 1,
        "enclosures": enclosure_views(seat, zoo, len(reading.places)),
        "barn": barn_view(seat, zoo),
    }


@lru_cache(4096)
def score_view(score: Score) -> ScoreView:
    return {
        "enclosures": list(score.enclosures),
        "stalls": score.stalls,
        "barn": score.barn,
        "total": score.total,
    }


@lru_cache(4096)
def enclosure_views(seat: int, zoo: Zoo, places: int) -> list[EnclosureView]:
    """The first so many enclosures of a zoo; those that do not exist with so many seats are left out."""
    following = next_to_build(zoo)
    return [enclosure_view(seat, place, zoo[place], place == following) for place in range(places)]


@lru_cache(4096)
def enclosure_view(seat: int, place: int, word: int, next_built: bool) -> EnclosureView:
    house = house_of(place, word)
    tiles = () if house is None else house.tiles
    following = house is None and next_built
    return {
        "place": zoo_place(seat, place),
        "name": PLACES[place],
        "built": house is not None,
        "price": material.PRICES["expand"] if following else None,
        "spaces": material.SPACES[place],
        "full_points": material.FULL[place],
        "one_short_points": material.ONE_EMPTY[place],
        "bonus": material.BONUS[place],
        "stall_spaces": material.STALL_SPACES[place],
        "type": None if house is None or house.animal == NONE else TYPES[house.animal],
        "tiles": tile_views(tiles[:FIRST_STALL]),
        "stalls": [
            placed_view(stall_place(seat, place, tile), tile)
            for tile in range(FIRST_STALL, len(tiles))
            for _ in range(tiles[tile])
        ],
        "points": 0 if house is None else house.points,
    }


@lru_cache(4096)
def barn_view(seat: int, zoo: Zoo) -> BarnView:
    barn = pile_of(*zoo[BARN:])
    groups = [group_view(seat, barn, len(KINDS) * animal, len(KINDS)) for animal in types_in(barn)]
    groups += [group_view(seat, barn, FIRST_STALL + stall, 1) for stall in stalls_in(barn)]
    return {"place": zoo_place(seat, BARN), "groups": groups, "points": score_of(zoo).barn}


def group_view(seat: int, barn: Tiles, first: int, kinds: int) -> Group:
    """The tiles from one number on, lot by lot."""
    lots: dict[str, LotView] = {}
    for tile in range(first, first + kinds):
        if barn[tile]:
            lot = lots.setdefault(lot_name(tile), {"place": barn_place(seat, tile), "tiles": []})
            lot["tiles"] += [tile_view(tile)] * barn[tile]
    shown = tile_view(first)
    number = sum(barn[first : first + kinds])
    return {"type": shown["type"], "sort": shown["sort"], "number": number, "lots": list(lots.values())}


def exchange_views(reading: Reading, actions: list[int]) -> list[ExchangeView]:
    found: list[ExchangeView] = []
    seat = reading.viewer
    for action in actions:
        done = deed(reading, action)
        if done.verb not in ("exchange", "barn"):
            continue
        one, two = reading.enclosure(seat, done.start), reading.enclosure(seat, done.goal % BARN)
        assert one is not None
        if done.verb == "barn":
            other, number = done.animal, animals_in(reading.barn(seat), done.animal)
        else:
            assert two is not None
            other, number = two.animal, two.animals
        found.append(
            {
                "place": path(reading, seat, action)[-1],
                "between": [zoo_place(seat, done.start), zoo_place(seat, done.goal)],
                "types": [TYPES[one.animal], TYPES[other]],
                "numbers": [one.animals, number],
            }
        )
    return found


def outlook_view(reading: Reading, action: int) -> OutlookView:
    seat = reading.viewer
    found = effect(reading, Reading(foreseen(reading.state, seat, action)), seat, action)
    return {
        "choice": decision(found.deed),
        "score": score_view(found.new),
        "coins": found.coins,
        "born": found.born,
        "born_in_barn": found.born - found.born_inside,
        "bonus": found.bonus,
    }
