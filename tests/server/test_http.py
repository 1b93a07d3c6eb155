"""The HTTP side does what its description says, and nothing that it does not say."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import Iterator
from typing import Any, Self

import httpx
import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from paddock.core.message import LANGUAGES
from paddock.core.registry import list_games, load
from paddock.server import guard
from paddock.server.app import make_pages
from paddock.server.house import House
from paddock.server.store.memory import MemoryDatabase, MemoryStore
from tests.server.place import FOREIGN
from trials.glass import Nobody

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
TOKEN = "p" * 43
ME = {"Authorization": f"Bearer {TOKEN}"}


def new_app(rate: float = 0, tables: int = 0, origins: tuple[str, ...] = ()) -> FastAPI:
    """The whole server, in memory, with a store that is open."""
    store = MemoryStore(MemoryDatabase(time.monotonic))
    house = House(
        store, Nobody(), now=lambda: time.time_ns() // 1_000_000, monotonic=lambda: 0.0, random=secrets.token_bytes
    )
    asyncio.run(store.open())
    return make_pages(house, rate, tables, origins)


def wanted(**more: object) -> dict[str, Any]:
    body = {"game": "zooloretto", "seats": 2, "plan": ["open", "open"]}
    return {**body, **more}


def seated(client: Client, **more: object) -> dict[str, Any]:
    """A table with the caller at it."""
    opened = client.post("/api/tables", json=wanted(**more), headers=ME).json()
    sitting = {"invite": opened["invite"]}
    taken = client.post(f"/api/tables/{opened['table']}/seats", json=sitting, headers=ME).json()
    return {**opened, **taken}


class Client:
    """Somebody who asks one thing after the other."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.runner = asyncio.Runner()
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app, raise_app_exceptions=False), base_url="http://test"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.runner.run(self.http.aclose())
        self.runner.close()

    def request(self, method: str, path: str, **how: Any) -> httpx.Response:
        return self.runner.run(self.http.request(method, path, **how))

    def get(self, path: str, **how: Any) -> httpx.Response:
        return self.request("GET", path, **how)

    def post(self, path: str, **how: Any) -> httpx.Response:
        return self.request("POST", path, **how)


@pytest.fixture
def client() -> Iterator[Client]:
    with Client(new_app()) as client:
        yield client


def test_a_game_says_what_the_shelf_says_of_it(client: Client) -> None:
    cards = {card["name"]: card for card in client.get("/api/games").json()}
    zoo = cards["zooloretto"]
    assert (zoo["usual"], zoo["minutes"]) == (3, 45)
    assert zoo["mood"] == {"en": "Load the trucks, fill your pens", "de": "Wagen beladen, Gehege füllen"}
    seats = {"zooloretto": ["start_player"], "o-zoo-le-mio": [], "franks-zoo": ["first_dealer"], "new-york-zoo": []}
    for name, options in seats.items():
        assert [one["name"] for one in cards[name]["options"] if one["seats"]] == options
    assert all(card["usual"] in card["seats"] for card in cards.values())


# The description.

APP = new_app()
SCHEMA = schemathesis.openapi.from_asgi("/openapi.json", APP)


@SCHEMA.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_every_answer_is_one_that_is_described(case: schemathesis.Case[Any]) -> None:
    case.headers.setdefault("Authorization", ME["Authorization"])
    case.call_and_validate(checks=CHECKS)


def test_every_answer_of_a_game_is_one_that_is_described(client: Client) -> None:
    """With a real table, which random ids never hit."""
    schema = schemathesis.openapi.from_asgi("/openapi.json", client.app)
    taken = seated(client, public=True)
    sat = {"invite": taken["invite"]}
    for begun in (False, True):
        if begun:
            assert client.post(f"/api/tables/{taken['table']}/seats", json=sat, headers=other()).status_code == 201
        for path, operations in schema.items():
            if "get" not in list(operations):
                continue
            case = operations["get"].Case()
            case.path_parameters = {"id": taken["table"], "name": "zooloretto", "language": "de"}
            case.query = {"seats": 2} if path.endswith("/options") else {}
            case.headers = {**ME, "Seat": taken["token"]}
            answer = case.call()
            assert answer.status_code == 200 or path.rsplit("/")[-1] in ("proof", "transcript"), (path, answer.text)
            case.validate_response(answer, checks=CHECKS)


def test_the_description_says_where_a_token_belongs() -> None:
    """A header called Authorization among the parameters is one that readers of OpenAPI have to ignore."""
    described = APP.openapi()
    ((name, scheme),) = described["components"]["securitySchemes"].items()
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    wanted_by = {
        f"{method} {path}"
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
        if operation.get("security") == [{name: []}]
    }
    mine = {"get /api/mine", "get /api/mine/finished", "delete /api/mine"}
    assert wanted_by == {"post /api/tables", "post /api/tables/{id}/seats"} | mine


def other() -> dict[str, str]:
    return {"Authorization": f"Bearer {secrets.token_urlsafe(32)}"}


