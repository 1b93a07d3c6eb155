"""At the table: pace, people who are away, names, rematches, wrong addresses, lines that break."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from paddock.agents.levels import make
from paddock.core.match import Match
from paddock.core.rng import Rng
from tests.browser.hands import Visitor
from tests.server.place import Place
from tests.staging import staged

Visit = Callable[..., Visitor]
OPEN = "main [data-place][data-state='open']"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Somebody who is away may be replaced at once, and bots take their time."""
    db = tmp_path_factory.mktemp("seats") / "tables.db"
    with Place(db, "--patience", "0", "--bot-delay", "1", games=(), seed=5) as place:
        yield place


def invitation(page: Page) -> str:
    page.wait_for_url("**/t/*")
    page.locator(".slip").wait_for()
    table, code = json.loads(page.evaluate("localStorage.getItem('paddock.invites')"))[-1]
    return f"/t/{table}#join={code}"


def together(place: Place, visit: Visit, title: str = "Zooloretto", **more: object) -> list[Visitor]:
    """Ada and Ben at a table for two; the one who is to decide comes first."""
    ada, ben = visit(place, "Ada", **more), visit(place, "Ben", **more)
    ada.page.goto("/")
    ada.page.get_by_role("button", name=f"{title} with friends").click()
    ada.page.locator("dialog fieldset").get_by_text("2", exact=True).first.click()
    ada.page.get_by_role("button", name="Open the table").click()
    ben.page.goto(invitation(ada.page))
    ben.page.get_by_role("button", name="Sit down").click()
    for one in (ada, ben):
        one.page.locator("main .sign").wait_for()
    both = [ada, ben]
    ada.until(lambda: any(one.page.locator(OPEN).count() for one in both), "nobody is asked")
    return both if ada.page.locator(OPEN).count() else both[::-1]


