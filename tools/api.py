"""Api: writes docs/api.md from the docstrings of everything that `import paddock` shows.

`python -m tools.api` writes it, and a test says when it is out of date. Sources are read, not modules, so that compiled
and interpreted engines give the same page.
"""

from __future__ import annotations

import ast
import doctest
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import paddock

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/api.md"
SECTIONS = {
    "Games": ["list_games", "load", "Game", "Setup", "Option"],
    "Matches": ["Match", "Event", "Perspective", "write", "read", "position"],
    "Agents": ["play", "agent", "Agent"],
    "What decided a match": ["analyse", "Analysis"],
    "Many games at once": ["rollouts", "Batch"],
    "Positions": ["State", "CHANCE", "NOBODY", "SPECTATOR", "HIDDEN"],
    "Chance": ["SeededDice", "ScriptedDice", "Dice", "Rng"],
    "Checking a game of your own": ["check"],
    "Errors": [],  # everything else whose home is core.errors
}
HEAD = """# The API, name by name

<!-- Written by `make api` from the docstrings; do not edit it here. -->

Everything below is in one import, `import paddock`, and nothing is loaded before it is asked for. A test runs every
example. [Research](research.md) takes you through it in the order in which you will need it. `paddock.__version__` is
the version.

Wrong arguments get a `PaddockError` with one sentence that says what is allowed, and change nothing. `State` and `Rng`
are the engine itself and check nothing, for speed: `Match` and `Game` guard them.
"""


class Found(NamedTuple):
    """A public name, where it is written."""

    name: str
    node: ast.stmt
    lines: list[str]  # of the module


def found(name: str) -> Found:
    """The definition of a public name."""
    module, _, attribute = paddock.HOME[name].partition(":")
    text = (ROOT / "src/paddock" / f"{module.replace('.', '/')}.py").read_text("utf-8")
    for node in ast.parse(text).body:
        names = [getattr(node, "name", "")]
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names = [node.target.id]
        if attribute in names:
            return Found(name, node, text.splitlines())
    raise SystemExit(f"paddock.{name} is not defined in {module}")


def sections() -> dict[str, list[str]]:
    """Every public name under its heading."""
    given = {name for names in SECTIONS.values() for name in names}
    rest = [name for name in sorted(paddock.HOME) if name not in given]
    errors = [name for name in rest if paddock.HOME[name].startswith("core.errors:")]
    whole = {**SECTIONS, "Errors": errors}
    if more := [name for name in rest if name not in errors]:
        whole["More"] = more
    return whole


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for heading, names in sections().items():
        parts.append(f"## {heading}\n")
        parts += [entry(found(name)) for name in names]
    return "\n".join(parts)


def entry(found: Found) -> str:
    """One name: how it is called, what it says, an example, its attributes and methods."""
    name, node, lines = found
    if isinstance(node, ast.ClassDef):
        made = next((part for part in node.body if is_method(part, "__init__")), None)
        call = f"{name}{signature(made)}" if made is not None else name
        text = f"### {name}\n\n```python\nclass {call}\n```\n\n{prose(ast.get_docstring(node))}"
        return text + attributes(node, lines) + "".join(method(name, part) for part in node.body)
    if isinstance(node, ast.FunctionDef):
        return f"### {name}\n\n```python\n{name}{signature(node)}\n```\n\n{prose(ast.get_docstring(node))}"
    assert isinstance(node, ast.AnnAssign)
    assert node.value is not None
    return f"### {name}\n\n`{ast.unparse(node.value)}`: {comment(node, lines)}.\n"


def is_method(part: ast.stmt, name: str = "") -> bool:
    return isinstance(part, ast.FunctionDef) and (part.name == name if name else not part.name.startswith("_"))


def method(owner: str, node: ast.stmt) -> str:
    """A public method that says what it does."""
    if not isinstance(node, ast.FunctionDef) or not is_method(node):
        return ""
    text = ast.get_docstring(node)
    if not text:
        return ""
    marks = [mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)]
    call = f"{owner}.{node.name}" if "property" in marks else f"{owner}.{node.name}{signature(node)}"
    return f"\n#### {owner}.{node.name}\n\n`{call}`\n\n{prose(text)}"


def signature(node: ast.stmt | None) -> str:
    """The arguments without `self`, and what comes back."""
    assert isinstance(node, ast.FunctionDef)
    arguments = ast.unparse(node.args).removeprefix("self, ").removeprefix("cls, ")
    arguments = re.sub(r"^(self|cls)$|^/, ", "", arguments)
    returned = "" if node.returns is None or node.name == "__init__" else f" -> {ast.unparse(node.returns)}"
    return f"({arguments}){returned}"


def attributes(node: ast.ClassDef, lines: list[str]) -> str:
    """What is declared in the class, with the comments beside it."""
    rows = []
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            kind = ast.unparse(part.annotation).replace("|", "\\|")
            rows.append(f"| `{part.target.id}` | `{kind}` | {comment(part, lines)} |\n")
    return "\n| | | |\n| --- | --- | --- |\n" + "".join(rows) if rows else ""


def comment(node: ast.AnnAssign, lines: list[str]) -> str:
    return lines[node.lineno - 1].partition("  # ")[2]


def prose(text: str | None) -> str:
    """A docstring as Markdown: examples in fences."""
    out: list[str] = []
    inside = False
    for line in (text or "").splitlines():
        if line.startswith(">>> ") and not inside:
            out.append("```pycon")
            inside = True
        elif inside and not line.strip():
            out.append("```")
            inside = False
        out.append(line)
    return "\n".join([*out, *(["```"] if inside else [])]) + "\n"


def examples() -> Iterator[doctest.DocTest]:
    """The examples of every public name, each to be run by itself."""
    parser = doctest.DocTestParser()
    for name in (name for names in sections().values() for name in names):
        _, node, _ = found(name)
        parts = [node, *node.body] if isinstance(node, ast.ClassDef) else [node]
        for part in parts:
            if isinstance(part, ast.ClassDef | ast.FunctionDef):
                text = inspect.cleandoc(ast.get_docstring(part) or "")
                test = parser.get_doctest(text, {"paddock": paddock}, f"{name} {part.name}", None, None)
                if test.examples:
                    yield test


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
