"""The measurements of the server play for real, and notice what would be wrong."""

import shutil
from pathlib import Path

import pytest

from paddock.bench import boardgameio, faults, flood, server
from paddock.bench.client import BadLoad
from paddock.bench.faults import Ledger
from paddock.bench.peers import NoPeer
from paddock.server.entry import Played, encoder
from paddock.server.store.store import Row


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
    assert float(figures["flood_per_s"]) > 1000
    assert int(figures["flood_lines"]) > flood.LINES, "the usual limits cut a line that does not slow down"
    assert float(figures["moves_per_s"]) > 0


def test_fewer_sockets_than_seats_are_refused() -> None:
    with pytest.raises(BadLoad, match="3 tables of Minimal have 6 seats, so 5 sockets are too few"):
        server.run(tables=3, moves_per_s=0.0, seconds=0.1, sockets=5)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("db", ["sqlite", "postgres"])
def test_a_killed_server_loses_nothing(db: str) -> None:
    figures = faults.run(trials=20, db=db)
    assert figures["trials"] == 20
    assert figures["acknowledged"] > 0
    assert figures["slowest_restart_s"] > 0
    assert [figures[fault] for fault in ("lost", "doubled", "gaps", "refused")] == [0, 0, 0, 0]


def row(version: int, command: str, seat: int, action: int) -> Row:
    body = Played(at=0, seat=seat, events=[(seat, action)], rolled=0, id=command)
    return Row("table", version, encoder.encode(body), None, None, 0)


def test_the_audit_finds_every_kind_of_fault() -> None:
    ledger = Ledger(promised={"a": (0, 2, 1), "b": (1, 1, 2)})
    assert ledger.enter([row(1, "a", 0, 2), row(2, "b", 1, 1)]) == (0, 0)
    assert ledger.settle() == 0

    ledger.promised["c"] = (0, 1, 3)
    assert ledger.enter([]) == (0, 0)
    assert ledger.settle() == 1  # never entered

    ledger.promised |= {"d": (0, 1, 5), "e": (1, 0, 5)}
    assert ledger.enter([row(5, "d", 0, 2), row(6, "e", 1, 0), row(7, "b", 1, 1)]) == (1, 2)  # b again; 3 and 4 missing
    assert ledger.settle() == 2  # d is another action, e came after it was acknowledged


def test_without_npm_it_says_what_is_needed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(NoPeer, match="node and npm"):
        boardgameio.install(tmp_path)
