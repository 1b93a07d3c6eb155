"""The process: it says where it is, stops when told, and goes on where it was."""

from __future__ import annotations

import asyncio
import gc
import json
import signal
import socket
import sqlite3
import sys
import weakref
from contextlib import suppress
from pathlib import Path

import pytest
import websockets

from paddock.core.errors import PaddockError
from paddock.server.serve import LONGEST, Tidy, bound
from tests.server.place import PATIENCE, POND, Person, Place, choices, connected, launch, two_at_a_table

pytestmark = pytest.mark.asyncio


async def grown(db: Path, question: str) -> None:
    """Wait until the store itself, asked from outside, says yes: nobody is connected who could be told."""
    connection = sqlite3.connect(f"file:{db}?mode=ro", uri=True)
    try:
        async with asyncio.timeout(PATIENCE):
            while not connection.execute(question).fetchone()[0]:
                await asyncio.sleep(0.05)
    finally:
        connection.close()


STORY = ("server_started", "server_stopping", "server_stopped")


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT], ids=lambda by: by.name)
async def test_it_stops_cleanly_with_sockets_open(tmp_path: Path, by: signal.Signals) -> None:
    with Place(tmp_path / "tables.db") as place:
        async with two_at_a_table(place, "zooloretto") as (ada, _), connected(place) as silent:
            await ada.ask("hint", id="0" * 32)
            place.process.send_signal(by)
            assert (await ada.until(lambda message: message["t"] == "bye"))["why"] == "restart"
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await ada.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1001
            assert (await silent.next())["t"] == "bye"
        out, err = await asyncio.to_thread(place.process.communicate)
    assert place.process.returncode in (0, -by)
    assert out == ""
    told = [json.loads(line) for line in err.splitlines()]
    assert {line["level"] for line in told} == {"info"}
    # A bot that was thinking when the server stopped is told of as well.
    started, stopping, stopped = [line for line in told if line["event"] != "worker replaced"]
    assert (started["event"], stopping["event"], stopped["event"]) == STORY
    assert (started["store"], started["address"].rstrip("/")[-6:]) == ("sqlite", place.address[-6:])
    assert stopping["sockets"] == 3
    assert str(tmp_path) not in err, "where the data lie is nobody's business, and a database's address has a password"
    assert not [file.name for file in tmp_path.iterdir() if file.suffix in (".db-wal", ".db-shm")], "all is in one file"


async def test_somebody_who_does_not_read_does_not_keep_it_from_stopping(tmp_path: Path) -> None:
    with Place(tmp_path / "tables.db") as place:
        ada = Person(place)
        table = await ada.create("me open", "new-york-zoo")
        await Person(place, "Ben", "fox").sit(table)
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", int(place.address.rpartition(":")[2])))
        with deaf:
            deaf.sendall(
                b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            )
            while b"\r\n\r\n" not in await asyncio.to_thread(deaf.recv, 1024):
                pass  # nothing may be said before the answer, which is short and comes whole
            hello = masked({"t": "hello", "table": table["table"], "token": ada.token})
            thinking = masked({"t": "say", "id": "0" * 32, "phrase": "thinking"})
            await asyncio.to_thread(deaf.sendall, hello * 400 + thinking)
            async with ada.look(table) as line:
                if not line.heard[-1].get("lines"):
                    await line.until(lambda message: message["t"] == "chat")
            # All that was sent to the deaf one has been tried, and more than the machine buffers is left.
            assert await asyncio.to_thread(place.stop) in (0, -signal.SIGTERM)


class Knot:
    """Refers to itself."""

    def __init__(self) -> None:
        self.me = self


async def test_old_objects_are_looked_through_when_nobody_moves_any_more() -> None:
    committed = {"pond": 0}
    tidy = Tidy(committed)
    gc.disable()
    try:
        for moves, gone in ((3, False), (5, False), (5, True), (5, False)):
            committed["pond"] = moves
            knot = weakref.ref(Knot())
            await tidy.look()
            assert (knot() is None) == gone, moves
        knot = weakref.ref(Knot())
        for _ in range(LONGEST):
            assert knot() is not None
            committed["pond"] += 1  # somebody always moves
            await tidy.look()
        assert knot() is None
    finally:
        gc.enable()


