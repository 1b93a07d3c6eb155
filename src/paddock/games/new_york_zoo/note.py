"""Note: what a choice brings, told before it is made: cells left, holes, completions, births."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache

from paddock.core.message import Message, message
from paddock.games.new_york_zoo import cells as c
from paddock.games.new_york_zoo.board import count as ways
from paddock.games.new_york_zoo.ground import around, covered, holes
from paddock.games.new_york_zoo.material import (
    ATTRACTION_CELLS,
    COPIES,
    LENGTH,
    LINE_SPECIES,
    NEXT_BLUE,
    SHAPE_OF_ATTRACTION,
    SHAPE_OF_TILE,
    SHOWN,
    SLOT_AT,
    TILE_CELLS,
    Enclosure,
)
from paddock.games.new_york_zoo.notation import acquired, verb_of
from paddock.games.new_york_zoo.reading import UNLIMITED, Reading
from paddock.games.new_york_zoo.words import an_animal, gains, kind_names

Notes = tuple[Message, ...]


def notes(reading: Reading, action: int) -> Notes:
    """What a choice brings; placements have their own, `placement_notes`."""
    verb, own = verb_of(reading.phase, action), reading.own
    if verb in ("move", "marker", "walk"):
        return move_notes(reading, verb, action)
    if verb == "pick":
        return (fit_note(reading, SHAPE_OF_TILE[action - c.PICK]),)
    if verb == "from":
        return source_notes(reading, action - c.SOURCE)
    if verb == "acquire":
        return acquire_notes(reading, *acquired(action))
    if verb == "take":
        return attraction_notes(reading, action - c.KIND)
    if verb in ("breed", "bonus"):
        return added_notes(reading, own[action - c.BREED], own[action - c.BREED].species)
    if verb == "extra":
        one = own[reading.target]
        return (*filled_notes(reading, one, one.animals + 1), houses_note(reading, 1))
    if verb == "keep":
        return (houses_note(reading, -1),)
    return declined_notes(reading)


def move_notes(reading: Reading, verb: str, action: int) -> Notes:
    """The tile or animals at the end of a move, and who breeds on the way."""
    position, far = destination(reading, verb, action)
    seat = reading.actor
    found: list[Message] = []
    beyond = reading.distance + far - c.LIMIT if reading.solo else -1
    if beyond > 0:
        return (message("note.lose"),)
    if SLOT_AT[position] >= 0:
        tile = reading.stack(position)[-1]
        left = reading.uncovered(seat) - TILE_CELLS[tile]
        found += [fit_note(reading, SHAPE_OF_TILE[tile]), left_note(left)]
    elif not reading.own and not reading.free_houses(seat):
        found.append(message("note.nothing"))
    if not beyond:
        found.append(message("note.last"))
    lines = reading.passed(far) if breeds(reading, position, far) else []
    breeding = [(line, who) for line in lines if (who := gains(reading, line))]
    found += [message("note.line", kinds=kind_names(LINE_SPECIES[line]), gains=who) for line, who in breeding]
    if lines and not breeding and not reading.solo:  # alone it goes without saying
        found.append(NOBODY)
    if reading.solo:
        used = {"walk": c.NONE, "move": c.FAR}.get(verb, action - c.MARKER)
        if reading.markers == (used,):
            found.append(message("note.markers"))
        if beyond < 0:
            found.append(message("note.distance", count=-beyond))
    return tuple(found)


def breeds(reading: Reading, position: int, far: int) -> bool:
    """Do the lines on the way breed? Not if the tile there wins at once (R8.1), nor where time is up (R10.3)."""
    beyond = reading.distance + far - c.LIMIT if reading.solo else -1
    if beyond >= 0:
        return not beyond and bool(reading.cell(c.LANDING))
    tiles = reading.stack(position) if SLOT_AT[position] >= 0 else ()
    return not tiles or TILE_CELLS[tiles[-1]] < reading.uncovered(reading.actor)


def destination(reading: Reading, verb: str, action: int) -> tuple[int, int]:
    """Where a move leads, and how many spaces of the strip away."""
    if verb == "walk":
        far = NEXT_BLUE[reading.elephant]
        return (reading.elephant + far) % LENGTH, far
    if verb == "marker":
        steps = action - c.MARKER
        return reading.ahead[steps - 1] if steps else (reading.elephant, 0)
    position = action - c.MOVE
    return position, (position - reading.elephant - 1) % LENGTH + 1


NOBODY = message("note.line.nobody")


def fit_note(reading: Reading, shape: int) -> Message:
    """In how many ways a piece fits on the actor's board."""
    ground = reading.cell(c.FREE_UPPER + reading.actor), reading.cell(c.FREE_LOWER + reading.actor)
    return fits_note(int(ways(shape, *ground)))


@cache
def fits_note(count: int) -> Message:
    return message("note.fits", count=count)


@cache
def left_note(count: int) -> Message:
    return message("note.left", count=count) if count else message("note.full")


