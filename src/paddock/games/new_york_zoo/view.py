"""View: what everybody sees, as JSON, and the places in it that the viewer can click."""

from __future__ import annotations

from paddock.core.match import demand_masked
from paddock.core.state import State
from paddock.games.new_york_zoo import cells as c
from paddock.games.new_york_zoo.material import (
    ATTRACTION_CELLS,
    ATTRACTIONS,
    BOARDS,
    DATA,
    GRID,
    HEIGHT,
    LENGTH,
    LINE_SPECIES,
    LINES,
    MARKERS,
    ORIENTATIONS,
    SHOWN,
    SLOT_AT,
    SPECIES,
    TILE_CELLS,
    TILES,
    UNUSED,
    WIDTH,
    cell_name,
    from_first,
    tiles_of,
)
from paddock.games.new_york_zoo.notation import verb_of
from paddock.games.new_york_zoo.note import destination
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
    species_in,
)
from paddock.games.new_york_zoo.shape import (
    Breeding,
    Cell,
    Gain,
    House,
    Line,
    Marker,
    NewYorkZooView,
    Offered,
    Pen,
    Piece,
    Seat,
    Shape,
    Space,
    Supply,
    Turned,
)

SHAPES: list[Shape] = [
    {"id": tile["id"], "cells": tile["spaces"], "rows": tile["rows"]} for tile in DATA["enclosures"]["tiles"]
]
STALLS: list[list[str]] = [kind["rows"] for kind in DATA["attractions"]["tiles"]]
GATES: list[Line] = [
    {"species": line["species"], "after": line["after_pos"], "before": line["before_pos"]} for line in LINES
]
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
        "lines": GATES,
        "breeding": [breeding_view(reading, line) for line in reading.lines],
        "markers": marker_view(reading, actions) if reading.solo else [],
        "offered": offered_view(reading, asked),
        "second": SPECIES[reading.second] if reading.second >= 0 else None,
        "target": TILES[own[reading.target].tile] if reading.target >= 0 else None,
        "leaving": SPECIES[leaving] if leaving >= 0 else None,
        "attractions": [supply_view(reading, kind, asked) for kind in range(len(ATTRACTIONS))],
        "piece": piece_view(reading, asked),
        "seats": [seat_view(reading, seat) for seat in reading.everyone],
        "buttons": [{"place": path(reading, k)[0]} for k in actions if verb_of(reading.phase, k) in BUTTONS],
        "undealt": len(tiles_of(reading.cell(c.UNDEALT))),
        "removed": [TILES[tile] for tile in tiles_of(reading.cell(c.REMOVED))],
        "tiles": SHAPES,
    }


def cells_view(cells: list[int]) -> list[Cell]:
    return [list(divmod(cell + UNUSED, WIDTH)) for cell in cells]


def strip_view(reading: Reading, actions: list[int]) -> list[Space]:
    moving = reading.phase == c.MOVING
    clicked = moving and bool(actions)
    steps = {position: k for k, (position, _) in enumerate(reading.ahead, 1) if position != reading.elephant}
    legal = {destination(reading, verb_of(reading.phase, action), action)[0] for action in actions if moving}
    return [
        {
            "place": strip_place(position) if clicked else None,
            "position": position,
            "kind": "slot" if SLOT_AT[position] >= 0 else "acquisition",
            "species": [SPECIES[species] for species in SHOWN[position]] if SLOT_AT[position] < 0 else [],
            "stack": [TILES[tile] for tile in reading.stack(position)],
            "steps": steps.get(position),
            "elephant": position == reading.elephant,
            "legal": position in legal,
        }
        for position in range(LENGTH)
    ]


def breeding_view(reading: Reading, line: int) -> Breeding:
    species = LINE_SPECIES[line]
    numbers = [(seat, min(2, reading.parents(seat, species))) for seat in reading.from_turn()]
    gains: list[Gain] = [{"seat": seat, "number": number} for seat, number in numbers if number]
    return {"species": SPECIES[species], "gains": gains}


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


def supply_view(reading: Reading, kind: int, asked: bool) -> Supply:
    return {
        "place": attraction_place(kind) if asked and reading.phase == c.CHOOSING else None,
        "kind": ATTRACTIONS[kind],
        "cells": ATTRACTION_CELLS[kind],
        "rows": STALLS[kind],
        "left": None if kind == UNLIMITED else reading.left(kind),
    }


