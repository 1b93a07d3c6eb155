"""Whole games on the faces that were drawn for them, from the first click to the final score."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from paddock.core import transcript
from tests.browser.hands import OVER, Visitor
from tests.browser.ways import Finger, Keys, Mouse
from tests.server.place import Place, ask

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]  # some 25 s each on a quiet machine

Visit = Callable[..., Visitor]

# Two must have as many points as only the first to go out gets: the second hand, with its teams, always comes.
SHORT = {"The game ends": "5"}


def check_end(ada: Visitor, decisions: int) -> None:
    """What the page shows at the end is what the server counted, and what the written match amounts to."""
    expect(ada.page.locator(OVER).get_by_role("heading")).not_to_be_empty()
    table = ada.page.url.rsplit("/", 1)[1]
    address = f"{ada.place.address}/api/tables/{table}"
    result = ask(address).json()["result"]
    match = transcript.read(ask(f"{address}/transcript").text)
    assert [int(shown.replace("−", "-")) for shown in ada.totals()] == result["scores"] == match.state.scores()
    assert sum(event.seat == 0 for event in match.events) == decisions  # nothing was played twice, or for us
    podium = ada.page.locator(OVER).get_by_role("img")
    expect(podium).to_have_attribute("aria-label", ", ".join(podium_line(ada, result)))


def podium_line(ada: Visitor, result: dict[str, list[int]]) -> list[str]:
    names = ada.page.locator("main .points thead th:not(:first-child) > span:last-child").all_inner_texts()
    seats = sorted(range(len(names)), key=lambda seat: result["places"][seat])
    return [f"{names[seat]} {result['scores'][seat]}".replace("-", "−") for seat in seats]


def test_zooloretto_is_played_with_the_mouse(visit: Visit, place: Place) -> None:
    ada = visit(place)
    ada.play_now("Zooloretto", opponents=1)
    decisions = ada.play_on()
    expect(ada.page.locator("main .zooloretto")).to_be_attached()  # and not the plain face
    check_end(ada, decisions)


def test_zooloretto_is_played_with_keys_alone(visit: Visit, place: Place) -> None:
    ada = visit(place, way=Keys(), theme="dark")
    ada.play_now("Zooloretto", opponents=1)
    check_end(ada, ada.play_on())


def test_zooloretto_is_played_with_a_finger_on_a_phone(visit: Visit, place: Place) -> None:
    ada = visit(place, way=Finger())
    ada.play_now("Zooloretto", opponents=1)
    check_end(ada, ada.play_on())


@pytest.mark.parametrize("way", [Mouse, Finger])
def test_franks_zoo_is_played_in_teams(visit: Visit, place: Place, way: type[Mouse | Finger]) -> None:
    ada = visit(place, way=way(), theme="dark")
    ada.sit_with_bots("Frank's Zoo", 5, **SHORT)
    decisions = ada.play_on()
    expect(ada.page.locator("main .felt")).to_be_attached()
    # Two cards for a partner, also in return for what he gave, or to be put aside.
    assert any("two" in question or question.startswith("You got") for question in ada.questions), ada.questions
    check_end(ada, decisions)


def test_franks_zoo_is_played_with_keys_alone(visit: Visit, place: Place) -> None:
    ada = visit(place, way=Keys())
    ada.sit_with_bots("Frank's Zoo", 3, **{"The game ends": "3"})
    check_end(ada, ada.play_on())


@pytest.mark.parametrize("way", [Mouse, Keys, Finger])
def test_o_zoo_le_mio_is_played_every_way(visit: Visit, place: Place, way: type[Mouse | Keys | Finger]) -> None:
    ada = visit(place, way=way(), theme="dark" if way is Keys else "light")
    ada.play_now("O Zoo le Mio", opponents=1)
    decisions = ada.play_on()
    expect(ada.page.locator("main .o-zoo-le-mio")).to_be_attached()
    check_end(ada, decisions)
