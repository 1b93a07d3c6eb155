"""Law: refuses a written position that could not be played on, and names the field that is wrong."""

from __future__ import annotations

from typing import NoReturn

from paddock.core.errors import BadPosition
from paddock.core.state import CHANCE, NOBODY, OPEN, SEALED
from paddock.games.zooloretto import cells, material, rules
from paddock.games.zooloretto.material import COIN, FIRST_STALL, KINDS, PLACES, STALLS, TYPES
from paddock.games.zooloretto.notation import TILE_NAMES, is_drawn
from paddock.games.zooloretto.reading import (
    ENCLOSURES,
    NONE,
    PHASES,
    Reading,
    Tiles,
    animal_of,
    counted,
    listed_tiles,
    row_of,
    types_in,
)

SET_UP = (cells.REMOVE, cells.STARTER)
DRAWING = (cells.MAIN, cells.REVEAL, cells.LOADING)


def refuse(field: str, reason: str) -> NoReturn:
    raise BadPosition(f"{field}: {reason}")


def demand(holds: bool, field: str, reason: str) -> None:
    if not holds:
        refuse(field, reason)


def demand_lawful(state: rules.Zooloretto) -> None:
    """Every law in turn, each relying on those before; BadPosition names the field that breaks one."""
    reading = Reading(state)
    demand_seats(reading)
    demand_types(reading)
    demand_phase(reading)
    demand_trucks(reading)
    demand_carried(reading)
    demand_zoos(reading)
    demand_tiles(reading)
    demand_births(reading)
    demand_money(reading)
    demand_streak(reading)
    demand_supply(reading)
    demand_last_round(reading)
    if reading.phase in SET_UP:
        demand_untouched(reading)
    try:
        state.check()
    except AssertionError as error:
        refuse("phase", str(error))


def demand_seats(reading: Reading) -> None:
    """Every seat that is named takes part, and nobody has sealed anything."""
    seats = reading.seats
    demand(seats in material.SEATS, "seats", f"{material.SEATS[0]} to {material.SEATS[-1]} play, not {seats}")
    named = {"actor": reading.actor, "viewer": reading.viewer, "turn": reading.turn}
    named |= {f"trucks[{number}]": taker for number, taker in enumerate(takers(reading))}
    for field, seat in named.items():
        demand(seat < seats, field, f"there is no seat {seat} with {seats} players")
    demand(reading.state.due == 0, "due", "nobody ever decides in secret")
    for seat in reading.everyone:
        demand(reading.cell(SEALED + seat) == OPEN, f"sealed[{seat}]", "nobody ever decides in secret")


def takers(reading: Reading) -> list[int]:
    return [(reading.cell(cells.TRUCK + number) >> 18) - 1 for number in range(cells.TRUCKS)]


def demand_types(reading: Reading) -> None:
    """R1.3 as many types as the seats ask for, or more while they are being removed."""
    number, wanted = len(reading.types), material.TYPES_IN_PLAY[reading.seats]
    if reading.phase == cells.REMOVE:
        demand(number > wanted, "types", f"more than {wanted} are in play while some are being removed")
    else:
        demand(number == wanted, "types", f"{wanted} are in play with {reading.seats} seats, got {number}")


def demand_phase(reading: Reading) -> None:
    """Who acts, whose turn it is and what lies between stack and truck fit the phase."""
    phase, actor, turn = reading.phase, reading.actor, reading.turn
    name = PHASES[phase]
    if phase in (*SET_UP, cells.REVEAL):
        demand(actor == CHANCE, "actor", f"chance decides in phase {name}")
    elif phase == cells.OVER:
        demand(actor == NOBODY, "actor", "nobody decides when the match is over")
    else:
        demand(actor >= 0, "actor", f"a seat decides in phase {name}")
        demand(actor == turn, "turn", f"seat {actor} decides, so it is that seat's turn")
    if phase in (cells.STARTER, cells.OVER):
        demand(turn == NONE, "turn", f"it is nobody's in phase {name}")
    elif phase != cells.REMOVE:
        demand(turn != NONE, "turn", f"it is somebody's in phase {name}")
    loading, placing = phase == cells.LOADING, phase == cells.PLACING
    demand(
        (reading.revealed != NONE) == loading,
        "revealed",
        "there must be a tile in phase load" if loading else f"there is none in phase {name}",
    )
    demand(
        bool(reading.carried) == placing,
        "carried",
        "there must be a tile in phase place" if placing else f"there is none in phase {name}",
    )
    if phase == cells.OVER:
        demand(reading.last_round, "phase", f"a match is over only when fewer than {material.END_STACK} are undrawn")