def test_how_to_play_is_told_in_every_language_and_the_rules_in_one(client: Client) -> None:
    for name in (name for name in list_games() if load(name).numbered_rules()):
        told = [client.get(f"/api/guide/{name}/{language}") for language in LANGUAGES]
        told.append(client.get(f"/api/rules/{name}"))
        assert {answer.headers["content-type"] for answer in told} == {"text/markdown; charset=utf-8"}
        assert len({answer.text for answer in told}) == len(LANGUAGES) + 1
    for path in ("/api/guide/zooloretto/fr", "/api/guide/chess/en", "/api/rules/chess"):
        assert client.get(path).status_code == 404


# What people try.

TRAVERSALS = [
    "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/....//etc/passwd", "/..%5c..%5cboot.ini", "/%2e%2e%2f",
    "/api/rules/..%2f..%2f", "/api/rules/%2e%2e", "/api/words/..%2fhouse/en", "/api/words/house/..%2f", "/t/..%2f..%2f",
    "/api/tables/..%2f..%2f..%2f..%2f/log", "//etc/passwd", "/static/../../etc/passwd", "/%00",
    "/api/rules/zooloretto%00", "/api/rules/paddock.core", "/api/words/os:system/en",
    "/api/guide/..%2f..%2f/en", "/api/guide/zooloretto/..%2f", "/api/guide/zooloretto/en%00",
]  # fmt: skip


@pytest.mark.parametrize("path", TRAVERSALS)
def test_no_path_leads_out_of_the_site(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (200, 400, 404, 422)
    assert "root:" not in answer.text
    assert answer.status_code != 200 or answer.headers["content-type"].startswith("text/html")


INJECTIONS = [
    "' OR '1'='1", "'; DROP TABLE entry; --", "1; SELECT pg_sleep(9)", '" OR ""="', "\\'; --", "%' OR 1=1 --",
    "${7*7}", "{{7*7}}", "\x00", "\ud800", "\N{PILE OF POO}" * 30, "../../x", "a\r\nSet-Cookie: x=1",
]  # fmt: skip


@pytest.mark.parametrize("text", INJECTIONS)
def test_text_is_only_text_wherever_it_is_put(client: Client, text: str) -> None:
    places: list[dict[str, object]] = [
        {"game": text}, {"options": {text: 1}}, {"options": {"variant": text}},
        {"plan": ["open", text]}, {"stand_in": text}, {"clock": {"kind": text}}, {text: 1},
    ]  # fmt: skip
    for place in places:
        body = json.dumps(wanted(**place))
        answer = client.post("/api/tables", content=body, headers={**ME, "Content-Type": "application/json"})
        assert answer.status_code in (201, 400, 409, 422), (place, answer.text)
        if answer.status_code != 201:
            assert set(answer.json()) == {"error"}
    opened = client.post("/api/tables", json=wanted(), headers=ME).json()
    for sitting in ({"invite": text}, {"name": text}, {"avatar": text}, {"seal": text}):
        body = json.dumps({"invite": opened["invite"], **sitting})
        answer = client.post(f"/api/tables/{opened['table']}/seats", content=body, headers=other())
        assert answer.status_code in (201, 403, 409, 422), (sitting, answer.text)
    sat = json.dumps({"invite": text})
    assert client.post(f"/api/tables/{'A' * 16}/seats", content=sat, headers=ME).status_code in (404, 422)
    assert client.get("/api/games/zooloretto/options", params={"seats": 2, "x": "y"}).status_code == 400


@pytest.mark.parametrize("name", ["self", "seats", "__class__", "given", "name"])
def test_an_option_may_have_no_name_of_ours(client: Client, name: str) -> None:
    answer = client.post("/api/tables", json=wanted(options={name: 3}), headers=ME)
    assert answer.status_code == 400
    assert "has no option" in answer.json()["error"]
    if name != "seats":
        assert client.get(f"/api/games/zooloretto/options?seats=2&{name}=3").status_code == 400


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Bearer x", "Bearer " + "x" * 65, "Basic " + "x" * 43, "Bearer " + "x" * 9000, "x" * 43],
)  # fmt: skip
def test_absurd_tokens_open_nothing(client: Client, header: str) -> None:
    for method, path in (
        ("GET", "/api/mine"), ("GET", "/api/mine/finished"), ("DELETE", "/api/mine"), ("POST", "/api/tables"),
    ):  # fmt: skip
        body = wanted() if method == "POST" else None
        answer = client.request(method, path, headers={"Authorization": header}, json=body)
        assert answer.status_code == 401
        assert set(answer.json()) == {"error"}


def test_a_seat_token_that_opens_nothing_makes_a_spectator(client: Client) -> None:
    taken = seated(client)
    client.post(f"/api/tables/{taken['table']}/seats", json={"invite": taken["invite"]}, headers=other())
    for token in ("x", "x" * 10_000, guard.digest(taken["token"]), guard.digest(TOKEN), taken["invite"]):
        seen = client.get(f"/api/tables/{taken['table']}/transcript", headers={"Seat": token})
        assert "seen by spectator" in seen.text
    seen = client.get(f"/api/tables/{taken['table']}/transcript", headers={"Seat": taken["token"]})
    assert "seen by seat 0" in seen.text


