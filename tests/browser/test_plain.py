"""The plain face, with a game that the site has never heard of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from paddock.cli.new_game import new_game
from tests.browser.hands import OVER, Visitor
from tests.browser.ways import Finger, Keys, Mouse, Way
from tests.server.place import Place

Visit = Callable[..., Visitor]
BOARD = "main .plain"
BOX = "node => node.getBoundingClientRect().toJSON()"


@pytest.fixture(scope="module")
def meadow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with Place(tmp_path_factory.mktemp("meadow") / "tables.db", games=("tests.toy.meadow:GAME",)) as place:
        yield place


def test_a_game_of_others_stands_on_the_shelf(visit: Visit, meadow: Place) -> None:
    page = visit(meadow).page
    page.goto("/")
    box = page.locator("ol.shelf li").last
    expect(box).to_contain_text("Plant beside your kind")
    expect(box).to_contain_text("2 min")
    expect(box.get_by_role("button", name="Play now, Meadow")).to_be_enabled()


@pytest.mark.parametrize("way", [Mouse, Keys, Finger])
def test_it_is_played_to_its_end(visit: Visit, meadow: Place, way: type[Mouse | Keys | Finger]) -> None:
    ada = visit(meadow, way=way())
    ada.play_now("Meadow")
    assert ada.play_on() == 4  # of eight plants
    expect(ada.page.locator(OVER)).to_contain_text(re.compile(r"wins?,|share"))
    expect(ada.page.get_by_role("table")).to_contain_text("Total")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A server with what `paddock new-game` has just written."""
    folder = tmp_path_factory.mktemp("begun")
    new_game("tree-house", "", folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        with Place(folder / "tables.db", games=("tree_house:GAME",)) as place:
            yield place


@pytest.mark.parametrize("way", [Mouse, Finger])
def test_a_game_that_was_just_begun_is_played_to_its_end(visit: Visit, begun: Place, way: type[Mouse | Finger]) -> None:
    ada = visit(begun, way=way())
    ada.play_now("Tree House")
    expect(ada.page.locator(BOARD)).to_contain_text("Bucket")
    assert ada.play_on() > 0
    expect(ada.page.locator(OVER)).to_contain_text(re.compile(r"wins?,|share"))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("way", [Mouse(), Finger()], ids=["desk", "phone"])
def test_places_with_coordinates_are_a_grid(visit: Visit, meadow: Place, way: Way, theme: str) -> None:
    ada = visit(meadow, theme=theme, way=way)
    ada.play_now("Meadow")
    assert ada.asked()
    board = ada.page.locator(BOARD)
    spot = board.locator("[data-place^='cell:']")
    expect(spot).to_have_count(25)
    boxes = {one.get_attribute("data-place"): one.evaluate(BOX) for one in spot.all()}
    assert len({box["x"] for box in boxes.values()}) == 5
    assert len({box["y"] for box in boxes.values()}) == 5
    assert boxes["cell:2,3"]["x"] < boxes["cell:3,3"]["x"]
    assert boxes["cell:2,3"]["y"] < boxes["cell:2,4"]["y"]
    assert min(min(box["width"], box["height"]) for box in boxes.values()) >= 44, "a finger finds it"
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert ada.violations() == []


def test_many_choices_are_grouped_and_searched(visit: Visit, meadow: Place) -> None:
    ada = visit(meadow)
    ada.play_now("Meadow")
    assert ada.asked()
    board = ada.page.locator(BOARD)
    expect(board.locator("summary", has_text="seed clover")).to_be_visible()
    expect(board.locator("button.line:visible")).to_have_count(0)
    search = board.get_by_role("searchbox", name="Search the choices")
    search.fill("clov 2,4")
    expect(board.get_by_role("status")).to_have_text("1 of 50")
    expect(board.locator("button.line:visible")).to_contain_text("Plant clover at 2,4")
    search.fill("nothing of that kind")
    expect(board.get_by_role("status")).to_have_text("0 of 50")
    search.fill("daisy at 5,5")
    board.get_by_role("button", name="Plant a daisy at 5,5").click()
    ada.confirm()
    expect(board.locator("[data-place='cell:5,5']")).to_have_attribute("aria-label", "cell 5,5, holds a daisy")


def test_a_taken_place_says_why_not(visit: Visit, meadow: Place) -> None:
    ada = visit(meadow)
    ada.play_now("Meadow")
    assert ada.asked()
    ada.page.locator("[data-place='seed:clover']").click()
    ada.page.locator("[data-place='cell:3,3']").click()
    ada.confirm()
    assert ada.asked()
    ada.page.locator("[data-place='seed:daisy']").click()
    taken = ada.page.locator("[data-place='cell:3,3'][data-state='blocked']")
    ada.way.press(ada.page, taken.element_handle())
    expect(ada.page.locator("main .sign")).to_contain_text("There is clover already.")


def test_every_word_is_of_the_readers_language(visit: Visit, meadow: Place) -> None:
    ada = visit(meadow, locale="de-DE")
    ada.page.goto("/")
    ada.page.get_by_role("button", name=re.compile("Meadow")).first.click()
    ada.page.locator("dialog button.big").click()
    assert ada.asked()
    board = ada.page.locator(BOARD)
    expect(board.locator("legend")).to_have_text(["Deine Samen", "Die Wiese", "Möglichkeiten"])
    expect(board.locator("[data-place='seed:daisy']")).to_have_text("Samen Gänseblümchen")
    said = board.inner_text()
    assert not re.search(r"\b(seed|clover|daisy|cell|plant|choices?|of)\b", said), said


def test_no_word_is_both_a_button_and_a_line(visit: Visit, pond: Place) -> None:
    ada = visit(pond)
    ada.play_now("Pond", opponents=1)
    while ada.asked():
        names = [" ".join(one.split()) for one in ada.page.locator(f"{BOARD} button:visible").all_inner_texts()]
        assert len(names) == len(set(names)), names
        ada.decide()


@pytest.fixture(scope="module")
def pond(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with Place(tmp_path_factory.mktemp("pond") / "tables.db") as place:
        yield place
