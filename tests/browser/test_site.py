"""The site in a real browser, with whatever faces the games have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.browser.hands import CONFIRM, OVER, WATCH_SHIFTS, Visitor
from tests.browser.ways import Finger, Keys, Mouse
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
    expect(page.get_by_text("No games are waiting for you")).to_be_visible()


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


@pytest.mark.parametrize("way", [Mouse, Finger])
@pytest.mark.parametrize("title", TITLES)
def test_every_face_shows_the_clocks(visit: Visit, place: Place, title: str, way: type[Mouse | Finger]) -> None:
    page = visit(place, way=way()).page
    page.goto("/")
    page.get_by_role("button", name=f"{title} with friends").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("Clock and rules").click()
    sheet.locator("select").filter(has_text="No clock").select_option(index=1)
    sheet.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Give free seats to bots").click()
    expect(page.locator("time:visible").first).to_have_text(re.compile(r"^\d:\d\d$"))


def test_a_sheet_takes_the_focus_and_gives_it_back(visit: Visit, place: Place) -> None:
    page = visit(place).page
    page.goto("/")
    box = page.get_by_role("button", name="Play now, Zooloretto")
    expect(box).to_be_enabled()
    box.press("Enter")
    expect(page.get_by_role("button", name="Start the game")).to_be_focused()
    page.keyboard.press("Escape")
    expect(box).to_be_focused()


def test_how_to_play_comes_first_and_every_rule_is_one_press_away(visit: Visit, place: Place) -> None:
    ada = visit(place)
    ada.play_now("Frank's Zoo")
    opener = ada.page.get_by_role("button", name="Rules", exact=True)
    opener.press("Enter")
    sheet = ada.page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", level=3)).to_have_text("How to play Frank's Zoo")
    sheet.get_by_role("button", name="The full rules, numbered").last.press("Enter")
    expect(sheet.get_by_role("heading", level=3)).to_have_text("Frank's Zoo: the rules as we play them")
    expect(sheet.get_by_role("heading", level=3)).to_be_focused()
    expect(sheet.get_by_role("button", name="How to play", exact=True)).to_be_in_viewport()
    sheet.get_by_role("button", name="How to play", exact=True).press("Enter")
    expect(sheet.get_by_role("heading", level=3)).to_have_text("How to play Frank's Zoo")
    expect(sheet.get_by_role("heading", level=3)).to_be_focused()
    ada.page.keyboard.press("Escape")
    expect(opener).to_be_focused()


def test_how_to_play_follows_the_language_of_the_site_and_the_numbered_rules_do_not(visit: Visit, place: Place) -> None:
    page = visit(place).page
    page.goto("/")
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_role("button", name="New York Zoo mit Freunden").click()
    page.get_by_role("button", name="So wird gespielt").click()
    paper = page.get_by_role("article")
    expect(paper).to_have_attribute("lang", "de")
    expect(paper).to_contain_text("So wird New York Zoo gespielt")
    page.get_by_role("button", name="Alle Regeln, nummeriert (englisch)").first.click()
    expect(paper).to_have_attribute("lang", "en")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="So wird gespielt")).to_be_focused()
    expect(page.get_by_role("button", name="Tisch eröffnen")).to_be_visible()


def test_closing_a_sheet_by_a_key_leaves_what_was_picked(visit: Visit, place: Place) -> None:
    ada = visit(place)
    ada.play_now("Zooloretto", opponents=1)
    assert ada.asked()
    ada.choose()
    ada.page.get_by_role("button", name="Rules", exact=True).click()
    ada.page.get_by_role("dialog").wait_for()
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    expect(ada.page.locator(CONFIRM)).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(CONFIRM)).to_have_count(0)


def test_who_lets_a_bot_play_chooses_its_level(visit: Visit, place: Place) -> None:
    ada = visit(place)
    ada.play_now("Zooloretto", opponents=1)
    assert ada.asked()
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_label("How strong?").select_option("hard")
    ada.page.get_by_role("button", name="Let a bot play for me").click()
    expect(ada.page.get_by_text("a bot plays, hard").first).to_be_attached()


def test_who_plays_by_keys_goes_on_where_something_can_be_picked(visit: Visit, place: Place) -> None:
    ada = visit(place, way=Keys())
    ada.play_now("Zooloretto", opponents=1)
    for _ in range(3):
        assert ada.asked()
        ada.decide()
        assert ada.asked()
        expect(ada.page.locator("main [data-place]:focus")).to_have_attribute("data-state", "open")


def test_a_game_without_a_guide_or_rules_says_so(visit: Visit, pond: Place) -> None:
    ada = visit(pond)
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Play now, Pond").click()
    ada.page.get_by_role("button", name="How to play").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("without written rules")
    assert all("404" in complaint for complaint in ada.complaints)
    ada.complaints.clear()  # the browser itself writes down that nothing was found


def test_a_rematch_seats_everybody_anew(visit: Visit, pond: Place) -> None:
    ada = visit(pond)
    ada.play_now("Pond", opponents=1)
    ada.play_on()
    before = ada.page.url
    ada.page.get_by_role("button", name="Play again").click()
    ada.page.wait_for_url(lambda url: url != before)
    assert ada.asked()
    ada.decide()


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
@pytest.mark.parametrize("way", [Mouse, Finger])
def test_a_finished_match_is_watched_again(visit: Visit, pond: Place, theme: str, way: type[Mouse | Finger]) -> None:
    ada = visit(pond, theme=theme, way=way())
    ada.play_now("Pond", opponents=1)
    ada.play_on()
    assert ada.violations() == []
    with ada.page.expect_download() as record:
        ada.page.get_by_role("link", name="Transcript").click()
    assert record.value.path().read_text().startswith("paddock transcript 1\ngame pond\n")
    ada.page.get_by_role("button", name="Check the shuffle").click()
    expect(ada.page.get_by_text("The draws check out.")).to_be_visible()
    ada.page.keyboard.press("Escape")
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
    expect(ada.page.get_by_text("The draws check out.")).to_be_visible()
    expect(ada.page.get_by_text("Your own part of the dice is in them")).to_be_visible()
    assert ada.violations() == []


def test_a_link_to_a_move_shows_that_move_to_anybody(visit: Visit, pond: Place) -> None:
    ada, ben = visit(pond), visit(pond, "Ben")
    ada.play_now("Pond", opponents=1)
    ada.play_on()
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
    expect(ada.page.get_by_text("Deleted from 1 table.")).to_be_visible()
    ada.page.reload()
    expect(ada.page.get_by_text("No games are waiting for you")).to_be_visible()


def test_a_replay_keeps_its_keys_while_it_loads(visit: Visit, pond: Place) -> None:
    ada = visit(pond)
    ada.play_now("Pond", opponents=1)
    ada.play_on()
    held: list[Route] = []
    ada.page.route("**/replay?*", lambda route: held.append(route))
    ada.page.goto(ada.page.url.replace("/t/", "/r/"))
    ada.until(lambda: len(held) > 0, "the replay is not asked for")
    ada.page.keyboard.press("End")
    ada.page.unroute("**/replay?*")  # lets those that wait go on
    expect(ada.page.locator(OVER)).to_be_visible()
    views = ada.page.get_by_label("Whose view")
    views.focus()
    views.select_option("1")
    ada.page.wait_for_url(re.compile(r"seat=1"))
    expect(views).to_be_focused()
    ada.page.get_by_role("slider").press(" ")  # plays, as everywhere else on the page
    expect(ada.page.get_by_role("button", name="Pause")).to_be_visible()
