"""Prompt: what is asked of the viewer now, and every choice explained."""

from __future__ import annotations

from functools import lru_cache

from paddock.core.choice import Choice, Prompt
from paddock.core.match import demand_masked
from paddock.core.message import Message, message, seat_name
from paddock.core.state import CHANCE, NOBODY, State
from paddock.games.new_york_zoo import cells as c
from paddock.games.new_york_zoo.material import (
    ATTRACTION_CELLS,
    ATTRACTIONS,
    LINE_SPECIES,
    MARKERS,
    REACH,
    TILE_CELLS,
    TILES,
    Enclosure,
)
from paddock.games.new_york_zoo.notation import acquired, notation, placed, verb_of
from paddock.games.new_york_zoo.note import Gaps, destination, notes, placement_notes, room_after
from paddock.games.new_york_zoo.place import path, placement_path
from paddock.games.new_york_zoo.reading import Reading
from paddock.games.new_york_zoo.reason import blocked
from paddock.games.new_york_zoo.words import (
    an_animal,
    enclosure_name,
    kind_name,
    kind_names,
    shown_animals,
    space_name,
)


def prompt(state: State) -> Prompt:
    """One choice for each legal action of the state's viewer."""
    demand_masked(state)
    reading = Reading(state)
    viewer = reading.viewer
    actions = state.legal_actions(viewer) if viewer >= 0 else []
    if not actions:
        return Prompt(viewer, waiting(reading))
    choices = placements(reading, actions) if reading.shape >= 0 else decisions(reading, actions)
    return Prompt(viewer, question(reading), tuple(choices), blocked(reading, actions))


def decisions(reading: Reading, actions: list[int]) -> list[Choice]:
    state, viewer = reading.state, reading.viewer
    return [
        Choice(
            action,
            path(reading, action),
            notation(state, viewer, action),
            text(reading, action),
            notes(reading, action),
        )
        for action in actions
    ]


def placements(reading: Reading, actions: list[int]) -> list[Choice]:
    """Hundreds of choices that differ in little but the cells."""
    shape = reading.shape
    left, beside = room_after(reading, actions)
    return [placement(shape, action, left, gaps) for action, gaps in zip(actions, beside, strict=True)]


@lru_cache(8192)  # the longest lists are those of an empty board, which every match begins with
def placement(shape: int, action: int, left: int, gaps: Gaps) -> Choice:
    """A placement that leaves so many cells and such holes."""
    cells = placed(shape, action - c.PLACE)
    said = message("do.place", cells=cells)
    return Choice(action, placement_path(action - c.PLACE), f"place {cells}", said, placement_notes(left, gaps))


def waiting(reading: Reading) -> Message:
    """What goes on while the viewer has nothing to decide."""
    if reading.actor == NOBODY:
        return result(reading)
    if reading.actor == CHANCE:
        return message("wait.deal")
    return message("turn.wait", who=seat_name(reading.actor))


def result(reading: Reading) -> Message:
    """How the game ended (R8.3, R10.4)."""
    if reading.solo:
        left = reading.uncovered(0)
        if left:
            return message("over.lost", count=left)
        return message("over.solo", count=c.LIMIT - reading.distance)
    places = reading.state.places()
    winners = tuple(seat_name(seat) for seat in reading.everyone if places[seat] == 1)
    return message("over.won", who=winners[0]) if len(winners) == 1 else message("over.shared", who=winners)


