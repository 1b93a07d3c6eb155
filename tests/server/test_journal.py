"""The journal writes an event a line and keeps every secret to itself."""

from __future__ import annotations

import io
import json
import logging
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send
from websockets.sync.client import connect

from paddock.server import journal
from paddock.server.guard import new_token
from paddock.server.journal import HIDDEN, SECRET, open_journal, redacted
from tests.server.place import PATIENCE, PATIENT

CANARY = "canary-in-the-coal-mine"
LOGGERS = ("paddock.server", "uvicorn", "uvicorn.access", "uvicorn.error", "uvicorn.asgi", "asyncio")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def loggers_as_they_were() -> Iterator[None]:
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [(logger.handlers[:], logger.propagate, logger.level, logger.disabled) for logger in loggers]
    yield
    for logger, (places, propagate, level, disabled) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate, logger.disabled = places, propagate, disabled
        logger.setLevel(level)


@pytest.fixture
def stream() -> io.StringIO:
    stream = io.StringIO()
    open_journal(stream, logging.DEBUG)
    return stream


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


class Struct(msgspec.Struct):
    secret: str
    plain: str


class Named(NamedTuple):
    invite: str
    plain: str


@dataclass
class Data:
    nonce: str
    plain: str


class Opaque:
    def __repr__(self) -> str:
        return CANARY


def test_an_event_is_one_json_object_a_line_with_its_time_and_level(stream: io.StringIO) -> None:
    journal.note("table opened", table="abc", seats=4)
    journal.warn("two\nlines", text="a\nb")
    journal.detail("small")
    one, two, three = lines(stream)
    assert (one["event"], one["level"], one["table"], one["seats"]) == ("table opened", "info", "abc", 4)
    assert one["time"].endswith("+00:00")
    assert (two["event"], two["level"], two["text"]) == ("two\nlines", "warning", "a\nb")
    assert three["level"] == "debug"


def test_small_events_are_left_out_unless_asked_for() -> None:
    stream = io.StringIO()
    open_journal(stream)
    journal.detail("small")
    journal.note("large")
    assert [line["event"] for line in lines(stream)] == ["large"]


def test_a_field_never_replaces_what_every_line_has(stream: io.StringIO) -> None:
    journal.note("opened", time="noon", level="hard")
    (line,) = lines(stream)
    assert (line["level"], line["level_"], line["time_"]) == ("info", "hard", "noon")


@pytest.mark.parametrize(
    "name", [*SECRET, "seat_token", "Authorization", "nonces", "SECRET", "game-seed", "inviteCode"]
)
def test_a_field_of_a_secret_name_is_hidden_however_deep(name: str, stream: io.StringIO) -> None:
    journal.note("top", **{name: CANARY})
    journal.note("inside", body={"list": [{name: CANARY}], "tuple": ({name: [CANARY]},)})
    assert CANARY not in stream.getvalue()
    assert stream.getvalue().count(HIDDEN) == 3


@pytest.mark.parametrize("record", [Struct(CANARY, "seen"), Named(CANARY, "seen"), Data(CANARY, "seen")])
def test_records_are_looked_into(record: object, stream: io.StringIO) -> None:
    journal.note("record", record=record)
    (line,) = lines(stream)
    assert CANARY not in stream.getvalue()
    assert line["record"]["plain"] == "seen"


def test_bytes_and_unknown_objects_are_only_named(stream: io.StringIO) -> None:
    journal.note("odd", raw=CANARY.encode(), thing=Opaque())
    (line,) = lines(stream)
    assert line["raw"] == f"[{len(CANARY)} bytes]"
    assert line["thing"] == "[Opaque]"


TEXTS = [
    f"GET /t/abc?token={CANARY} HTTP/1.1",
    f"https://example.org/t/abc#seat={CANARY}",
    f"Authorization: Bearer {CANARY}",
    f"authorization=Bearer {CANARY}",
    f"bad value for token: {CANARY}",
    f"{{'secret': '{CANARY}'}}",
    f'{{"nonce":"{CANARY}"}}',
    f"Struct(invite_code='{CANARY}', plain=1)",
    f"seed={CANARY}, more",
    f"b'seed': b'{CANARY}'",
    f'{{\\"token\\":\\"{CANARY}\\"}}',
    f"scope={{'query_string': b'plain={CANARY}'}}",
]


