from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.hands import LONGEST, Visitor
from tests.browser.ways import Mouse, Way
from tests.server.place import Place

REQUIRED = os.environ.get("PADDOCK_BROWSER") == "required"
MISSING = "Chromium was not found; install Debian's chromium to try the site in a real browser"
FAILED = pytest.StashKey[bool]()
# Debian's Chromium loads a page of its own for every window's address bar, which costs more than ours. This list takes
# the place of Playwright's own, so it begins with what that has.
WITHOUT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
)  # fmt: skip
LEFT = Path(__file__).parents[2] / "build/browser"  # what tests that failed leave to be looked at


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture(scope="module")  # no longer: Playwright's loop runs in this thread, where others need one of their own
def browser() -> Iterator[Browser]:
    """One Chromium for a file. Where there is none its tests are skipped, but not where PADDOCK_BROWSER=required."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print(MISSING)
        if REQUIRED:
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        expect.set_options(timeout=LONGEST)  # a busy machine is slow, not wrong
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", f"--disable-features={','.join(WITHOUT)}"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with Place(tmp_path_factory.mktemp("browser") / "tables.db", games=()) as place:
        yield place


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Visitor]]:
    """Somebody with a browser of its own; whatever the page complained about fails the test.

    Of a test that fails every visitor's page is kept in build/browser: picture, text, console, trace.
    """
    visitors: list[Visitor] = []

    def enter(
        place: Place, name: str = "Ada", theme: str = "light", way: Way | None = None, locale: str = "en-US",
        usual: bool = False,
    ) -> Visitor:  # fmt: skip
        visitors.append(Visitor(browser, place, name, theme, way or Mouse(), locale, usual))
        return visitors[-1]

    yield enter
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    failed = bool(complaints) or request.node.stash.get(FAILED, False)
    folder = LEFT / re.sub(r"\W+", "-", request.node.nodeid.removeprefix("tests/browser/"))
    for number, visitor in enumerate(visitors):
        if failed:
            visitor.leave(folder / str(number))
        visitor.page.context.close()
    assert complaints == []
