"""No function of a compiled module stores to a bare `_`: mypyc keeps it as a Python object, made anew at every turn."""

import ast
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
