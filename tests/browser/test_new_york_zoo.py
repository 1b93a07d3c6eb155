"""The face of New York Zoo: placing by mouse, finger and keys, breeding for two, and whole games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from paddock.core import transcript
from paddock.core.match import Match
from tests.browser.hands import CONFIRM, LOST, OPEN, OVER, PAINTED, WATCH_SHIFTS, Visitor
from tests.browser.line import Line
from tests.browser.stage import found, framed, show
from tests.browser.ways import Finger, Keys, Mouse
from tests.games.new_york_zoo.zoo import lay, opening
from tests.server.place import Person, Place
from tests.staging import View, reached, staged, written

Visit = Callable[..., Visitor]
GAME = "new-york-zoo"
TRAY, TRIED = "main [data-tray]", "main [data-place='tried']"


@pytest.fixture(scope="module")
def placing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A server on which seat 0 always has an enclosure to place, on an empty board."""
    folder = tmp_path_factory.mktemp("placing")
    match = reached(GAME, 2, lambda view: view["phase"] == "place")
    with Place(folder / "tables.db", games=[staged(folder, match)]) as place:
        yield place


def seat_links(place: Place, plan: str, **options: object) -> list[str]:
    """A table with people on `me` and every `open` seat, and the link to each of these."""

    async def sit() -> list[str]:
        table = await Person(place, "Ada").create(plan, GAME, options=options)
        others = [await Person(place, "Ben").sit(table) for seat in plan.split() if seat == "open"]
        return [f"/t/{table['table']}#seat={one['token']}" for one in (table, *others)]

    with ThreadPoolExecutor(1) as thread:  # the browser's own loop runs in this one
        return thread.submit(lambda: asyncio.run(sit())).result()


def enter(who: Visitor, place: Place, plan: str = "me easy", **options: object) -> Visitor:
    who.page.goto(seat_links(place, plan, **options)[0])
    assert who.asked()
    return who


def corner(who: Visitor, row: float, column: float, columns: int = 14) -> tuple[float, float]:
    """The middle of a cell of the board in the window."""
    box = who.page.locator("main [data-ground]").bounding_box()
    assert box is not None
    cell = box["width"] / columns
    return box["x"] + (column + 0.5) * cell, box["y"] + (row + 0.5) * cell


def middle(who: Visitor, what: str) -> tuple[float, float]:
    box = who.page.locator(what).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(who: Visitor, start: tuple[float, float], *through: tuple[float, float]) -> None:
    who.page.mouse.move(*start)
    who.page.mouse.down()
    for x, y in through:
        who.page.mouse.move(x, y, steps=4)
    who.page.mouse.up()


def said(who: Visitor) -> str:
    return who.page.locator("main .sign p").inner_text()


# Placing.


def test_a_piece_is_dragged_tried_turned_and_placed(visit: Visit, placing: Place) -> None:
    ada = enter(visit(placing), placing)
    assert ada.page.locator(CONFIRM).count() == 0  # nothing is laid by mistake
    drag(ada, middle(ada, TRAY), corner(ada, 6, 8))
    expect(ada.page.locator(TRIED)).to_have_attribute("data-state", "picked")
    expect(ada.page.locator("main .sign p")).to_contain_text("to go after it")
    before = ada.page.locator(TRIED).get_attribute("aria-label")
    ada.page.get_by_role("button", name="Turn", exact=True).click()
    ada.page.get_by_role("button", name="Flip", exact=True).click()
    drag(ada, middle(ada, TRIED), corner(ada, 6, 5))
    expect(ada.page.locator(TRIED)).not_to_have_attribute("aria-label", before or "")
    ada.confirm()
    assert ada.page.locator(TRIED).count() == 0
    expect(ada.log().filter(has_text="lays an enclosure")).not_to_have_count(0)


