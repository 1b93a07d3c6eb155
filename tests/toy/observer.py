"""Cells as they are, for learners of the toy games."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64

from paddock.core.observer import Observer, real
from paddock.core.state import State


class CellObserver(Observer):
    """Every cell of a masked state is a number."""

    def write(self, state: State, out: vec[i32], at: i64) -> i64:
        for k, cell in enumerate(state.cells):
            out[at + k] = real(float(cell))
        return at + len(state.cells)
