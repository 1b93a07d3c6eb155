"""The guard lets in whom it should, as often as it should, and says the right things on every answer."""

from __future__ import annotations

import asyncio
import hashlib
import math
from collections.abc import AsyncIterator
from typing import Annotated

import httpx
import pytest
from fastapi import Body, FastAPI
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paddock.core.errors import PaddockError
from paddock.server.guard import (
    HEADERS,
    BodyLimit,
    Bucket,
    Buckets,
    SecurityHeaders,
    demand_origins,
    digest,
    is_token,
    network,
    new_token,
    origin_allowed,
    same,
)

# Tokens.


def test_tokens_are_32_bytes_in_base64url_and_never_the_same() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(is_token(token) and len(token) == 43 for token in tokens)


@pytest.mark.parametrize(
    "text", ["", "a" * 42, "a" * 44, "a" * 42 + "=", "a" * 42 + "\n", "a" * 42 + "ä", "a" * 43 + "\n"]
)
def test_other_things_are_no_tokens(text: str) -> None:
    assert not is_token(text)


@given(st.text(alphabet=st.characters(codec=None)), st.text(alphabet=st.characters(codec=None)))
def test_any_text_has_a_digest_and_only_equal_ones_are_the_same(one: str, other: str) -> None:
    assert same(one, other) == (one == other)
    assert same(digest(one), digest(other)) == (one == other)


def test_a_digest_is_the_sha_256_of_the_characters() -> None:
    token = new_token()
    assert digest(token) == hashlib.sha256(token.encode()).hexdigest()
    assert token not in digest(token)


# How often.

AMOUNTS = st.floats(0.1, 100)
STEPS = st.lists(st.tuples(st.floats(-5, 50), st.floats(0.1, 20)), max_size=40)


@given(AMOUNTS, AMOUNTS, STEPS)
def test_no_more_is_taken_than_was_there_and_came_since(
    size: float, rate: float, steps: list[tuple[float, float]]
) -> None:
    bucket = Bucket(size, rate, 0.0)
    now = latest = taken = 0.0
    for wait, cost in steps:
        now += wait
        latest = max(latest, now)
        if bucket.take(now, cost):
            taken += cost
        assert 0 <= bucket.left <= size
        assert taken <= (size + latest * rate) * (1 + 1e-9)


@given(AMOUNTS, AMOUNTS, STEPS)
def test_whoever_waits_as_told_is_let_in(size: float, rate: float, steps: list[tuple[float, float]]) -> None:
    bucket = Bucket(size, rate, 0.0)
    now = 0.0
    for wait, cost in steps:
        now += abs(wait)
        told = bucket.wait(now, cost)
        if math.isinf(told):
            assert cost > size
            assert not bucket.take(now, cost)
            continue
        if told > 1e-6:
            assert not bucket.take(now, cost)
        now += told + 1e-6
        assert bucket.take(now, cost)


@given(AMOUNTS, AMOUNTS, STEPS)
def test_a_bucket_left_alone_long_enough_is_as_good_as_new(
    size: float, rate: float, steps: list[tuple[float, float]]
) -> None:
    bucket = Bucket(size, rate, 0.0)
    for wait, cost in steps:
        bucket.take(abs(wait), cost)
    assert bucket.full(50 + size / rate + 1)


def test_a_bucket_refuses_when_it_is_empty_and_time_backwards_fills_nothing() -> None:
    bucket = Bucket(3, 1, 100.0)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(50.0)
    assert not bucket.take(100.9)
    assert bucket.take(101.0)
    assert not bucket.take(101.5)
    assert bucket.wait(101.5) == 0.5
    assert Bucket(3, 0, 0.0).wait(0.0, 4) == math.inf


def test_keys_do_not_share_a_bucket() -> None:
    buckets = Buckets(1, 1)
    assert [buckets.take(key, 0.0) for key in "aabab"] == [True, False, True, False, False]


@given(st.integers(1, 6), st.lists(st.tuples(st.integers(0, 9), st.floats(0, 3))))
def test_there_are_never_more_keys_than_allowed(most: int, steps: list[tuple[int, float]]) -> None:
    buckets = Buckets(2, 1, most)
    now = 0.0
    for key, wait in steps:
        now += wait
        buckets.take(key, now)
        assert 1 <= len(buckets) <= most


@given(st.lists(st.tuples(st.integers(0, 5), st.floats(0, 3))))
def test_forgetting_idle_keys_changes_no_answer(steps: list[tuple[int, float]]) -> None:
    forgetful = Buckets(2, 1, most=6)
    kept = {key: Bucket(2, 1, 0.0) for key in range(6)}
    now = 0.0
    for key, wait in steps:
        now += wait
        assert forgetful.take(key, now) == kept[key].take(now)


