"""The face of O Zoo le Mio: sealed bids, the tile in hand, the map, the end of a year, and every rule set."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.hands import CONFIRM, LOST, OVER, PAINTED, WATCH_SHIFTS, Visitor
from tests.browser.line import Line
from tests.browser.stage import found, framed, show
from tests.browser.ways import Finger, Mouse
from tests.games.o_zoo_le_mio.scene import Scene
from tests.server.place import Place
from tests.staging import reached, staged

Visit = Callable[..., Visitor]
TITLE = "O Zoo le Mio"
RULES = "Which rules all other options start from"
MANUAL = "The later reference manual: three tiles open, visitors at the year's end, a fixed income"
PROFESSIONAL = "As standard, but a year ends with its third tile with bushes"
SHELF = "main .shelf [data-tray]"
ENVELOPES = "main .pole .state svg use[href$='#envelope']"
TRIED = "main .tried"
# Tile 24 right of the path end over (1,0): nobody else has an animal or a bush, and all three ends stay open.
BROUGHT = (
    "Your visitors to the mammals: 0 → 1. Your visitors to the sea life: 0 → 1. "
    "Your trees: 0 → 2. 3 path ends stay open."
)
BRIEF = "This year 0 → 4: Mammals +1, Sea life +1, Trees +2. 3 path ends open."  # the same on a phone


@pytest.fixture(scope="module")
def first_tile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Every table of two begins with tile 24 in the hand of the first seat, and nothing built."""
    folder = tmp_path_factory.mktemp("first")
    with Place(folder / "tables.db", games=[staged(folder, Scene(2).bid(3, 1).match)]) as place:
        yield place


def sign(ada: Visitor) -> Locator:
    return ada.page.locator("main .sign p")


def middle(thing: Locator) -> tuple[float, float]:
    found: Any = thing.bounding_box()
    assert found is not None
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def between(page: Page, one: str, other: str) -> tuple[float, float]:
    """The point between the middles of two squares."""
    (x, y), (to_x, to_y) = (middle(page.locator(f"main [data-place='cell:({cell})'] > .hit")) for cell in (one, other))
    return (x + to_x) / 2, (y + to_y) / 2


def square(page: Page) -> float:
    found: Any = page.locator("main [data-place='cell:(1,1)'] > .hit").bounding_box()
    return float(found["width"]) * 112 / 102  # what is marked lies 5 of 112 units within its square


def lies(tile: Locator) -> bool:
    """Is it wider than high?"""
    found: Any = tile.bounding_box()
    return bool(found["width"] > found["height"])