def setting(page: Page, label: str, value: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label(label).select_option(label=value)
    page.get_by_role("dialog").get_by_role("button", name="Close").click()


# Pace


def test_against_bots_one_press_plays_and_undo_takes_it_back(place: Place, visit: Visit) -> None:
    ada = visit(place, usual=True)
    ada.play_now("Zooloretto", 2)
    ada.page.locator(OPEN).first.wait_for()
    before = ada.page.locator("[role=log] li").count()
    ada.pick()
    expect(ada.page.locator("main [data-confirm]")).to_have_count(0)
    ada.until(lambda: ada.page.locator("[role=log] li").count() > before, "nothing was played")
    ada.page.get_by_role("button", name="Undo").click()
    expect(ada.page.locator("[role=log]")).to_contain_text("takes back")


def forced_pass() -> Match:
    """Seat 0 of a hand of Frank's Zoo can only pass."""
    for seed in range(200):
        match = Match("franks-zoo", 4, seed=seed)
        agent, rng = make("easy"), Rng(seed)
        while not match.over:
            legal = match.state.legal_actions(0) if 0 in match.pending else []
            if len(legal) == 1 and match.game.prompt(match.state.mask(0)).choices[0].notation == "pass":
                return match
            seat = match.pending[0]
            match.play(seat, agent.choose(match.perspective(seat), rng))
    raise AssertionError("nobody ever has to pass")


def test_a_forced_move_is_played_by_itself_and_the_log_says_so(tmp_path: Path, visit: Visit) -> None:
    stage = staged(tmp_path, forced_pass())
    with Place(tmp_path / "tables.db", "--bot-delay", "2", games=[stage]) as place:
        ada = visit(place, usual=True)
        ada.play_now("Frank's Zoo", 3)
        expect(ada.page.locator("[role=log]")).to_contain_text("(the only move)")
        ben = visit(place, "Ben")  # who has switched it off
        ben.play_now("Frank's Zoo", 3)
        assert ben.asked()
        expect(ben.page.locator("main .sign")).to_contain_text("Pass")


def test_fast_forward_is_offered_while_bots_think_and_ends_with_the_next_question(place: Place, visit: Visit) -> None:
    ada = visit(place, usual=True)
    ada.play_now("Zooloretto", 2)
    setting(ada.page, "Bots play", "calmly")
    forward = ada.page.get_by_role("button", name="Fast forward")
    while not forward.count():  # a tile was drawn, and lies on a truck next
        if ada.open():
            ada.pick()
    forward.click()
    expect(ada.page.get_by_role("button", name="Fast forward until it is your turn")).to_be_visible()
    ada.page.locator(f"{OPEN}:visible").last.wait_for()
    expect(ada.page.get_by_role("button", name="Fast forward")).to_have_count(0)


def test_with_people_what_cannot_be_undone_is_confirmed(place: Place, visit: Visit) -> None:
    first, _ = together(place, visit, usual=True)
    first.pick()
    expect(first.page.locator("main [data-confirm]")).to_be_visible()


# People who are away


def test_somebody_who_is_away_is_nudged_and_replaced_until_back(place: Place, visit: Visit) -> None:
    first, second = together(place, visit)
    context, address, name = (
        first.page.context,
        first.page.url,
        first.page.evaluate("JSON.parse(localStorage['paddock.person']).name"),
    )
    second.page.get_by_role("button", name="Nudge").click()
    expect(first.page.get_by_text("nudges you: it is your turn")).to_be_visible()
    first.page.close()
    sign = second.page.locator("main .sign")
    expect(sign).to_contain_text(f"Waiting for {name}, away")
    second.page.get_by_role("button", name="Let a bot play until they are back").click()
    expect(second.page.get_by_text("a bot plays").first).to_be_attached()
    first.page = context.new_page()
    first.page.goto(address)
    first.page.locator("main .sign").wait_for()
    expect(second.page.get_by_text("a bot plays")).to_have_count(0)
    expect(first.page.get_by_text("A bot plays for you.")).to_have_count(0)


def test_resigning_is_asked_twice_and_ends_a_match_against_bots(place: Place, visit: Visit) -> None:
    ada = visit(place)
    ada.play_now("Zooloretto", 1)
    ada.page.locator("main .sign").wait_for()
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_role("button", name="Resign", exact=True).click()
    ada.page.get_by_role("button", name="Resign for good").click()
    expect(ada.page.get_by_text("You have resigned. The match is over.")).to_be_visible()
    expect(ada.page.locator(OPEN)).to_have_count(0)


def test_a_table_that_nobody_joined_is_closed_and_its_link_says_so(place: Place, visit: Visit) -> None:
    ada, ben = visit(place), visit(place, "Ben")
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Zooloretto with friends").click()
    ada.page.get_by_role("button", name="Open the table").click()
    link = invitation(ada.page)
    ada.page.get_by_role("button", name="Close the table").click()
    expect(ada.page.get_by_role("heading", name="This table is closed")).to_be_visible()
    ben.page.goto(link)
    expect(ben.page.get_by_role("heading", name="This table is closed")).to_be_visible()


# Names


def test_the_first_table_with_people_asks_for_a_name_and_suggests_one(place: Place, visit: Visit) -> None:
    ada = visit(place, "")
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Zooloretto with friends").click()
    field = ada.page.get_by_label("Your name")
    expect(field).to_have_value("Fox " + field.input_value().split()[-1])
    field.fill("Owl")
    ada.page.get_by_role("button", name="Open the table").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("That name cannot be used")
    field.fill("Ada")
    ada.page.get_by_role("button", name="Open the table").click()
    ada.page.wait_for_url("**/t/*")
    expect(ada.page.locator("main .slip")).to_contain_text("Ada")
    expect(ada.page.locator("body")).not_to_contain_text("Guest")
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Zooloretto with friends").click()
    expect(ada.page.get_by_label("Your name")).to_have_count(0)
    ada.complaints.clear()  # the browser tells of the refused name


# Wrong addresses


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/zoo", "There is no such page"),
        ("/t/short", "This link is not complete"),
        ("/t/AAAAAAAAAAAAAAAA", "There is no such table"),
        ("/r/AAAAAAAAAAAAAAAA", "There is no such table"),
    ],
)
@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_a_wrong_address_has_a_page_of_its_own(place: Place, visit: Visit, path: str, title: str, locale: str) -> None:
    ada = visit(place, locale=locale)
    ada.page.goto(path)
    heading = ada.page.locator("[data-nowhere] h1")
    heading.wait_for()
    assert (heading.inner_text() == title) == (locale == "en-US")
    expect(ada.page.locator(".strip")).to_have_count(0)
    assert ada.violations() == []
    ada.page.locator("[data-nowhere] a").click()
    expect(ada.page.locator(".shelf")).to_be_visible()
    ada.complaints.clear()  # the browser tells of the address


def test_a_seat_link_that_was_renewed_says_so_and_lets_one_watch(place: Place, visit: Visit) -> None:
    ada, other = visit(place), visit(place, "Ben")
    ada.play_now("Zooloretto", 1)
    ada.page.locator("main .sign").wait_for()
    other.page.goto(f"/t/{ada.page.url.split('/')[-1]}#seat={'A' * 43}")
    expect(other.page.get_by_role("heading", name="This link no longer opens a seat")).to_be_visible()
    other.page.get_by_role("button", name="Watch the match").click()
    expect(other.page.locator("main .sign")).to_be_visible()