def test_full_buckets_are_forgotten_and_of_the_others_the_one_unused_the_longest() -> None:
    buckets = Buckets(2, 1, most=3)
    for key in "abc":
        buckets.take(key, 0.0)
    buckets.take("a", 0.0)
    buckets.take("d", 0.0)
    assert list(buckets.buckets) == ["c", "a", "d"]
    buckets.take("e", 10.0)
    assert list(buckets.buckets) == ["e"]


ADDRESSES = [
    ("192.0.2.7", "192.0.2.7"),
    ("::ffff:192.0.2.7", "192.0.2.7"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
    ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
    ("testclient", "testclient"),
]


@pytest.mark.parametrize(("address", "found"), ADDRESSES)
def test_one_household_is_one_client(address: str, found: str) -> None:
    assert network(address) == found


# Who may connect.

LETTERS = st.text(alphabet="abcxyz09-", min_size=1, max_size=8).map(lambda text: f"a{text}a")
HOSTS = st.one_of(st.lists(LETTERS, min_size=1, max_size=3).map(".".join), st.sampled_from(["127.0.0.1", "[::1]"]))
SCHEMES = st.sampled_from(["http", "https"])
PORTS = st.one_of(st.just(""), st.integers(1, 65535).map(lambda port: f":{port}"))


@given(SCHEMES, HOSTS, PORTS)
def test_the_own_page_is_allowed(scheme: str, host: str, port: str) -> None:
    assert origin_allowed(f"{scheme}://{host}{port}", f"{host}{port}")
    assert origin_allowed(f"{scheme}://{host}{port}", f"{host}{port}".upper())


@given(SCHEMES, HOSTS, PORTS, HOSTS, PORTS)
def test_another_host_or_port_is_refused_unless_it_is_listed(
    scheme: str, host: str, port: str, other: str, other_port: str
) -> None:
    usual = {"http": ":80", "https": ":443"}[scheme]
    alike = (host, port or usual) == (other, other_port or usual)
    origin = f"{scheme}://{other}{other_port}"
    assert origin_allowed(origin, f"{host}{port}") == alike
    assert origin_allowed(origin, f"{host}{port}", [origin])


@given(st.text(max_size=30))
def test_text_that_is_no_origin_is_refused_even_if_it_is_the_host_or_listed(text: str) -> None:
    if not text.startswith("http"):
        assert not origin_allowed(text, text, [text])


@given(HOSTS, st.text(alphabet="/?#@:. \\\t\nax", min_size=1, max_size=4))
def test_nothing_may_hang_on_to_an_origin(host: str, tail: str) -> None:
    origin = f"https://{host}{tail}"
    if origin_allowed(origin, host):
        raise AssertionError(origin)


REFUSED = [
    "null",
    "NULL",
    "",
    "https://",
    "https://example.org/",
    "https://example.org/path",
    "https://example.org?x",
    "https://example.org:",
    "https://example.org:port",
    "https://example.org:99999",
    "https://user@example.org",
    "https://evil.org@example.org",
    "https://example.org@evil.org",
    "https://example.org.evil.org",
    "https://evilexample.org",
    "https://example.org https://evil.org",
    "ftp://example.org",
    "file://",
    "//example.org",
    "example.org",
    "https://exämple.org",
    "https://[::1",
]


@pytest.mark.parametrize("origin", REFUSED)
def test_what_is_no_origin_of_ours_is_refused(origin: str) -> None:
    assert not origin_allowed(origin, "example.org")
    assert not origin_allowed(origin, "example.org", ["https://example.org"])


def test_a_program_without_an_origin_is_allowed_and_a_missing_host_allows_nobody() -> None:
    assert origin_allowed(None, "example.org")
    assert origin_allowed(None, None)
    assert not origin_allowed("https://example.org", None)
    assert origin_allowed("https://example.org", None, ["https://example.org:443"])


def test_what_no_port_means_depends_on_the_origins_scheme() -> None:
    assert origin_allowed("https://example.org", "example.org:443")
    assert not origin_allowed("https://example.org", "example.org:80")
    assert origin_allowed("http://example.org", "example.org:80")
    assert not origin_allowed("http://example.org", "play.example.org", ["https://example.org"])


# What every answer says.


def test_every_answer_carries_the_headers_even_an_error() -> None:
    app = FastAPI()

    @app.get("/own")
    def own() -> None:
        return None

    app.add_middleware(SecurityHeaders)
    with_headers = [answer(app, path) for path in ("/own", "/missing", "/openapi.json")]
    assert [response.status_code for response in with_headers] == [200, 404, 200]
    for response in with_headers:
        assert {name: response.headers.get_list(name) for name in HEADERS} == {
            name: [value] for name, value in HEADERS.items()
        }


def test_an_answer_may_set_a_header_of_its_own() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"referrer-policy", b"same-origin")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body"})

    assert answer(SecurityHeaders(app), "/").headers.get_list("referrer-policy") == ["same-origin"]