Gaps = tuple[int, ...] | None  # the sizes of the holes beside a piece; None if it fills its ground without a rest


def room_after(reading: Reading, actions: list[int]) -> tuple[int, list[Gaps]]:
    """How many cells any of these placements leaves, and for each the holes beside it."""
    shape, free = reading.shape, reading.free(reading.actor)
    found: list[Gaps] = []
    for action in actions:
        piece = covered(shape, action - c.PLACE)
        rest = free & ~piece
        found.append(holes(rest, piece) if around(piece) & rest or not rest else None)
    return free.bit_count() - covered(shape, actions[0] - c.PLACE).bit_count(), found


@lru_cache(4096)
def placement_notes(left: int, gaps: Gaps) -> Notes:
    """How many cells are left, and the holes."""
    return (left_note(left), FILLS) if gaps is None else (left_note(left), *hole_notes(gaps))


FILLS = message("note.fills")


def hole_notes(sizes: tuple[int, ...]) -> Notes:
    """`Leaves a hole of 2 cells`, `Leaves 3 holes of 1 cell`."""
    return tuple(
        message(f"note.hole.{size}", count=number) for size, number in sorted(Counter(sizes).items()) if number
    )


def source_notes(reading: Reading, source: int) -> Notes:
    """What an animal leaves behind when it moves to the new enclosure, and what it makes possible there."""
    own = reading.own
    species = source if source < c.SPECIES else own[source - c.SPECIES].species
    found = []
    if source < c.SPECIES:
        found.append(houses_note(reading, 1))
    else:
        one = own[source - c.SPECIES]
        stay = one.animals - 1
        found.append(message("note.stay" if stay > 1 else "note.stay.one", count=stay))
    if reading.phase == c.POPULATING_2:
        found += pair_notes(reading, species)
    return tuple(found)


def pair_notes(reading: Reading, species: int) -> Notes:
    """Two of a kind can breed, perhaps at a line that has just been passed."""
    soon = [line for line in reading.lines if LINE_SPECIES[line] == species]
    if soon and reading.stage == c.MAIN:
        return (message("note.pair.now"),)
    return (message("note.pair"),)


def acquire_notes(reading: Reading, species: int, enclosure: int) -> Notes:
    """A new animal in a house or an enclosure, and whether another may follow."""
    found: list[Message] = []
    if enclosure < 0:
        found.append(houses_note(reading, -1))
    else:
        found += added_notes(reading, reading.own[enclosure], species, closed=enclosure == reading.cell(c.FIRST))
    if reading.phase == c.ACQUIRING:
        shown = SHOWN[reading.elephant]
        if species in shown:
            other = shown[1] if species == shown[0] else shown[0]
            found.append(then_note(other))
        else:
            found.append(ONLY)
    return tuple(found)


ONLY = message("note.only")


@cache
def then_note(species: int) -> Message:
    return message("note.then", animal=an_animal(species))


def added_notes(reading: Reading, one: Enclosure, species: int, closed: bool = False) -> Notes:
    """One more animal in an enclosure: how full it is, and whether an extra from a house may follow (R5.3)."""
    number = one.animals + 1
    found = filled_notes(reading, one, number)
    cells = TILE_CELLS[one.tile]
    if number < cells and not closed and reading.houses(reading.actor)[species]:
        found += (message("note.extra.full" if number + 1 == cells else "note.extra"),)
    if number == 2:
        found += pair_notes(reading, species)
    return found


def filled_notes(reading: Reading, one: Enclosure, number: int) -> Notes:
    """How full it is then; A16 a board that is covered already gets no attraction more."""
    cells = TILE_CELLS[one.tile]
    if number == cells:
        return (message("note.complete" if reading.uncovered(reading.actor) else "note.complete.covered"),)
    return (filled_note(number, cells),)


@cache
def filled_note(number: int, cells: int) -> Message:
    return message("note.filled", count=number, cells=cells)


def houses_note(reading: Reading, more: int) -> Message:
    """How many houses are free afterwards."""
    return free_houses_note(reading.free_houses(reading.actor) + more)


@cache
def free_houses_note(count: int) -> Message:
    return message("note.houses", count=count)


def attraction_notes(reading: Reading, kind: int) -> Notes:
    """Where an attraction fits, what is left to cover, and whether others can still get one."""
    left = reading.uncovered(reading.actor) - ATTRACTION_CELLS[kind]
    found = [fit_note(reading, SHAPE_OF_ATTRACTION[kind]), left_note(left)]
    if kind == UNLIMITED:
        found.append(message("note.supply.always"))
    elif COPIES[kind] > 1:
        found.append(message("note.supply", count=reading.left(kind) - 1))
    else:
        found.append(message("note.supply.only"))
    return tuple(found)


def declined_notes(reading: Reading) -> Notes:
    """What a refusal means, where it means something."""
    if reading.phase == c.POPULATING_2:
        return (message("note.single"),)
    if reading.phase == c.BREEDING and c.HAS_BONUS[reading.seats]:
        return (message("note.no_bonus"),)
    return ()
