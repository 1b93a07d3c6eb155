"""Reason: why something that a newcomer might click is not possible now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from paddock.core.choice import Blocked
from paddock.core.message import Message, message
from paddock.games.new_york_zoo import cells as c
from paddock.games.new_york_zoo.board import fits
from paddock.games.new_york_zoo.ground import covered
from paddock.games.new_york_zoo.material import (
    ATTRACTIONS,
    GRID,
    LENGTH,
    LINE_SPECIES,
    MARKERS,
    REACH,
    SHAPE_OF_TILE,
    SLOT_AT,
    TILE_CELLS,
)
from paddock.games.new_york_zoo.place import (
    animal_place,
    attraction_place,
    cell_place,
    enclosure_place,
    house_place,
    marker_place,
    piece_place,
    strip_place,
)
from paddock.games.new_york_zoo.reading import Reading, bits_of, species_in
from paddock.games.new_york_zoo.words import kind_names

# Most things are barred most of the time, for one of a few reasons: the same words serve every prompt.
HERE = message("why.here")
EMPTY_SLOT = message("why.empty_slot")
NO_ROOM = message("why.no_room")
TURNED = message("why.turned")
OUT_OF_REACH = message("why.cell")


@cache
def why_far(steps: int, most: int) -> Message:
    return message("why.far", steps=steps, most=most)


@cache
def why_taken(species: int) -> Message:
    return message("why.taken", kinds=kind_names(species))


def blocked(reading: Reading, actions: list[int]) -> tuple[Blocked, ...]:
    """For each thing that could be meant in this phase and is no choice, why not."""
    phase = reading.phase
    if reading.shape >= 0:
        found = placements(reading, actions)
    elif phase == c.MOVING:
        found = markers(reading, actions) if reading.solo else spaces(reading, actions)
    elif phase in (c.POPULATING, c.POPULATING_2):
        found = sources(reading, actions)
    elif phase == c.ACQUIRING:
        found = acquisitions(reading)
    elif phase == c.ACQUIRING_2:
        found = (Blocked((place,), why) for place, why in homes(reading, reading.second))
    elif phase == c.CHOOSING:
        found = attractions(reading, actions)
    elif phase in (c.BREEDING, c.BREEDING_2, c.BONUS):
        found = parents(reading, actions)
    else:
        return ()
    return tuple(found)


def spaces(reading: Reading, actions: list[int]) -> Iterator[Blocked]:
    """R3 the spaces of the strip that are no destination."""
    steps = {position: k for k, (position, _) in enumerate(reading.ahead, 1)}
    for position in range(LENGTH):
        if c.MOVE + position not in actions:
            yield Blocked((strip_place(position),), why_space(reading, position, steps, REACH[reading.seats]))


def why_space(reading: Reading, position: int, steps: dict[int, int], most: int) -> Message:
    if position == reading.elephant:
        return HERE
    if position not in steps:
        return EMPTY_SLOT
    if steps[position] > most:
        return why_far(steps[position], most)
    return why_closed(reading, position)


def why_closed(reading: Reading, position: int) -> Message:
    """R3.3, R3.4 why a space that can be reached cannot be used."""
    seat = reading.actor
    if SLOT_AT[position] < 0:
        return NO_ROOM
    stack = reading.stack(position)
    if not stack:
        return message("why.emptied")
    ground = reading.cell(c.FREE_UPPER + seat), reading.cell(c.FREE_LOWER + seat)
    if not fits(SHAPE_OF_TILE[stack[-1]], *ground):
        return message("why.no_fit", cells=TILE_CELLS[stack[-1]])
    return message("why.no_animal")


def markers(reading: Reading, actions: list[int]) -> Iterator[Blocked]:
    """R10.2 markers laid away, or of no use; and spaces too near for the marker 4+."""
    spaces = [(reading.elephant, 0), *reading.ahead]
    for marker in range(c.FAR):
        if marker not in reading.markers:
            yield Blocked((marker_place(marker),), message("why.marker", marker=MARKERS[marker]))
        elif c.MARKER + marker not in actions:
            yield Blocked((marker_place(marker),), why_closed(reading, spaces[marker][0]))
    far = [action - c.MOVE for action in actions if c.MOVE <= action < c.MARKER]
    if not far:
        used = c.FAR not in reading.markers
        reason = message("why.marker", marker=MARKERS[c.FAR]) if used else message("why.marker.far")
        yield Blocked((marker_place(c.FAR),), reason)
        return
    steps = {position: k for k, (position, _) in enumerate(reading.ahead, 1)}
    for position in range(LENGTH):
        if position not in far:
            near = position != reading.elephant and steps.get(position, c.FAR) < c.FAR
            reason = message("why.near", steps=steps[position]) if near else why_space(reading, position, steps, LENGTH)
            yield Blocked((marker_place(c.FAR), strip_place(position)), reason)


def placements(reading: Reading, actions: list[int]) -> Iterator[Blocked]:
    """Ways round in which the piece fits nowhere, and free cells that it cannot cover."""
    used = {(action - c.PLACE) // GRID for action in actions}
    for orientation in range(reading.ways):
        if orientation not in used:
            yield Blocked((piece_place(orientation),), TURNED)
    reached = 0
    for action in actions:
        reached |= covered(reading.shape, action - c.PLACE)
    for cell in bits_of(reading.free(reading.actor) & ~reached):
        yield Blocked((cell_place(cell),), OUT_OF_REACH)


def sources(reading: Reading, actions: list[int]) -> Iterator[Blocked]:
    """R4.2, R4.3 animals that cannot move to the new enclosure."""
    *others, newest = reading.own
    second = reading.phase == c.POPULATING_2
    for species in species_in(reading.houses(reading.actor)):
        if c.SOURCE + species not in actions:
            yield Blocked((house_place(species),), message("why.other_kind", kinds=kind_names(newest.species)))
    for k, one in enumerate(others):
        if c.SOURCE + c.SPECIES + k in actions:
            continue
        if not one.animals:
            reason = message("why.nobody")
        elif second and one.species != newest.species:
            reason = message("why.other_kind", kinds=kind_names(newest.species))
        else:
            reason = message("why.last_one")
        yield Blocked((enclosure_place(reading, k),), reason)
    yield Blocked((enclosure_place(reading, len(others)),), message("why.newest"))


def acquisitions(reading: Reading) -> Iterator[Blocked]:
    """R5.2 animals that find no place, and places that are not for them."""
    full = not reading.free_houses(reading.actor)
    for species in range(c.SPECIES):
        wrong = homes(reading, species)
        if full and len(wrong) == len(reading.own):
            yield Blocked((animal_place(species),), message("why.no_place", kinds=kind_names(species)))
        else:
            for place, reason in wrong:
                yield Blocked((animal_place(species), place), reason)


def homes(reading: Reading, species: int) -> list[tuple[str, Message]]:
    """The enclosures that do not take this species, with the reason."""
    closed = reading.cell(c.FIRST) if reading.cell(c.ADDED) == 2 else c.NONE
    found = []
    for k, one in enumerate(reading.own):
        if one.species not in (c.NONE, species):
            found.append((enclosure_place(reading, k), why_taken(one.species)))
        elif k == closed:
            found.append((enclosure_place(reading, k), message("why.cap")))
    return found


def attractions(reading: Reading, actions: list[int]) -> Iterator[Blocked]:
    """R6.3 attractions that are gone or fit nowhere."""
    for kind in range(len(ATTRACTIONS)):
        if c.KIND + kind not in actions:
            reason = message("why.no_place_for_it") if reading.left(kind) else message("why.gone")
            yield Blocked((attraction_place(kind),), reason)


def parents(reading: Reading, actions: list[int]) -> Iterator[Blocked]:
    """R7.2, R7.4 enclosures that cannot breed now."""
    species = LINE_SPECIES[reading.cell(c.LINE)]
    bred = reading.bred(reading.actor)
    for k, one in enumerate(reading.own):
        if c.BREED + k in actions:
            continue
        if k in bred:
            reason = message("why.bred")
        elif reading.phase != c.BONUS and one.species != species:
            reason = message("why.line", kinds=kind_names(species))
        else:
            reason = message("why.parents")
        yield Blocked((enclosure_place(reading, k),), reason)