def test_no_inline_script_is_allowed() -> None:
    rules = dict(rule.split(" ", 1) for rule in HEADERS["Content-Security-Policy"].split("; "))
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == rules["default-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["object-src"] == rules["base-uri"] == "'none'"
    assert [name for name, sources in rules.items() if "unsafe" in sources] == ["style-src-attr"]
    assert rules["require-trusted-types-for"] == "'script'"
    assert rules["trusted-types"] == "svelte-trusted-html"


# How much.


def answer(app: ASGIApp, path: str, body: bytes | list[bytes] | None = None) -> httpx.Response:
    """One request, in process; a list is sent in pieces without a length."""

    async def pieces(parts: list[bytes]) -> AsyncIterator[bytes]:
        for part in parts:
            yield part

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://example.org") as client:
            if body is None:
                return await client.get(path)
            content = pieces(body) if isinstance(body, list) else body
            return await client.post(path, content=content, headers={"Content-Type": "application/json"})

    return asyncio.run(ask())


def limited(most: int) -> FastAPI:
    app = FastAPI()

    @app.post("/size")
    async def size(body: Annotated[list[int], Body()]) -> int:
        return len(body)

    @app.get("/size")
    async def nothing() -> int:
        return 0

    app.add_middleware(BodyLimit, most=most)
    return app


def test_a_body_up_to_the_limit_arrives_whole() -> None:
    body = b"[" + b"1," * 48 + b"1]"
    assert len(body) == 99
    for sent in (body, [body], [body[:10], b"", body[10:50], body[50:]]):
        got = answer(limited(99), "/size", sent)
        assert (got.status_code, got.json()) == (200, 49)
    assert answer(limited(99), "/size").json() == 0


def test_a_larger_body_is_refused_with_and_without_a_length() -> None:
    body = b"[" + b"1," * 48 + b"1]"
    for sent in (body, [body], [body[:50], body[50:]], [b" "] * 200):
        got = answer(limited(98), "/size", sent)
        assert got.status_code == 413
        assert got.json() == {"error": "the request is too large; 98 bytes are allowed"}
        assert got.headers["connection"] == "close"


async def never(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError("the app was called")


@pytest.mark.asyncio
async def test_an_announced_length_is_refused_before_anything_is_read() -> None:
    async def read() -> Message:
        raise AssertionError("the body was read")

    for length in (b"101", b"9" * 5000):
        sent: list[Message] = []

        async def keep(message: Message, sent: list[Message] = sent) -> None:
            sent.append(message)

        scope = {"type": "http", "headers": [(b"content-length", length)]}
        await BodyLimit(never, 100)(scope, read, keep)
        assert sent[0]["status"] == 413


@pytest.mark.asyncio
async def test_an_endless_body_is_read_no_further_than_the_limit() -> None:
    reads = 0
    sent: list[Message] = []

    async def read() -> Message:
        nonlocal reads
        reads += 1
        return {"type": "http.request", "body": b"x" * 10, "more_body": True}

    async def keep(message: Message) -> None:
        sent.append(message)

    # A length that lies does not help either.
    await BodyLimit(never, 100)({"type": "http", "headers": [(b"content-length", b"5")]}, read, keep)
    assert sent[0]["status"] == 413
    assert reads == 11


@pytest.mark.asyncio
async def test_a_client_that_leaves_is_seen_to_leave_and_sockets_pass_untouched() -> None:
    seen: list[Message] = []
    messages: list[Message] = [{"type": "http.disconnect"}, {"type": "http.request", "body": b"x", "more_body": True}]

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(await receive())
        if scope["type"] == "http":
            seen.append(await receive())

    async def read() -> Message:
        return messages.pop()

    async def keep(message: Message) -> None:
        raise AssertionError(message)

    await BodyLimit(app, 100)({"type": "http", "headers": []}, read, keep)
    assert [message["type"] for message in seen] == ["http.request", "http.disconnect"]
    messages.append({"type": "websocket.receive", "text": "x" * 1000})
    await BodyLimit(app, 100)({"type": "websocket", "headers": []}, read, keep)
    assert seen[-1]["text"] == "x" * 1000


@pytest.mark.parametrize("named", ["nonsense", "play.example.org", "https://play.example.org/", "null", ""])
def test_an_origin_that_no_browser_could_send_is_refused_at_the_start(named: str) -> None:
    with pytest.raises(PaddockError, match="--origin takes a site such as"):
        demand_origins(["https://play.example.org", named])


def test_origins_of_sites_are_taken() -> None:
    demand_origins(["https://play.example.org", "http://localhost:8080"])
