"""Several browsers at one table, and lines that break in the midst of a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.hands import CONFIRM, LOST, Visitor
from tests.browser.line import Line
from tests.browser.ways import Finger
from tests.server.place import Place, ask
from tests.staging import reached, staged

Visit = Callable[..., Visitor]
UNLOADING = "main [data-place^='carried:']"  # the board turns to one's own zoo then, and must leave open sheets alone


def sit_together(ada: Visitor, ben: Visitor) -> str:
    """Ada opens a table for two, Ben comes by her link; the link."""
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Zooloretto with friends").click()
    ada.page.locator("dialog").get_by_text("2", exact=True).click()
    ada.page.get_by_role("button", name="Open the table").click()
    link = ada.page.get_by_label("Copy link").input_value()
    assert "#join=" in link
    expect(ada.page.get_by_text("This link works on this computer alone.")).to_be_visible()
    ben.page.goto(link)
    ben.page.get_by_role("button", name="Sit down").click()
    ben.page.locator("main [data-at]").wait_for()
    return link


def test_anybody_can_hide_what_another_says_and_the_host_can_silence_him(visit: Visit, place: Place) -> None:
    ada, ben = visit(place, "Ada"), visit(place, "Ben")
    sit_together(ada, ben)
    say(ada, "first words")
    expect(ben.log().get_by_text("first words")).to_be_visible()
    turn(ben, "Hide chat: Ada")
    expect(ben.log().get_by_text("first words")).to_have_count(0)
    ben.page.reload()
    say(ada, "second words")
    expect(ada.log().get_by_text("second words")).to_be_visible()
    turn(ben, "Show chat: Ada")
    expect(ben.log().get_by_text("second words")).to_be_visible()
    turn(ada, "Mute: Ben")
    expect(ben.page.get_by_label("Say something")).to_have_count(0)


def test_who_plays_on_a_phone_notices_that_somebody_said_something(visit: Visit, place: Place) -> None:
    ada, ben = visit(place, "Ada"), visit(place, "Ben", way=Finger())
    sit_together(ada, ben)
    page = ben.page
    expect(page.get_by_role("button", name="Log, chat", exact=True)).to_be_visible()
    say(ada, "nice zoo")
    expect(page.locator("main .newest").get_by_text("Ada: nice zoo")).to_be_visible()
    ben.press(page.get_by_role("button", name="Log, chat , new in the chat: 1"))
    expect(ben.log().get_by_text("nice zoo")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Log, chat", exact=True)).to_be_visible()


def turn(who: Visitor, name: str) -> None:
    """Press one of the buttons in the list of players, which is folded beside a face that shows the seats itself."""
    button = who.page.locator("aside").get_by_role("button", name=name)
    if not button.is_visible():
        who.press(who.page.locator("aside summary", has_text="Players"))
    who.press(button)


def say(who: Visitor, words: str) -> None:
    who.page.get_by_label("Say something").fill(words)
    who.press(who.page.get_by_role("button", name="Send"))


def test_everybody_at_a_table_sees_every_move(visit: Visit, place: Place) -> None:
    ada, ben, eve = visit(place, "Ada"), visit(place, "Ben", theme="dark"), visit(place, "Eve")
    link = sit_together(ada, ben)
    eve.page.goto(link.partition("#")[0])
    eve.log().first.wait_for()
    begun = ada.log().count()
    for _ in range(12):
        mover = whose_turn(ada, ben)
        mover.decide()
        for other in {ada, ben, eve} - {mover}:
            mover.until(partial(same_yard, other, mover), "a move was not seen")
            mover.until(partial(same_log, other, mover), "a line of the log is missing")
        assert eve.open() == 0  # who only watches may touch nothing
    assert ada.log().count() > begun


def same_log(one: Visitor, other: Visitor) -> bool:
    """But for the mark that everybody's own name has."""
    told = [[line.replace(" (you)", "") for line in who.log().all_text_contents()] for who in (one, other)]
    return told[0] == told[1]


