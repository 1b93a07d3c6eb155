"""The documentation as a site: it is made without a warning, a broken link fails, and nothing comes from elsewhere."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tools.site import PAGES, ROOT, build, lay_out, pages


@pytest.fixture
def home(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    lay_out(tmp_path / PAGES)
    return tmp_path


def test_it_is_made_of_every_page_and_fetches_nothing(home: Path) -> None:
    assert build(home) == 0
    site = home / "build/site"
    named = re.findall(r": (\S+\.md)$", (home / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert sorted(named) == [str(page) for page in pages()]
    for page in pages():
        shown = site / ("index.html" if page.name == "README.md" else page.with_suffix(".html"))
        text = shown.read_text("utf-8")
        for source in re.findall(r"<(?:script|img|link)[^>]*?(?:src|href)=[\"']?([^\"' >]+)", text):
            assert not source.startswith(("http", "//")), f"{page} fetches {source}"
            if source.endswith((".png", ".svg")):
                assert (shown.parent / source).exists(), f"{page} lacks {source}"
    assert "rollouts" in (site / "search.json").read_text("utf-8")


def test_a_broken_link_fails(home: Path) -> None:
    with (home / PAGES / "docs/playing.md").open("a") as page:
        page.write("\n[nowhere](nowhere.md)\n")
    assert build(home) != 0