def test_a_ghost_turns_red_with_the_reason_and_is_no_choice(visit: Visit, placing: Place) -> None:
    ada = enter(visit(placing), placing)
    drag(ada, middle(ada, TRAY), corner(ada, 6, 8), corner(ada, 1, 1))
    expect(ada.page.locator(TRIED)).to_have_attribute("data-state", "blocked")
    expect(ada.page.locator("main .sign p")).to_have_text("Not here: the houses are in the way.")
    expect(ada.page.locator(CONFIRM)).to_have_count(0)
    drag(ada, middle(ada, TRIED), corner(ada, 6, 8))  # from there it is dragged on
    expect(ada.page.locator(CONFIRM)).to_have_count(1)
    ada.page.keyboard.press("Escape")  # taken back into the hand
    expect(ada.page.locator(TRIED)).to_have_count(0)


def test_a_piece_is_placed_by_keys_alone(visit: Visit, placing: Place) -> None:
    ada = enter(visit(placing, way=Keys()), placing)
    at = ada.at()
    ada.page.keyboard.press("ArrowRight")
    expect(ada.page.locator(TRIED)).to_have_attribute("data-state", "picked")
    first = ada.page.locator(TRIED).get_attribute("aria-label")
    for key in ("ArrowDown", "r", "f", "ArrowRight"):
        ada.page.keyboard.press(key)
    expect(ada.page.locator(TRIED)).not_to_have_attribute("aria-label", first or "")
    for _ in range(9):
        ada.page.keyboard.press("ArrowDown")  # to the last rows, where nothing is in the way
    expect(ada.page.locator(TRIED)).to_have_attribute("data-state", "picked")
    ada.page.locator(TRIED).focus()
    expect(ada.page.locator(CONFIRM)).to_have_count(1)
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_function("at => document.querySelector('main [data-at]').dataset.at !== at", arg=at)


