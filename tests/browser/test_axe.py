"""Axe finds nothing wrong with any page, in either theme."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest
from playwright.sync_api import expect

from tests.browser.hands import OVER, Visitor
from tests.browser.ways import Finger, Mouse
from tests.server.place import Person, Place

Visit = Callable[..., Visitor]
TITLES = ["Zooloretto", "O Zoo le Mio", "Frank's Zoo", "New York Zoo"]
THEMES = ["light", "dark"]
FACES: dict[str, dict[str, object]] = {
    "zooloretto": {},
    "o-zoo-le-mio": {},
    "franks-zoo": {"variant": "partners", "target": 9},
    "new-york-zoo": {},
}


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_on_the_start_page(visit: Visit, place: Place, theme: str) -> None:
    ada = visit(place, theme=theme)
    ada.page.goto("/")
    expect(ada.page.get_by_role("button", name="Play now, Zooloretto")).to_be_enabled()
    assert ada.violations() == []
    for opener in ("Settings", "Zooloretto with friends", "Play Zooloretto now"):
        ada.page.get_by_role("button", name=opener, exact=True).click()
        assert ada.violations() == [], opener
        ada.page.keyboard.press("Escape")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("title", TITLES)
def test_axe_finds_nothing_at_a_table(visit: Visit, place: Place, theme: str, title: str) -> None:
    ada = visit(place, theme=theme)
    ada.play_now(title)
    assert ada.asked()
    assert ada.violations() == []
    ada.decide()
    assert ada.asked()
    ada.choose()
    assert ada.violations() == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("way", [Mouse, Finger])
def test_axe_finds_nothing_in_how_to_play_and_the_rules(
    visit: Visit, place: Place, theme: str, way: type[Mouse | Finger]
) -> None:
    ada = visit(place, theme=theme, way=way())
    for title in TITLES:
        ada.page.goto("/")
        ada.page.get_by_role("button", name=f"Play {title} now", exact=True).click()
        ada.page.get_by_role("button", name="How to play").click()
        expect(ada.page.get_by_role("article")).to_contain_text(f"How to play {title}")
        assert ada.violations() == [], title
        ada.page.get_by_role("button", name="The full rules, numbered").first.click()
        expect(ada.page.get_by_role("article")).to_contain_text("R1")
        assert ada.violations() == [], title


@pytest.fixture(scope="module")
def finished(place: Place) -> Callable[[str], tuple[str, str]]:
    """The table of a match that is over, played without a browser, one for each game; and the token of its seat 0."""

    @cache
    def over(game: str) -> tuple[str, str]:
        async def play() -> tuple[str, str]:
            person = Person(place)
            table = await person.create("me easy easy easy", game, options=FACES[game])
            async with person.look(table) as line:
                await line.play_on(random.Random(7).choice)
            return str(table["table"]), str(table["token"])

        with ThreadPoolExecutor(1) as thread:  # the browser's own loop runs in this one
            return thread.submit(lambda: asyncio.run(play())).result()

    return over


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("way", [Mouse, Finger])
@pytest.mark.parametrize("game", FACES)
def test_axe_finds_nothing_in_results_and_replays(
    visit: Visit,
    place: Place,
    finished: Callable[[str], tuple[str, str]],
    theme: str,
    way: type[Mouse | Finger],
    game: str,
) -> None:
    ada = visit(place, theme=theme, way=way())
    table, token = finished(game)
    ada.page.goto(f"/t/{table}#seat={token}")
    expect(ada.page.locator(OVER)).to_be_visible()
    assert ada.violations() == []
    for step in (30, 999_999):
        ada.page.goto(f"/r/{table}?step={step}")
        expect(ada.page.get_by_role("slider")).to_be_visible()
        expect(ada.page.locator("main .sign")).to_be_visible()
        assert ada.violations() == []
