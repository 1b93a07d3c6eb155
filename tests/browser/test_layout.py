"""Nothing covers anything else, and what is needed is in sight, where much lies on a table and room is short."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.hands import OVER, PAINTED, WATCH_SHIFTS, Visitor
from tests.browser.stage import Scene, ending, found, show, timed
from tests.browser.ways import Finger, Mouse
from tests.server.place import Place
from tests.staging import View

Visit = Callable[..., Visitor]
Box = dict[str, float]
DESK, TABLET, PHONE = (1440, 900), (1024, 768), (390, 844)
SIZES = [DESK, TABLET, PHONE]
# A tablet held upright, a phone that lies, a desk at twice the size
UPRIGHT, LYING, ZOOMED = (768, 1024), (844, 390), (720, 450)
LOW = [LYING, ZOOMED]
LETTERS = 4  # pixels of a line of words that hold no ink


@pytest.fixture
def seen(visit: Visit, place: Place) -> Callable[..., Visitor]:
    """Somebody who looks at a scene through a window of this size."""

    def look(scene: Scene, size: tuple[int, int], language: str = "en") -> Visitor:
        ada = visit(place, way=Finger() if size[0] < 600 else Mouse())
        ada.page.set_viewport_size({"width": size[0], "height": size[1]})
        settings = json.dumps(json.dumps({"language": language}))
        ada.page.add_init_script(f"localStorage.setItem('paddock.settings', {settings})")
        show(ada.page, scene)
        return ada

    return look


def box(thing: Locator) -> Box:
    found: Any = thing.bounding_box()
    assert found is not None, f"{thing} is not drawn"
    return dict(found)


def boxes(things: Locator) -> list[Box]:
    assert things.count() > 0
    return [box(thing) for thing in things.all()]


def meet(one: Box, other: Box, hair: float = 1) -> bool:
    """Do they overlap by more than a hair?"""
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    along = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > hair and along > hair


def foot(thing: Box) -> float:
    return thing["y"] + thing["height"]


def overflow(ada: Visitor) -> int:
    """By how much the page is wider than its window."""
    return int(ada.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


# Positions.


def lots(view: View) -> list[Any]:
    return [lot for group in view["seats"][0]["barn"]["groups"] for lot in group["lots"]]


def full_barn(view: View) -> bool:
    return len(lots(view)) > 9 and max(len(lot["tiles"]) for lot in lots(view)) > 1


def in_hand(view: View) -> int:
    return sum(held["number"] for held in view["hand"])


def many_to_lead(view: View) -> bool:
    return len(view["hand"]) >= 10 and not view["trick"]["ranking"]


def long_trick(view: View) -> bool:
    return sum(int(cards["number"]) for cards in view["trick"]["cards"]) >= 14


# Zooloretto.


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("language", ["en", "de"])
def test_word_and_price_of_a_site_stand_apart_on_its_sign(
    seen: Callable[..., Visitor], seats: int, language: str
) -> None:
    page = seen(found("zooloretto", seats, bool), TABLET, language).page
    for word, price in zip(boxes(page.locator(".build")), boxes(page.locator(".price.sign-t")), strict=True):
        assert not meet(word, price, LETTERS)
        assert any(
            sign["x"] <= word["x"] and word["x"] + word["width"] <= sign["x"] + sign["width"]
            for sign in boxes(page.locator("main rect.signb"))
        )


@pytest.mark.parametrize("size", LOW)
def test_the_question_comes_along_where_the_board_must_be_scrolled(
    seen: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    ada = seen(found("zooloretto", 5, bool), size)
    below = foot(box(ada.page.locator("main .sign")))
    ada.page.evaluate("(below) => scrollTo(0, below)", below)
    assert ada.page.evaluate("scrollY") >= int(below)  # where it stood is out of sight
    sign = box(ada.page.locator("main .sign"))
    assert sign["y"] >= 0
    assert foot(sign) < size[1] / 2
    assert overflow(ada) == 0


@pytest.mark.parametrize("size", LOW)
def test_a_board_in_a_narrow_window_has_all_of_its_width(seen: Callable[..., Visitor], size: tuple[int, int]) -> None:
    page = seen(found("zooloretto", 3, bool), size).page
    assert box(page.locator("main .neat"))["width"] > 0.95 * size[0]
    slip, zoo = box(page.locator("main .slip")), box(page.locator("main .neat"))
    assert foot(slip) <= foot(zoo)


def test_counts_in_a_full_barn_leave_its_name_free(seen: Callable[..., Visitor]) -> None:
    page = seen(found("zooloretto", 2, full_barn, level="random"), PHONE).page
    name = box(page.locator("main .title"))
    assert not any(meet(count, name) for count in boxes(page.locator("main .count")))


@pytest.mark.parametrize("size", [DESK, TABLET])
@pytest.mark.parametrize(("game", "seats"), [("zooloretto", 5), ("franks-zoo", 7)])
def test_one_can_talk_without_scrolling_at_a_full_table(
    seen: Callable[..., Visitor], game: str, seats: int, size: tuple[int, int]
) -> None:
    ada = seen(timed(found(game, seats, bool)), size, "de")
    field = box(ada.page.locator("#chat"))
    assert foot(field) <= size[1]
    assert not any(meet(field, panel) for panel in boxes(ada.page.locator(".panels")))
    assert (
        ada.page.evaluate(
            "(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)(document.querySelector('.panels'))"
        )
        == 0
    )


# Frank's Zoo.


@pytest.mark.parametrize("size", [PHONE, (360, 740)])
def test_seven_clocks_are_no_wider_than_a_phone(seen: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ada = seen(timed(found("franks-zoo", 7, bool)), size)
    assert overflow(ada) == 0
    times = boxes(ada.page.locator(".clocks time"))
    assert not any(meet(one, other) for one, other in pairwise(times))
    assert times[-1]["x"] + times[-1]["width"] <= size[0]


def test_a_full_hand_and_its_choices_are_in_sight_on_a_phone_with_a_clock(seen: Callable[..., Visitor]) -> None:
    page = seen(timed(found("franks-zoo", 4, lambda view: in_hand(view) == 15)), PHONE).page
    bar = box(page.locator("nav.bottom"))["y"]
    assert max(foot(card) for card in boxes(page.locator(".mine svg"))) <= bar
    assert foot(box(page.locator(".sign"))) <= bar
    assert box(page.locator(".sign h2"))["y"] > 0


@pytest.mark.parametrize("size", [TABLET, PHONE])
def test_sets_that_have_no_room_are_counted_and_one_press_away(
    seen: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    ada = seen(found("franks-zoo", 4, many_to_lead), size)
    line, last = ada.page.locator(".sets"), ada.page.locator(".sets > button").last
    more = ada.page.locator(".edge.end")
    inside = box(line)
    right = inside["x"] + inside["width"]
    clipped = sum(one["x"] + one["width"] > right + 0.5 for one in boxes(line.locator("> button")))
    expect(more).to_contain_text(str(clipped))
    for _ in range(clipped):
        if more.count():
            at = line.evaluate("line => line.scrollLeft")
            ada.press(more)
            ada.page.wait_for_function("at => document.querySelector('.sets').scrollLeft > at", arg=at)
            ada.page.evaluate(PAINTED)  # they are counted anew when it has moved
    expect(more).to_have_count(0)
    assert box(last)["x"] + box(last)["width"] <= right + 1
    expect(ada.page.locator(".edge")).to_have_count(1)  # leads back


@pytest.mark.parametrize("size", SIZES)
def test_a_long_trick_covers_nobody(seen: Callable[..., Visitor], size: tuple[int, int]) -> None:
    page = seen(found("franks-zoo", 5, long_trick), size).page
    laid = boxes(page.locator(".trick .laid, .trick .before"))
    around = boxes(page.locator(".others .plate, .others .row > *:visible, .me, .tools button:visible"))
    assert [(one, other) for one, other in product(laid, around) if meet(one, other)] == []


@pytest.mark.parametrize("size", [*SIZES, UPRIGHT, ZOOMED])
def test_seven_at_a_table_cover_nobody(seen: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ada = seen(found("franks-zoo", 7, lambda view: view["hand_number"] > 1), size, "de")
    plates = boxes(ada.page.locator(".others .slip, .felt .me"))
    assert not any(meet(one, other) for one, other in product(plates, plates) if one is not other)
    assert max(foot(plate) for plate in plates) <= foot(box(ada.page.locator(".felt"))) + 1
    assert overflow(ada) == 0


@pytest.mark.parametrize("size", [*SIZES, UPRIGHT])
def test_the_sheet_of_a_hand_shows_all_of_the_next_teams(seen: Callable[..., Visitor], size: tuple[int, int]) -> None:
    page = seen(found("franks-zoo", 7, lambda view: view["phase"] in ("junior", "senior", "solo")), size, "de").page
    sheet = box(page.locator(".sheet"))
    assert max(foot(team) for team in boxes(page.locator(".sheet .next li"))) <= foot(sheet)
    assert foot(sheet) <= size[1]
    page.keyboard.press("Escape")
    expect(page.locator(".sheet")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de"])
def test_long_names_push_no_number_off_the_sheet_of_a_hand(seen: Callable[..., Visitor], language: str) -> None:
    scene = found("franks-zoo", 5, lambda view: view["phase"] == "solo" and view["result"]["hand"] > 1)
    for seat in scene["table"]["seats"]:
        seat.update(kind="person", name=f"Wilhelmina-Charlotte {seat['name']}", level=None)
    ada = seen(scene, PHONE, language)
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Frank's Zoo")
    sheet = box(ada.page.locator(".sheet .scroll"))
    totals = boxes(ada.page.locator(".sheet tbody .num"))
    assert max(total["x"] + total["width"] for total in totals) <= sheet["x"] + sheet["width"] + 1
    assert ada.violations() == []


# Watching again.


@pytest.mark.parametrize("size", [DESK, TABLET])
@pytest.mark.parametrize("title", ["Zooloretto", "Frank's Zoo"])
def test_the_keys_of_a_replay_cover_nothing_of_the_board(
    visit: Visit, place: Place, title: str, size: tuple[int, int]
) -> None:
    ada = visit(place)
    ada.page.set_viewport_size({"width": size[0], "height": size[1]})
    ada.play_now(title, opponents=1 if title == "Zooloretto" else 3)  # who are two have the largest zoos
    assert ada.asked()
    ada.page.goto(ada.page.url.replace("/t/", "/r/") + "?step=0&seat=0")
    keys = box(ada.page.locator("section.keys"))
    things = boxes(ada.page.locator("main .neat, main .sign, main .mine svg"))
    assert foot(keys) <= size[1]
    assert not any(meet(keys, thing) for thing in things)
    assert max(foot(thing) for thing in things) <= size[1]


# Every game.


@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize(
    ("game", "seats"), [("zooloretto", 3), ("o-zoo-le-mio", 3), ("franks-zoo", 4), ("new-york-zoo", 3)]
)
def test_when_a_match_ends_new_things_come_and_nothing_else_moves(
    visit: Visit, place: Place, game: str, seats: int, size: tuple[int, int]
) -> None:
    before, over = ending(game, seats)
    page = visit(place, way=Finger() if size == PHONE else Mouse()).page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    send = show(page, before)
    page.evaluate(WATCH_SHIFTS)
    send(over)
    expect(page.locator(OVER)).to_be_visible()
    page.evaluate(PAINTED)
    page.evaluate(PAINTED)
    assert page.evaluate("window.shifts") == []