def test_a_finger_drags_and_two_twist(visit: Visit, placing: Place) -> None:
    ada = enter(visit(placing, way=Finger()), placing)
    hands = ada.page.context.new_cdp_session(ada.page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        some = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        hands.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": some})
        ada.page.evaluate("new Promise(requestAnimationFrame)")

    (x, y), (to_x, to_y) = middle(ada, TRAY), corner(ada, 7, 6)
    shape = ada.page.locator(f"{TRAY} .face").get_attribute("d")
    fingers("touchStart", (x, y))
    for part in (0.3, 0.7, 1):
        fingers("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
    expect(ada.page.locator(TRIED)).to_be_attached()
    fingers("touchStart", (to_x, to_y), (to_x + 90, to_y))
    fingers("touchMove", (to_x, to_y), (to_x + 40, to_y + 80))
    fingers("touchMove", (to_x, to_y), (to_x, to_y + 90))  # twisted by a quarter
    expect(ada.page.locator(f"{TRAY} .face")).not_to_have_attribute("d", shape or "")
    fingers("touchEnd")
    expect(ada.page.locator(TRIED)).to_have_attribute("data-state", "picked")
    ada.page.touchscreen.tap(*corner(ada, 7, 10))  # tap and tap is as good as a drag
    ada.confirm()


def test_a_piece_in_hand_outlives_a_cut_line_and_a_reload(visit: Visit, placing: Place) -> None:
    ada = visit(placing)
    line = Line(ada.page)
    enter(ada, placing)
    drag(ada, middle(ada, TRAY), corner(ada, 6, 8))
    where = ada.page.locator(TRIED).get_attribute("aria-label") or ""
    line.cut()
    expect(ada.page.get_by_text(LOST)).to_be_visible()
    expect(ada.page.locator(TRIED)).to_have_attribute("aria-label", where)
    line.mend()
    expect(ada.page.get_by_text(LOST)).to_be_hidden()
    expect(ada.page.locator(TRIED)).to_have_attribute("aria-label", where)
    ada.page.reload()
    expect(ada.page.locator(TRAY)).to_be_visible()
    drag(ada, middle(ada, TRAY), corner(ada, 6, 8))
    ada.confirm()


def test_a_hint_shows_where_the_piece_could_go(visit: Visit, placing: Place) -> None:
    ada = enter(visit(placing), placing)
    ada.page.get_by_role("button", name="Hint").click()
    expect(ada.page.locator(TRIED)).to_have_attribute("data-state", "picked")
    ada.confirm()


# Breeding.


@pytest.fixture(scope="module")
def breeding(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Both have arctic foxes, and the elephant is about to pass their gate."""
    folder = tmp_path_factory.mktemp("breeding")
    position = opening()
    lay(position, 0, "e4-07", "E1 F1 E2 F2", "arctic_fox", 2)
    lay(position, 1, "e4-08", "K9 L9 M9 N9", "arctic_fox", 3)
    with Place(folder / "tables.db", games=[written(folder, GAME, position)]) as place:
        yield place


COUNT_SWINGS = """
window.swings = 0;
const { animate } = Element.prototype;
Element.prototype.animate = function (...how) {
  window.swings += this.matches(".gate .bar");
  return animate.apply(this, how);
};
"""


def test_two_people_breed_at_one_gate(visit: Visit, breeding: Place) -> None:
    ada, ben = visit(breeding), visit(breeding, name="Ben", theme="dark")
    ada.page.emulate_media(reduced_motion="no-preference")
    for who, link in zip((ada, ben), seat_links(breeding, "me open"), strict=True):
        who.page.add_init_script(COUNT_SWINGS)
        who.page.goto(link)
    assert ada.asked()
    way = ada.page.locator("main .panel button", has_text="7 cells").last
    expect(way).to_contain_text("Arctic foxes: You +1, Ben +1")  # what it would mean, before it is done
    ada.press(way)
    ada.confirm()
    ada.page.wait_for_function("window.swings === 1")  # the gate between the third space and the fourth
    drag(ada, middle(ada, TRAY), corner(ada, 6, 8))
    ada.confirm()
    for who, gains in ((ada, "You +1, Ben +1"), (ben, "Ada +1, You +1")):
        expect(who.page.locator("main .panel")).to_contain_text(f"Arctic foxes breed: {gains}")
    ada.decide()  # who moves in
    while "breed" not in ada.page.locator("main .sign h2").inner_text():
        ada.decide()
    ada.press(ada.page.locator("main [data-place='enclosure:e4-07']"))
    ada.confirm()
    assert ben.asked()
    expect(ben.page.locator("main .sign h2")).to_contain_text("The arctic foxes breed")
    ben.press(ben.page.locator("main [data-place='enclosure:e4-08']"))
    ben.confirm()
    expect(ben.page.locator("main .sign h2")).to_contain_text("is full")
    assert ben.page.evaluate("window.swings") == 0  # who wants less motion sees none


# Whole games.


def check_end(ada: Visitor, decisions: int) -> None:
    """What the page shows at the end is what the server counted."""
    expect(ada.page.locator(OVER).get_by_role("heading")).to_contain_text("finished")
    table = ada.page.url.split("/t/")[1].split("#")[0]
    with httpx.Client(base_url=f"{ada.place.address}/api/tables") as server:
        match = transcript.read(server.get(f"/{table}/transcript").text)
    assert sum(event.seat == 0 for event in match.events) == decisions  # nothing was played twice, or for us
    view = match.game.view(match.state.mask(0))
    podium = ada.page.locator(OVER).get_by_role("img").get_attribute("aria-label") or ""
    for seat in view["seats"]:
        assert str(seat["uncovered"]) in podium


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("way", "theme", "plan"),
    [
        (Mouse, "light", "me easy easy easy"),
        (Keys, "dark", "me easy easy easy"),
        (Finger, "light", "me easy easy easy easy"),
    ],
)
def test_a_game_is_played_from_its_beginning_to_its_end(
    visit: Visit, place: Place, way: type[Mouse | Keys | Finger], theme: str, plan: str
) -> None:
    ada = enter(visit(place, way=way(), theme=theme), place, plan)
    check_end(ada, ada.play_on())


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("way", "board"), [(Mouse, "1p-4houses"), (Finger, "1p-3houses")])
def test_a_solo_game_is_played_to_the_end(visit: Visit, place: Place, way: type[Mouse | Finger], board: str) -> None:
    ada = enter(visit(place, way=way()), place, "me", solo_board=board)
    decisions = ada.play_on()
    assert decisions > 10
    expect(ada.page.locator(OVER).get_by_role("heading")).to_contain_text("Time is up")  # aimless play never wins
    expect(ada.page.locator(OVER).locator(".crown")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_short_game_is_played_from_six_enclosures_of_ones_own_to_its_end(visit: Visit, place: Place) -> None:
    ada = enter(visit(place, way=Finger()), place, "me easy", short_game_2p=True)
    while ada.asked() and "Where does the elephant go" not in ada.page.locator("main .sign h2").inner_text():
        ada.decide()
    assert sum("lay next" in question for question in ada.questions) == 6
    assert sum("Place the enclosure" in question for question in ada.questions) == 6
    expect(ada.page.locator("main [data-ground] [data-piece^='tile-']")).to_have_count(6)
    ada.play_on()
    check_end(ada, len(ada.questions))


# What nobody should find wrong.

Phase = tuple[int, str, dict[str, Any]]
SCENES: list[Phase] = [
    (4, "move", {}),
    (2, "place", {}),
    (3, "acquire", {}),
    (2, "attraction", {}),
    (5, "breed", {}),
    (3, "bonus", {}),
    (1, "move", {}),
    (1, "place", {"solo_board": "1p-4houses"}),
    (2, "pick", {"short_game_2p": True}),
]
MORE: list[Phase] = [
    (4, "populate", {}),
    (3, "populate_2", {}),
    (4, "acquire_2", {}),
    (4, "extra", {}),
    (3, "keep", {}),
    (3, "place", {}),
    (5, "stand", {}),
    (2, "lay", {"short_game_2p": True}),
]


def in_phase(phase: str) -> Callable[[View], bool]:
    return lambda view: view["phase"] == phase


@pytest.mark.parametrize("way", [Mouse, Finger])
def test_axe_finds_nothing_in_any_phase(visit: Visit, place: Place, way: type[Mouse | Finger]) -> None:
    ada = visit(place, way=way())
    for seats, phase, options in SCENES:
        show(ada.page, found(GAME, seats, in_phase(phase), **options))
        if phase == "place":
            ada.page.keyboard.press("ArrowRight")
            expect(ada.page.locator(TRIED)).to_be_attached()
        for theme in ("light", "dark"):
            ada.page.emulate_media(color_scheme=theme)
            expect(ada.page.locator(f"html[data-theme={theme}]")).to_be_attached()
            assert ada.violations() == [], f"{phase}, {theme}"


# What of the sign and the panel cannot be read, because it lies outside them, under a button or beyond a last line?
CUT_OFF = """
(() => {
  const lost = [];
  const sign = document.querySelector("main .sign");
  const frame = sign.getBoundingClientRect();
  const keys = sign.querySelector(".keys").getBoundingClientRect();
  for (const one of sign.querySelectorAll("h2, p, button")) {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    const under = one.tagName !== "BUTTON" && keys.height > 0 && bottom > keys.top + 1 && right > keys.left + 1;
    if (top < frame.top + 3 || bottom > frame.bottom - 3 || right > frame.right) lost.push(`outside: ${one.innerText}`);
    if (one.scrollHeight > one.clientHeight + 3) lost.push(`more lines: ${one.innerText}`);
    if (one.innerText && under) lost.push(`under a button: ${one.innerText}`);
  }
  const panel = document.querySelector("main .panel");
  const edge = panel.getBoundingClientRect();
  for (const one of panel.querySelectorAll("button, p, h3, svg:not(svg svg)")) {
    const { top, bottom, left, right, width } = one.getBoundingClientRect();
    const inside = top > edge.top - 1 && bottom < edge.bottom + 1 && left > edge.left - 1 && right < edge.right + 1;
    if (width > 0 && !inside) lost.push(`outside the panel: ${one.tagName} ${one.textContent}`);
  }
  return lost;
})()
"""
WINDOWS = [(1440, 900), (1280, 800), (390, 844), (360, 640)]


PICK = "place => document.querySelector(`main [data-place='${place}']`).dispatchEvent(new MouseEvent('click'))"


def longest(match: Match, language: str) -> tuple[str, ...]:
    """The places that lead to the choice of which most is said; none where all choices are words in the sign."""
    words = match.game.words(language)
    choices = [one for one in match.game.prompt(match.state.mask(0)).choices if ":" in one.path[0]]
    return max(choices, key=lambda one: sum(len(words.say(note)) for note in one.note)).path if choices else ()


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_nothing_is_cut_off_in_any_window(visit: Visit, place: Place, locale: str) -> None:
    ada = visit(place, locale=locale)
    lost = {}
    for seats, phase, options in SCENES + MORE:
        match = reached(GAME, seats, in_phase(phase), **options)
        show(ada.page, framed(match))
        path = longest(match, locale[:2])
        for chosen in (False, True) if path else (False,):
            if chosen and phase in ("place", "stand", "lay"):
                ada.page.keyboard.press("ArrowRight")
            elif chosen:
                for step in path:
                    ada.page.evaluate(PICK, step)
            if chosen:
                expect(ada.page.locator(CONFIRM)).to_be_attached()
            for width, height in WINDOWS:
                ada.page.set_viewport_size({"width": width, "height": height})
                expect(ada.page.locator("main .panel.phone")).to_have_count(int(width < 600))
                ada.page.evaluate(PAINTED)
                if words := ada.page.evaluate(CUT_OFF):
                    lost[f"{phase} for {seats}, {width} wide, {chosen=}"] = words
    assert lost == {}


FOCUSED = "document.activeElement.dataset.place ?? null"


def test_page_down_and_page_up_lead_through_all_that_is_open(visit: Visit, place: Place) -> None:
    ada = visit(place)
    show(ada.page, found(GAME, 2, in_phase("attraction")))
    open_places = ada.page.locator(OPEN).evaluate_all("all => all.map((one) => one.dataset.place)")
    assert len(open_places) > 2
    ada.page.locator(OPEN).first.focus()
    met = []
    for _ in open_places:
        met.append(ada.page.evaluate(FOCUSED))
        ada.page.keyboard.press("PageDown")
    assert met == open_places
    assert ada.page.evaluate(FOCUSED) == open_places[0]  # after the last comes the first
    ada.page.keyboard.press("PageUp")
    assert ada.page.evaluate(FOCUSED) == open_places[-1]


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_a_turn_fits_on_a_phone_without_scrolling(visit: Visit, place: Place, seats: int) -> None:
    ada = visit(place, way=Finger())
    show(ada.page, found(GAME, seats, lambda view: view["phase"] == "place"))
    nav = ada.page.locator("nav.bottom").bounding_box()
    ground = ada.page.locator("main [data-ground]").bounding_box()
    assert nav is not None
    assert ground is not None
    assert ground["y"] + ground["height"] <= nav["y"]
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 390
    expect(ada.page.get_by_role("button", name="Turn", exact=True)).to_be_in_viewport(ratio=1)
    if seats > 1:  # everybody's zoo is one tap away, and so is the way back
        ada.page.get_by_role("button", name="to go. Ben").tap()
        expect(ada.page.get_by_role("group", name="The zoo of Ben")).to_be_visible()
        ada.page.get_by_role("button", name="Back to your zoo").tap()
        expect(ada.page.get_by_role("group", name="Your zoo")).to_be_visible()


@pytest.mark.parametrize("way", [Mouse, Finger])
def test_nothing_moves_that_nobody_touched(visit: Visit, tmp_path: Path, way: type[Mouse | Finger]) -> None:
    with Place(tmp_path / "tables.db", "--workers", "2", games=(), seed=11) as place:
        ada = enter(visit(place, way=way()), place, "me easy")  # for two, whose numbers lose a digit on the way
        ada.page.evaluate(WATCH_SHIFTS)
        for _ in range(12):
            assert ada.asked()
            ada.decide()
        assert ada.page.evaluate("window.shifts") == []
