"""View: what everybody sees, as JSON, and the places in it that the viewer can click.

A view is made for every viewer after every event, so whatever follows from a few words of the position is made once
and shared between views: it may be read and encoded, never changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from paddock.core.match import demand_masked
from paddock.core.state import State
from paddock.games.new_york_zoo import cells as c
from paddock.games.new_york_zoo.board import fits
from paddock.games.new_york_zoo.ground import HOLE
from paddock.games.new_york_zoo.material import (
    ATTRACTION_CELLS,
    ATTRACTIONS,
    DATA,
    GRID,
    HEIGHT,
    LENGTH,
    LINE_SPECIES,
    LINES,
    MARKERS,
    ORIENTATIONS,
    SHAPE_OF_ATTRACTION,
    SHOWN,
    SLOT_AT,
    SPECIES,
    TILE_CELLS,
    TILES,
    UNUSED,
    WIDTH,
    cells_in,
    from_first,
    tiles_of,
)
from paddock.games.new_york_zoo.notation import CELL_NAMES, verb_of
from paddock.games.new_york_zoo.note import breeds, destination
from paddock.games.new_york_zoo.place import (
    BUTTONS,
    FREE_HOUSE,
    animal_place,
    attraction_place,
    cell_place,
    house_place,
    marker_place,
    path,
    piece_place,
    strip_place,
    tile_place,
)
from paddock.games.new_york_zoo.reading import (
    CAPS,
    ORDERS,
    PHASES,
    SETTING_UP,
    STAGES,
    UNLIMITED,
    Reading,
    animals_of,
    enclosure_of,
    housed,
    singles_on,
    spaces_ahead,
    species_in,
    stack_of,
    standing_of,
)
from paddock.games.new_york_zoo.shape import (
    Breeding,
    Cell,
    Gain,
    House,
    Line,
    Marker,
    NewYorkZooView,
    Number,
    Offered,
    Pen,
    Piece,
    Seat,
    Shape,
    Space,
    Spot,
    Stand,
    Supply,
    Turned,
)

SHAPES: list[Shape] = [
    {"id": tile["id"], "cells": tile["spaces"], "rows": tile["rows"]} for tile in DATA["enclosures"]["tiles"]
]
STALLS: list[list[str]] = [kind["rows"] for kind in DATA["attractions"]["tiles"]]
PLANS: list[list[str]] = [board["rows"] for board in DATA["boards"]["list"]]
HOMES = (c.POPULATING, c.POPULATING_2, c.ACQUIRING, c.ACQUIRING_2, c.BREEDING, c.BREEDING_2, c.BONUS)


def view(state: State) -> NewYorkZooView:
    """What the state's viewer sees."""
    demand_masked(state)
    reading = Reading(state)
    viewer, asked = reading.viewer, reading.viewer == reading.actor
    actions = state.legal_actions(viewer) if viewer >= 0 else []
    own = reading.own
    leaving = reading.cell(c.LEAVING)
    return {
        "viewer": viewer if viewer >= 0 else None,
        "phase": PHASES[reading.phase],
        "stage": STAGES[reading.stage],
        "max_added_per_enclosure": CAPS[reading.cell(c.CAP)],
        "breeding_order": ORDERS[reading.cell(c.ORDER)],
        "solo_landing_on_start_breeds": bool(reading.cell(c.LANDING)),
        "short_game": bool(reading.cell(c.SHORT)),
        "turn": None if reading.phase in (*SETTING_UP, c.OVER) else reading.turn,
        "actor": reading.actor if reading.actor >= 0 else None,
        "elephant": reading.elephant,
        "distance": reading.distance,
        "last": c.LIMIT if reading.solo else None,
        "strip": strip_view(reading, actions),
        "lines": [line_view(reading, line) for line in range(len(LINES))],
        "breeding": [] if wins(reading) else [breeding_view(reading, line) for line in reading.lines],
        "markers": marker_view(reading, actions) if reading.solo else [],
        "offered": offered_view(reading, asked),
        "second": SPECIES[reading.second] if reading.second >= 0 else None,
        "target": TILES[own[reading.target].tile] if reading.target >= 0 else None,
        "leaving": SPECIES[leaving] if leaving >= 0 else None,
        "attractions": supply_views(reading, asked),
        "piece": piece_view(reading, asked),
        "seats": seat_views(reading),
        "buttons": [{"place": path(reading, k)[0]} for k in actions if verb_of(reading.phase, k) in BUTTONS],
        "undealt": reading.cell(c.UNDEALT).bit_count(),
        "removed": tile_names(reading.cell(c.REMOVED)),
        "tiles": SHAPES,
    }


