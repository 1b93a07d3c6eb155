"""TypeScript: the types of views and the names of pictures, for the site. `python -m tools.typescript`."""

from __future__ import annotations

import ast
import importlib
import inspect
import io
import sys
import tokenize
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec

from paddock.core.registry import list_games
from paddock.server import shapes, wire

ROOT = Path(__file__).resolve().parent.parent
TYPES = ROOT / "web" / "src" / "types"
FACES = ROOT / "web" / "src" / "faces"  # a game without one is drawn by the plain face, which knows no types
HEAD = "// Written by tools/typescript.py from {source}: change it there.\n"
PLAIN: dict[object, str] = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    NoneType: "null",
    None: "null",
    Any: "unknown",
    object: "unknown",
    shapes.Said: "Message",
}
CARDS: dict[type, str] = {  # what the site calls the answers about games
    shapes.GameShape: "GameCard",
    shapes.OptionShape: "OptionName",
    shapes.ChosenShape: "OptionCard",
}


def written(kind: Any, found: dict[str, type]) -> str:
    """The type in TypeScript; the typed dictionaries it mentions are added to `found`."""
    if kind in PLAIN:
        return PLAIN[kind]
    if kind in CARDS:
        return CARDS[kind]
    if is_typeddict(kind):
        found.setdefault(kind.__name__, kind)
        return str(kind.__name__)
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " | ".join(written(arg, found) for arg in args)
    if origin is Literal:
        return " | ".join(f'"{arg}"' if isinstance(arg, str) else str(arg).lower() for arg in args)
    if origin is list:
        inner = written(args[0], found)
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is tuple:
        return "[" + ", ".join(written(arg, found) for arg in args) + "]"
    if origin is dict:
        return f"Record<string, {written(args[1], found)}>"
    raise TypeError(f"no TypeScript is known for {kind!r}")


def remarks(kind: type) -> dict[str, str]:
    """What is written behind the fields of a typed dictionary in its source, its bases' fields included."""
    source = inspect.getsource(sys.modules[kind.__module__])
    lines = {
        token.start[0]: token.string
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    classes = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}

    def of(name: str) -> dict[str, str]:
        said: dict[str, str] = {}
        if node := classes.get(name):
            for base in node.bases:
                said |= of(base.id) if isinstance(base, ast.Name) else {}
            for field in node.body:
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and field.lineno in lines:
                    said[field.target.id] = lines[field.lineno].lstrip("# ")
        return said

    return of(kind.__name__)


def interface(kind: type, found: dict[str, type]) -> str:
    """One typed dictionary as an interface."""
    said = remarks(kind)
    about = (inspect.getdoc(kind) or "").splitlines()[0]
    lines = [f"/** {about} */", f"export interface {CARDS.get(kind, kind.__name__)} {{"]
    for name, hint in get_type_hints(kind, include_extras=True).items():
        inner, mark = hint, ""
        if get_origin(inner) in (NotRequired, Required):
            mark = "?" if get_origin(inner) is NotRequired else ""
            inner = get_args(inner)[0]
        remark = f" // {said[name]}" if name in said else ""
        lines.append(f"  {name}{mark}: {written(inner, found)};{remark}")
    return "\n".join([*lines, "}"]) + "\n"


def view_types(game: str) -> str:
    """All types of a game's view; `View` is the whole."""
    folder = game.replace("-", "_")
    module = importlib.import_module(f"paddock.games.{folder}.view")
    root = get_type_hints(module.view)["return"]
    found: dict[str, type] = {root.__name__: root}
    parts: dict[str, str] = {}
    while waiting := [name for name in found if name not in parts]:
        for name in waiting:
            parts[name] = interface(found[name], found)
    head = HEAD.format(source=f"paddock/games/{folder}")
    return "\n".join([head, *parts.values(), f"export type View = {root.__name__};\n"])


def art_names() -> str:
    """The names of all pictures in the sprite."""
    names = sorted(path.stem for path in (ROOT / "web" / "art").glob("*/*.svg"))
    lines = [f'  | "{name}"' for name in names]
    return "\n".join([HEAD.format(source="web/art"), "export type ArtName =", *lines]) + ";\n"


def commands() -> str:
    """What a client may send: the tagged structs of the wire."""
    commands = get_args(wire.SeatCommand)
    kinds = [wire.Hello, wire.Ping, *commands]
    given = " | ".join(kind.__name__ for kind in commands)
    phrases = " | ".join(f'"{phrase}"' for phrase in wire.PHRASES)
    unions = [
        f"export type Command = {given};",
        "export type ToServer = Hello | Ping | Command;",
        f"export type Phrase = {phrases};",
    ]
    head = HEAD.format(source="paddock/server/wire.py")
    return "\n".join([head, *(struct(kind) for kind in kinds), *unions]) + "\n"


def struct(kind: type[msgspec.Struct]) -> str:
    """One tagged struct as an interface."""
    about = (inspect.getdoc(kind) or "").splitlines()[0]
    hints = get_type_hints(kind)
    lines = [f"/** {about} */", f"export interface {kind.__name__} {{", f'  t: "{kind.__struct_config__.tag}";']
    for field in msgspec.structs.fields(kind):
        mark = "" if field.required else "?"
        lines.append(f"  {field.name}{mark}: {written(hints[field.name], {})};")
    return "\n".join([*lines, "}"]) + "\n"


def cards() -> str:
    """What the server says of games before a match."""
    head = HEAD.format(source="paddock/server/shapes.py") + 'import type { Message } from "./wire.ts";\n'
    return "\n".join([head, *(interface(kind, {}) for kind in CARDS)])


def files() -> dict[Path, str]:
    """Every generated file with what it must hold."""
    views = {TYPES / f"{game}.ts": view_types(game) for game in list_games() if (FACES / game).is_dir()}
    return {**views, TYPES / "commands.ts": commands(), TYPES / "games.ts": cards(), TYPES / "art.ts": art_names()}


def main() -> None:
    """Write them all."""
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
