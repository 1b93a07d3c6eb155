"""Connect Four: a yardstick for comparing engines, not one of the games."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paddock.core.state import ACTOR, NOBODY, State, head

COLUMNS: Final = 7
HEIGHT: Final = 7  # bits a column: six for stones and a lid that no stone may lie on
MINE: Final = 13  # the kernel's HEAD; stones of the seat to move, a bit a cell, columns from the left and upwards
FULL: Final = MINE + 1  # all stones
WINNER: Final = FULL + 1  # a seat, or NOBODY
SIZE: Final = WINNER + 1

BOTTOM: Final = 0x40810204081  # the lowest cell of every column
BRIM: Final = 0x810204081020  # the highest
COLUMN: Final = vec[i64]([0x3F << (HEIGHT * column) for column in range(COLUMNS)])


def four(stones: i64) -> bool:
    """Do any four of these stones lie in a row: upwards, level, or along a diagonal?"""
    pairs: i64 = stones & (stones >> 1)
    if pairs & (pairs >> 2):
        return True
    pairs = stones & (stones >> 7)
    if pairs & (pairs >> 14):
        return True
    pairs = stones & (stones >> 6)
    if pairs & (pairs >> 12):
        return True
    pairs = stones & (stones >> 8)
    return pairs & (pairs >> 16) != 0


@final
@mypyc_attr(native_class=True, free_list_len=1, acyclic=True)
class ConnectFour(State):
    """An action is a column."""

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        c = self.cells
        if seat != c[ACTOR]:
            return 0
        full = c[FULL]
        n: i64 = 0
        if not full & BRIM:  # nearly always: every column is open
            for column in range(i64(COLUMNS)):
                out[column] = column
            return COLUMNS
        for column in range(i64(COLUMNS)):
            out[n] = column  # overwritten if the column is full
            n += 0 if full & BRIM & COLUMN[column] else 1
        return n

    def apply(self, seat: i64, action: i64) -> None:
        c = self.cells
        full = c[FULL]
        stone = (full + BOTTOM) & COLUMN[action]
        mine = c[MINE] | stone
        full |= stone
        c[FULL] = full
        c[MINE] = full & ~mine
        if four(mine):
            c[WINNER] = seat
            c[ACTOR] = NOBODY
        elif full & BRIM == BRIM:
            c[ACTOR] = NOBODY
        else:
            c[ACTOR] = 1 - seat

    def tally(self, out: vec[i64]) -> None:
        winner = self.cells[WINNER]
        out[0] = 1 if winner == 0 else 0
        out[1] = 1 if winner == 1 else 0

    def copy(self) -> "ConnectFour":
        return ConnectFour(self.cells[:])


def connect_four() -> ConnectFour:
    """The empty board."""
    cells = head(2, SIZE)
    cells[ACTOR] = 0
    cells[WINNER] = NOBODY
    return ConnectFour(cells)