def demand_trucks(reading: Reading) -> None:
    """R2.2, R2.3 no truck is overloaded, and no seat has two; who draws has none."""
    spaces = material.TRUCKS[reading.seats]
    seen: set[int] = set()
    for number, taker in enumerate(takers(reading)):
        field = f"trucks[{number}]"
        tiles = row_of(reading.cell(cells.TRUCK + number))
        if number >= len(spaces):
            demand(not tiles and taker == NONE, field, f"there are {len(spaces)} trucks with {reading.seats} seats")
            continue
        demand(len(tiles) <= spaces[number], field, f"it has {spaces[number]} spaces, got {len(tiles)} tiles")
        demand(taker == NONE or taker not in seen, field, f"seat {taker} has taken another truck")
        seen.add(taker)
        if reading.phase == cells.OVER:
            demand(not tiles and taker == NONE, field, "trucks are empty when the match is over")
    if reading.phase in DRAWING:
        demand(reading.turn not in seen, "turn", f"seat {reading.turn} has taken a truck and passed")
    if reading.phase in (cells.REVEAL, cells.LOADING):
        demand(any(truck.free for truck in reading.trucks), "trucks", "none has a space for the drawn tile")


def demand_carried(reading: Reading) -> None:
    """R2.4, R4.6 as many tiles as the taken truck had, or the one that was bought."""
    if reading.phase != cells.PLACING:
        return
    demand(COIN not in reading.carried, "carried", "a coin tile becomes money and is never carried")
    truck = reading.truck_of(reading.turn)
    spaces = 1 if truck == NONE else reading.trucks[truck].spaces
    demand(len(reading.carried) <= spaces, "carried", f"1 to {spaces} tiles are expected" if spaces > 1 else "one tile")
    if truck != NONE:
        for tile in reading.carried:
            demand(is_drawn(tile), "carried", f"{TILE_NAMES[tile]} never comes from a truck")


def demand_zoos(reading: Reading) -> None:
    """R8.1 no more expansions than there are; R5.1 no pair that has not bred."""
    for seat in reading.everyone:
        for place in ENCLOSURES:
            field = f"{PLACES[place].lower()}[{seat}]"
            found = reading.enclosure(seat, place)
            if found is None:
                continue
            demand(place in reading.places, field, f"unbuilt is expected with {reading.seats} seats")
            first = reading.enclosure(seat, len(ENCLOSURES) - 2) is not None
            demand(first or place < len(ENCLOSURES) - 1, field, "X1 is built first")
            demand(not (found.group[1] and found.group[2]), field, "M and F breed at once and become m and f")


def fields_of_tiles(reading: Reading) -> list[tuple[str, Tiles]]:
    """Every field that tiles lie in."""
    fields = [("undrawn", reading.undrawn), ("gone", reading.gone), ("carried", counted(reading.carried))]
    fields.append(("revealed", counted([] if reading.revealed == NONE else [reading.revealed])))
    fields += [(f"trucks[{truck.number}]", counted(truck.tiles)) for truck in reading.trucks]
    for seat in reading.everyone:
        fields += [(f"{PLACES[one.place].lower()}[{seat}]", one.tiles) for one in reading.built(seat)]
        fields.append((f"barn[{seat}]", reading.barn(seat)))
    return fields


def demand_tiles(reading: Reading) -> None:
    """R1.1 every tile of the box that is in play lies somewhere, once."""
    fields = fields_of_tiles(reading)
    for field, tiles in fields:
        for animal in types_in(tiles):
            demand(animal in reading.types, field, f"{TYPES[animal]} is not in play")
    total = [sum(tiles[tile] for _, tiles in fields) for tile in range(COIN + 1)]
    for animal in reading.types:
        kinds = total[len(KINDS) * animal : len(KINDS) * (animal + 1)]
        squares = (kinds[0], kinds[1] + kinds[3], kinds[2] + kinds[4])
        for name, number, wanted in zip(("", " M or m", " F or f"), squares, material.SQUARES, strict=True):
            all_fields = f"all fields together have {number} {TYPES[animal]}{name}, {wanted} are expected"
            demand(number == wanted, "undrawn", all_fields)
    for stall, name in enumerate(STALLS):
        number = total[FIRST_STALL + stall]
        wanted = material.STALL_TILES
        demand(number == wanted, "undrawn", f"all fields together have {number} {name}, {wanted} are expected")
    demand(total[COIN] <= material.COIN_TILES, "undrawn", f"there are only {material.COIN_TILES} coin tiles")


