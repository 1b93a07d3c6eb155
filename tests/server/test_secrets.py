"""Nobody is sent a byte that depends on what he may not know; and the proof of it can fail."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from paddock.core.fair import seal
from paddock.core.message import Message, message
from paddock.core.registry import list_games, load
from paddock.core.rerun import Rerun
from paddock.core.state import SPECTATOR
from paddock.server import frame, room, table
from paddock.server.guard import digest
from paddock.server.table import Table
from tests.server.place import Line, Person, Quiet, choices
from trials.glass import Window
from trials.secrets import Judge, Past, judged

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
    assert set(judge.by_game) == set(list_games())
    assert judge.worlds > 30


def test_without_a_leak_none_is_found() -> None:
    assert leaks_of("franks-zoo").leaks == []


def test_a_view_that_shows_a_hidden_cell_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = frame.frame

    def leaky(sheet: frame.Sheet, viewer: int, news: Sequence[tuple[int, Message]], **extra: object) -> bytes:
        table = sheet.table
        if table.begun:  # the last cell that is masked
            truth, masked = table.match.state.cells, table.match.state.mask(viewer).cells
            extra["spare"] = next((truth[k] for k in reversed(range(len(truth))) if truth[k] != masked[k]), 0)
        return honest(sheet, viewer, news, **extra)

    monkeypatch.setattr(room, "frame", leaky)
    found = {leak.what for leak in leaks_of("franks-zoo").leaks}
    assert "frame" in found


def test_a_log_that_tells_a_hidden_action_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(rerun: Rerun, viewer: int) -> Iterator[list[Message]]:
        while not rerun.over:
            yield [message("told", action=rerun.step().action)]

    monkeypatch.setattr(frame, "tell_on", leaky)
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
    honest = frame.steady_json

    def leaky(table: Table, around: frame.Around) -> dict[str, Any]:
        shown = honest(table, around)
        shown["fair"]["secret"] = table.secret.hex()
        return shown

    monkeypatch.setattr(frame, "steady_json", leaky)
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
    from paddock.core.match import Match, Perspective
    from trials import glass

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


# Secrets that are no game's, searched for in everything that a real server says.


class Heard:
    """Everything that was sent, and to whom: `seat`, `spectator`, `list` or `proof`, and in which phase."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str, str]] = []

    def line(self, who: str, phase: str, line: Line) -> None:
        self.said += [(who, phase, json.dumps(message)) for message in line.heard]

    async def everything(self, phase: str, person: Person, table: dict[str, Any], token: str) -> None:
        """Whatever can be asked for, as a seat and as anybody."""
        stranger = Person(person.place)
        about = f"/api/tables/{table['table']}"
        for path in ("/api/tables", "/api/games", "/metrics", "/healthz", "/livez", "/openapi.json", "/api/nothing"):
            await self.get("list", phase, stranger, path)
        await self.get("list", phase, person, "/api/mine")
        await self.get("list", phase, person, "/api/mine/finished")
        for path in (about, f"{about}/log", f"{about}/replay", f"{about}/transcript", f"{about}/replay?seat=1"):
            await self.get("spectator", phase, stranger, path)
            await self.get("seat", phase, person, path, Seat=token)
        await self.get("proof" if phase == "over" else "spectator", phase, stranger, f"{about}/proof")
        wrong = {"invite": "x" * 24}
        answer = await stranger.http("POST", f"{about}/seats", wrong)
        self.said.append(("spectator", phase, f"{answer.headers} {answer.text}"))

    async def get(self, who: str, phase: str, person: Person, path: str, **headers: str) -> None:
        answer = await person.http("GET", path, **headers)
        self.said.append((who, phase, f"{answer.headers} {answer.text}"))

    def demand_without(self, canary: str, *allowed: tuple[str, str]) -> None:
        """Nobody was told this, but for these in these phases."""
        assert len(canary) >= 16
        told = {(who, phase) for who, phase, text in self.said if canary in text}
        assert told <= set(allowed), canary


async def play_a_game(heard: Heard, place: Quiet) -> dict[str, list[str]]:
    """Two people at a private table with somebody watching, from the invitation to the end; all that is secret."""
    ada, ben, eve = Person(place), Person(place, "Ben", "fox"), Person(place, "Eve", "koala")
    nonces = [seal(ada.nonce), seal(ben.nonce)]  # not the last, so that others could follow
    table = await ada.create("me open", "pond", seal=seal(nonces[0]).hex())
    await ada.create("me open", "zooloretto", public=True)  # so that the lists are not empty
    async with ada.look(table) as first, eve.look(table, "") as watching:
        await heard.everything("waiting", ada, table, table["token"])
        heard.line("seat", "waiting", first)
        heard.line("spectator", "waiting", watching)
        taken = await ben.sit(table, seal=seal(nonces[1]).hex())
        async with ben.look(table) as second:
            await second.reveal(ben.nonce)
            await heard.everything("waiting", ada, table, table["token"])
            await first.reveal(ada.nonce)
            await first.until_table(lambda table: table["status"] == "playing")
            await first.ask("say", text="good luck")
            await first.ask("play", at=99, action=0)
            await second.ask("play", at=0, action=4095)
            await watching.ask("hint")
            await heard.everything("playing", ben, table, taken["token"])
            for turn in range(1000):
                for line in (first, second):
                    if line.frame and choices(line.frame) and line.table["status"] == "playing":
                        await line.play()
                if any(line.table["status"] == "over" for line in (first, second)):
                    break
                if turn % 2:
                    await second.ask("say", phrase="thinking")
                else:
                    await first.ask("say", phrase="thinking")
            for line in (first, second, watching):
                await line.until_table(lambda table: table["status"] == "over")
                for message in line.heard:
                    phase = message["table"]["status"] if "table" in message else "playing"
                    who = "spectator" if line is watching else "seat"
                    heard.said.append((who, phase, json.dumps(message)))
            await heard.everything("over", ada, table, table["token"])
    return {
        "seat tokens": [table["token"], taken["token"]],
        "person tokens": [person.token for person in (ada, ben, eve)],
        "invites": [table["invite"]],
        "nonces": [nonce.hex() for nonce in nonces],
    }


@pytest.mark.asyncio
async def test_no_secret_is_in_anything_that_a_real_server_sends_or_writes_down(tmp_path: Path) -> None:
    heard = Heard()
    with Quiet(tmp_path) as place:
        games_played = [await play_a_game(heard, place) for _ in range(2)]
    database = sqlite3.connect(tmp_path / "tables.db")
    rows = database.execute("SELECT secret FROM tables WHERE status = 'over'").fetchall()
    database.close()
    journal = place.errors.read_text()
    assert len(rows) == 2
    assert {phase for _, phase, _ in heard.said} == {"waiting", "playing", "over"}
    ended = [(who, "over") for who in ("seat", "spectator", "proof")]
    for (secret,) in rows:
        heard.demand_without(secret.hex(), *ended)
        assert any(secret.hex() in text for _, phase, text in heard.said if phase == "over"), "the search finds"
        assert secret.hex() not in journal
    for kept in games_played:
        for token in kept["seat tokens"]:
            heard.demand_without(token)
            heard.demand_without(digest(token))
        for token in kept["person tokens"]:
            heard.demand_without(token)
            heard.demand_without(digest(token))
        for nonce in kept["nonces"]:
            heard.demand_without(nonce, *[(who, "playing") for who in ("seat", "spectator")], *ended)
        for invite in kept["invites"]:
            heard.demand_without(invite)
        for canary in (secret for secrets_of_one in kept.values() for secret in secrets_of_one):
            assert canary not in journal
            assert digest(canary) not in journal
