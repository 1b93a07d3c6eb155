"""Site: the documentation as a site, into build/site; fails if a link leads nowhere.

Pages lie as in the repository, so that their links lead to the same things; a file that is linked to and is no page is
copied as it is.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = "build/docs"  # as mkdocs.yml says
LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)")
FOLDER = re.compile(r"\[([^]]*)\]\([^)\s]+/\)")
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def pages() -> list[Path]:
    """Every page, from the root."""
    named = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("src/paddock/games/*/*.md")]
    return sorted(page.relative_to(ROOT) for page in named)


def linked(page: Path) -> Iterator[Path]:
    """The files of the repository that a page shows or links to."""
    for link in LINK.findall(FENCE.sub("", (ROOT / page).read_text("utf-8"))):
        if not re.match(r"[a-z]+:", link):
            yield ((ROOT / page).parent / link).resolve().relative_to(ROOT)


def lay_out(goal: Path) -> None:
    """What the site is made from; a link to a folder becomes plain text, for a site has none."""
    shutil.rmtree(goal, ignore_errors=True)
    for page in pages():
        text = (ROOT / page).read_text("utf-8")
        copy = goal / page
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(FOLDER.sub(r"\1", text), "utf-8")
        for file in linked(page):
            if (ROOT / file).is_file() and file.suffix != ".md":
                (goal / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / file, goal / file)


def build(home: Path = ROOT) -> int:
    """Make the site in a folder that has mkdocs.yml and the pages; 0 if nothing is wrong with them."""
    zensical = Path(sys.executable).with_name("zensical")
    return subprocess.run([zensical, "build", "--clean", "--strict"], cwd=home, check=False).returncode


if __name__ == "__main__":
    lay_out(ROOT / PAGES)
    sys.exit(build())