def test_a_large_body_is_refused(client: Client) -> None:
    for body in (b"x" * 16_385, json.dumps(wanted(stand_in="x" * 20_000)).encode()):
        answer = client.post("/api/tables", content=body, headers=ME)
        assert answer.status_code == 413
        assert set(answer.json()) == {"error"}


def test_too_many_requests_are_refused() -> None:
    with Client(new_app(rate=20)) as client:
        answers = [client.get("/api/words/house/en") for _ in range(100)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert len(refused) == 10, "time stands still here, so the bucket of 90 is never filled again"
    assert refused[0].json() == {"error": "that is too fast; wait a moment"}


@pytest.mark.parametrize("path", ["/openapi.json", "/metrics", "/healthz", "/livez"])
def test_whatever_is_worked_out_for_a_request_is_limited_and_not_only_below_api(path: str) -> None:
    """The description costs some 10 ms, a look at the health a commit of the store: nobody may ask without end."""
    with Client(new_app(rate=20)) as client:
        codes = [client.get(path).status_code for _ in range(100)]
    assert 429 in codes


PAGES = [
    "/",
    "/api/games",
    "/api/tables",
    "/api/nothing",
    "/healthz",
    "/livez",
    "/metrics",
    "/openapi.json",
    "/t/x",
    "/ws",
]


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_has_the_policy_and_none_lets_other_sites_read_it(client: Client, path: str) -> None:
    foreign = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    for method in ("GET", "OPTIONS", "HEAD", "POST", "DELETE"):
        answer = client.request(method, path, headers=foreign)
        assert answer.headers["content-security-policy"] == guard.POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in answer.headers
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert answer.status_code < 500


CHANGES = [
    (method.upper(), path)
    for path, operations in APP.openapi()["paths"].items()
    for method in operations
    if method not in ("get", "head", "options")
]
OURS = "a page of another site may not change anything here"


def addressed(path: str, table: str) -> str:
    assert set(re.findall(r"{(\w+)}", path)) <= {"id"}, "give the new part of the path a value here"
    return path.replace("{id}", table)


def test_the_description_has_routes_that_change_something() -> None:
    assert {("POST", "/api/tables"), ("DELETE", "/api/mine"), ("POST", "/api/tables/{id}/link")} <= set(CHANGES)


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_another_site_changes_nothing(client: Client, origin: str) -> None:
    taken = seated(client, public=True)
    before = client.get(f"/api/tables/{taken['table']}").json()
    headers = {**ME, "Seat": taken["token"], "Origin": origin.replace("HOST", "test")}
    for method, path in [*CHANGES, ("POST", "/"), ("PUT", "/api/nothing"), ("POST", "/ws"), ("DELETE", "/api/tables")]:
        answer = client.request(method, addressed(path, taken["table"]), headers=headers, json=wanted())
        assert (answer.status_code, answer.json()) == (403, {"error": OURS}), (method, path)
        assert answer.headers["content-security-policy"] == guard.POLICY
    assert client.get(f"/api/tables/{taken['table']}").json() == before
    assert [table["you"] for table in client.get("/api/mine", headers=ME).json()] == [0]
    assert (
        'paddock_commands_refused_total{kind="origin"} ' + str(float(len(CHANGES) + 4)) in client.get("/metrics").text
    )


@pytest.mark.parametrize("origin", ["http://test", "https://test", "https://play.example.org", None])
def test_our_own_pages_those_of_the_list_and_programs_may_change_things(origin: str | None) -> None:
    with Client(new_app(origins=("https://play.example.org",))) as client:
        headers = {**ME, "Origin": origin} if origin else ME
        answer = client.post("/api/tables", json=wanted(), headers=headers)
        assert answer.status_code == 201, answer.text
        for method, path in CHANGES:
            answer = client.request(method, addressed(path, answer.json().get("table", "x" * 16)), headers=headers)
            assert OURS not in answer.text, (method, path)


def test_a_request_that_is_too_large_or_too_fast_has_the_policy_too() -> None:
    with Client(new_app(rate=20)) as client:
        large = client.post("/api/tables", content=b"x" * 20_000)
        fast = [client.get("/api/words/house/en") for _ in range(100)][-1]
    assert (large.status_code, fast.status_code) == (413, 429)
    for answer in (large, fast):
        assert answer.headers["content-security-policy"] == guard.POLICY


def test_whatever_is_offered_as_an_option_can_be_opened(client: Client) -> None:
    for game in client.get("/api/games").json():
        for seats in game["seats"]:
            offered = client.get(f"/api/games/{game['name']}/options", params={"seats": seats}).json()["options"]
            longest = {option["name"]: max(option["values"], key=lambda value: len(str(value))) for option in offered}
            for name, value in longest.items():
                plan = {"seats": seats, "plan": ["open"] * seats, "options": {name: value}}
                answer = client.post("/api/tables", json=wanted(game=game["name"], **plan), headers=ME)
                assert answer.status_code == 201, answer.text