BONUS = STAGES.index("bonus")
SPOTS: list[Cell] = [list(divmod(cell + UNUSED, WIDTH)) for cell in range(GRID)]


def cells_view(cells: Sequence[int]) -> list[Cell]:
    return [SPOTS[cell] for cell in cells]


@lru_cache(4096)
def free_view(upper: int, lower: int) -> list[Cell]:
    return cells_view(cells_in(upper, lower))


@lru_cache(1024)
def tile_names(bits: int) -> list[str]:
    return [TILES[tile] for tile in tiles_of(bits)]


def strip_view(reading: Reading, actions: list[int]) -> list[Space]:
    moving = reading.phase == c.MOVING
    ends = [destination(reading, verb_of(reading.phase, action), action) for action in actions if moving]
    legal = tuple(position for position, _ in ends)
    silent = tuple(position for position, far in ends if not breeds(reading, position, far))
    return strip_of(reading.elephant, reading.stacks, moving and bool(actions), legal, silent)


@lru_cache(1024)
def strip_of(
    elephant: int, stacks: tuple[int, ...], clicked: bool, legal: tuple[int, ...], silent: tuple[int, ...]
) -> list[Space]:
    ahead = spaces_ahead(elephant, stacks)
    steps = {position: k for k, (position, _) in enumerate(ahead, 1) if position != elephant}
    return [
        {
            "place": strip_place(position) if clicked else None,
            "position": position,
            "kind": "slot" if SLOT_AT[position] >= 0 else "acquisition",
            "species": [SPECIES[species] for species in SHOWN[position]] if SLOT_AT[position] < 0 else [],
            "stack": pile_view(stacks[SLOT_AT[position]]) if SLOT_AT[position] >= 0 else [],
            "steps": steps.get(position),
            "elephant": position == elephant,
            "legal": position in legal,
            "breeds": position not in silent,
        }
        for position in range(LENGTH)
    ]


@lru_cache(4096)
def pile_view(word: int) -> list[str]:
    return [TILES[tile] for tile in stack_of(word)]


def line_view(reading: Reading, line: int) -> Line:
    gate = LINES[line]
    return {
        "species": gate["species"],
        "after": gate["after_pos"],
        "before": gate["before_pos"],
        "gains": gains_view(reading, line),
    }


def wins(reading: Reading) -> bool:
    """R8.1 does the piece in hand cover the last cells, so that nothing breeds any more?"""
    if reading.stage or reading.shape < 0:
        return False
    tile = reading.tile
    cells = TILE_CELLS[tile] if tile >= 0 else ATTRACTION_CELLS[reading.kind]
    return bool(cells == reading.uncovered(reading.actor))


def breeding_view(reading: Reading, line: int) -> Breeding:
    bonus = reading.stage == BONUS and line == reading.lines[0]
    return {
        "species": SPECIES[LINE_SPECIES[line]],
        "gains": bonus_view(reading) if bonus else gains_view(reading, line),
    }


def bonus_view(reading: Reading) -> list[Gain]:
    """R7.4 whoever had offspring and has another enclosure with two animals; R7.5 or the one alone whose turn it is."""
    everyone = (reading.actor,) if reading.cell(c.ORDER) == c.PER_PLAYER else reading.from_turn()
    return [{"seat": seat, "number": 1} for seat in everyone if has_bonus(reading, seat)]


def has_bonus(reading: Reading, seat: int) -> bool:
    bred = reading.bred(seat)
    others = [one for k, one in enumerate(reading.enclosures(seat)) if k not in bred]
    return bool(bred) and any(one.animals >= 2 for one in others)


