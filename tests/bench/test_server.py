"""The measurements of the server play for real, and notice what would be wrong."""

import shutil
from pathlib import Path

import pytest

from paddock.bench import boardgameio, flood, history, nuisance, server
from paddock.bench.client import BadLoad
from paddock.bench.peers import NoPeer
from paddock.core.registry import load
from paddock.server.guard import digest
from paddock.server.store.record import record
from paddock.server.table import Table


@pytest.mark.parametrize("moves_per_s", [0.0, 40.0])
def test_people_play_and_nothing_is_lost(moves_per_s: float) -> None:
    figures = server.run(tables=3, moves_per_s=moves_per_s, seconds=1.0, sockets=8)
    assert (figures["game"], figures["tables"], figures["sockets"]) == ("minimal", 3, 8)
    assert (figures["lost"], figures["refused"]) == (0, 0)
    for name in ("p50_ms", "p99_ms", "moves_per_s", "rss_mb", "server_us_per_move"):
        assert float(figures[name]) > 0


def test_a_game_of_the_house_can_be_measured() -> None:
    figures = server.run(tables=2, moves_per_s=0.0, seconds=0.5, game="zooloretto")
    assert (figures["game"], figures["lost"], figures["refused"]) == ("zooloretto", 0, 0)
    assert float(figures["moves_per_s"]) > 0


def test_an_attacker_is_cut_and_comes_back_while_others_play() -> None:
    figures = server.run(tables=3, moves_per_s=30.0, seconds=2.0, flood=10_000.0)
    assert (figures["lost"], figures["refused"]) == (0, 0)
    assert float(figures["flood_per_s"]) > 0
    assert int(figures["flood_lines"]) > flood.LINES, "the usual limits cut a line that does not slow down"
    assert float(figures["moves_per_s"]) > 0


def test_tables_with_a_past_are_played_on() -> None:
    figures = server.run(tables=2, moves_per_s=0.0, seconds=0.5, history=300)
    assert (figures["lost"], figures["refused"]) == (0, 0)
    assert float(figures["moves_per_s"]) > 0


@pytest.mark.asyncio
@pytest.mark.parametrize("game", ["paddock.bench.minimal:GAME", "franks-zoo"])
async def test_a_past_has_the_entries_that_were_asked_for_and_replays(game: str, tmp_path: Path) -> None:
    [(name, tokens)] = await history.write(str(tmp_path / "tables.db"), load(game), 1, 200)
    async with record(str(tmp_path / "tables.db")) as kept:
        rows = await kept.load(name)
        row = await kept.table(name)
    assert row is not None
    table = Table(row.secret, {load(game).name: load(game)})
    for entry in rows:
        table.take(entry)
    assert 200 <= len(rows) < 203
    assert table.status == "playing"
    assert [table.seat_of(digest(token)) for token in tokens] == list(range(len(tokens)))


@pytest.mark.parametrize("name", ["transcripts", "replays", "hellos", "halves"])
def test_a_nuisance_is_at_work_while_others_play(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "LONG", 200)
    figures = server.run(tables=2, moves_per_s=30.0, seconds=1.0, nuisance=name)
    assert (figures["nuisance"], figures["lost"], figures["refused"]) == (name, 0, 0)
    assert int(figures["nuisance_done"]) > 0
    assert float(figures["moves_per_s"]) > 0
    assert "above_normal_mb" in figures


def test_bots_are_timed_beside_tables_that_were_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nuisance, "LEFT", 2)
    figures = server.run(tables=2, moves_per_s=30.0, seconds=4.0, nuisance="experts")
    assert (figures["nuisance_tables"], figures["lost"]) == (2, 0)
    assert int(figures["bot_moves"]) > 0
    assert float(figures["bots_p99_s"]) > 0


def test_an_unknown_nuisance_is_refused() -> None:
    with pytest.raises(BadLoad, match="no nuisance is called 'noise'; there are transcripts"):
        server.run(tables=1, moves_per_s=0.0, seconds=0.1, nuisance="noise")


def test_fewer_sockets_than_seats_are_refused() -> None:
    with pytest.raises(BadLoad, match="3 tables of Minimal have 6 seats, so 5 sockets are too few"):
        server.run(tables=3, moves_per_s=0.0, seconds=0.1, sockets=5)


def test_without_npm_it_says_what_is_needed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(NoPeer, match="node and npm"):
        boardgameio.install(tmp_path)
