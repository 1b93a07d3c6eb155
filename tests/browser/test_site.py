"""The site in a real browser, with whatever faces the games have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.hands import CONFIRM, MINUTE, OPEN, OVER, WATCH_SHIFTS, Visitor
from tests.server.place import Place

Visit = Callable[..., Visitor]
TITLES = ["Zooloretto", "O Zoo le Mio", "Frank's Zoo", "New York Zoo"]
THEMES = ["light", "dark"]


@pytest.fixture(scope="module")
def pond(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A server with a game that is over after a few decisions."""
    with Place(tmp_path_factory.mktemp("pond") / "tables.db") as place:
        yield place


def test_the_start_page_shows_four_boxes_without_a_complaint(visit: Visit, place: Place) -> None:
    page = visit(place).page
    page.goto("/")
    for title in TITLES:
        expect(page.get_by_role("button", name=f"Play now, {title}")).to_be_enabled()
    expect(page.get_by_text("Nothing waits for you")).to_be_visible()


@pytest.mark.parametrize("title", TITLES)
def test_two_clicks_reach_a_table_where_one_can_play(visit: Visit, place: Place, title: str) -> None:
    ada = visit(place)
    ada.page.goto("/")
    ada.page.get_by_role("button", name=f"Play now, {title}").click()
    ada.page.get_by_role("button", name="Start the game").click()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text(title)
    assert ada.asked()
    ada.decide()
    assert ada.told()


def test_a_whole_game_is_played_with_the_mouse(visit: Visit, place: Place) -> None:
    ada = visit(place)
    ada.play_now("O Zoo le Mio", opponents=1)
    decisions = 0
    while ada.asked():
        ada.decide()
        decisions += 1
    assert decisions >= 15  # as many tiles are sold
    expect(ada.page.locator(OVER)).to_contain_text(re.compile(r"wins?,|share"))
    expect(ada.page.get_by_role("table")).to_contain_text("Total")


def test_a_rematch_seats_everybody_anew(visit: Visit, pond: Place) -> None:
    ada = visit(pond)
    ada.play_now("Pond", opponents=1)
    while ada.asked():
        ada.decide()
    before = ada.page.url
    ada.page.get_by_role("button", name="Play again").click()
    ada.page.wait_for_url(lambda url: url != before)
    assert ada.asked()
    ada.decide()


def test_some_turns_are_played_with_the_keyboard_alone(visit: Visit, place: Place) -> None:
    ada = visit(place)
    ada.play_now("O Zoo le Mio", opponents=1)
    for _ in range(4):
        assert ada.asked()
        ada.decide_by_keyboard()
    assert ada.asked()


def test_two_browsers_at_a_table_see_each_other_s_moves(visit: Visit, place: Place) -> None:
    ada, ben = visit(place, "Ada"), visit(place, "Ben", theme="dark")
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Zooloretto with friends").click()
    ada.page.locator("dialog").get_by_text("2", exact=True).click()
    ada.page.get_by_role("button", name="Open the table").click()
    link = ada.page.get_by_label("Copy link").input_value()
    assert "#join=" in link
    ben.page.goto(link)
    ben.page.get_by_role("button", name="Sit down").click()
    ada.log().first.wait_for()
    before = ada.log().count()
    for _ in range(6):
        mover = whose_turn(ada, ben)
        other = ben if mover is ada else ada
        at = mover.at()
        mover.decide()
        expect(mover.page.locator("main .board[data-at]")).not_to_have_attribute("data-at", at, timeout=MINUTE)
        expect(other.log()).to_have_text(mover.log().all_inner_texts(), timeout=MINUTE)
    assert ada.log().count() > before


def whose_turn(ada: Visitor, ben: Visitor) -> Visitor:
    """Whoever of them is asked first."""
    for _ in range(600):
        for one in (ada, ben):
            if one.page.locator(OPEN).count():
                return one
        ada.page.wait_for_timeout(100)
    raise AssertionError("nobody is asked anything")


