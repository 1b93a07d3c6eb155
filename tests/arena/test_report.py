"""The arena's page says what was found and needs nothing from elsewhere."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from paddock.arena.report import report, step_of

RATE = {"rate": 0.75, "low": 0.6, "high": 0.9}
FOUND: dict[str, Any] = {
    "game": "zooloretto", "seats": 2, "options": {"start_player": "random"}, "agents": ["<b>", "hard"], "seed": 7,
    "pairwise": {"hard><b>": RATE, "<b>>hard": {"rate": 0.25, "low": 0.1, "high": 0.4}},
    "first": {"<b>": {"rate": 0.25, "low": 0.1, "high": 0.4}, "hard": RATE}, "points": {"<b>": 12.5, "hard": 30.0},
    "ms_per_decision": {"<b>": 1.0, "hard": 20.0}, "ms_p99": {"<b>": 2.0, "hard": 90.0},
    "ms_max": {"<b>": 3.0, "hard": 95.0}, "deals": 12,
    "ratings": {
        "<b>": {"mu": 21.0, "sigma": 1.0, "ordinal": 18.0}, "hard": {"mu": 29.0, "sigma": 1.0, "ordinal": 26.0}
    },
}  # fmt: skip


class Page(HTMLParser):
    """What a browser would open and read."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.said: list[str] = []
        self.fetched: list[str | None] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [value for name, value in attrs if name in ("src", "href", "srcset", "data")]
        if tag not in ("meta", "line", "circle"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def test_a_page_is_whole_and_fetches_nothing() -> None:
    text = report(FOUND, "Zooloretto")
    page = Page(text)
    assert page.open == []
    assert page.fetched == []
    assert not re.search(r"url\(|@import|https?:", text)


def test_a_page_puts_the_best_first_and_says_every_figure() -> None:
    said = [each.strip() for each in Page(report(FOUND, "Zooloretto")).said if each.strip()]
    assert said.index("hard") < said.index("<b>")
    for figure in ("75.0 %", "60.0 to 90.0", "12.5", "20.00", "90.00", "95.00", "29.0"):
        assert figure in said, figure


def test_without_ratings_there_is_no_plot() -> None:
    text = report({name: value for name, value in FOUND.items() if name != "ratings"}, "Zooloretto")
    assert "<svg" not in text
    assert "75.0 %" in text


@pytest.mark.parametrize(("reach", "step"), [(2, 0.5), (8, 2), (65, 10), (100, 20)])
def test_a_scale_has_a_handful_of_marks(reach: float, step: float) -> None:
    assert step_of(reach) == step
