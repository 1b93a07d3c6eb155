"""Box: what lies in New York Zoo's box, typed once more for the referee, and pieces turned and tried slowly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

SPECIES = ["meerkat", "flamingo", "tree_kangaroo", "penguin", "arctic_fox"]

# The pieces, row by row; a hash is a cell.
TILES = dict(
    line.split(" ", 1)
    for line in """
e4-01 .#. ###
e4-02 .# ## #.
e4-03 .# ## #.
e4-04 .#. ###
e4-05 ## #. #.
e4-06 ## #. #.
e4-07 ## ##
e4-08 ####
e5-01 #... ####
e5-02 .#. ### .#.
e5-03 .# ## .# .#
e5-04 .## ##. .#.
e5-05 ### .#. .#.
e5-06 .## ##. #..
e5-07 .## ##. #..
e5-08 .# ## .# .#
e5-09 .## ##. .#.
e5-10 ..# ..# ###
e5-11 .## ###
e5-12 .## .#. ##.
e5-13 #####
e5-14 .# ## #. #.
e5-15 ## #. ##
e6-01 ##. ### .#.
e6-02 ..# .## ###
e6-03 #... ##.. .###
e6-04 #. ## ## #.
e6-05 #.. ### .##
e6-06 ### .#. .##
e6-07 #### #..#
e6-08 .### ###.
e6-09 .#. ### .#. .#.
e6-10 ###. #.##
e6-11 #.. ### .#. .#.
e6-12 #. #. #. ## #.
e6-13 ##. ### #..
e6-14 #.. ##. .## ..#
e6-15 #### #.#.
e7-01 ...# #### .##.
e7-02 .## ### ##.
e7-03 ##.. #### ..#.
e7-04 #### .##. .#..
e7-05 .#..# #####
e7-06 #.# ### ##.
e7-07 ..#. .### ###.
""".strip().splitlines()
)
ATTRACTIONS = {
    "a1": "#",
    "a2": "##",
    "a3-straight": "###",
    "a3-corner": "## #.",
    "a4-square": "## ##",
    "a4-straight": "####",
    "a6": "### ###",
    "a8": "#### ####",
}
COPIES = {"a2": 6, "a3-straight": 3, "a3-corner": 3, "a4-square": 1, "a4-straight": 1, "a6": 1, "a8": 1}

# The strip: what stands on each space, clockwise from the start; the line after a space, by its species.
STRIP = [
    "arctic_fox flamingo",
    "end",
    "penguin tree_kangaroo",
    "end",
    "end",
    "tree_kangaroo meerkat",
    "end",
    "flamingo meerkat",
    "middle",
    "middle",
    "flamingo tree_kangaroo",
    "middle",
    "arctic_fox meerkat",
    "middle",
    "end",
    "penguin flamingo",
    "end",
    "arctic_fox tree_kangaroo",
    "end",
    "middle",
    "penguin meerkat",
    "middle",
    "penguin arctic_fox",
    "middle",
    "middle",
]
LINES = ["arctic_fox", "meerkat", "flamingo", "tree_kangaroo", "penguin"]
LINE_AFTER = {3: "arctic_fox", 8: "meerkat", 13: "flamingo", 18: "tree_kangaroo", 23: "penguin"}
SLOTS = [at for at, kind in enumerate(STRIP) if kind in ("end", "middle")]

# Width, houses, starting animals, widths of the barn's rows from the top; nine rows each.
BOARDS: dict[str, tuple[int, int, str, str]] = {
    "1p-3houses": (11, 3, "meerkat flamingo", "44443"),
    "1p-4houses": (14, 4, "meerkat tree_kangaroo", "55444"),
    "2p-seat1": (14, 3, "meerkat flamingo", "44443"),
    "2p-seat2": (14, 3, "meerkat tree_kangaroo", "54444"),
    "3p-seat1": (11, 2, "meerkat flamingo", "44433"),
    "3p-seat2": (11, 3, "meerkat flamingo", "44443"),
    "3p-seat3": (11, 3, "meerkat tree_kangaroo", "54444"),
    "4p-seat1": (9, 2, "meerkat flamingo", "44433"),
    "4p-seat2": (9, 3, "meerkat flamingo", "44443"),
    "4p-seat3": (9, 3, "meerkat tree_kangaroo", "54444"),
    "4p-seat4": (9, 4, "meerkat tree_kangaroo", "55444"),
    "5p-seat1": (8, 2, "meerkat flamingo", "44433"),
    "5p-seat2": (8, 3, "meerkat flamingo", "44443"),
    "5p-seat3": (8, 3, "meerkat tree_kangaroo", "54444"),
    "5p-seat4": (8, 4, "meerkat tree_kangaroo", "55444"),
    "5p-seat5": (8, 4, "flamingo tree_kangaroo", "55544"),
}
RANGE = {2: 4, 3: 3, 4: 4, 5: 3}
BONUS = {1, 2, 3}

Cell = tuple[int, int]  # row and column, from 0


# Cells and pieces.


def name(cell: Cell) -> str:
    return f"{chr(ord('A') + cell[1])}{cell[0] + 1}"


def cell_of(text: str) -> Cell:
    return int(text[1:]) - 1, ord(text[0]) - ord("A")


def cells_text(cells: Iterable[Cell]) -> str:
    return " ".join(name(cell) for cell in sorted(cells))


def runs(cells: Iterable[Cell]) -> str:
    """`E1-N1 F2`: neighbours in a row are one run."""
    found: list[list[Cell]] = []
    for cell in sorted(cells):
        if found and found[-1][-1] == (cell[0], cell[1] - 1):
            found[-1].append(cell)
        else:
            found.append([cell])
    return " ".join(name(run[0]) + (f"-{name(run[-1])}" if len(run) > 1 else "") for run in found)


def unrun(text: str) -> set[Cell]:
    cells: set[Cell] = set()
    for run in text.split():
        first, _, last = run.partition("-")
        (row, left), (below, right) = cell_of(first), cell_of(last or first)
        assert row == below, f"a run lies in one row: {run}"
        cells |= {(row, column) for column in range(left, right + 1)}
    return cells


def area(board: str) -> frozenset[Cell]:
    """The construction cells."""
    width, _, _, barn = BOARDS[board]
    barns = [int(digit) for digit in barn] + [0] * 4
    return frozenset((row, column) for row in range(9) for column in range(barns[row], width))


def size(tile: str) -> int:
    return TILES[tile].count("#")


def shape(rows: str) -> list[Cell]:
    return [(r, c) for r, row in enumerate(rows.split()) for c, sign in enumerate(row) if sign == "#"]


def orientations(rows: str) -> set[frozenset[Cell]]:
    """The piece turned and flipped in all eight ways, pushed into the corner; equal ones only once."""
    found = set()
    cells = shape(rows)
    for flip in (False, True):
        for turns in range(4):
            turned = [(r, -c) for r, c in cells] if flip else list(cells)
            for _ in range(turns):
                turned = [(c, -r) for r, c in turned]
            top, left = min(r for r, _ in turned), min(c for _, c in turned)
            found.add(frozenset((r - top, c - left) for r, c in turned))
    return found


@cache
def all_placements(rows: str, board: str) -> list[frozenset[Cell]]:
    """Everywhere on the empty board, by trying every way at every corner."""
    free = area(board)
    found = []
    for way in orientations(rows):
        for row in range(9):
            for column in range(14):
                cells = frozenset((row + r, column + c) for r, c in way)
                if cells <= free:
                    found.append(cells)
    return found


def numeral(text: str) -> int | str:
    return text if text == "none" else int(text)


def houses_text(houses: Counter[str]) -> str:
    return ", ".join(f"{houses[kind]} {kind}" for kind in SPECIES if houses[kind])


def houses_of(text: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for part in text.split(", ") if text else []:
        number, kind = part.split(" ")
        found[kind] += int(number)
    return found