@pytest.fixture(scope="module")
def unloading(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A server whose tables of Zooloretto for two begin when seat 0 has taken a truck with three tiles."""
    folder = tmp_path_factory.mktemp("unloading")
    game = staged(folder, reached("zooloretto", 2, lambda view: len(view["carried"]) == 3))
    with Place(folder / "tables.db", games=[game]) as place:
        yield place


def test_a_seat_goes_on_elsewhere_by_its_link_until_there_is_a_newer_one(visit: Visit, unloading: Place) -> None:
    ada, phone, laptop = visit(unloading, "Ada"), visit(unloading, "Phone"), visit(unloading, "Laptop")
    ada.play_now("Zooloretto", opponents=1)
    first = new_link(ada)
    assert "#seat=" in first
    phone.page.goto(first)
    assert phone.asked()
    phone.decide()
    expect(phone.page.locator(UNLOADING).first).to_be_visible()
    expect(ada.log()).to_have_text(phone.log().all_text_contents())
    second = new_link(phone)  # whose own link is the old one, and who must not lose the seat by asking
    assert second != first
    assert phone.page.url == second
    laptop.page.goto(first)
    laptop.page.get_by_role("button", name="Watch the match").click()
    laptop.log().first.wait_for()
    whose_turn(ada).decide()
    whose_turn(phone).decide()
    assert laptop.open() == 0, "an old link only watches"
    laptop.page.goto("/")
    laptop.page.goto(second)
    assert laptop.asked()


def new_link(ada: Visitor) -> str:
    """What the table's settings give."""
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_role("button", name="Make a new link to my seat").click()
    link = ada.page.get_by_label("Copy the link to my seat").input_value()
    ada.page.keyboard.press("Escape")
    return link


def same_yard(one: Visitor, other: Visitor) -> bool:
    return yard(one) == yard(other)


def yard(ada: Visitor) -> list[str]:
    """The stack, and the trucks that nobody has; how the others are called depends on who looks."""
    labels = [one.get_attribute("aria-label") or "" for one in ada.page.locator("main .top-row .place").all()]
    plain = [label.partition(". ")[0] for label in labels]
    return [label for label in plain if "free" in label or "disc" in label]


def whose_turn(*people: Visitor) -> Visitor:
    """Whoever of them is asked, as soon as the pages have heard of the last move."""
    people[0].until(lambda: any(one.open() for one in people), "nobody is asked anything")
    return next(one for one in people if one.open())


@pytest.mark.parametrize("fate", ["before the click", "with the command", "with the answer"])
def test_a_line_that_breaks_in_mid_turn_loses_nothing_and_plays_nothing_twice(
    visit: Visit, place: Place, fate: str
) -> None:
    ada = visit(place)
    line = Line(ada.page)
    ada.play_now("Zooloretto", opponents=1)
    for turn in range(1, 5):
        assert ada.asked()
        ada.choose()
        at, chosen = ada.at(), ada.page.locator(CONFIRM).get_attribute("aria-label")
        if fate == "before the click":
            line.cut()
            expect(ada.page.get_by_text(LOST)).to_be_visible()
            line.mend()
            expect(ada.page.get_by_text(LOST)).to_have_count(0)
            expect(ada.page.locator(CONFIRM)).to_have_attribute("aria-label", chosen or "")
            ada.confirm()
        else:
            line.mute, line.deaf = fate == "with the command", fate == "with the answer"
            ada.press(ada.page.locator(CONFIRM))
            if line.deaf:
                own_moves(ada, turn)
            line.cut()
            expect(ada.page.get_by_text(LOST)).to_be_visible()
            line.mend()
            expect(ada.page.locator("main [data-at]")).not_to_have_attribute("data-at", at)
        own_moves(ada, turn)
    assert ada.asked()
    own_moves(ada, 4)


def own_moves(ada: Visitor, number: int) -> None:
    """Wait until the server has recorded so many decisions of this person, and never more."""
    address = f"{ada.place.address}/api/tables/{ada.page.url.rsplit('/', 1)[1]}/transcript"

    def arrived() -> bool:
        lines = ask(address, Seat=ada.token).text.splitlines()
        played = sum(line.startswith("0: ") for line in lines)
        assert played <= number
        return played == number

    ada.until(arrived, f"the server knows fewer than {number} decisions")


def test_a_move_made_while_the_server_is_down_is_kept_and_played(visit: Visit, tmp_path: Path) -> None:
    db = tmp_path / "tables.db"
    with Place(db, games=()) as place:
        ada = visit(place)
        ada.play_now("Zooloretto", opponents=1)
        assert ada.asked()
        ada.choose()
        at = ada.at()
        place.kill()
        expect(ada.page.get_by_text(LOST)).to_be_visible()
        ada.page.locator(CONFIRM).click()
    port = place.address.rsplit(":", 1)[1]
    with Place(db, "--port", port, games=()):
        expect(ada.page.get_by_text(LOST)).to_have_count(0)
        assert ada.asked()
        assert ada.at() != at
        ada.complaints[:] = [said for said in ada.complaints if "WebSocket" not in said]  # what a lost line always logs
        ada.page.close()