async def test_a_port_that_was_asked_for_is_that_port_or_none() -> None:
    with bound("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PaddockError, match=f"cannot listen on 127.0.0.1:{port}: Address already in use"):
            bound("127.0.0.1", port)
    with bound("127.0.0.1", None) as one, bound("127.0.0.1", None) as other:
        assert one.getsockname()[1] < other.getsockname()[1]


async def test_the_machine_keeps_little_for_somebody_who_does_not_read() -> None:
    with bound("127.0.0.1", 0) as listener, socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(listener.getsockname())
        connection, _ = listener.accept()
        with connection:
            connection.setblocking(False)
            taken = 0
            with suppress(BlockingIOError):
                while taken < 1 << 24:
                    taken += connection.send(bytes(1024))
    assert taken < 1 << 19


def masked(message: dict[str, str]) -> bytes:
    """A message as the bytes of a WebSocket frame, with a mask of zeros."""
    text = json.dumps(message).encode()
    return bytes([0x81, 0x80 | 126]) + len(text).to_bytes(2, "big") + bytes(4) + text


async def test_after_a_restart_everything_is_as_it_was(tmp_path: Path) -> None:
    ada = ben = table = sent = None
    with Place(tmp_path / "tables.db") as place:
        ada, ben = Person(place), Person(place, "Ben", "fox")
        table = await ada.create()
        await ben.sit(table)
        async with ada.look(table) as line, ben.look(table) as other:
            frame = await line.prompted()
            command = {"at": frame["at"], "action": choices(frame)[0]["action"]}
            sent = (await line.ask("play", **command))["done"]
            await line.ask("say", text="see you")
            before = line.frame
            await other.prompted()
    with Place(tmp_path / "tables.db") as place:
        ada.place = ben.place = place
        async with ada.look(table, since=before["v"]) as line, ben.look(table) as other:
            assert line.frame["news"] == []
            assert [line.frame[part] for part in ("at", "view", "prompt")] == [
                before[part] for part in ("at", "view", "prompt")
            ]
            assert (await line.ask("play", id=sent, **command))["done"] == sent, "it was carried out before"
            assert (await other.play())["done"]
            last, _ = await asyncio.gather(line.play_on(), other.play_on())
            assert last["table"]["result"]


async def test_what_was_acknowledged_survives_a_power_cut(tmp_path: Path) -> None:
    with Place(tmp_path / "tables.db") as place:
        ada, ben = Person(place), Person(place, "Ben", "fox")
        table = await ada.create()
        await ben.sit(table)
        async with ada.look(table) as line:
            done = await line.play()
            await asyncio.to_thread(place.kill)
    with Place(tmp_path / "tables.db") as place:
        ada.place = place
        async with ada.look(table) as line:
            assert line.frame["v"] == done["v"]
            assert line.frame["view"] == done["view"]


@pytest.mark.parametrize("end", [Place.stop, Place.kill], ids=["stopped", "killed"])
async def test_after_a_restart_bots_and_clocks_go_on_although_nobody_is_there(tmp_path: Path, end: object) -> None:
    db = tmp_path / "tables.db"
    with Place(db, "--bot-delay", "3600") as place:
        ada = Person(place)
        pond = await ada.create("me open")  # first, and of a game that the next server does not offer
        waits = await ada.create("me easy", "zooloretto", clock={"kind": "move", "seconds": 5}, stand_in="easy")
        await asyncio.to_thread(end, place)  # type: ignore[arg-type]
    with Place(db, games=()) as place:
        await grown(db, f"SELECT status = 'over' FROM tables WHERE id = '{waits['table']}'")
        ada.place = place
        shown = await ada.read(f"/api/tables/{waits['table']}")
        assert shown["seats"][0]["stand_in"] == "easy"
        assert [card["id"] for card in (await ada.read("/api/mine/finished"))["tables"]] == [waits["table"]]
        assert (await ada.http("GET", f"/api/tables/{pond['table']}")).status_code in (400, 404, 409)


async def test_a_second_server_on_the_same_file_says_so_in_one_sentence(tmp_path: Path) -> None:
    with Place(tmp_path / "tables.db") as place:
        second = launch(tmp_path / "tables.db")
        out, err = await asyncio.to_thread(second.communicate)
        assert second.returncode not in (0, None)
        assert out == ""
        assert len(err.strip().splitlines()) == 1, err
        assert "already served" in err
        async with two_at_a_table(place) as (ada, _):
            assert (await ada.play())["done"], "the first goes on"


async def test_it_opens_the_browser_at_the_address_that_it_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "address"
    browser = tmp_path / "browser"
    browser.write_text(f"#!{sys.executable}\nimport sys\nopen({str(note)!r}, 'w').write(sys.argv[1])\n")
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    with Place(tmp_path / "tables.db", "--browser") as place:
        assert (await Person(place).http("GET", "/healthz")).json() == {"ok": True}
    assert note.read_text().replace("localhost", "127.0.0.1").rstrip("/") == place.address


async def test_a_file_that_cannot_be_used_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_text("this is no database, and long enough to be read as one" * 100)
    process = launch(tmp_path / "tables.db")
    _, err = await asyncio.to_thread(process.communicate)
    assert process.returncode not in (0, None)
    assert len(err.strip().splitlines()) == 1, err
    assert "Traceback" not in err
    assert POND not in err


@pytest.mark.parametrize("option", ["--listed", "--abandoned"])
@pytest.mark.parametrize("days", ["inf", "nan", "-1"])
async def test_a_number_of_days_that_is_none_is_refused_in_a_sentence(tmp_path: Path, option: str, days: str) -> None:
    process = launch(tmp_path / "tables.db", option, days)
    _, said = await asyncio.to_thread(process.communicate)
    assert process.returncode == 2, said
