"""Compiled code counts with machine integers: no loop keeps a Python object, no cell's offset is looked up.

mypyc keeps a bare `_` as a Python object, made anew at every turn. And it folds a constant only if the chain that it
is made of begins in its own module: `PHASE: Final = HEAD`, with HEAD from elsewhere, is read and unboxed at every use.
"""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def boxed(text: str) -> list[int]:
    """The lines of functions that store to `_`; tables made at import may, since they are made once."""
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, FUNCTIONS)]
    return sorted(
        {
            node.lineno
            for function in functions
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and node.id == "_" and isinstance(node.ctx, ast.Store)
        }
    )


@pytest.mark.parametrize(
    ("text", "bad"),
    [
        ("def f(n: i64) -> None:\n    for _ in range(n):\n        g()", True),
        ("def f(n: i64) -> None:\n    _, k = g(n)", True),
        ("def f(n: i64) -> None:\n    for _card in range(n):\n        g()", False),
        ("TABLE: Final = vec[i64]([0 for _ in range(9)])", False),
    ],
)
def test_the_source_scan_tells_them_apart(text: str, bad: bool) -> None:
    assert bool(boxed(text)) is bad


def test_no_hot_source_counts_with_python_objects(recipe: dict[str, Any]) -> None:
    found = [f"{path}:{line}" for path in recipe["hot"]() for line in boxed(Path(recipe["ROOT"], path).read_text())]
    assert not found, f"give the unused variable a name, such as _card: {', '.join(found)}"


LOOKED_UP = re.compile(r"= CPyStatic_\w+?___cells___(\w+);\n    if \(likely\(\w+ != CPY_INT_TAG\)\)")
USE = "    cpy_r_r1 = CPyStatic_paddock___games___zoo___cells___{};\n    if (likely({})) goto CPyL4;\n"


@pytest.mark.parametrize(
    ("name", "test", "found"),
    [
        ("NUMBER", "cpy_r_r1 != CPY_INT_TAG", ["NUMBER"]),  # an int, boxed
        ("SLOT_AT", "cpy_r_r1.len >= 0", []),  # a vector
        ("EXPECTED", "cpy_r_r1.f0 != CPY_INT_TAG", []),  # a tuple, read once at import
    ],
)
def test_the_scan_of_c_tells_them_apart(name: str, test: str, found: list[str]) -> None:
    assert LOOKED_UP.findall(USE.format(name, test)) == found


def test_every_offset_of_a_cell_is_a_literal_in_c(recipe: dict[str, Any]) -> None:
    found = {
        f"{path.parent.name}: {name}" for path in recipe["generated"]() for name in LOOKED_UP.findall(path.read_text())
    }
    assert not found, f"begin their chain with a literal: {', '.join(sorted(found))}"
