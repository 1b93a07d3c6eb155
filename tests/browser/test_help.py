"""Asking for help in Frank's Zoo, from the offer to the answer, on a position where it can be done for sure."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from tests.browser.hands import CONFIRM, Visitor
from tests.browser.ways import Finger, Keys, Mouse
from tests.games.franks_zoo.positions import position
from tests.server.place import Person, Place
from tests.staging import written

Visit = Callable[..., Visitor]
Ways = type[Mouse | Finger | Keys]
# Seat 2 can beat two mice only with the help of seat 0, its senior.
HANDS = ["2 hedgehog, 1 fox", "2 perch", "1 hedgehog, 1 seal, 1 perch", "2 perch"]
NAMES = ["Ada", "Ben", "Cleo", "Dan"]


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("staged")
    game = written(folder, "franks-zoo", position(HANDS, variant="partners", actor=2, ranking="2 mouse"))
    with Place(folder / "tables.db", games=[game]) as place:
        yield place


def seat_links(place: Place) -> list[str]:
    """Four people at a table, and the link to each seat."""

    async def sit() -> list[str]:
        host = Person(place, NAMES[0])
        table = await host.create("me open open open", "franks-zoo", options={"variant": "partners"})
        tokens = [table["token"]] + [(await Person(place, name).sit(table))["token"] for name in NAMES[1:]]
        return [f"/t/{table['table']}#seat={token}" for token in tokens]

    with ThreadPoolExecutor(1) as thread:  # the browser's own loop runs in this one
        return thread.submit(lambda: asyncio.run(sit())).result()


def together(visit: Visit, staged: Place, way: Ways) -> tuple[Visitor, Visitor]:
    """The junior, whose turn it is, and his senior."""
    links = seat_links(staged)
    junior, senior = visit(staged, way=way()), visit(staged, theme="dark", way=way())
    junior.page.goto(links[2])
    senior.page.goto(links[0])
    for who in (junior, senior):
        expect(who.page.get_by_role("heading", level=1)).to_have_text("Frank's Zoo")
    assert junior.asked()
    return junior, senior


def press(who: Visitor, place: str) -> None:
    who.press(who.page.locator(f"main [data-place='{place}'][data-state='open']"))


def ask(junior: Visitor) -> None:
    """Offer the hedgehog, by way of the dialogue."""
    sign = junior.page.locator("main .sign")
    assert junior.violations() == []
    press(junior, "ask")
    offers = sign.get_by_role("group", name="What you can offer")
    expect(offers).to_be_visible()
    assert junior.violations() == []
    junior.press(offers.get_by_role("button", name="hedgehog"))
    expect(offers.get_by_role("button", name=re.compile("^Ask Ada for help"))).to_have_attribute("aria-pressed", "true")
    at = junior.at()
    junior.press(junior.page.locator(CONFIRM))
    junior.page.wait_for_function("at => document.querySelector('main [data-at]').dataset.at !== at", arg=at)


@pytest.mark.parametrize("way", [Mouse, Finger, Keys])
def test_a_junior_asks_and_the_senior_helps(visit: Visit, staged: Place, way: Ways) -> None:
    junior, senior = together(visit, staged, way)
    ask(junior)
    assert senior.asked()
    expect(senior.page.locator("main .sign")).to_contain_text("Cleo")
    expect(senior.page.locator("main .sign")).to_contain_text("hedgehog")
    assert senior.violations() == []
    senior.press(senior.page.locator("main .sign [data-place^='help:']"))
    senior.confirm()
    for who in (junior, senior):
        expect(who.page.get_by_role("button", name="2 hedgehogs. Food chain")).to_be_visible()
    expect(junior.page.get_by_text("Ada adds 1 hedgehog for Cleo (you): 2 hedgehogs.").first).to_be_attached()


def test_a_senior_may_decline_and_the_juniors_turn_is_over(visit: Visit, staged: Place) -> None:
    junior, senior = together(visit, staged, Mouse)
    ask(junior)
    assert senior.asked()
    press(senior, "decline")
    senior.confirm()
    expect(junior.log().get_by_text("Ada declines; Cleo (you) takes the cards back.")).to_be_visible()
    expect(senior.log().get_by_text("Ada (you) declines; Cleo takes the cards back.")).to_be_visible()
    expect(junior.page.locator("main .sign h2")).to_contain_text("Waiting for Dan")