def test_a_move_made_while_the_server_is_down_is_kept_and_played(visit: Visit, tmp_path: Path) -> None:
    db = tmp_path / "tables.db"
    with Place(db, games=()) as place:
        ada = visit(place)
        ada.play_now("Zooloretto", opponents=1)
        assert ada.asked()
        ada.choose()
        at = ada.at()
        place.kill()
        expect(ada.page.get_by_text("Reconnecting. Your move is safe.")).to_be_visible()
        ada.page.locator(CONFIRM).click()
    port = place.address.rsplit(":", 1)[1]
    with Place(db, "--port", port, games=()):
        expect(ada.page.get_by_text("Reconnecting. Your move is safe.")).to_have_count(0, timeout=MINUTE)
        assert ada.asked()
        assert ada.at() != at
        ada.complaints[:] = [said for said in ada.complaints if "WebSocket" not in said]  # what a lost line always logs
        ada.page.close()


def test_nothing_on_the_table_moves_by_itself(visit: Visit, place: Place) -> None:
    ada = visit(place)
    ada.play_now("Zooloretto", opponents=2)
    assert ada.asked()
    ada.page.evaluate("document.fonts.ready")
    ada.page.evaluate(WATCH_SHIFTS)
    for _ in range(5):
        assert ada.asked()
        ada.decide()
    assert ada.asked()
    assert ada.page.evaluate("window.shifts") == []


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
@pytest.mark.parametrize("phone", [False, True])
def test_a_finished_match_is_watched_again(visit: Visit, pond: Place, theme: str, phone: bool) -> None:
    ada = visit(pond, theme=theme, phone=phone)
    ada.play_now("Pond", opponents=1)
    while ada.asked():
        ada.decide()
    assert ada.violations() == []
    ada.page.get_by_role("link", name="Watch again").click()
    slider = ada.page.get_by_role("slider")
    expect(slider).to_have_value("0")
    ada.page.locator("h1").click()
    ada.page.keyboard.press("ArrowRight")
    ada.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    ada.page.wait_for_url(re.compile(r"step=2"))
    assert ada.violations() == []
    ada.page.keyboard.press("End")
    expect(ada.page.locator(OVER)).to_be_visible()
    assert ada.violations() == []
    ada.page.keyboard.press("Home")
    ada.page.keyboard.press("Space")
    expect(ada.page.get_by_role("button", name="Pause")).to_be_visible()
    ada.page.get_by_role("button", name="Check the shuffle").click()
    expect(ada.page.get_by_text("The shuffle was fair.")).to_be_visible()
    expect(ada.page.get_by_text("Your own part of the dice is among them")).to_be_visible()
    assert ada.violations() == []


def test_a_link_to_a_move_shows_that_move_to_anybody(visit: Visit, pond: Place) -> None:
    ada, ben = visit(pond), visit(pond, "Ben")
    ada.play_now("Pond", opponents=1)
    while ada.asked():
        ada.decide()
    ben.page.goto(ada.page.url.replace("/t/", "/r/") + "?step=3&seat=0")
    expect(ben.page.get_by_role("slider")).to_have_value("3")
    expect(ben.page.get_by_label("Whose view")).to_have_value("0")


def test_a_person_who_is_deleted_leaves_the_tables(visit: Visit, place: Place) -> None:
    ada = visit(place)
    ada.play_now("Zooloretto", opponents=1)
    assert ada.asked()
    ada.page.goto("/")
    expect(ada.page.get_by_role("link", name="Go on")).to_be_visible()
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_text("Delete my data").click()
    ada.page.get_by_role("button", name="Delete it for good").click()
    expect(ada.page.get_by_text("Deleted from 1 tables")).to_be_visible()
    ada.page.reload()
    expect(ada.page.get_by_text("Nothing waits for you")).to_be_visible()
