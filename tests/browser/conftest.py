from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.hands import MINUTE, Visitor
from tests.browser.ways import Mouse, Way
from tests.server.place import Place

REQUIRED = os.environ.get("PADDOCK_BROWSER") == "required"
MISSING = "Chromium was not found; install Debian's chromium to try the site in a real browser"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests. Where there is none they are skipped, but not where PADDOCK_BROWSER=required."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print(MISSING)
        if REQUIRED:
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        expect.set_options(timeout=MINUTE)  # a busy machine is slow, not wrong
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with Place(tmp_path_factory.mktemp("browser") / "tables.db", games=()) as place:
        yield place


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Somebody with a browser of its own; whatever the page complained about fails the test."""
    visitors: list[Visitor] = []

    def enter(
        place: Place, name: str = "Ada", theme: str = "light", way: Way | None = None, locale: str = "en-US"
    ) -> Visitor:
        visitors.append(Visitor(browser, place, name, theme, way or Mouse(), locale))
        return visitors[-1]

    yield enter
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    for visitor in visitors:
        visitor.page.context.close()
    assert complaints == []