def gains_view(reading: Reading, line: int) -> list[Gain]:
    species = LINE_SPECIES[line]
    numbers = [(seat, min(2, reading.parents(seat, species))) for seat in reading.from_turn()]
    return [{"seat": seat, "number": number} for seat, number in numbers if number]


def marker_view(reading: Reading, actions: list[int]) -> list[Marker]:
    clicked = reading.phase == c.MOVING and bool(actions)
    leads: list[list[int]] = [[] for _ in MARKERS]
    for action in actions if clicked else []:
        verb = verb_of(reading.phase, action)
        if verb != "walk":
            marker = c.FAR if verb == "move" else action - c.MARKER
            leads[marker].append(destination(reading, verb, action)[0])
    return [
        {
            "place": marker_place(marker) if clicked else None,
            "marker": MARKERS[marker],
            "ready": marker in reading.markers,
            "positions": leads[marker],
        }
        for marker in range(len(MARKERS))
    ]


def offered_view(reading: Reading, asked: bool) -> list[Offered]:
    if reading.phase != c.ACQUIRING:
        return []
    shown = SHOWN[reading.elephant]
    return [
        {"place": animal_place(species) if asked else None, "species": SPECIES[species], "shown": species in shown}
        for species in range(len(SPECIES))
    ]


def supply_views(reading: Reading, asked: bool) -> list[Supply]:
    clicked = asked and reading.phase == c.CHOOSING
    kinds = range(len(ATTRACTIONS))
    return [supply_view(kind, clicked, reading.left(kind), fits_view(reading, kind)) for kind in kinds]


def fits_view(reading: Reading, kind: int) -> bool | None:
    seat = reading.viewer
    if seat < 0:
        return None
    return bool(fits(SHAPE_OF_ATTRACTION[kind], reading.cell(c.FREE_UPPER + seat), reading.cell(c.FREE_LOWER + seat)))


@cache
def supply_view(kind: int, clicked: bool, left: int, fitting: bool | None) -> Supply:
    return {
        "place": attraction_place(kind) if clicked else None,
        "kind": ATTRACTIONS[kind],
        "cells": ATTRACTION_CELLS[kind],
        "rows": STALLS[kind],
        "left": None if kind == UNLIMITED else left,
        "fits": fitting,
    }


def piece_view(reading: Reading, asked: bool) -> Piece | None:
    """The piece to be placed: every way round, where it fits, and the ground."""
    if reading.shape < 0:
        return None
    seat, tile = reading.actor, reading.tile
    actions = tuple(reading.state.legal_actions(seat))
    return {
        "id": TILES[tile] if tile >= 0 else ATTRACTIONS[reading.kind],
        "cells": TILE_CELLS[tile] if tile >= 0 else ATTRACTION_CELLS[reading.kind],
        "seat": seat,
        "hole": HOLE,
        "orientations": turned_views(reading.shape, actions, asked),
        "ground": [GROUND[cell] for cell in reading.free_cells(seat)] if asked else [],
    }


GROUND: list[Spot] = [{"place": cell_place(cell), "cell": SPOTS[cell]} for cell in range(GRID)]


