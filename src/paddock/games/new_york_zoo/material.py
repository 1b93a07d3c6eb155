"""Material: the pieces, boards and strip of data.json as numbers, for the rules and the words.

All boards lie on one grid, 14 wide and 9 high. Its first four cells are barn on every board, so
cell 0 is the fifth of the top row and the grid has 122 cells: two words of 61 bits.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
DATA = json.loads((FOLDER / "data.json").read_text("utf-8"))

Cells = tuple[tuple[int, int], ...]  # (row, column) of each cell, in reading order

WIDTH = 14
HEIGHT = 9
UNUSED = 4  # cells of the top row that are barn on every board
GRID = WIDTH * HEIGHT - UNUSED
WORD = GRID // 2  # cells in each of the two words

SPECIES: tuple[str, ...] = tuple(species["id"] for species in DATA["species"]["list"])


# Pieces


def read_rows(rows: Sequence[str]) -> Cells:
    """The cells of a drawn piece."""
    return tuple((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#")


def from_first(cells: Sequence[tuple[int, int]]) -> Cells:
    """The same piece with its first cell, in reading order, at (0, 0)."""
    ordered = sorted(cells)
    top, left = ordered[0]
    return tuple((r - top, c - left) for r, c in ordered)


def orientations(cells: Cells) -> tuple[Cells, ...]:
    """All different rotations and mirror images of a piece, sorted."""
    found = set()
    for flipped in (cells, tuple((r, -c) for r, c in cells)):
        turned = flipped
        for _ in range(4):
            turned = tuple((c, -r) for r, c in turned)
            found.add(from_first(turned))
    return tuple(sorted(found))


TILES: tuple[str, ...] = tuple(tile["id"] for tile in DATA["enclosures"]["tiles"])
TILE_CELLS: tuple[int, ...] = tuple(tile["spaces"] for tile in DATA["enclosures"]["tiles"])
ATTRACTIONS: tuple[str, ...] = tuple(tile["id"] for tile in DATA["attractions"]["tiles"])
ATTRACTION_CELLS: tuple[int, ...] = tuple(tile["spaces"] for tile in DATA["attractions"]["tiles"])
# How many of each kind are counted; the 1-cell kind is not, it never runs out.
COPIES: tuple[int, ...] = tuple(0 if tile["unlimited"] else tile["count"] for tile in DATA["attractions"]["tiles"])
FIRST_COPY: tuple[int, ...] = tuple(sum(COPIES[:kind]) for kind in range(len(COPIES) + 1))
KIND_OF_COPY: tuple[int, ...] = tuple(kind for kind, copies in enumerate(COPIES) for _ in range(copies))

# A shape is what tiles and attractions of equal outline share; ORIENTATIONS[shape] lists its cells.
_PIECES = [
    orientations(read_rows(tile["rows"])) for group in ("enclosures", "attractions") for tile in DATA[group]["tiles"]
]
ORIENTATIONS: tuple[tuple[Cells, ...], ...] = tuple(dict.fromkeys(_PIECES))
SHAPE_OF_TILE: tuple[int, ...] = tuple(ORIENTATIONS.index(piece) for piece in _PIECES[: len(TILES)])
SHAPE_OF_ATTRACTION: tuple[int, ...] = tuple(ORIENTATIONS.index(piece) for piece in _PIECES[len(TILES) :])


# Cells


def cell_at(row: int, column: int) -> int:
    return row * WIDTH + column - UNUSED


def cell_name(cell: int) -> str:
    """`E4`: the column's letter and the row, from the board's upper left corner."""
    row, column = divmod(cell + UNUSED, WIDTH)
    return f"{chr(ord('A') + column)}{row + 1}"


def cell_number(name: str) -> int:
    """The cell with this name, or ValueError."""
    column, row = ord(name[:1].upper() or " ") - ord("A"), name[1:]
    if row.isdecimal() and 0 <= column < WIDTH and 1 <= int(row) <= HEIGHT and cell_at(int(row) - 1, column) >= 0:
        return cell_at(int(row) - 1, column)
    raise ValueError(f"a cell such as E4 is expected, got {name!r}")


def cells_of(shape: int, orientation: int, anchor: int) -> list[int]:
    """The cells of a placed piece, in reading order; the anchor is its first."""
    return [anchor + row * WIDTH + column for row, column in ORIENTATIONS[shape][orientation]]


def anchors(cells: Cells) -> list[int]:
    """The cells at which a piece in this orientation lies inside the grid."""
    return [
        cell_at(row, column)
        for row in range(HEIGHT)
        for column in range(WIDTH)
        if cell_at(row, column) >= 0 and all(0 <= row + r < HEIGHT and 0 <= column + c < WIDTH for r, c in cells)
    ]


def upper(cells: Sequence[int]) -> int:
    """The first word of a set of cells."""
    return sum(1 << cell for cell in cells if cell < WORD)


def lower(cells: Sequence[int]) -> int:
    """The second word of a set of cells."""
    return sum(1 << (cell - WORD) for cell in cells if cell >= WORD)


def column(number: int) -> list[int]:
    """The cells of one column of the grid."""
    return [cell_at(row, number) for row in range(HEIGHT) if cell_at(row, number) >= 0]


def bit_numbers() -> list[int]:
    """The number of a single bit, looked up by the bit's remainder by 67 (no two of 62 bits share one)."""
    numbers = [0] * 67
    for number in range(62):
        numbers[(1 << number) % 67] = number
    return numbers


