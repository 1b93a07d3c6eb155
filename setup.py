"""Compile the hot modules with mypyc: all of them, or none."""

import importlib.util
import json
import os
import re
import sys
import tempfile
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
PADDOCK = ROOT / "src" / "paddock"
# The drawers of a game that are compiled; which of them it has beside its rules is the game's affair.
COMPILED = (
    "audit", "beam", "belief", "board", "cards", "cells", "ending", "features", "insight", "judge", "legal", "rules",
    "thinker", "turns",
)  # fmt: skip
# What learned players are made of.
LEARNED = ("core/net.py", "core/judge.py", "core/learner.py", "core/thinker.py")
# PADDOCK_BUILD=compiled makes a failed compile an error; =later leaves it to a build_ext of its own.
WANTED = os.environ.get("PADDOCK_BUILD", "")


def found(*patterns: str) -> list[str]:
    """The modules of these patterns, as paths from the root; a package's `__init__` stays interpreted."""
    paths = {path for pattern in patterns for path in PADDOCK.glob(pattern) if path.name != "__init__.py"}
    return sorted(path.relative_to(ROOT).as_posix() for path in paths)


def groups() -> list[tuple[list[str], str | None]]:
    """What is compiled into one library each: the engine, and every game, so that editing one rebuilds one."""
    core = [f"core/{module}.py" for module in ("state", "rng", "insight", "observer", "playout", "stepper")]
    engine = found(*core, *LEARNED, "search/*.py")
    parts: list[tuple[list[str], str | None]] = [(engine, "paddock.engine")]
    for folder in sorted(PADDOCK.glob("games/*/")):
        game = f"games/{folder.name}"
        compiled = [f"{game}/{module}.py" for module in COMPILED]
        parts.append((found(*compiled), f"paddock.games.{folder.name}.engine"))
    parts.append((found("bench/connect_four.py", "bench/minimal_rules.py"), "paddock.bench.engine"))
    return [part for part in parts if part[0]]


def hot() -> list[str]:
    """Every compiled source."""
    return [path for paths, _ in groups() for path in paths]


def record() -> str:
    """What `built.json` says after a good build, and must still say for it to be this one."""

    def fingerprint(path: Path) -> str:
        return importlib.util.source_hash(path.read_bytes()).hex()

    built = {
        "suffix": EXTENSION_SUFFIXES[0],
        "tools": {name: version(name) for name in ("mypy", "librt")},
        "recipe": fingerprint(ROOT / "setup.py"),
        "sources": {Path(path).relative_to("src/paddock").as_posix(): fingerprint(ROOT / path) for path in hot()},
        # Compiled code trusts the types of what it imports, so these must rebuild it too.
        "beside": {path: fingerprint(ROOT / path) for path in found("games/*/material.py")},
    }
    return json.dumps(built, indent=1) + "\n"


def fresh() -> bool:
    """Is the build in place of these very sources, and nothing of it lost?"""
    modules = [(ROOT / path).with_suffix(EXTENSION_SUFFIXES[0]) for path in hot()]
    built = PADDOCK / "built.json"
    return all(path.exists() for path in [built, *modules, *generated()]) and built.read_bytes() == record().encode()


def generated() -> list[Path]:
    """The C that mypyc writes, one file a group."""
    names = [str(name).split(".") for _, name in groups()]
    return [ROOT.joinpath("build", *name[:-1], f"__native_{name[-1]}.c") for name in names]


def say(text: str) -> None:
    """One line for whoever waits."""
    print(f"paddock: {text}", file=sys.stderr, flush=True)


def working_flags() -> list[str]:
    """The flags this machine's C compiler takes, tried on a file that needs Python's headers."""
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler, get_python_inc

    compiler = new_compiler()
    customize_compiler(compiler)
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text("#include <Python.h>\n")
        # Tables that no other library can see are read directly, not through an address looked up first.
        # Without fused multiply-adds the compiled searches count exactly as the interpreted ones.
        for flags in (["-Werror", "-fno-semantic-interposition", "-fvisibility=hidden", "-ffp-contract=off"], []):
            try:
                compiler.compile([str(probe)], folder, include_dirs=[get_python_inc()], extra_preargs=flags)
            except Exception as error:
                reason = error
            else:
                return flags[1:]
    raise RuntimeError("no C compiler with Python's headers works here") from reason


def translated(flags: list[str]) -> list[Extension]:
    """The hot modules as C. It checks types, and exits where they are wrong."""
    from mypyc.build import mypycify

    os.chdir(ROOT)
    options = ["--config-file", "pyproject.toml", "--cache-dir", "build/mypy"]
    extensions = mypycify([*options, *hot()], opt_level="3", debug_level="0", separate=groups())
    for extension in extensions:
        extension.extra_compile_args = [*extension.extra_compile_args, *flags]  # mypyc gives all of them one list
        extension.depends = [*extension.depends, "setup.py"]  # other flags need other objects
    return extensions


def described() -> str:
    """README.md for those who have no repository: its pictures and links lead to PADDOCK_URL, or are left out."""
    text = (ROOT / "README.md").read_text("utf-8")
    home = os.environ.get("PADDOCK_URL", "").rstrip("/")
    inside = r"\((?!https?:|#)([^)\s]+)\)"  # what a link of the repository leads to
    if home:
        return re.sub(rf"(?<=\]){inside}", rf"({home}/\1)", text)
    text = re.sub(rf"!\[[^]]*\]{inside}", "", text)
    text = re.sub(r"\|[\s|]*\n(\|[-\s|]*\n)?(\|[\s|]*\n)+", "", text)  # tables of which nothing is left
    return re.sub(rf"\[([^]]*)\]{inside}", r"\1", text)


class AllOrNothing(build_ext):
    """A half-compiled package does not import, and a stale one plays old rules: leave neither behind."""

    def finalize_options(self) -> None:
        self.parallel = self.parallel or 2
        super().finalize_options()

    def run(self) -> None:
        if self.inplace and not self.force and fresh():
            return
        before = record()  # taken first: an edit made during the compile must show as stale
        home = PADDOCK if self.inplace else Path(self.build_lib, "paddock")
        built = home / "built.json"
        built.unlink(missing_ok=True)
        self.extensions = []
        if WANTED != "later":
            self.compile_or_not()
        kept = {home.parent / self.get_ext_filename(extension.name) for extension in self.extensions}
        for path in [*home.rglob("*.so"), *home.rglob("*.pyd")]:
            if path not in kept:
                path.unlink()
        if kept:
            part = built.with_suffix(".part")
            part.write_bytes(before.encode())
            part.replace(built)  # whole, or not at all

    def compile_or_not(self) -> None:
        try:
            flags = working_flags()
            say("compiling the engine; from nothing this takes about half a minute")
            self.distribution.ext_modules = translated(flags)
            self.extensions = self.distribution.ext_modules
            self.swig_opts = None  # finalize_options splits it, so it can not run twice otherwise
            super().finalize_options()
            super().run()
        except (Exception, SystemExit) as error:
            reason = "mypy found the errors above" if isinstance(error, SystemExit) else error
            if WANTED == "compiled":
                raise SystemExit(f"paddock: not compiled: {reason}") from error
            say(f"not compiled: {reason}; the interpreted engine plays the same games, slower")
            self.extensions = []


if __name__ == "__main__":
    # mypyc runs only when build_ext does; until then one name stands for all that it will make.
    setup(
        ext_modules=[Extension("paddock.engine", [])],
        cmdclass={"build_ext": AllOrNothing},
        long_description=described(),
        long_description_content_type="text/markdown",
    )
