"""What the site says and offers to whom: taking back, names, goodbyes, finished games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from paddock.server.table import BOTS
from tests.browser.hands import OVER, Visitor
from tests.browser.line import Line
from tests.browser.ways import Finger, Mouse
from tests.server.place import Place, ask

Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def pond(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A server with a game that is over after a few decisions."""
    with Place(tmp_path_factory.mktemp("pond") / "tables.db") as place:
        yield place


def undo(who: Visitor) -> dict[str, Any]:
    """What the server says about taking back."""
    address = who.page.url.replace("/t/", "/api/tables/")
    told: dict[str, Any] = ask(address, Seat=who.token).json()["undo"]
    return told


@pytest.mark.parametrize("way", [Mouse, Finger])
def test_alone_with_bots_undo_takes_back_at_once(visit: Visit, place: Place, way: type[Mouse | Finger]) -> None:
    ada = visit(place, way=way())
    ada.play_now("Zooloretto", opponents=2)
    assert ada.asked()
    before = ada.page.locator("main .sign h2").inner_text()
    ada.decide()
    assert ada.asked()
    while undo(ada)["may"]:  # until chance or a bot stands in the way: more than one's own decision is taken back
        before = ada.page.locator("main .sign h2").inner_text()
        ada.decide()
        assert ada.asked()
    assert undo(ada)["ask"] == []
    ada.press(ada.page.get_by_role("button", name="Undo"))
    taken_back = ada.page.get_by_text("Ada (you) takes back a decision and all that followed.")
    expect(taken_back.first).to_be_attached()
    expect(ada.page.get_by_text("Ask the others")).to_have_count(0)
    assert ada.asked()
    assert ada.page.locator("main .sign h2").inner_text() == before
    ada.decide()


def test_with_nothing_done_there_is_nothing_to_take_back(visit: Visit, pond: Place) -> None:
    ada = visit(pond)
    ada.play_now("Pond", opponents=1)
    assert ada.asked()
    undo = ada.page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()  # to the eye and the ear; it still says why
    undo.click(force=True)
    expect(ada.page.get_by_text("There is nothing to take back.").first).to_be_visible()


def test_somebody_else_has_to_be_asked_and_may_agree(visit: Visit, pond: Place) -> None:
    ada, ben = visit(pond, "Ada"), visit(pond, "Ben")
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Pond with friends").click()
    ada.page.locator("dialog fieldset").get_by_text("2", exact=True).click()
    ada.page.get_by_role("button", name="Open the table").click()
    ben.page.goto(ada.page.get_by_label("Copy link").input_value())
    ben.page.get_by_role("button", name="Sit down").click()
    for who in (ada, ben):
        assert who.asked()
        who.decide()
    ada.until(lambda: ada.open() + ben.open() > 0, "the higher bid is asked next")
    ada.page.get_by_role("button", name="Undo").click()
    ada.page.get_by_role("button", name="Ask the others").click()
    expect(ada.page.get_by_text("Still to agree: Ben.")).to_be_visible()
    expect(ben.page.get_by_text("Ada would like to take back the last move.")).to_be_visible()
    ben.page.get_by_role("button", name="Agree", exact=True).click()
    expect(ben.log().get_by_text("Ada takes back a decision and all that followed.")).to_be_visible()


def test_bots_are_called_by_their_pictures_in_german_too(visit: Visit, place: Place) -> None:
    ada = visit(place, "Ada", locale="de-DE")
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Jetzt spielen, Zooloretto").click()
    ada.page.get_by_role("button", name="Partie beginnen").click()
    assert ada.asked()
    expect(ada.page.locator("aside").get_by_text("Eule").first).to_be_attached()
    assert BOTS[1] == "owl"
    own = ada.page.locator("[role=log] li.own")
    bots = ada.page.locator("[role=log] li:not(.own)", has_text="Eule")
    while not bots.count() or not own.count():  # a bot's turn comes within a round
        ada.decide()
        assert ada.asked()
    expect(own.first).to_contain_text("Ada (du)")
    expect(own.first.get_by_role("button")).to_have_css("font-weight", "600")
    assert ada.page.get_by_text(re.compile(r"\bOwl\b")).count() == 0
    ada.choose()
    assert ada.violations() == []


def test_a_goodbye_is_said_in_german_on_a_german_page(visit: Visit, place: Place) -> None:
    ada = visit(place, locale="de-DE")
    ada.page.goto("/t/" + "A" * 16)
    expect(ada.page.get_by_role("heading", name="Diesen Tisch gibt es nicht")).to_be_visible()
    ada.complaints.clear()  # the browser itself reports every 404


def test_what_cannot_be_reached_is_told_in_german(visit: Visit, place: Place) -> None:
    ada = visit(place, locale="de-DE")
    Line(ada.page)
    ada.page.goto("/r/" + "A" * 16)
    expect(ada.page.get_by_role("heading", name="Diesen Tisch gibt es nicht")).to_be_visible()
    ada.complaints.clear()  # the browser itself reports every 404


@pytest.mark.parametrize("way", [Mouse, Finger])
def test_the_start_page_leads_to_finished_games(visit: Visit, pond: Place, way: type[Mouse | Finger]) -> None:
    ada = visit(pond, way=way())
    ada.page.goto("/")
    fold = ada.page.get_by_text("Finished games")
    ada.press(fold)
    expect(ada.page.get_by_text("The first one you finish will stay here.")).to_be_visible()
    ada.play_now("Pond", opponents=1)
    ada.play_on()
    table = ada.page.url.rsplit("/", 1)[1]
    ada.page.goto("/")
    expect(ada.page.get_by_text("No games are waiting for you")).to_be_visible()
    ada.press(fold)
    link = ada.page.get_by_role(
        "link", name=re.compile(r"^Replay: Pond, (won|shared victory|place 2 of 2), [−\d]+ points?, ")
    )
    expect(link).to_have_count(1)
    assert ada.violations() == []
    ada.press(link)
    ada.page.wait_for_url(re.compile(f"/r/{table}"))
    expect(ada.page.get_by_role("slider")).to_be_visible()
    expect(ada.page.get_by_label("Whose view")).to_contain_text("Your view")
    ada.page.keyboard.press("End")
    expect(ada.page.locator(OVER)).to_be_visible()