@pytest.mark.parametrize("text", TEXTS)
def test_running_text_loses_query_strings_and_named_secrets(text: str, stream: io.StringIO) -> None:
    journal.note(text, text=text)
    journal.note("nested", inside=[{"text": text}])
    journal.fail("failed", ValueError(text))
    logging.getLogger("uvicorn.error").error("%s", text)
    assert len(lines(stream)) == 4
    assert CANARY not in stream.getvalue()


@given(st.text(alphabet=" /,.:;'\"()[]{}<>=", max_size=3), st.text(alphabet=" /,.:;'\"()[]{}<>=", max_size=3))
def test_a_token_is_hidden_wherever_it_stands(before: str, after: str) -> None:
    token = new_token()
    assert token not in str(redacted({"text": before + token + after, "list": [token]}))
    assert token not in str(redacted({token: 1}))


def test_ordinary_text_stays_as_it_is() -> None:
    for text in ("seat 2 decided", "what now? Nothing", "a digest " + "ab" * 32, "/t/abc", "one, two; three"):
        assert redacted(text) == text


def test_an_error_is_told_with_its_places_and_without_its_locals(stream: io.StringIO) -> None:
    def break_down(token: str) -> None:
        raise RuntimeError("it broke")

    try:
        break_down(CANARY)
    except RuntimeError as error:
        journal.fail("room failed", error, table="abc")
    (line,) = lines(stream)
    assert line["error"] == "RuntimeError: it broke"
    assert line["trace"][-1].endswith(" break_down")
    assert CANARY not in stream.getvalue()


def test_what_nests_too_deeply_is_cut(stream: io.StringIO) -> None:
    deep: list[object] = []
    deep.append(deep)
    journal.note("deep", deep=deep)
    assert "[…]" in stream.getvalue()


def test_a_terminal_gets_readable_lines_that_cannot_steer_it() -> None:
    stream = Terminal()
    open_journal(stream)
    journal.warn("chat refused", name="\x1b[2J\nroot", token=CANARY)
    assert stream.getvalue()[8:] == f" warning: chat refused  name=\\x1b[2J\\nroot  token={HIDDEN}\n"


def test_opening_twice_does_not_say_everything_twice(stream: io.StringIO) -> None:
    again = io.StringIO()
    open_journal(again)
    journal.note("once")
    assert stream.getvalue() == ""
    assert len(lines(again)) == 1


async def quiet_app(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        await send({"type": "websocket.close"})
    elif scope["type"] == "http":
        if scope["path"] == "/broken":
            raise RuntimeError(f"no such table: /t/abc?token={CANARY}")
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})


def test_a_real_server_logs_no_address_with_its_query(stream: io.StringIO) -> None:
    config = uvicorn.Config(quiet_app, log_config=None, access_log=False, log_level="trace", lifespan="off")
    server = uvicorn.Server(config)
    place = socket.create_server(("127.0.0.1", 0))
    port = place.getsockname()[1]
    thread = threading.Thread(target=server.run, kwargs={"sockets": [place]})
    thread.start()
    try:
        query = f"?token={CANARY}&plain={CANARY}"
        headers = {"Authorization": f"Bearer {CANARY}"}
        assert httpx.get(f"http://127.0.0.1:{port}/ok{query}", headers=headers, timeout=PATIENCE).status_code == 200
        assert httpx.get(f"http://127.0.0.1:{port}/broken{query}", timeout=PATIENCE).status_code == 500
        with connect(f"ws://127.0.0.1:{port}/ws{query}", additional_headers=headers, **PATIENT) as client:
            client.send(json.dumps({"t": "hello", "token": CANARY}))
    finally:
        server.should_exit = True
        thread.join()
        place.close()
    said = stream.getvalue()
    assert "/ws" in said  # uvicorn did speak of the socket, and the exception was told
    assert "RuntimeError: no such table" in said
    assert CANARY not in said
    assert all(isinstance(line, dict) for line in lines(stream))
