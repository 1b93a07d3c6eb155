"""Law: refuses a written position that cannot be, so that an accepted one can be played on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paddock.core.state import CHANCE, DUE, NOBODY, OPEN, SEALED
from paddock.games.new_york_zoo import cells as c
from paddock.games.new_york_zoo.board import fits
from paddock.games.new_york_zoo.dealing import demand_setting_up
from paddock.games.new_york_zoo.material import (
    BOARDS,
    FIRST_COPY,
    KIND_OF_COPY,
    LINE_SPECIES,
    SHAPE_OF_TILE,
    SHOWN,
    SLOT_AT,
    SPECIES,
    TILE_CELLS,
    TILES,
    WORD,
    cell_name,
    tiles_of,
    tiles_of_stack,
)
from paddock.games.new_york_zoo.reading import PHASES, PLACING, SETTING_UP, STAGES, Reading
from paddock.games.new_york_zoo.refusal import demand, refuse
from paddock.games.new_york_zoo.rules import NewYorkZoo

AFTER_ADDING = (c.EXTRA, c.KEEPING, c.CHOOSING, c.STANDING)  # phases with a target
ACQUISITION = (c.ACQUIRING, c.ACQUIRING_2, *AFTER_ADDING)
MAIN = (c.MOVING, c.PLACING, c.POPULATING, c.POPULATING_2, c.ACQUIRING, c.ACQUIRING_2)
PART_1 = (c.BREEDING, c.BREEDING_2)


def demand_lawful(state: NewYorkZoo) -> None:
    """Every law in turn, each relying on those before; BadPosition names the field that breaks one."""
    reading = Reading(state)
    demand_table(reading)
    demand_boards(reading)
    demand_tiles(reading)
    demand_clock(reading)
    demand_actor(reading)
    demand_setting_up(reading)
    demand_stage(reading)
    demand_addition(reading)
    demand_question(reading)
    try:
        state.check()
    except AssertionError as error:
        refuse("position", str(error))


def demand_table(reading: Reading) -> None:
    """The seats, their boards and the options that so many may choose."""
    seats = reading.seats
    demand(reading.viewer < seats, "viewer", f"there is no seat {reading.viewer} with {seats} players")
    demand(reading.actor < seats, "actor", f"there is no seat {reading.actor} with {seats} players")
    demand(reading.turn < seats, "turn", f"there is no seat {reading.turn} with {seats} players")
    demand(not reading.cell(DUE), "due", "there are no sealed rounds in this game")
    for seat in reading.everyone:
        demand(reading.cell(SEALED + seat) == OPEN, f"sealed[{seat}]", "there are no sealed rounds in this game")
    boards = [board.name for board in BOARDS if board.players == seats]
    first = BOARDS[reading.cell(c.BOARD)].name
    demand(first in (boards if reading.solo else boards[:1]), "board", f"{boards[0]} is expected, got {first}")
    demand(reading.solo or reading.cell(c.LANDING) == 1, "solo_landing_on_start_breeds", "false is for one player")
    demand(seats == 2 or not reading.cell(c.SHORT), "short_game_2p", "true is for two players")


def demand_boards(reading: Reading) -> None:
    """Nothing overlaps or leaves the board, and animals live where they may."""
    owners: dict[tuple[int, int], str] = {}
    for field, seat, cells in pieces(reading):
        demand(seat < reading.seats, field, f"there is no seat {seat} with {reading.seats} players")
        ground = reading.board(seat).cells
        for cell in cells:
            demand(cell in ground, field, f"{cell_name(cell)} is no cell to be covered on the board of seat {seat}")
            if (seat, cell) in owners:
                refuse(field, f"{cell_name(cell)} belongs to {owners[seat, cell]} already")
            owners[seat, cell] = field
    for copy, kind in enumerate(KIND_OF_COPY):
        taken = [reading.cell(c.ATTRACTION + k) > 0 for k in range(FIRST_COPY[kind], copy + 1)]
        demand(not taken[-1] or all(taken), f"attraction[{copy}]", "the copies of a kind are taken in order")
    for seat in reading.everyone:
        demand_animals(reading, seat)


def pieces(reading: Reading) -> Iterator[tuple[str, int, list[int]]]:
    """Everything that takes cells of a board: its field, its seat and its cells."""
    for seat in reading.everyone:
        first = c.ENCLOSURE + c.ENCLOSURES * seat
        laid = sum(reading.cell(k) > 0 for k in range(first, first + c.ENCLOSURES))
        demand(reading.cell(c.NUMBER + seat) == laid, f"number[{seat}]", f"there are {laid} enclosures")
        for k, enclosure in enumerate(reading.enclosures(seat)):
            yield f"enclosures[{seat}][{k}]", seat, enclosure.cells
    for copy, standing in reading.standing:
        yield f"attraction[{copy}]", standing.seat, standing.cells
    for seat in reading.everyone:
        for cell in reading.free_cells(seat):
            yield f"free_{'upper' if cell < WORD else 'lower'}[{seat}]", seat, [cell]


def demand_animals(reading: Reading, seat: int) -> None:
    """One house an animal; an enclosure has one species, and is full only while its breeding is settled."""
    room = reading.board(seat).houses
    demand(sum(reading.houses(seat)) <= room, f"houses[{seat}]", f"there are only {room}")
    bred = reading.bred(seat)
    demand(all(k < reading.cell(c.NUMBER + seat) for k in bred), f"bred[{seat}]", "there is no such enclosure")
    waits = reading.stage == c.PART_1 and seat == reading.actor
    for k, enclosure in enumerate(reading.enclosures(seat)):
        field = f"enclosures[{seat}][{k}]"
        demand((enclosure.species < 0) == (enclosure.animals == 0), field, "species is none exactly with 0 animals")
        most = TILE_CELLS[enclosure.tile] - (0 if waits and k in bred else 1)
        demand(enclosure.animals <= most, field, f"it holds at most {most} animals now, for a full one is emptied")


def demand_tiles(reading: Reading) -> None:
    """Each of the 45 tiles is in one place."""
    owners: dict[int, str] = {}
    for field, tiles in drawers(reading):
        for tile in tiles:
            if tile in owners:
                refuse(field, f"{TILES[tile]} is in {owners[tile]} already")
            owners[tile] = field
    missing = [name for tile, name in enumerate(TILES) if tile not in owners]
    if missing:
        refuse("removed", f"{missing[0]} is nowhere else, so it is out of the game and belongs here")


def drawers(reading: Reading) -> Iterator[tuple[str, Sequence[int]]]:
    """Every place that a tile may be in."""
    yield "undealt", tiles_of(reading.cell(c.UNDEALT))
    for slot in range(c.SLOTS):
        yield f"stack[{slot}]", tiles_of_stack(reading.cell(c.STACK + slot))
    for seat in reading.everyone:
        yield f"hand[{seat}]", reading.hand(seat)
        for k, enclosure in enumerate(reading.enclosures(seat)):
            yield f"enclosures[{seat}][{k}]", [enclosure.tile]
    yield "removed", tiles_of(reading.cell(c.REMOVED))


def demand_clock(reading: Reading) -> None:
    """R8, R10.3 the game is over when it must be, and no earlier."""
    over = reading.phase == c.OVER
    full = [seat for seat in reading.everyone if not reading.free(seat)]
    late = reading.solo and reading.distance >= c.LIMIT
    if over:
        demand(bool(full) or late, "phase", "the game is not over: no board is full")
    elif reading.stage == c.MAIN and full:
        refuse("phase", f"the game is over: seat {full[0]} has nothing left to cover")
    if late and not over:
        demand(reading.distance == c.LIMIT, "elephant", "it has passed the start the second time: the game is over")
        demand(reading.phase != c.MOVING, "phase", "the game is over: the elephant has been round twice")
    markers = reading.cell(c.MARKERS)
    demand((markers > 0) == reading.solo, "markers", "one player has some, several have none")


def demand_actor(reading: Reading) -> None:
    """Who decides fits the phase."""
    actor, phase = reading.actor, reading.phase
    if phase in (c.DEALING, c.HANDING):
        demand(actor == CHANCE, "actor", f"chance decides in phase {PHASES[phase]}")
    elif phase == c.OVER:
        demand(actor == NOBODY, "actor", "nobody decides when the game is over")
    else:
        demand(actor >= 0, "actor", f"a player decides in phase {PHASES[phase]}")
        if phase not in SETTING_UP and reading.stage == c.MAIN:
            demand(actor == reading.turn, "actor", f"it is the turn of seat {reading.turn}")


def demand_stage(reading: Reading) -> None:
    """R7 the lines that are still to breed, and who has bred."""
    phase, stage, lines = reading.phase, reading.stage, reading.cell(c.LINES)
    name = PHASES[phase]
    wanted = c.PART_1 if phase in PART_1 else c.PART_2 if phase == c.BONUS else c.MAIN
    if phase not in AFTER_ADDING:
        demand(stage == wanted, "stage", f"{STAGES[wanted]} is expected in phase {name}")
    demand(lines > 0 or not reading.cell(c.LINE), "line", "it is 0 when no line is to breed")
    if phase in (*SETTING_UP, c.MOVING, c.OVER):
        demand(not lines, "lines", f"it is 0 in phase {name}")
    if stage != c.MAIN:
        demand(lines > 0, "lines", "at least the line that is breeding")
    if stage == c.PART_2:
        demand(c.HAS_BONUS[reading.seats] == 1, "stage", f"there is no bonus with {reading.seats} players")
    for seat in reading.everyone:
        demand_bred(reading, seat)
    bred, per_player = reading.bred(reading.actor) if reading.actor >= 0 else [], reading.cell(c.ORDER) == c.PER_PLAYER
    if phase == c.BREEDING:
        demand(not bred, f"bred[{reading.actor}]", "this seat has not bred yet")
    if phase == c.BREEDING_2:
        demand(len(bred) == 1, f"bred[{reading.actor}]", "one enclosure has bred in phase breed_2")
    if phase == c.BONUS or (stage != c.MAIN and phase in AFTER_ADDING):
        demand(bool(bred), f"bred[{reading.actor}]", "this seat has bred")
    if stage == c.PART_1 or (stage == c.PART_2 and per_player):
        seats = reading.from_turn()
        for seat in seats[seats.index(reading.actor) + 1 :]:
            demand(not reading.bred(seat), f"bred[{seat}]", f"this seat comes after seat {reading.actor}")


def demand_bred(reading: Reading, seat: int) -> None:
    """What has bred belongs to the line, or has been emptied since."""
    bred = reading.bred(seat)
    demand(not bred or reading.stage != c.MAIN, f"bred[{seat}]", "nothing has bred in stage main")
    demand(len(bred) <= 2, f"bred[{seat}]", "at most two enclosures breed")
    for k in bred:
        species = reading.enclosures(seat)[k].species
        right = species in (c.NONE, LINE_SPECIES[reading.cell(c.LINE)])
        demand(right, f"bred[{seat}]", f"enclosure {k} holds another species than the line breeds")
        asked = seat == reading.actor and reading.phase in (c.BREEDING_2, c.EXTRA) and reading.stage == c.PART_1
        demand(species >= 0 or not asked, f"bred[{seat}]", f"enclosure {k} cannot have been emptied yet")


def demand_addition(reading: Reading) -> None:
    """R5, R6 the enclosure in question, and the second animal that waits."""
    phase, main = reading.phase, reading.stage == c.MAIN
    name, target, first, added = PHASES[phase], reading.target, reading.cell(c.FIRST), reading.cell(c.ADDED)
    own = reading.own
    for field, number in (("target", target), ("first", first)):
        demand(number < len(own) or number < 0, field, f"seat {reading.actor} has {len(own)} enclosures")
    demand((target >= 0) == (phase in AFTER_ADDING), "target", f"impossible in phase {name}")
    demand((reading.cell(c.LEAVING) >= 0) == (phase == c.KEEPING), "leaving", f"impossible in phase {name}")
    demand((reading.chosen >= 0) == (phase in (c.LAYING, c.STANDING)), "chosen", f"impossible in phase {name}")
    blue = SLOT_AT[reading.elephant] < 0
    if main and phase in ACQUISITION:
        demand(blue, "elephant", f"it stands on a blue space in phase {name}")
    if reading.second >= 0:
        waits = main and phase in ACQUISITION[1:]
        demand(waits and reading.second in SHOWN[reading.elephant], "second", "no such animal is still to come")
    demand(phase != c.ACQUIRING_2 or reading.second >= 0, "second", "an animal is to come in phase acquire_2")
    demand((first >= 0) == (added > 0), "added", "it is 0 exactly when first is none")
    if first >= 0:
        demand(reading.second >= 0, "first", "it is kept only while a second animal is to come")
        demand(reading.cell(c.CAP) == c.PER_ACTION, "first", "it is not kept where each addition is its own")
    if main and target >= 0 and reading.second >= 0 and reading.cell(c.CAP) == c.PER_ACTION:
        demand(first == target, "first", "the first animal went into the target")
        demand(phase != c.EXTRA or added == 1, "added", "one animal was added before the extra")
    if target < 0:
        return
    if not main:
        inside = target in reading.bred(reading.actor)
        demand(inside == (reading.stage == c.PART_1), "target", "it has bred in stage breeding, and not in stage bonus")
    if phase == c.EXTRA:
        species, animals = own[target].species, own[target].animals
        demand(species >= 0 and animals < TILE_CELLS[own[target].tile], "target", "it has an inhabitant, and room")
        housed = reading.houses(reading.actor)[species]
        demand(housed > 0, f"houses[{reading.actor}]", f"no {SPECIES[species]} could be the extra one")
        return
    demand(own[target].animals == 0, "target", "a completed enclosure is empty")
    if phase == c.KEEPING:
        demand(reading.free_houses(reading.actor) > 0, f"houses[{reading.actor}]", "a free one is needed to keep one")
    else:
        demand(reading.free(reading.actor) > 0, "phase", "an attraction needs a free cell")


def demand_question(reading: Reading) -> None:
    """A question is asked only when it has a real answer, and answers lead on."""
    phase, actor, own = reading.phase, reading.actor, reading.own
    if actor < 0:
        return
    if phase in (c.PLACING, c.POPULATING, c.POPULATING_2):
        slot = SLOT_AT[reading.elephant]
        demand(slot >= 0, "elephant", f"it stands on a slot in phase {PHASES[phase]}")
        if phase == c.PLACING:
            demand(reading.cell(c.STACK + slot) > 0, f"stack[{slot}]", "there is no tile to be placed")
            spare = any(one.animals >= 2 for one in own) or any(reading.houses(actor))
            demand(spare, f"houses[{actor}]", "an animal is needed that can move to the tile")
        else:
            animals = own[-1].animals if own else -1
            wanted = 0 if phase == c.POPULATING else 1
            demand(animals == wanted, f"enclosures[{actor}]", f"the newest one has {wanted} animals now")
    if phase == c.LAYING:
        demand(reading.chosen in reading.hand(actor), "chosen", "a tile of the hand is expected")
    if phase == c.PICKING:
        for tile in reading.hand(actor):
            demand_fit(reading, tile)
        demand(bool(reading.hand(actor)), f"hand[{actor}]", "no start tile is left to be laid")
    if phase == c.STANDING:
        demand(reading.chosen < len(FIRST_COPY) - 1, "chosen", "an attraction is expected")
        demand(not reading.chosen or reading.left(reading.chosen) > 0, "chosen", "it is not in supply")
    if phase in PLACING:
        demand(reading.state.legal_count(actor) > 0, "chosen" if phase != c.PLACING else "stack", "it fits nowhere")
    answers = [action for action in reading.state.legal_actions(actor) if action != c.DECLINE]
    demand(bool(answers), "phase", f"seat {actor} has nothing to choose in phase {PHASES[phase]}")


def demand_fit(reading: Reading, tile: int) -> None:
    seat = reading.actor
    ground = reading.cell(c.FREE_UPPER + seat), reading.cell(c.FREE_LOWER + seat)
    demand(fits(SHAPE_OF_TILE[tile], *ground), f"hand[{seat}]", f"{TILES[tile]} fits nowhere, so it is out of the game")
