"""No compiled module shifts a constant by a variable: mypyc makes a 32-bit shift of it (`1 << 35` gives 8)."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from paddock.core.source import build_state

CASTS = {"int", "i16", "i32", "i64", "u8"}
SHIFT_IN_C = re.compile(r"(?<![\w.])\d+[uUlL]*\)* << \(*[A-Za-z_]")


def bound(scope: ast.AST) -> dict[str, list[ast.expr | None]]:
    """What each name of a scope is bound to; None for what is not a plain assignment."""
    bindings: dict[str, list[ast.expr | None]] = {}
    values: dict[ast.expr, ast.expr | None] = {}
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            values.update(dict.fromkeys(node.targets, node.value))
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr):
            values[node.target] = node.value
        elif isinstance(node, ast.arg):
            bindings.setdefault(node.arg, []).append(None)
    for node in ast.walk(scope):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bindings.setdefault(node.id, []).append(values.get(node))
    return bindings


def constant(value: ast.expr | None, bindings: dict[str, list[ast.expr | None]]) -> bool:
    """Would mypyc know this value when it compiles? It folds a name that is bound once, and a cast."""
    match value:
        case ast.Constant():
            return True
        case ast.UnaryOp():
            return constant(value.operand, bindings)
        case ast.BinOp():
            return constant(value.left, bindings) and constant(value.right, bindings)
        case ast.Call(func=ast.Name(id=cast), args=[inner]) if cast in CASTS:
            return constant(inner, bindings)
        case ast.Name(id=name) if len(bindings.get(name, ())) == 1:
            return constant(bindings[name][0], {key: found for key, found in bindings.items() if key != name})
        case ast.Name(id=name) if name not in bindings:
            return name.isupper()  # imported: our constants are written so
    return False


def bad_shifts(text: str) -> list[int]:
    """The lines of functions that shift a constant by a variable.

    Tables made at import may: their numbers are Python's own. The scan of the C sees them too.
    """
    tree = ast.parse(text)
    of_module = bound(ast.Module([node for node in tree.body if not scoped(node)], []))
    lines = set()
    for function in filter(scoped, ast.walk(tree)):
        bindings = {**of_module, **bound(function)}
        for node in ast.walk(function):
            match node:
                case ast.BinOp(op=ast.LShift()) if constant(node.left, bindings) and not constant(node.right, bindings):
                    lines.add(node.lineno)
    return sorted(lines)


def scoped(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


BAD = [
    "def f(n: i64) -> i64:\n    return 1 << n",
    "def f(n: i64) -> i64:\n    return (1 << n) - 1",
    "def f(n: i64) -> i64:\n    return -1 << (n + 2)",
    "def f(n: i64) -> i64:\n    return i64(1) << n",
    "def f(n: i64) -> i64:\n    return 2 * 3 << n",
    "def f(n: i64) -> i64:\n    one: i64 = 1\n    return one << n",
    "def f(n: i64) -> i64:\n    for k in range(n):\n        n += 1 << k\n    return n",
    "ONE: Final[i64] = 1\ndef f(n: i64) -> i64:\n    return ONE << n",
    "ONE: Final = 1\nclass C:\n    def f(self) -> i64:\n        return ONE << self.n",
    "from elsewhere import ONE\ndef f(n: i64) -> i64:\n    return ONE << n",
    "f = lambda n: 1 << n",
]
GOOD = [
    "def f(n: i64) -> i64:\n    return BIT[n]",
    "def f(n: i64) -> i64:\n    return n << 35",
    "def f(n: i64, m: i64) -> i64:\n    return n << m",
    "def f(n: i64) -> i64:\n    x: i64 = 1\n    x = x + n\n    return x << n",
    "WIDTH: Final = 4\ndef f(n: i64) -> i64:\n    return (1 << WIDTH) - 1 & n",
    "BIT: Final = vec[i64]([1 << k for k in range(62)])",
]


@pytest.mark.parametrize("text", BAD)
def test_the_source_scan_catches(text: str) -> None:
    assert bad_shifts(text)


@pytest.mark.parametrize("text", GOOD)
def test_the_source_scan_lets_pass(text: str) -> None:
    assert not bad_shifts(text)


@pytest.mark.parametrize(
    ("line", "bad"),
    [
        ("    cpy_r_r0 = 1 << cpy_r_n;", True),
        ("    cpy_r_r0 = -1 << cpy_r_n;", True),
        ("    cpy_r_r0 = 4294967296LL << cpy_r_n;", True),
        ("    cpy_r_r0 = cpy_r_n << 35;", False),
        ("    cpy_r_r0 = cpy_r_r12 << cpy_r_n;", False),
        ("    cpy_r_r0 = CPyTagged_Lshift(2, cpy_r_k);", False),
    ],
)
def test_the_scan_of_c_tells_them_apart(line: str, bad: bool) -> None:
    assert bool(SHIFT_IN_C.search(line)) is bad


def test_no_hot_source_shifts_a_constant_by_a_variable(recipe: dict[str, Any]) -> None:
    found = [
        f"{path}:{line}" for path in recipe["hot"]() for line in bad_shifts(Path(recipe["ROOT"], path).read_text())
    ]
    assert not found, f"look the bit up in a table instead: {', '.join(found)}"


@pytest.mark.skipif(build_state() == "interpreted", reason="nothing was compiled")
def test_no_generated_c_shifts_a_literal_by_a_variable(recipe: dict[str, Any]) -> None:
    files: list[Path] = recipe["generated"]()
    assert files, "a compiled engine has generated C"
    found = [
        f"{path.name}: {line.strip()}"
        for path in files
        for line in path.read_text().splitlines()
        if SHIFT_IN_C.search(line)
    ]
    assert not found, "\n".join(found)
