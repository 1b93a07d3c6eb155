"""Nobody is sent a byte that depends on what he may not know; and the proof of it can fail."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from paddock.bench.glass import Window
from paddock.bench.secrets import Judge, Past, judged
from paddock.core.message import Message, message
from paddock.core.registry import games, load
from paddock.core.state import SPECTATOR
from paddock.server import frame, room, table
from paddock.server.table import Table

SEED = 7


def leaks_of(game: str, seats: int = 3, **options: object) -> Judge:
    """What is found in one game."""
    judge = Judge(SEED)
    past = Past(Window(), load(game), load(game).setup(seats, **options), SEED)
    judge.judge(past, 1500)
    assert judge.worlds > 2
    return judge


@pytest.mark.slow
def test_ten_thousand_byte_strings_are_equal_in_worlds_that_a_viewer_may_not_tell_apart() -> None:
    judge = judged(10_000, SEED)
    assert judge.leaks == []
    assert judge.comparisons >= 10_000
    assert set(judge.by_game) == set(games())
    assert judge.worlds > 30


def test_without_a_leak_none_is_found() -> None:
    assert leaks_of("franks-zoo").leaks == []


def test_a_view_that_shows_a_hidden_cell_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = frame.frame

    def leaky(
        table: Table, viewer: int, news: Iterable[tuple[int, Message]], around: frame.Around, **extra: object
    ) -> bytes:
        if table.begun:  # the last cell that is masked
            truth, masked = table.match.state.cells, table.match.state.mask(viewer).cells
            extra["spare"] = next((truth[k] for k in reversed(range(len(truth))) if truth[k] != masked[k]), 0)
        return honest(table, viewer, news, around, **extra)

    monkeypatch.setattr(room, "frame", leaky)
    found = {leak.what for leak in leaks_of("franks-zoo").leaks}
    assert "frame" in found


def test_a_log_that_tells_a_hidden_action_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(before: Any, match: Any, viewer: int) -> list[Message]:
        return [message("told", action=match.events[-1].action)]

    monkeypatch.setattr(frame, "tell_event", leaky)
    found = {leak.what for leak in leaks_of("franks-zoo").leaks}
    assert {"GET log", "hello since 0"} <= found


def test_a_refusal_that_depends_on_a_sealed_bid_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Table.demand_turn

    def leaky(self: Table, seat: int) -> None:
        honest(self, seat)
        raise table.Refused("illegal", f"the others bid {self.match.state.key().hex()}")

    judge = Judge(SEED)
    past = Past(Window(), load("o-zoo-le-mio"), load("o-zoo-le-mio").setup(4), SEED)
    monkeypatch.setattr(Table, "demand_turn", leaky)
    judge.judge(past, 1500)
    assert "answer to Play" in {leak.what for leak in judge.leaks}


def test_a_table_that_shows_its_secret_too_early_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = frame.table_json

    def leaky(table: Table, viewer: int, around: frame.Around) -> dict[str, Any]:
        shown = honest(table, viewer, around)
        shown["fair"]["secret"] = table.secret.hex()
        return shown

    monkeypatch.setattr(frame, "table_json", leaky)
    judge = Judge(SEED)
    judge.other_tokens(Past(Window(), load("zooloretto"), load("zooloretto").setup(2), SEED), SPECTATOR)
    assert judge.leaks


def test_a_seat_that_shows_the_hash_of_its_token_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = frame.seats_json

    def leaky(table: Table, here: frozenset[int]) -> list[dict[str, object]]:
        return [{**shown, "token": seat.token} for shown, seat in zip(honest(table, here), table.seats, strict=True)]

    monkeypatch.setattr(frame, "seats_json", leaky)
    judge = Judge(SEED)
    judge.other_tokens(Past(Window(), load("new-york-zoo"), load("new-york-zoo").setup(2), SEED), SPECTATOR)
    assert judge.leaks


def test_a_bot_that_is_told_the_truth_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from paddock.bench import glass
    from paddock.core.match import Match, Perspective

    truths: dict[int, bytes] = {}
    honest = Match.perspective

    def leaky(self: Match, seat: int) -> Perspective:
        perspective = honest(self, seat)
        truths[id(perspective.state)] = self.state.key()
        return perspective

    monkeypatch.setattr(Match, "perspective", leaky)
    monkeypatch.setattr(
        glass, "job_of", lambda number, perspective, level, seed: {"state": truths[id(perspective.state)].hex()}
    )
    assert "bot job" in {leak.what for leak in leaks_of("franks-zoo").leaks}
