"""Audit: what is true of every position; rules.check() asks it."""

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.state import ACTOR, BIT, CHANCE, NOBODY, SEATS
from paddock.games.new_york_zoo import material
from paddock.games.new_york_zoo.cells import (
    ATTRACTION,
    BOARD,
    BRED,
    ENCLOSURE,
    ENCLOSURES,
    FREE_LOWER,
    FREE_UPPER,
    HAND,
    HANDING,
    HOUSES,
    NUMBER,
    OUTCOMES,
    OVER,
    PART_1,
    PHASE,
    REMOVED,
    SLOTS,
    STACK,
    STAGE,
    UNDEALT,
)


def check(c: vec[i64]) -> None:
    """Every tile is in one place, nothing overlaps, and animals live where they may."""
    tiles = [*material.tiles_of(c[UNDEALT]), *material.tiles_of(c[REMOVED])]
    for slot in range(SLOTS):
        tiles += material.tiles_of_stack(c[STACK + slot])
    for seat in range(int(c[SEATS])):
        tiles += material.tiles_of(c[HAND + seat])
        tiles += check_board(c, int(seat))
    if sorted(tiles) != list(range(OUTCOMES)):
        raise AssertionError("not every tile is in exactly one place")
    if (c[ACTOR] == NOBODY) != (c[PHASE] == OVER) or (c[ACTOR] == CHANCE) != (c[PHASE] <= HANDING):
        raise AssertionError(f"phase {c[PHASE]} and actor {c[ACTOR]} do not go together")


def check_board(c: vec[i64], seat: int) -> list[int]:
    """The laws of one board; its tiles."""
    board = material.BOARDS[c[BOARD] + seat]
    free = material.cells_in(c[FREE_UPPER + seat], c[FREE_LOWER + seat])
    pieces = list(free)
    tiles: list[int] = []
    for k in range(ENCLOSURES):
        word = c[ENCLOSURE + ENCLOSURES * seat + k]
        if (word != 0) != (k < c[NUMBER + seat]):
            raise AssertionError(f"seat {seat} has {c[NUMBER + seat]} enclosures, but number {k} is {word}")
        if word:
            enclosure = material.Enclosure.of(word)
            tiles.append(enclosure.tile)
            pieces += enclosure.cells
            waits = bool(c[STAGE] == PART_1 and c[BRED + seat] & BIT[k])
            most = material.TILE_CELLS[enclosure.tile] - (0 if waits else 1)
            if enclosure.word != word or (enclosure.species < 0) != (enclosure.animals == 0):
                raise AssertionError(f"enclosure {k} of seat {seat} is garbled: {enclosure}")
            if enclosure.animals > most:
                raise AssertionError(f"enclosure {k} of seat {seat} is overfull: {enclosure}")
    for copy, kind in enumerate(material.KIND_OF_COPY):
        word = c[ATTRACTION + copy]
        if word & 7 == seat + 1:
            pieces += material.Standing.of(kind, word).cells
        if word and copy > material.FIRST_COPY[kind] and not c[ATTRACTION + copy - 1]:
            raise AssertionError(f"attractions of kind {kind} were not taken in order")
    if len(set(pieces)) != len(pieces) or not set(pieces) <= set(board.cells):
        raise AssertionError(f"pieces of seat {seat} overlap or leave the board")
    counts = material.houses_of(c[HOUSES + seat])
    if material.packed_houses(counts) != c[HOUSES + seat] or sum(counts) > board.houses:
        raise AssertionError(f"the houses of seat {seat} are overfull: {counts}")
    return tiles