def demand_births(reading: Reading) -> None:
    """R5.1 each birth leaves a bred male, a bred female and one offspring."""
    fields = fields_of_tiles(reading)
    for animal in reading.types:
        males, females, born = (sum(tiles[len(KINDS) * animal + kind] for _, tiles in fields) for kind in (3, 4, 5))
        if males == females == born <= material.OFFSPRING:
            continue
        marked = [field for field, tiles in fields for t in listed_tiles(tiles) if animal_of(t) == animal]
        guilty = [
            field for field, tiles in fields if any(tiles[len(KINDS) * animal + kind] for kind in (3, 4, 5))
        ] or marked
        counts = f"{males} m, {females} f and {born} O of {TYPES[animal]}"
        refuse(guilty[0], f"as many m, f and O of a type are expected, not {counts}")


def demand_money(reading: Reading) -> None:
    """R1.5 coins only change hands, and coin tiles that were taken add to them."""
    loose = sum(tiles[COIN] for _, tiles in fields_of_tiles(reading))
    wanted = material.COINS + material.COIN_TILES - loose
    money = reading.bank + sum(reading.coins(seat) for seat in reading.everyone)
    if reading.cell(cells.UNLIMITED_BANK):
        demand(money >= wanted, "bank", f"bank and coins are {money}, at least {wanted} are expected")
    else:
        demand(money == wanted, "bank", f"bank and coins are {money}, {wanted} are expected")


def demand_streak(reading: Reading) -> None:
    """R2.7 drawing and taking end a row of money actions; buying is one."""
    name = PHASES[reading.phase]
    if reading.phase == cells.PLACING and reading.truck_of(reading.turn) == NONE:
        demand(reading.streak > 0, "streak", "the tile in hand was bought, which is at least one money action")
    elif reading.phase not in (cells.MAIN, *SET_UP):
        demand(reading.streak == 0, "streak", f"nobody has just paid in phase {name}")


def demand_last_round(reading: Reading) -> None:
    """R7.1 a round begins only before the end stack is touched: what is missing there was drawn in this round."""
    if reading.phase in SET_UP:
        return
    over = reading.phase == cells.OVER
    demand(not over or reading.rounds_finished > 0, "leg", "a match is over after a round, not before the first")
    trucks = reading.trucks
    drawn = sum(truck.spaces if over or truck.taker != NONE else len(truck.tiles) for truck in trucks)
    drawn += reading.phase == cells.LOADING
    missing = material.END_STACK - reading.tiles_left
    if missing > drawn:
        most = f"this round has drawn {drawn} tiles at most"
        refuse("undrawn", f"{missing} of the end stack's are missing, and {most}; the match would be over")


def demand_supply(reading: Reading) -> None:
    """R7.1 the stacks never run out within a round; R2.6 a round takes a tile from each seat at least."""
    if reading.phase in (cells.MAIN, cells.REVEAL, cells.LOADING, cells.PLACING):
        free = sum(truck.free for truck in reading.trucks) - (reading.phase == cells.LOADING)
        demand(reading.tiles_left >= free, "undrawn", f"the {free} free spaces of the trucks need as many tiles")
    box = sum(material.SQUARES) * len(reading.types) + material.STALL_TILES * len(STALLS) + material.COIN_TILES
    most = (box - reading.tiles_left) // reading.seats
    demand(reading.rounds_finished <= most, "leg", f"no more than {most} rounds can have been played")


def demand_untouched(reading: Reading) -> None:
    """R1 before the first turn nothing has happened."""
    name = PHASES[reading.phase]
    for field, tiles in fields_of_tiles(reading):
        demand(field == "undrawn" or not any(tiles), field, f"no tiles are here in phase {name}")
    demand(reading.undrawn[COIN] == material.COIN_TILES, "undrawn", "all coin tiles are here before the first turn")
    for number, taker in enumerate(takers(reading)):
        demand(taker == NONE, f"trucks[{number}]", f"nobody has taken one in phase {name}")
    for seat in reading.everyone:
        demand(reading.coins(seat) == material.PURSE, f"coins[{seat}]", f"everybody begins with {material.PURSE}")
        demand(reading.enclosure(seat, len(ENCLOSURES) - 2) is None, f"x1[{seat}]", "nobody begins with an expansion")
    demand(reading.streak == 0, "streak", f"nobody has paid in phase {name}")
    demand(reading.bank == material.COINS - material.PURSE * reading.seats, "bank", "nobody has paid or earned")