def piece_view(reading: Reading, asked: bool) -> Piece | None:
    """The piece to be placed: every way round, where it fits, and the ground."""
    if reading.shape < 0:
        return None
    seat, tile = reading.actor, reading.tile
    anchors: list[list[str]] = [[] for _ in range(reading.ways)]
    for action in reading.state.legal_actions(seat):
        anchors[(action - c.PLACE) // GRID].append(cell_name((action - c.PLACE) % GRID))
    free = reading.free_cells(seat) if asked else []
    return {
        "id": TILES[tile] if tile >= 0 else ATTRACTIONS[reading.kind],
        "cells": TILE_CELLS[tile] if tile >= 0 else ATTRACTION_CELLS[reading.kind],
        "seat": seat,
        "orientations": [turned_view(reading.shape, k, anchors[k], asked) for k in range(reading.ways)],
        "ground": [
            {"place": cell_place(cell), "cell": spot} for cell, spot in zip(free, cells_view(free), strict=True)
        ],
    }


def turned_view(shape: int, orientation: int, anchors: list[str], asked: bool) -> Turned:
    ways, cells = ORIENTATIONS[shape], ORIENTATIONS[shape][orientation]
    return {
        "place": piece_place(orientation) if asked else None,
        "cells": [[row, column] for row, column in cells],
        "turned": ways.index(from_first([(column, -row) for row, column in cells])),
        "flipped": ways.index(from_first([(row, -column) for row, column in cells])),
        "anchors": anchors,
    }


def seat_view(reading: Reading, seat: int) -> Seat:
    board, state = reading.board(seat), reading.state
    asked = seat == reading.actor
    clicked = asked and seat == reading.viewer
    free = reading.free_cells(seat)
    counts = reading.animals(seat)
    stands = [(ATTRACTIONS[one.kind], one.cells) for _, one in reading.standing if one.seat == seat]
    stands += [(ATTRACTIONS[UNLIMITED], [cell]) for cell in reading.singles(seat)]
    picked = clicked and reading.phase == c.PICKING
    return {
        "seat": seat,
        "board": board.name,
        "width": board.width,
        "height": HEIGHT,
        "rows": PLANS[BOARDS.index(board)],
        "houses": houses_view(reading, seat, clicked),
        "enclosures": pens_view(reading, seat, clicked and reading.phase in HOMES),
        "attractions": [{"kind": kind, "cells": cells_view(cells)} for kind, cells in stands],
        "free": cells_view(free),
        "uncovered": len(free),
        "animals": [{"species": SPECIES[species], "number": counts[species]} for species in species_in(counts)],
        "hand": [{"place": tile_place(tile) if picked else None, "tile": TILES[tile]} for tile in reading.hand(seat)],
        "points": int(state.scores()[seat]),
        "standing": state.places()[seat],
        "asked": asked,
        "active": seat == reading.turn and reading.phase not in (*SETTING_UP, c.OVER),
    }


def houses_view(reading: Reading, seat: int, clicked: bool) -> list[House]:
    """Animals in houses first, then the free ones."""
    moves_out = clicked and reading.phase in (c.POPULATING, c.POPULATING_2)
    moves_in = clicked and reading.phase in (c.ACQUIRING, c.ACQUIRING_2)
    counts = reading.houses(seat)
    houses: list[House] = [
        {
            "place": house_place(species) if moves_out else None,
            "species": SPECIES[species],
            "number": counts[species],
        }
        for species in species_in(counts)
    ]
    free = reading.free_houses(seat)
    if free:
        houses.append({"place": FREE_HOUSE if moves_in else None, "species": None, "number": free})
    return houses


def pens_view(reading: Reading, seat: int, clicked: bool) -> list[Pen]:
    bred = reading.bred(seat)
    return [
        {
            "place": f"enclosure:{TILES[one.tile]}" if clicked else None,
            "tile": TILES[one.tile],
            "cells": cells_view(one.cells),
            "species": SPECIES[one.species] if one.species >= 0 else None,
            "animals": one.animals,
            "size": TILE_CELLS[one.tile],
            "bred": k in bred,
        }
        for k, one in enumerate(reading.enclosures(seat))
    ]