def cells_in(upper_word: int, lower_word: int) -> list[int]:
    """The cells of two words, in reading order."""
    both = upper_word | lower_word << WORD
    return [cell for cell in range(GRID) if both >> cell & 1]


# Boards


@dataclass(frozen=True)
class Board:
    """One side of a zoo board."""

    name: str
    players: int
    width: int
    houses: int
    animals: tuple[int, ...]  # species that it starts with
    cells: tuple[int, ...]  # to be covered


def read_board(board: dict[str, object]) -> Board:
    rows, animals = board["rows"], board["start_animals"]
    assert isinstance(rows, list)
    assert isinstance(animals, list)
    cells = [cell_at(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."]
    assert len(cells) == board["construction_area"]
    assert min(cells) >= 0
    return Board(
        str(board["id"]),
        int(str(board["players"])),
        int(str(board["width"])),
        int(str(board["houses"])),
        tuple(SPECIES.index(animal) for animal in animals),
        tuple(cells),
    )


BOARDS: tuple[Board, ...] = tuple(read_board(board) for board in DATA["boards"]["list"])
SOLO_BOARDS: tuple[str, ...] = tuple(DATA["solo"]["boards"])


def first_board(seats: int, solo_board: str) -> int:
    """The board of seat 0; the next seats have the next ones."""
    if seats == 1:
        return [board.name for board in BOARDS].index(solo_board)
    return [board.players for board in BOARDS].index(seats)


# The strip

SPACES = DATA["action_strip"]["spaces"]
LENGTH = len(SPACES)
POSITION_OF: tuple[int, ...] = tuple(space["pos"] for space in SPACES if space["kind"] == "slot")
SLOT_AT: tuple[int, ...] = tuple(POSITION_OF.index(k) if k in POSITION_OF else -1 for k in range(LENGTH))  # -1: blue
# How far the next blue space is.
NEXT_BLUE: tuple[int, ...] = tuple(
    next(d for d in range(1, LENGTH) if SLOT_AT[(k + d) % LENGTH] < 0) for k in range(LENGTH)
)
# The two species of a blue space, twice 0 at a slot.
SHOWN: tuple[tuple[int, int], ...] = tuple(
    (SPECIES.index(space["animals"][0]), SPECIES.index(space["animals"][1])) if "animals" in space else (0, 0)
    for space in SPACES
)
LINES = sorted(DATA["action_strip"]["breeding_lines"], key=lambda line: int(line["after_pos"]))
LINE_SPECIES: tuple[int, ...] = tuple(SPECIES.index(line["species"]) for line in LINES)
# Lines passed on the way from the start, for two laps.
LINES_BEFORE: tuple[int, ...] = tuple(
    sum(lap * LENGTH + line["after_pos"] < k for lap in (0, 1) for line in LINES) for k in range(2 * LENGTH)
)
# The longest move; solo has markers instead.
REACH: dict[int, int] = {int(seats): reach[1] for seats, reach in DATA["elephant_range"]["by_players"].items()}
BONUS: dict[int, bool] = {int(seats): bonus for seats, bonus in DATA["bonus_breeding"]["by_players"].items()}
MARKERS: tuple[str, ...] = tuple(marker["id"] for marker in DATA["range_markers"]["markers"])
LAPS: int = DATA["solo"]["laps"]


def dealing() -> list[tuple[int, int]]:
    """The deal step by step: the size of the next tile and its slot (R2.2)."""
    steps = []
    for size in (layer["spaces"] for layer in DATA["action_strip"]["setup_layers_in_order"]):
        for slot, position in enumerate(POSITION_OF):
            if size in SPACES[position]["stack_bottom_to_top"]:
                steps.append((size, slot))
    return steps


DEALING: tuple[tuple[int, int], ...] = tuple(dealing())
# The short game's deal: the size of the next tile for one seat (R9.1).
HANDING: tuple[int, ...] = tuple(
    int(size) for size, number in DATA["short_game_2p"]["deal_per_player"].items() for _ in range(number)
)


# Packed words, unpacked for the words and the views


def packed_houses(counts: Sequence[int]) -> int:
    """Four bits a species and the total from bit 20."""
    return sum(number << 4 * species for species, number in enumerate(counts)) + (sum(counts) << 20)


def one_housed() -> list[int]:
    """The word of a single animal of each species."""
    return [packed_houses([int(species == other) for other in range(len(SPECIES))]) for species in range(len(SPECIES))]


def houses_of(word: int) -> tuple[int, ...]:
    """How many animals of each species are in the houses."""
    return tuple(word >> 4 * species & 15 for species in range(len(SPECIES)))


def tiles_of(bits: int) -> list[int]:
    """The tiles of a set of tiles."""
    return [tile for tile in range(len(TILES)) if bits >> tile & 1]


def packed_stack(tiles: Sequence[int]) -> int:
    """Six bits a tile, from bottom to top: the top tile is lowest in the word."""
    word = 0
    for tile in tiles:
        word = word << 6 | tile + 1
    return word


def tiles_of_stack(word: int) -> list[int]:
    """The tiles of a stack, from bottom to top."""
    tiles: list[int] = []
    while word:
        tiles.insert(0, (word & 63) - 1)
        word >>= 6
    return tiles


@dataclass(frozen=True)
class Enclosure:
    """A tile on a board, and who lives there."""

    tile: int
    orientation: int
    anchor: int
    species: int  # -1: nobody
    animals: int

    @classmethod
    def of(cls, word: int) -> "Enclosure":
        return cls((word >> 9 & 63) - 1, word >> 15 & 7, word >> 18 & 127, (word >> 3 & 7) - 1, word & 7)

    @property
    def word(self) -> int:
        return (
            self.animals
            + (self.species + 1 << 3)
            + (TILE_CELLS[self.tile] << 6)
            + (self.tile + 1 << 9)
            + (self.orientation << 15)
            + (self.anchor << 18)
        )

    @property
    def cells(self) -> list[int]:
        return cells_of(SHAPE_OF_TILE[self.tile], self.orientation, self.anchor)


@dataclass(frozen=True)
class Standing:
    """An attraction of more than one cell on a board."""

    kind: int
    seat: int
    orientation: int
    anchor: int

    @classmethod
    def of(cls, kind: int, word: int) -> "Standing":
        return cls(kind, (word & 7) - 1, word >> 3 & 7, word >> 6 & 127)

    @property
    def word(self) -> int:
        return self.seat + 1 + (self.orientation << 3) + (self.anchor << 6)

    @property
    def cells(self) -> list[int]:
        return cells_of(SHAPE_OF_ATTRACTION[self.kind], self.orientation, self.anchor)


# How much there can be


def most_enclosures() -> int:
    """No board has more: as many of the smallest tiles as its cells allow."""
    most = 0
    for board in BOARDS:
        left = len(board.cells)
        for number, size in enumerate(sorted(TILE_CELLS)):
            left -= size
            if left < 0:
                most = max(most, number)
                break
    return most


def longest(seats: int) -> int:
    """No match of so many seats has more events.

    A turn lays a tile or adds an animal; animals leave only by a completion, which covers a cell. So a
    seat adds no more animals than its houses hold and seven for each cell. A move passes two lines at
    most (five alone). A turn asks for the move, two animals and their extras; a line asks each seat
    twice to breed, with extras, and for a bonus with extra; a completion asks three things.
    """
    boards = [board for board in BOARDS if board.players == seats]
    area = sum(len(board.cells) for board in boards)
    turns = sum(board.houses for board in boards) + 7 * area + len(TILES)
    lines = 5 if seats == 1 else 2
    breeding = lines * seats * (6 if BONUS[seats] else 4)
    start = len(DEALING) + 4 * len(HANDING) * 2
    return start + turns * (5 + breeding) + 3 * (area + 3 * lines * seats)