def drag(page: Page, start: tuple[float, float], goal: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    for part in (0.3, 0.7, 1.0):
        page.mouse.move(*(a + (b - a) * part for a, b in zip(start, goal, strict=True)))
    page.mouse.up()


# The tile in hand.


def test_a_tile_is_dragged_turned_and_placed_with_the_mouse(visit: Visit, first_tile: Place) -> None:
    ada = visit(first_tile)
    ada.play_now(TITLE, opponents=1)
    assert ada.asked()
    page = ada.page
    drag(page, middle(page.locator(SHELF)), between(page, "1,1", "2,1"))
    expect(sign(ada)).to_have_text(BROUGHT)
    expect(page.locator("main .slip")).to_contain_text("This year 0 → 4")
    assert ada.violations() == []
    for _ in range(4):  # once round
        page.keyboard.press("r")
    expect(sign(ada)).to_have_text(BROUGHT)
    page.get_by_role("button", name="Turn").click()
    expect(sign(ada)).not_to_have_text(BROUGHT)
    for _ in range(3):
        page.locator(TRIED).click()  # a tap on the tile turns it as well
    expect(sign(ada)).to_have_text(BROUGHT)
    ada.confirm()
    expect(page.get_by_role("group", name="Your zoo. 1 tile, 0 benches, 1 bush, 3 open path ends")).to_be_visible()


def test_where_a_tile_cannot_lie_the_sign_says_why_and_it_cannot_be_placed(visit: Visit, first_tile: Place) -> None:
    ada = visit(first_tile)
    ada.play_now(TITLE, opponents=1)
    assert ada.asked()
    page = ada.page
    x, y = between(page, "1,1", "2,1")
    drag(page, middle(page.locator(SHELF)), (x - square(page), y))  # grass over both path ends
    expect(sign(ada)).to_have_text("The half with mammals has grass on its south side, where a path arrives.")
    expect(page.locator(CONFIRM)).to_have_count(0)
    drag(page, middle(page.locator(TRIED)), (x - square(page), y + square(page)))
    expect(sign(ada)).to_have_text("The starting tile lies there.")
    drag(page, middle(page.locator(TRIED)), (x + square(page), y))
    expect(sign(ada)).to_have_text("No path leads here: a tile must extend a path.")
    page.keyboard.press("Escape")
    expect(page.locator(CONFIRM)).to_have_count(0)


def test_a_tile_is_dragged_turned_and_placed_with_fingers(visit: Visit, first_tile: Place) -> None:
    ada = visit(first_tile, way=Finger(), theme="dark")
    ada.play_now(TITLE, opponents=1)
    assert ada.asked()
    page = ada.page
    touch = fingers(page)
    start, (x, y) = middle(page.locator(SHELF)), between(page, "1,1", "2,1")
    goal = (x, y + 0.9 * square(page))  # the tile floats above the finger, which would cover it
    touch("touchStart", start)
    for part in (0.2, 0.6, 1.0):
        touch("touchMove", (start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part))
    carried = page.locator(".lifted .carried")
    expect(carried).to_be_visible()
    assert lies(carried)
    below, left = (goal[0], goal[1] + 90), (goal[0] - 90, goal[1])
    touch("touchStart", goal, below)  # a second finger goes round the first, and the tile turns along
    touch("touchMove", goal, left)
    ada.until(lambda: not lies(carried), "two fingers did not turn it")
    touch("touchMove", goal, (goal[0] + 25, goal[1] + 85))
    ada.until(lambda: lies(carried), "two fingers did not turn it back")
    touch("touchEnd")
    expect(carried).to_have_count(0)
    expect(sign(ada)).to_have_text(BRIEF)
    assert ada.violations() == []
    ada.confirm()
    expect(page.get_by_role("group", name="Your zoo. 1 tile, 0 benches, 1 bush, 3 open path ends")).to_be_visible()


def test_a_tile_is_tried_and_placed_by_keys(visit: Visit, first_tile: Place) -> None:
    ada = visit(first_tile)
    ada.play_now(TITLE, opponents=1)
    assert ada.asked()
    page = ada.page
    page.locator("main [data-place='cell:(2,1)']").focus()
    page.keyboard.press("Enter")
    expect(sign(ada)).to_have_text(BROUGHT)
    at = ada.at()
    page.keyboard.press("Enter")  # once more where it lies: that is it
    page.wait_for_function("at => document.querySelector('main [data-at]').dataset.at !== at", arg=at)
    expect(page.get_by_role("group", name="Your zoo. 1 tile, 0 benches, 1 bush, 3 open path ends")).to_be_visible()


def test_a_line_that_breaks_leaves_the_tile_where_it_was_tried(visit: Visit, first_tile: Place) -> None:
    ada = visit(first_tile)
    line = Line(ada.page)
    ada.play_now(TITLE, opponents=1)
    assert ada.asked()
    page = ada.page
    drag(page, middle(page.locator(SHELF)), between(page, "1,1", "2,1"))
    expect(sign(ada)).to_have_text(BROUGHT)
    line.cut()
    expect(page.get_by_text(LOST)).to_be_visible()
    expect(page.locator(TRIED)).to_be_visible()
    line.mend()
    expect(page.get_by_text(LOST)).to_have_count(0)
    expect(sign(ada)).to_have_text(BROUGHT)
    ada.confirm()
    expect(page.get_by_role("group", name="Your zoo. 1 tile, 0 benches, 1 bush, 3 open path ends")).to_be_visible()


# The auction.


def seal(who: Visitor, coins: int) -> None:
    """By the number key, which leads to the button."""
    who.page.keyboard.press(str(coins))
    expect(who.page.locator(CONFIRM)).to_have_text(f"Seal {coins}")
    expect(who.page.locator(CONFIRM)).to_be_focused()
    who.confirm()


def sit_together(ada: Visitor, ben: Visitor) -> None:
    ada.page.goto("/")
    ada.page.get_by_role("button", name=f"{TITLE} with friends").click()
    ada.page.locator("dialog fieldset").get_by_text("2", exact=True).click()
    ada.page.get_by_role("button", name="Open the table").click()
    ben.page.goto(ada.page.get_by_label("Copy link").input_value())
    ben.page.get_by_role("button", name="Sit down").click()
    assert ada.asked()
    assert ben.asked()


def test_bids_are_sealed_taken_back_and_opened_together(visit: Visit, place: Place) -> None:
    ada, ben = visit(place, "Ada"), visit(place, "Ben", theme="dark")
    sit_together(ada, ben)
    seal(ada, 7)
    expect(ada.page.locator(ENVELOPES)).to_have_count(1)
    expect(ben.page.locator(ENVELOPES)).to_have_count(1)  # that she has bid is seen, but not how much
    expect(ben.page.locator("main .pole")).not_to_contain_text("7")
    ada.page.get_by_role("button", name="Take it back").click()
    expect(ben.page.locator(ENVELOPES)).to_have_count(0)
    assert ada.asked()
    seal(ada, 5)
    seal(ben, 2)
    for who in (ada, ben):
        expect(who.page.locator("main .pole .won .num")).to_have_text("5")
        expect(who.page.locator("main .pole li:not(.won) .num")).to_have_text("2")
    assert ada.asked()
    expect(ada.page.locator("main .sign h2")).to_contain_text("Where does tile")
    expect(ben.page.locator("main .shelf .lot")).to_have_text("Ada builds")


def test_a_tie_is_won_by_the_higher_flag_which_then_drops(visit: Visit, place: Place) -> None:
    ada, ben = visit(place, "Ada"), visit(place, "Ben")
    sit_together(ada, ben)
    flags = ada.page.locator("main .pole li")
    before = [flag.get_attribute("data-piece") for flag in flags.all()]
    seal(ada, 3)
    seal(ben, 3)
    expect(ada.page.locator("main .pole .tied")).to_have_count(2)
    expect(flags.last).to_have_attribute("data-piece", before[0] or "")
    expect(ada.page.locator("main .pole .won")).to_have_attribute("data-piece", before[0] or "")


def test_a_bid_is_made_by_coins_plus_and_minus_and_too_much_is_refused(visit: Visit, place: Place) -> None:
    ada = visit(place)
    ada.play_now(TITLE, opponents=1)
    assert ada.asked()
    button = ada.page.locator(CONFIRM)
    expect(button).to_have_text("Seal 0")
    ada.page.get_by_role("button", name="8 coins", exact=True).click()
    expect(button).to_have_text("Seal 8")
    ada.page.get_by_role("button", name="One more").click(force=True)  # it is not barred from answering
    expect(ada.page.get_by_text("You can bid at most what you have: 8 coins.").first).to_be_visible()
    expect(button).to_have_text("Seal 8")
    ada.page.get_by_role("button", name="One less").click()
    expect(button).to_have_text("Seal 7")


def fingers(page: Page) -> Callable[..., None]:
    """Touches the page with as many fingers as points are given."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    return touch


def test_a_finger_slides_over_the_coins_to_the_last_one_that_is_bid(visit: Visit, place: Place) -> None:
    page = visit(place, way=Finger()).page
    show(page, framed(Scene(2).match))
    touch, coins = fingers(page), page.locator("main .bidder .cn")
    expect(coins).to_have_count(8)
    touch("touchStart", middle(coins.first))
    for coin, bid in ((3, 4), (6, 7), (4, 5)):
        touch("touchMove", middle(coins.nth(coin)))
        expect(page.locator("main .bidder .cn.on")).to_have_count(bid)
    touch("touchEnd")
    expect(page.locator(CONFIRM)).to_have_text("Seal 5")


def test_more_coins_than_have_room_are_bid_by_a_slider(visit: Visit, place: Place) -> None:
    page = visit(place, way=Finger()).page
    show(page, found("o-zoo-le-mio", 2, lambda view: view["phase"] == "bid" and len(view["bids"]) > 11))
    slider = page.get_by_role("slider", name="Your bid")
    slider.fill("11")
    expect(slider).to_have_attribute("aria-valuetext", "11 coins")
    expect(page.locator(CONFIRM)).to_have_text("Seal 11")


def test_a_tile_that_fits_nowhere_is_told_before_it_is_bid_for_and_after(visit: Visit, tmp_path: Path) -> None:
    # On tile 16 as it stands no end is left against which a side of tile 12 fits.
    match = Scene(2, 16, 12, 2, 14, 24).bid(3, 1).place("(0,1) r270").match
    with Place(tmp_path / "tables.db", games=[staged(tmp_path, match)]) as place:
        ada, ben = visit(place, "Ada"), visit(place, "Ben", way=Finger())
        sit_together(ada, ben)
        expect(ada.page.locator("main .shelf .offer")).to_have_text("fits nowhere in your zoo")
        seal(ada, 5)
        ben.confirm()
        expect(sign(ada)).to_have_text("It fits nowhere in the zoo of Ada (you): tile 12 leaves the game.")
        expect(sign(ben)).to_have_text("It fits nowhere in the zoo of Ada: tile 12 leaves the game.")
        expect(ada.page.locator("main .shelf .sold").nth(1)).to_contain_text("You: fitted nowhere")


# The map.


def test_the_map_is_pulled_zoomed_and_never_lost(visit: Visit, first_tile: Place) -> None:
    ada = visit(first_tile)
    ada.play_now(TITLE, opponents=1)
    assert ada.asked()
    page, house = ada.page, ada.page.locator("main .zoo .house")
    frame: Any = page.locator("main .zoo .roam").bounding_box()
    whole: Any = house.bounding_box()
    page.get_by_role("button", name="Larger").click()
    page.mouse.move(frame["x"] + 60, frame["y"] + frame["height"] - 60)
    page.mouse.wheel(0, -600)
    page.wait_for_function(
        "wide => document.querySelector('main .zoo .house').getBoundingClientRect().width > 1.5 * wide",
        arg=whole["width"],
    )
    drag(page, (frame["x"] + 60, frame["y"] + 60), (frame["x"] + 900, frame["y"] + 500))
    shown: Any = page.locator("main .zoo svg[role=group]").bounding_box()
    for start, length in (("x", "width"), ("y", "height")):  # its edge has come no further than that of the window
        assert shown[start] <= frame[start] + max(0, (frame[length] - shown[length]) / 2) + 1
    page.get_by_role("button", name="Show all").click()
    page.wait_for_function(
        "wide => Math.abs(document.querySelector('main .zoo .house').getBoundingClientRect().width - wide) < 1",
        arg=whole["width"],
    )


HOUSE = "document.querySelector('main .zoo .house').getBoundingClientRect()"


def test_the_map_is_pinched_by_two_fingers(visit: Visit, place: Place) -> None:
    page = visit(place, way=Finger()).page
    show(page, framed(Scene(2).match))
    before = page.evaluate(f"{HOUSE}.width")
    x, y = middle(page.locator("main .zoo .roam"))
    touch = fingers(page)
    touch("touchStart", (x - 30, y), (x + 30, y))
    touch("touchMove", (x - 45, y), (x + 45, y))
    page.wait_for_function(f"before => Math.abs({HOUSE}.width - 1.5 * before) < 2", arg=before)
    touch("touchMove", (x - 30, y), (x + 30, y))
    page.wait_for_function(f"before => Math.abs({HOUSE}.width - before) < 2", arg=before)
    touch("touchEnd")


def large_zoo(view: Any) -> bool:
    """A tile in hand, and a zoo of which a phone shows all only with small squares."""
    return bool(view["phase"] == "place" and view["year"] == 5)


def test_the_map_is_zoomed_and_pulled_by_keys(visit: Visit, place: Place) -> None:
    page = visit(place).page
    show(page, found("o-zoo-le-mio", 2, lambda view: view["phase"] == "bid" and view["year"] == 5))
    width, left = page.evaluate(f"[{HOUSE}.width, {HOUSE}.left]")
    page.get_by_role("button", name="Larger").focus()
    for _ in range(5):  # now it is larger than its window both ways
        page.keyboard.press("+")
    page.wait_for_function(f"wide => {HOUSE}.width > 2 * wide", arg=width)
    page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished))")
    near = page.evaluate(f"{HOUSE}.left")
    page.keyboard.press("ArrowRight")  # what lies further right comes into sight
    page.wait_for_function(f"near => {HOUSE}.left < near - 5", arg=near)
    page.keyboard.press("Home")
    page.wait_for_function(
        f"([wide, left]) => Math.abs({HOUSE}.width - wide) < 1 && Math.abs({HOUSE}.left - left) < 1", arg=[width, left]
    )


def boxes(things: Locator) -> list[Any]:
    return [thing.bounding_box() for thing in things.all()]


def apart(one: Any, other: Any) -> bool:
    """Do these boxes lie beside or above one another?"""
    across = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    return bool(across or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"])


SQUARES = "main .zoo [data-place][data-state='open'] > .hit"


def test_on_a_phone_a_finger_beside_a_small_square_means_it_and_all_become_as_large_as_a_finger(
    visit: Visit, place: Place
) -> None:
    ada = visit(place, way=Finger())
    page = ada.page
    show(page, found("o-zoo-le-mio", 2, large_zoo))
    before = boxes(page.locator(SQUARES))
    assert before[0]["width"] < 30
    west = min(before, key=lambda box: (box["x"], box["y"]))
    page.touchscreen.tap(west["x"] - 4, west["y"] + west["height"] / 2)  # beside it, on grass
    expect(page.locator(TRIED)).to_be_visible()
    expect(page.locator(CONFIRM)).to_be_visible()
    page.wait_for_function(
        f"""() => [...document.querySelectorAll("{SQUARES}")]
            .every((square) => square.getBoundingClientRect().width > 43.9)"""
    )
    window: Any = page.locator("main .zoo .roam").bounding_box()
    tile: Any = page.locator(TRIED).bounding_box()
    assert window["x"] <= tile["x"]
    assert tile["x"] + tile["width"] <= window["x"] + window["width"]
    page.get_by_role("button", name="Show all").click()
    page.wait_for_function(
        "wide => Math.abs(document.querySelector('main .zoo .place > .hit').getBoundingClientRect().width - wide) < 1",
        arg=before[0]["width"],
    )


def test_what_a_placement_brings_is_written_where_the_tile_is_not(visit: Visit, place: Place) -> None:
    page = visit(place).page
    page.set_viewport_size({"width": 1280, "height": 800})
    show(page, found("o-zoo-le-mio", 2, large_zoo))
    squares = sorted(boxes(page.locator(SQUARES)), key=lambda box: float(box["x"] + box["y"]))  # to the south-east
    for square in (squares[0], squares[-1]):
        page.mouse.click(square["x"] + square["width"] / 2, square["y"] + square["height"] / 2)
        expect(page.locator("main .slip")).to_be_visible()
        assert apart(page.locator("main .slip").bounding_box(), page.locator(TRIED).bounding_box())


def test_small_zoos_name_their_animals_by_letters(visit: Visit, place: Place) -> None:
    page = visit(place).page
    scene = found("o-zoo-le-mio", 2, lambda view: len(view["seats"][1]["zoo"]["tiles"]) == 3)
    show(page, scene)
    letters = {"apes": "A", "mammals": "M", "birds": "B", "reptiles": "R", "sea": "S"}
    grounds = [letters[one["animal"]] for one in scene["view"]["seats"][1]["zoo"]["grounds"]]
    assert len(grounds) == 6
    expect(page.locator("main .insets text")).to_have_text(grounds)


@pytest.mark.parametrize(("way", "locale"), [(Mouse, "en-US"), (Finger, "en-US"), (Finger, "de-DE")])
def test_with_four_flags_what_is_said_of_a_tie_touches_nothing(
    visit: Visit, place: Place, way: type[Mouse | Finger], locale: str
) -> None:
    page = visit(place, way=way(), locale=locale).page
    show(page, framed(Scene(4).bid(3, 3, 0, 0).match))
    note = page.locator("main .pole .note")
    expect(note).to_have_text(re.compile("^(A tie|Gleichstand)"))
    assert note.evaluate("note => note.scrollHeight <= note.clientHeight")
    box, shelf = note.bounding_box(), page.locator("main .shelf").bounding_box()
    assert box is not None
    assert shelf is not None
    assert box["y"] + box["height"] <= shelf["y"] + shelf["height"] - 6  # of wood
    assert all(apart(box, tile) for tile in boxes(page.locator("main .lots > li.next > svg")))


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_on_a_small_phone_the_coins_are_whole(visit: Visit, place: Place, width: int, height: int, locale: str) -> None:
    page = visit(place, way=Finger(), locale=locale).page
    page.set_viewport_size({"width": width, "height": height})
    show(page, framed(Scene(2).match))
    sign, coins = (page.locator(f"main {part}").bounding_box() for part in (".sign", ".sign .bidder"))
    assert sign is not None
    assert coins is not None
    assert coins["y"] + coins["height"] <= sign["y"] + sign["height"]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 900)])
def test_on_a_desk_the_map_and_what_the_ranks_mean_are_seen_without_scrolling(
    visit: Visit, place: Place, width: int, height: int
) -> None:
    page = visit(place).page
    page.set_viewport_size({"width": width, "height": height})
    show(page, found("o-zoo-le-mio", 4, lambda view: view["phase"] == "bid" and view["year"] == 4))
    for part in ("main .zoo", "main .ranks .note"):
        box: Any = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= height
    panel: Any = page.locator("main .panels").bounding_box()
    note: Any = page.locator("main .ranks .note").bounding_box()
    assert note["y"] + note["height"] <= panel["y"] + panel["height"]


LOG_SHIFTS = """
window.shifts = [];
const noted = (list) => window.shifts.push(...list.getEntries().map(({ value }) => value));
new PerformanceObserver(noted).observe({ type: "layout-shift" });
"""


def test_a_long_log_keeps_its_lines_in_place_when_news_comes(visit: Visit, place: Place) -> None:
    page = visit(place).page
    match = reached("o-zoo-le-mio", 4, lambda view: view["phase"] == "bid" and view["year"] == 5)
    send = show(page, framed(match))
    lines = page.locator("[role=log] li")
    before = lines.count()
    assert before > 200
    page.evaluate(PAINTED)
    page.evaluate(LOG_SHIFTS)
    for seat in list(match.pending)[1:]:  # others have bid
        match.play(seat, next(iter(match.legal(seat))))
        send(framed(match))
        page.wait_for_function("before => document.querySelectorAll('[role=log] li').length > before", arg=before)
        page.evaluate(PAINTED)
        page.evaluate(PAINTED)
        before = lines.count()
    assert page.evaluate("window.shifts") == []


# Years, rule sets, seats.


def last_sale(view: Any) -> bool:
    last = view["to_turn_up"] == 0 and view["lots"][-1]["state"] == "on_sale"
    return bool(last and view["year"] == 4 and view["phase"] == "bid")


@pytest.mark.parametrize("way", [Mouse, Finger])
def test_a_year_and_a_match_of_four_end_with_every_year_and_the_board(
    visit: Visit, tmp_path: Path, way: type[Mouse | Finger]
) -> None:
    match = reached("o-zoo-le-mio", 4, last_sale, rule_set="reference_manual")
    with Place(tmp_path / "tables.db", games=[staged(tmp_path, match)]) as place:
        ada = visit(place, way=way(), theme="dark")
        ada.play_now(TITLE, opponents=3)
        assert ada.asked()
        ada.decide()
        assert ada.asked()
        if ada.page.locator("main .sign h2").inner_text().startswith("Where"):
            ada.decide()
            assert ada.asked()
        sheet = ada.page.get_by_role("region", name="Year 4 is over")
        expect(sheet).to_be_visible()
        expect(sheet.locator("tbody tr")).to_have_count(4)
        expect(sheet).to_contain_text("× 4 =")
        assert ada.violations() == []
        ada.choose()
        ada.confirm()
        expect(sheet).to_have_count(0)  # once the next tile is bid for the map is needed
        ada.play_on()
        expect(ada.page.locator(OVER)).to_be_visible()
        points = ada.page.locator("main .points tbody tr")
        expect(points.filter(has_text="Year")).to_have_count(5)
        expect(ada.page.locator("main .zoo")).to_be_visible()
        assert ada.violations() == []


@pytest.mark.parametrize(("rules", "down"), [(MANUAL, 2), (PROFESSIONAL, 0)])
def test_every_rule_set_can_be_chosen(visit: Visit, place: Place, rules: str, down: int) -> None:
    ada = visit(place)
    ada.sit_with_bots(TITLE, 3, **{RULES: rules})
    assert ada.asked()
    expect(ada.page.get_by_role("img", name="face down")).to_have_count(down)
    ada.decide()
    assert ada.asked()


@pytest.mark.parametrize("open_purses", [True, False])
def test_purses_are_hidden_or_open_as_the_option_says(visit: Visit, place: Place, open_purses: bool) -> None:
    ada = visit(place)
    ada.sit_with_bots(TITLE, 2, **({"Are everybody's coins shown?": "yes"} if open_purses else {}))
    assert ada.asked()
    expect(ada.page.locator("main .ranks .coinsrow td b")).to_have_text(["8", "8"] if open_purses else ["8"])


def test_another_zoo_is_looked_at_and_left_again(visit: Visit, place: Place) -> None:
    ada = visit(place)
    ada.play_now(TITLE, opponents=2)
    assert ada.asked()
    page = ada.page
    page.locator("main .insets").get_by_role("button").first.click()
    expect(page.get_by_role("group", name="The zoo of ")).to_be_visible()
    page.get_by_role("button", name="Back to your zoo").click()
    expect(page.get_by_role("group", name="Your zoo. ")).to_be_visible()


@pytest.mark.parametrize("way", [Mouse, Finger])
def test_nothing_moves_by_itself(visit: Visit, place: Place, way: type[Mouse | Finger]) -> None:
    ada = visit(place, way=way())
    ada.play_now(TITLE, opponents=2)
    assert ada.asked()
    ada.page.evaluate("document.fonts.ready")
    ada.page.evaluate(WATCH_SHIFTS)
    for _ in range(8):
        assert ada.asked()
        ada.decide()
    assert ada.asked()
    assert ada.page.evaluate("window.shifts") == []