@lru_cache(256)  # all who only look on see the same, and the anchors are many
def turned_views(shape: int, actions: tuple[int, ...], asked: bool) -> list[Turned]:
    """Every way round, with the cells where its first cell may lie."""
    anchors: list[list[str]] = [[] for _ in ORIENTATIONS[shape]]
    for action in actions:
        anchors[(action - c.PLACE) // GRID].append(CELL_NAMES[(action - c.PLACE) % GRID])
    return [turned_view(shape, orientation, anchors[orientation], asked) for orientation in range(len(anchors))]


def turned_view(shape: int, orientation: int, anchors: list[str], asked: bool) -> Turned:
    turned, flipped = symmetry(shape, orientation)
    return {
        "place": piece_place(orientation) if asked else None,
        "cells": [[row, column] for row, column in ORIENTATIONS[shape][orientation]],
        "turned": turned,
        "flipped": flipped,
        "anchors": anchors,
    }


@cache
def symmetry(shape: int, orientation: int) -> tuple[int, int]:
    """The orientations to which a turn and a flip lead."""
    ways, cells = ORIENTATIONS[shape], ORIENTATIONS[shape][orientation]
    turned = ways.index(from_first([(column, -row) for row, column in cells]))
    return turned, ways.index(from_first([(row, -column) for row, column in cells]))


def seat_views(reading: Reading) -> list[Seat]:
    points, standings = reading.state.scores(), reading.state.places()
    return [seat_view(reading, seat, points[seat], standings[seat]) for seat in reading.everyone]


def seat_view(reading: Reading, seat: int, points: int, standing: int) -> Seat:
    board = reading.board(seat)
    asked = seat == reading.actor
    clicked = asked and seat == reading.viewer
    upper, lower = reading.cell(c.FREE_UPPER + seat), reading.cell(c.FREE_LOWER + seat)
    pens, houses = reading.pens(seat), reading.cell(c.HOUSES + seat)
    picked = clicked and reading.phase == c.PICKING
    return {
        "seat": seat,
        "board": board.name,
        "width": board.width,
        "height": HEIGHT,
        "rows": PLANS[reading.cell(c.BOARD) + seat],
        "houses": houses_view(
            houses,
            board.houses,
            clicked and reading.phase in (c.POPULATING, c.POPULATING_2),
            clicked and reading.phase in (c.ACQUIRING, c.ACQUIRING_2),
        ),
        "enclosures": pens_view(pens, reading.cell(c.BRED + seat), clicked and reading.phase in HOMES),
        "attractions": stands_view(reading.cell(c.BOARD) + seat, seat, upper, lower, pens, reading.copies),
        "free": free_view(upper, lower),
        "uncovered": reading.uncovered(seat),
        "animals": animals_view(houses, pens),
        "hand": [{"place": tile_place(tile) if picked else None, "tile": TILES[tile]} for tile in reading.hand(seat)],
        "points": points,
        "standing": standing,
        "asked": asked,
        "active": seat == reading.turn and reading.phase not in (*SETTING_UP, c.OVER),
    }


@lru_cache(4096)
def stands_view(
    board: int, seat: int, upper: int, lower: int, pens: tuple[int, ...], copies: tuple[int, ...]
) -> list[Stand]:
    """The attractions of a seat: the larger ones, then those of one cell, which nothing else covers."""
    larger = [one for _, one in standing_of(copies) if one.seat == seat]
    single = singles_on(board, seat, upper, lower, pens, copies)
    stands = [(ATTRACTIONS[one.kind], one.cells) for one in larger]
    stands += [(ATTRACTIONS[UNLIMITED], [cell]) for cell in single]
    return [{"kind": kind, "cells": cells_view(cells)} for kind, cells in stands]


@lru_cache(4096)
def animals_view(houses: int, pens: tuple[int, ...]) -> list[Number]:
    counts = animals_of(houses, pens)
    return [{"species": SPECIES[species], "number": counts[species]} for species in species_in(counts)]


@lru_cache(4096)
def houses_view(word: int, room: int, moves_out: bool, moves_in: bool) -> list[House]:
    """Animals in houses first, then the free ones."""
    counts = housed(word)
    houses: list[House] = [
        {
            "place": house_place(species) if moves_out else None,
            "species": SPECIES[species],
            "number": counts[species],
        }
        for species in species_in(counts)
    ]
    free = room - sum(counts)
    if free:
        houses.append({"place": FREE_HOUSE if moves_in else None, "species": None, "number": free})
    return houses


@lru_cache(4096)
def pens_view(words: tuple[int, ...], bred: int, clicked: bool) -> list[Pen]:
    return [pen_view(word, bred >> k & 1 == 1, clicked) for k, word in enumerate(words)]


@lru_cache(4096)
def pen_view(word: int, bred: bool, clicked: bool) -> Pen:
    one = enclosure_of(word)
    return {
        "place": f"enclosure:{TILES[one.tile]}" if clicked else None,
        "tile": TILES[one.tile],
        "cells": cells_view(one.cells),
        "species": SPECIES[one.species] if one.species >= 0 else None,
        "animals": one.animals,
        "size": TILE_CELLS[one.tile],
        "bred": bred,
    }
