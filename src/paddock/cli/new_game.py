"""New game: writes the skeleton of one, a small game that works, to be changed piece by piece."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec
from pathlib import Path
from string import Template

from paddock.core.errors import BadArgument, shown
from paddock.core.registry import list_games

TEMPLATES = Path(__file__).parent / "skeleton"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40  # letters of a name
FILES = {
    "init": "__init__.py",
    "rules": "rules.py",
    "en": "en.json",
    "de": "de.json",
    "rules_md": "RULES.md",
    "guide_en": "guide.en.md",
    "guide_de": "guide.de.md",
}


def new_game(name: str, title: str, here: Path) -> int:
    """Write it into Paddock's own games if this is a checkout, else into a folder right here."""
    if not NAME.fullmatch(name) or len(name) > LONGEST or keyword.iskeyword(name):
        raise BadArgument(
            f"a game is called by small letters, digits and hyphens, such as tree-house, not {shown(name)}"
        )
    title = title or " ".join(word.capitalize() for word in name.split("-"))
    if not title.isprintable() or re.search(r"[\"\\\\`_#$]", title):
        raise BadArgument(f"a title is a line of plain text, not {shown(title)}")
    module = name.replace("-", "_")
    inside = (here / "src/paddock/games").is_dir()
    folder = here / "src/paddock/games" / module if inside else here / module
    tests = here / "tests/games" / module / "test_rules.py" if inside else here / f"test_{module}.py"
    package = f"paddock.games.{module}" if inside else module
    if name in list_games() or folder.exists() or tests.exists() or (not inside and find_spec(module)):
        raise BadArgument(f"{shown(name)} is taken: choose another name")
    kind = "".join(word.capitalize() for word in name.split("-"))
    words = {"name": name, "title": title, "package": package, "kind": kind}
    written = {tests: "test", **{folder / file: template for template, file in FILES.items()}}
    for file, template in written.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(Template((TEMPLATES / f"{template}.txt").read_text("utf-8")).substitute(words), "utf-8")
    if inside:
        (tests.parent / "__init__.py").touch()
    called = name if inside else f"{module}:GAME"
    print(f"{title} is in {folder.relative_to(here)}, its tests are in {tests.relative_to(here)}.")
    print(f"Play it:   paddock play {called}")
    print(f"Serve it:  paddock serve{'' if inside else f' --game {called}'}")
    print(f"Test it:   python -m pytest {tests.relative_to(here)}")
    return 0
