"""Source: whether the compiled modules run or the same files interpreted, and whether the compiled ones are fresh."""

import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import source_hash
from pathlib import Path
from types import ModuleType
from typing import Final, Literal

from paddock.core.errors import StaleBuild, listed

PACKAGE: Final = Path(__file__).resolve().parent.parent
NAME: Final = "paddock"


class Interpreted:
    """Finds our modules as source files only, though a compiled one lies beside."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The import system asks; None leaves every other package to the usual finders."""
        if not ours(name):
            return None
        folders = path if path is not None else [str(PACKAGE.parent)]
        finders = (FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)) for folder in folders)
        return next((spec for finder in finders if (spec := finder.find_spec(name, target))), None)


class Refused:
    """Refuses to import what was compiled, because its sources have changed since."""

    def __init__(self, refusal: StaleBuild, names: set[str]) -> None:
        self.refusal = refusal
        self.names = names

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The import system asks; the package itself and its command line must still be able to say what is wrong."""
        if name in self.names:
            raise self.refusal
        return None


def ours(name: str) -> bool:
    """Is this module one of the package's?"""
    return name == NAME or name.startswith(NAME + ".")


def build_state() -> Literal["compiled", "interpreted"]:
    """Which engine this process imports; raises StaleBuild if the compiled one is not of the present sources."""
    if os.environ.get("PADDOCK_ENGINE") == "interpreted" or not (sources := compiled_sources()):
        return "interpreted"
    changed = [file for file, fingerprint in sources.items() if not fresh(file, fingerprint)]
    if changed:
        raise StaleBuild(f"the compiled engine is stale: {listed(changed)} changed since; run `make build`")
    return "compiled"


def choose_engine() -> None:
    """Make every import after this one meet the engine that was asked for, or a refusal."""
    try:
        # Without a record the compiled modules lying about, if any, are nobody's.
        if build_state() == "interpreted":
            sys.meta_path.insert(0, Interpreted())
    except StaleBuild as refusal:
        sys.meta_path.insert(0, Refused(refusal, compiled_names()))


def interpreted(*names: str) -> tuple[ModuleType, ...]:
    """These modules a second time, from source, beside the compiled ones: for tests that compare the two.

    The second copy is one world of its own, with its own base classes, kept from call to call.
    An import inside a function, made later, would meet the first world.
    """
    first, finders = taken_out(), sys.meta_path[:]
    sys.modules.update(SECOND)
    sys.meta_path.insert(0, Interpreted())
    try:
        return tuple(import_module(name) for name in names)
    finally:
        SECOND.update(taken_out())
        sys.modules.update(first)
        sys.meta_path[:] = finders


SECOND: Final[dict[str, ModuleType]] = {}


def taken_out() -> dict[str, ModuleType]:
    """Our modules, removed from those that imports find."""
    return {name: sys.modules.pop(name) for name in list(sys.modules) if ours(name)}


def compiled_sources() -> dict[str, str]:
    """The fingerprint of each source that was compiled for this Python, by its path in the package."""
    try:
        built = json.loads((PACKAGE / "built.json").read_text(encoding="utf-8"))
        return dict(built["sources"]) if built["suffix"] == EXTENSION_SUFFIXES[0] else {}
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError):
        raise StaleBuild("built.json is damaged; run `make build`") from None


def compiled_names() -> set[str]:
    """The modules that were compiled, by the record, or by what lies there if that is damaged."""
    try:
        files = list(compiled_sources())
    except StaleBuild:
        suffix = EXTENSION_SUFFIXES[0]
        files = [path.relative_to(PACKAGE).as_posix().removesuffix(suffix) for path in PACKAGE.rglob(f"*{suffix}")]
    return {f"{NAME}.{file.removesuffix('.py').replace('/', '.')}" for file in files}


def fresh(file: str, fingerprint: str) -> bool:
    """Is there a compiled module for this source, and was it made of just this text?"""
    source = PACKAGE / file
    there = source.exists() and source.with_suffix(EXTENSION_SUFFIXES[0]).exists()
    return there and source_hash(source.read_bytes()).hex() == fingerprint
