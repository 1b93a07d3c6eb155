"""Position: a state in words and back, with every cell a named field and every law checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paddock.core.layout import Field, Kind, Layout, Named, Number, Wide
from paddock.core.state import State
from paddock.games.zooloretto import cells, material, rules
from paddock.games.zooloretto.board import ROOM_BIT, STALL_ROOM_BIT, TAKER_BIT, TYPE_BIT
from paddock.games.zooloretto.law import demand_lawful
from paddock.games.zooloretto.material import COIN, FIRST_STALL, KINDS, PLACES, TYPES
from paddock.games.zooloretto.notation import (
    TILE_NAMES,
    is_drawn,
    read,
    read_row,
    tile_number,
    written,
    written_row,
)
from paddock.games.zooloretto.reading import (
    KIND_BITS,
    NONE,
    PHASES,
    Enclosure,
    Tiles,
    animals_in,
    group_of,
    listed_tiles,
    pile_of,
    row_of,
    stalls_of,
    types_in,
    undrawn_of,
)

MOST_COINS = 999  # far more than any match has, and few enough to break ties by


def packed_group(tiles: Tiles, animal: int) -> int:
    """All animals of one type as 13 bits."""
    kinds = tiles[len(KINDS) * animal : len(KINDS) * (animal + 1)]
    return sum(number << bit for number, bit in zip(kinds, KIND_BITS[:-1], strict=True))


def packed_stalls(tiles: Tiles) -> int:
    """The stalls as a byte, two bits a type."""
    return sum(number << 2 * stall for stall, number in enumerate(tiles[FIRST_STALL:COIN]))


def packed_row(tiles: list[int]) -> int:
    return sum(tile + 1 << 6 * slot for slot, tile in enumerate(tiles))


def only_drawn(tiles: Tiles) -> Tiles:
    """ValueError unless all these tiles may lie in a stack."""
    for tile in listed_tiles(tiles):
        if not is_drawn(tile):
            raise ValueError(f"{TILE_NAMES[tile]} is never drawn")
    return tiles


class Undrawn(Wide):
    """The tiles of both stacks, in no order."""

    def write(self, cells: tuple[int, ...]) -> object:
        return written(undrawn_of(*cells))

    def read(self, value: object) -> tuple[int, ...]:
        tiles = only_drawn(read(value))
        animals = sum(
            number << 7 * animal + bit
            for animal in range(len(TYPES))
            for number, bit in zip(tiles[6 * animal : 6 * animal + 3], KIND_BITS, strict=False)
        )
        return animals, packed_stalls(tiles) + (tiles[COIN] << 8) + (sum(tiles) << 12)


class Pile(Wide):
    """A barn, or what has left the game."""

    def __init__(self, coins: bool) -> None:
        self.coins = coins  # may coin tiles lie here?

    def write(self, cells: tuple[int, ...]) -> object:
        return written(pile_of(*cells))

    def read(self, value: object) -> tuple[int, ...]:
        tiles = read(value)
        if tiles[COIN] and not self.coins:
            raise ValueError("a coin tile becomes money and never lies here")
        low = sum(packed_group(tiles, animal) << 13 * animal for animal in range(4))
        high = sum(packed_group(tiles, animal + 4) << 13 * animal for animal in range(4))
        return low + (packed_stalls(tiles) << 52), high + (tiles[COIN] << 52)


class Housed:
    """An enclosure: animals of one type and stalls beside it, or `unbuilt`."""

    def __init__(self, place: int) -> None:
        self.place = place

    def write(self, cell: int) -> object:
        if not cell:
            return "unbuilt"
        return written(
            Enclosure(
                self.place, (cell >> TYPE_BIT & 15) - 1, group_of(cell & 0x1FFF), stalls_of(cell >> 20 & 255)
            ).tiles
        )

    def read(self, value: object) -> int:
        if value == "unbuilt" and material.EXPANSION[self.place]:
            return 0
        tiles = read(value)
        types = types_in(tiles)
        if tiles[COIN]:
            raise ValueError("a coin tile becomes money and never lies here")
        if len(types) > 1:
            raise ValueError(f"only one type lives in an enclosure, not {' and '.join(TYPES[k] for k in types)}")
        free = material.SPACES[self.place] - (animals_in(tiles, types[0]) if types else 0)
        free_stalls = material.STALL_SPACES[self.place] - sum(tiles[FIRST_STALL:COIN])
        if free < 0:
            raise ValueError(f"there are {material.SPACES[self.place]} spaces, got {value!r}")
        if free_stalls < 0:
            raise ValueError(f"stalls have {material.STALL_SPACES[self.place]} space here, got {value!r}")
        group = packed_group(tiles, types[0]) + (types[0] + 1 << TYPE_BIT) if types else 0
        return group + (free << ROOM_BIT) + (packed_stalls(tiles) << 20) + (free_stalls << STALL_ROOM_BIT)


class Row:
    """Tiles in order, three at most."""

    def write(self, cell: int) -> object:
        return written_row(row_of(cell))

    def read(self, value: object) -> int:
        tiles = read_row(value)
        if len(tiles) > 3:
            raise ValueError(f"3 tiles at most are expected, got {value!r}")
        return packed_row(tiles)


class Truck(Row):
    """A row, or who has taken the truck: `taken by 2`."""

    def write(self, cell: int) -> object:
        return f"taken by {(cell >> TAKER_BIT) - 1}" if cell >> TAKER_BIT else super().write(cell)

    def read(self, value: object) -> int:
        seats = {f"taken by {seat}": seat for seat in range(cells.TABLE_SEATS)}
        if isinstance(value, str) and value in seats:
            return seats[value] + 1 << TAKER_BIT
        row = super().read(value)
        for tile in row_of(row):
            if not is_drawn(tile):
                raise ValueError(f"{TILE_NAMES[tile]} is never on a truck")
        return row


class Revealed:
    """One drawn tile, or `none`."""

    def write(self, cell: int) -> object:
        return TILE_NAMES[cell - 1] if cell else "none"

    def read(self, value: object) -> int:
        if value == "none":
            return 0
        if not isinstance(value, str):
            raise ValueError(f"a tile such as 'zebra M', or 'none', is expected, got {value!r}")
        tile = tile_number(value)
        if not is_drawn(tile):
            raise ValueError(f"{value} is never drawn")
        return tile + 1


class Types:
    """Animal types in box order: `flamingo, camel`."""

    def write(self, cell: int) -> object:
        return ", ".join(name for animal, name in enumerate(TYPES) if cell >> animal & 1)

    def read(self, value: object) -> int:
        names = [name.strip() for name in value.split(",")] if isinstance(value, str) else []
        if not names or not set(names) <= set(TYPES) or len(set(names)) < len(names):
            raise ValueError(f"some of {', '.join(TYPES)} are expected, each once; got {value!r}")
        return sum(1 << TYPES.index(name) for name in names)


class Flag:
    """True or false."""

    def write(self, cell: int) -> object:
        return cell == 1

    def read(self, value: object) -> int:
        if not isinstance(value, bool):
            raise ValueError(f"true or false is expected, got {value!r}")
        return int(value)


def for_each_seat(name: str, offset: int, kind: Kind) -> Field:
    return Field(name, offset, kind, per_seat=True, count=cells.TABLE_SEATS)


LAYOUT = Layout(
    cells.SIZE,
    Field("phase", cells.PHASE, Named({word: number for number, word in enumerate(PHASES)})),
    Field("types", cells.IN_PLAY, Types()),
    Field("turn", cells.TURN, Named({"none": NONE}, range(cells.TABLE_SEATS))),
    Field("stall_to_barn", cells.STALL_TO_BARN, Flag()),
    Field("unlimited_bank", cells.UNLIMITED_BANK, Flag()),
    Field("show_tiles_left", cells.SHOW_TILES_LEFT, Flag()),
    Field("bank", cells.BANK, Number(0, MOST_COINS)),
    Field("streak", cells.STREAK, Number(0, cells.STREAK_LIMIT)),
    Field("undrawn", cells.UNDRAWN, Undrawn(), count=2, words=2),
    Field("gone", cells.GONE, Pile(coins=True), count=2, words=2),
    Field("revealed", cells.REVEALED, Revealed()),
    Field("carried", cells.CARRIED, Row()),
    Field("trucks", cells.TRUCK, Truck(), count=cells.TRUCKS),
    for_each_seat("coins", cells.COINS, Number(0, MOST_COINS)),
    *(
        for_each_seat(PLACES[place].lower(), cells.ENCLOSURE + cells.TABLE_SEATS * place, Housed(place))
        for place in range(len(PLACES) - 1)
    ),
    Field("barn", cells.BARN, Pile(coins=False), per_seat=True, count=2 * cells.TABLE_SEATS, words=2),
)


def position(state: State) -> dict[str, Any]:
    """The whole position in words."""
    return LAYOUT.write(state.cells)


def from_position(given: Mapping[str, Any]) -> State:
    """The state that was written; BadPosition names the field that is wrong."""
    state = rules.Zooloretto(LAYOUT.read(given))
    demand_lawful(state)
    return state