def question(reading: Reading) -> Message:
    """What the viewer is asked."""
    phase, own = reading.phase, reading.own
    if phase == c.MOVING:
        if reading.solo:
            return message(f"ask.move.{solo_ways(reading)}", count=c.LIMIT - reading.distance)
        return message("ask.move", most=REACH[reading.seats])
    if phase in (c.PLACING, c.LAYING):
        return message("ask.place", cells=TILE_CELLS[reading.tile])
    if phase == c.STANDING:
        return message("ask.stand", kind=message(f"attraction.{ATTRACTIONS[reading.kind]}"))
    if phase == c.POPULATING:
        return message("ask.populate")
    if phase == c.POPULATING_2:
        return message("ask.populate_2", kinds=kind_names(own[-1].species))
    if phase == c.ACQUIRING:
        return message("ask.acquire", animals=shown_animals(reading.elephant))
    if phase == c.ACQUIRING_2:
        return message("ask.acquire_2", animal=an_animal(reading.second))
    if phase == c.EXTRA:
        target = own[reading.target]
        return message("ask.extra", enclosure=enclosure_name(target), animal=an_animal(target.species))
    if phase == c.KEEPING:
        return message("ask.keep", kind=kind_name(reading.cell(c.LEAVING)))
    if phase == c.CHOOSING:
        return message("ask.attraction")
    if phase == c.PICKING:
        return message("ask.pick", count=len(reading.hand(reading.viewer)))
    if phase == c.BONUS:
        return message("ask.bonus")
    kinds = kind_names(LINE_SPECIES[reading.cell(c.LINE)])
    return message("ask.breed" if phase == c.BREEDING else "ask.breed_2", kinds=kinds)


def solo_ways(reading: Reading) -> str:
    """R10.2 what may be used: markers, the walk without one, or both."""
    actions = reading.state.legal_actions(reading.actor)
    if c.WALK not in actions:
        return "marker"
    return "solo" if len(actions) > 1 else "walk"


def text(reading: Reading, action: int) -> Message:
    """What a choice is."""
    verb, own = verb_of(reading.phase, action), reading.own
    if verb in ("move", "marker", "walk"):
        return move_text(reading, verb, action)
    if verb == "pick":
        tile = action - c.PICK
        return message("do.pick", cells=TILE_CELLS[tile], number=shape_number(tile))
    if verb == "from":
        source = action - c.SOURCE
        if source < c.SPECIES:
            return message("do.from.house", animal=an_animal(source))
        one = own[source - c.SPECIES]
        return message("do.from", animal=an_animal(one.species), enclosure=enclosure_name(one))
    if verb == "acquire":
        species, enclosure = acquired(action)
        if enclosure < 0:
            return message("do.acquire.house", animal=an_animal(species))
        return acquire_text(species, own[enclosure])
    if verb == "take":
        kind = action - c.KIND
        return message("do.take", kind=message(f"attraction.{ATTRACTIONS[kind]}"), count=ATTRACTION_CELLS[kind])
    if verb in ("breed", "bonus"):
        return message("do.breed", enclosure=enclosure_name(own[action - c.BREED]))
    if verb == "decline":
        return message(f"do.decline.{DECLINED[reading.phase]}", **declined(reading))
    species = own[reading.target].species if verb == "extra" else reading.cell(c.LEAVING)
    return message(f"do.{verb}", animal=an_animal(species))


def shape_number(tile: int) -> int:
    """Which of the tiles of its size it is: 3 of `e7-03`."""
    return int(TILES[tile].rsplit("-", 1)[1])


@lru_cache(4096)
def acquire_text(species: int, home: Enclosure) -> Message:
    return message("do.acquire", animal=an_animal(species), enclosure=enclosure_name(home))


DECLINED = {
    c.POPULATING_2: "populate",
    c.ACQUIRING_2: "acquire",
    c.EXTRA: "extra",
    c.KEEPING: "keep",
    c.BREEDING: "breed",
    c.BREEDING_2: "breed_2",
    c.BONUS: "bonus",
}


def declined(reading: Reading) -> dict[str, Message]:
    """What the words of a refusal need."""
    if reading.phase == c.POPULATING_2:
        return {"kind": kind_name(reading.own[-1].species)}
    return {"animal": an_animal(reading.second)} if reading.phase == c.ACQUIRING_2 else {}


def move_text(reading: Reading, verb: str, action: int) -> Message:
    position, far = destination(reading, verb, action)
    steps = reading.steps(far)
    space = space_name(reading, position)
    if not reading.solo:
        return message("do.move", steps=steps, space=space)
    if verb == "walk":
        return message("do.walk", space=space)
    marker = MARKERS[c.FAR if verb == "move" else action - c.MARKER]
    if verb == "move":
        return message("do.marker.far", marker=marker, steps=steps, space=space)
    return message("do.marker" if far else "do.stay", marker=marker, space=space)