# Lines


def test_offline_is_said_at_once_and_a_move_that_waits_is_sent_later(place: Place, visit: Visit) -> None:
    ada = visit(place)
    ada.play_now("Zooloretto", 1)
    ada.asked()
    ada.choose()
    at = ada.at()
    ada.page.context.set_offline(True)
    expect(ada.page.get_by_text("You are offline.")).to_be_visible(timeout=1500)
    ada.page.locator("main [data-confirm]").click()
    expect(ada.page.get_by_text("You are offline.")).to_be_visible()
    ada.page.context.set_offline(False)
    expect(ada.page.get_by_text("You are offline.")).to_have_count(0)
    ada.until(lambda: ada.at() != at, "the move was not sent")
    ada.complaints.clear()  # the browser tells of the line


# Levels and options


def test_a_level_is_explained_and_variants_are_offered_to_who_plays_now(place: Place, visit: Visit) -> None:
    ada = visit(place)
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Play now, Zooloretto").click()
    sheet = ada.page.locator("dialog")
    sheet.get_by_label("hard", exact=True).check(force=True)
    beats = json.loads((Path(__file__).parents[2] / "src/paddock/agents/beats.json").read_text())["zooloretto"]["hard"]
    expect(sheet).to_contain_text(f"finishes above “medium” in {beats} of 100 matches")
    sheet.get_by_text("Variants").click()
    sheet.get_by_label("Who begins").select_option(label="Seat 2")
    sheet.get_by_role("button", name="Start the game").click()
    expect(ada.page.locator("[role=log]")).to_contain_text("Owl begins")


# By ear and by keys


def test_keys_read_how_things_stand_and_a_move_can_be_typed(place: Place, visit: Visit) -> None:
    ada = visit(place)
    ada.play_now("Zooloretto", 1)
    assert ada.asked()
    page, read = ada.page, ada.page.locator("[data-read]")
    page.keyboard.press("a")
    expect(read).to_have_text(page.locator("main .sign h2").inner_text())
    page.keyboard.press("s")
    expect(read).to_contain_text("You: 0")
    page.keyboard.press("l")
    expect(read).to_contain_text(".")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Type a move")
    page.keyboard.press("Escape")
    at = ada.at()
    page.keyboard.press("t")
    page.get_by_label("Your move in notation").fill("dra")
    expect(page.get_by_role("dialog")).to_contain_text("draw")
    page.keyboard.press("Enter")
    ada.until(lambda: ada.at() != at, "the typed move was not played")


def test_what_is_to_be_confirmed_is_said_and_the_live_region_stands_last(place: Place, visit: Visit) -> None:
    ada = visit(place)
    ada.play_now("Zooloretto", 1)
    assert ada.asked()
    ada.choose()
    live = ada.page.locator("main > :last-child")
    expect(live).to_have_attribute("aria-live", "polite")
    expect(live).to_contain_text("Chosen: ")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_focus_ring_on_the_sign_can_be_seen(place: Place, visit: Visit, theme: str) -> None:
    """3 : 1 at least, by the formula of WCAG, between the ring and the sign that it lies on."""
    ada = visit(place, theme=theme)
    ada.play_now("Zooloretto", 1)
    assert ada.asked()
    ada.choose()
    ada.page.keyboard.press("Tab")  # rings are for keys
    ada.page.locator("main [data-confirm]").focus()
    contrast = ada.page.evaluate(
        """() => {
          const light = (colour) => {
            const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((one) => one / 255)
              .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const ring = light(getComputedStyle(document.activeElement).outlineColor);
          const sign = light(getComputedStyle(document.querySelector("main .sign")).backgroundColor);
          return (Math.max(ring, sign) + 0.05) / (Math.min(ring, sign) + 0.05);
        }"""
    )
    assert contrast >= 3


def test_a_skip_link_leads_to_the_board(place: Place, visit: Visit) -> None:
    ada = visit(place)
    ada.play_now("Zooloretto", 1)
    assert ada.asked()
    ada.page.reload()
    assert ada.asked()
    ada.page.keyboard.press("Tab")
    expect(ada.page.get_by_role("link", name="Skip to the board")).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("main")).to_be_focused()


def test_undo_looks_disabled_where_there_is_nothing_to_take_back(place: Place, visit: Visit) -> None:
    ada = visit(place)
    ada.play_now("Zooloretto", 1)
    assert ada.asked()
    expect(ada.page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    ada.decide()
    expect(ada.page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "false")
