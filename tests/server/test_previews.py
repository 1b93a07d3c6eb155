"""What a link shows where it is posted: true, without secrets, only text, and cheap."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from paddock.core.registry import list_games
from paddock.server.app import WEB
from paddock.server.preview import HOME, Previews, address_of, language_of, tags, told_of, words
from paddock.server.store.memory import MemoryStore
from paddock.server.store.store import TableRow, Unavailable
from paddock.server.summary import Summary
from tests.server.place import Person, Place, ask
from tests.server.store.place import Server
from tests.server.test_lists import counted, opened, play, two_houses

HOSTILE = '"><script>x()'  # as long as a name may be, or nearly


class Shown(HTMLParser):
    """The head of a page as a reader of links sees it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.title = ""
        self.scripts = 0
        self.inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        self.scripts += tag == "script"
        given = dict(attrs)
        if tag == "meta" and (name := given.get("property") or given.get("name")):
            assert name not in self.meta, f"{name} is said twice"
            self.meta[name] = given.get("content") or ""

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside == "title":
            self.title += data

    @property
    def said(self) -> tuple[str, str]:
        return self.meta["og:title"], self.meta["og:description"]


class Sites(NamedTuple):
    """A server on each kind of database."""

    sqlite: Place
    postgres: Place


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    database = Server()
    try:
        with Place(tmp_path_factory.mktemp("previews") / "tables.db") as one, Place(database.url()) as other:
            yield Sites(one, other)
    finally:
        database.remove()


@pytest.fixture(params=["sqlite", "postgres"])
def place(sites: Sites, request: pytest.FixtureRequest) -> Place:
    found: Place = getattr(sites, request.param)
    return found


async def look(place: Place, path: str, status: int = 200, **headers: str) -> Shown:
    answer = await asyncio.to_thread(ask, place.address + path, **headers)
    assert answer.status_code == status
    shown = Shown(answer.text)
    assert shown.scripts == 1, "our own, and none that somebody wrote"
    return shown


@pytest.mark.asyncio
async def test_a_public_table_tells_who_waits_who_plays_and_who_won(place: Place) -> None:
    ada, ben = Person(place), Person(place, "Ben", "fox")
    table = await ada.create("me open easy", "zooloretto", public=True)
    path = f"/t/{table['table']}"
    assert (await look(place, path)).said == ("Zooloretto: 1 seat is free", "At the table: Ada and 1 bot.")
    await ben.sit(table)
    assert (await look(place, path)).said == ("Zooloretto: come and watch", "At the table: Ada, Ben and 1 bot.")
    short = await ada.create("me open", "pond", public=True)
    await ben.sit(short)
    async with ada.look(short) as hers, ben.look(short) as his:
        await asyncio.gather(hers.play_on(), his.play_on())
        places = hers.table["result"]["places"]
    names = {"Ada": places[0], "Ben": places[1]}
    order = ", ".join(f"{at}. {name}" for name, at in sorted(names.items(), key=lambda pair: pair[1]))
    winners = [name for name, at in names.items() if at == 1]
    headline = f"{winners[0]} won" if len(winners) == 1 else "Ada and Ben share the win"
    for page in "tr":
        title, text = (await look(place, f"/{page}/{short['table']}")).said
        assert title.endswith(f": {headline}")
        assert text == f"The result: {order.replace(', 2', ' and 2').replace(', 1', ' and 1')}."


@pytest.mark.asyncio
async def test_a_private_table_tells_its_game_alone(place: Place) -> None:
    ada, ben = Person(place, "Adalberta"), Person(place, "Benedikta", "fox")
    table = await ada.create("me open", "zooloretto")
    paths = [f"/t/{table['table']}", f"/r/{table['table']}?step=3"]
    before = [(await look(place, path)).meta for path in paths]
    await ben.sit(table)
    after = [(await look(place, path)).meta for path in paths]
    assert before == after, "not even that it has begun"
    assert [meta["og:title"] for meta in after] == ["Zooloretto on Paddock"] * 2
    for path in paths:
        answer = await asyncio.to_thread(ask, place.address + path)
        for secret in ("Adalberta", "Benedikta", table["invite"], table["token"], table["commitment"]):
            assert secret not in answer.text


@pytest.mark.asyncio
async def test_a_name_is_only_ever_text(place: Place) -> None:
    ada = Person(place, HOSTILE)
    table = await ada.create("me open", "zooloretto", public=True)
    shown = await look(place, f"/t/{table['table']}")
    assert shown.said[1] == f"At the table: {HOSTILE}."
    answer = await asyncio.to_thread(ask, f"{place.address}/t/{table['table']}")
    assert HOSTILE not in answer.text
    for braces in ("{who}", "{0}", "{name.x}", "&lt;b&gt;"):
        table = await Person(place, braces).create("me open", "zooloretto", public=True)
        assert (await look(place, f"/t/{table['table']}")).said[1] == f"At the table: {braces}."


@pytest.mark.asyncio
async def test_who_has_deleted_their_data_is_named_no_more(place: Place) -> None:
    ada, ben = Person(place, "Adalberta"), Person(place, "Ben", "fox")
    waiting = await ada.create("me open", "zooloretto", public=True)
    playing = await ada.create("me open", "pond", public=True)
    await ben.sit(playing)
    paths = [f"/t/{table['table']}" for table in (waiting, playing)]
    for path in paths:
        assert "Adalberta" in (await look(place, path)).said[1]
    assert (await ada.http("DELETE", "/api/mine")).status_code == 200
    for path in paths:
        shown = (await look(place, path)).said[1]
        assert "Adalberta" not in shown
        assert "Guest" in shown
        answer = await asyncio.to_thread(ask, place.address + path)
        assert answer.headers["cache-control"] == "private, no-cache"
        assert Shown(answer.text).meta["robots"] == "noindex"


@pytest.mark.asyncio
@pytest.mark.parametrize("path", ["abcdefghijklmnop", "x", "%00", "a%22%3E%3Cscript%3E", "é" * 16, "a" * 2000, "%ff"])
async def test_an_unknown_table_gets_the_page_with_a_plain_title(place: Place, path: str) -> None:
    shown = await look(place, f"/t/{path}", 404)
    assert shown.title == "Paddock: four zoo board games"
    assert shown.meta["og:url"] == f"{place.address}/"


@pytest.mark.asyncio
async def test_the_start_page_is_told_in_the_readers_language(sites: Sites) -> None:
    wanted = {"Accept-Language": "fr, de-AT;q=0.8, en;q=0.5"}
    shown = await look(sites.sqlite, "/", 200, **wanted)
    assert shown.title == "Paddock: vier Brettspiele rund um den Zoo"
    assert shown.meta["og:locale"] == "de_DE"
    assert "robots" not in shown.meta
    assert (await look(sites.sqlite, "/")).meta["description"].endswith("No sign-up.")


@pytest.mark.asyncio
async def test_the_picture_is_there_for_other_sites_too(sites: Sites) -> None:
    shown = await look(sites.sqlite, "/")
    for name in ("paddock", *list_games()):
        assert shown.meta["og:image"].endswith("/preview/paddock.png")
        answer = await asyncio.to_thread(ask, shown.meta["og:image"].replace("paddock.png", f"{name}.png"))
        assert answer.headers["content-type"] == "image/png"
        assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
        assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
        assert len(answer.content) < 300_000, "some messengers show no larger ones"


@pytest.mark.asyncio
async def test_whoever_asks_too_often_gets_the_page_without_its_preview(tmp_path: Path) -> None:
    with Place(tmp_path / "strict.db", "--rate", "20") as place:
        table = await Person(place).create("me open", "zooloretto", public=True)
        async with httpx.AsyncClient(base_url=place.address, timeout=60) as client:
            answers = await asyncio.gather(*(client.get(f"/t/{table['table']}") for _ in range(400)))
    assert {answer.status_code for answer in answers} == {200}
    titles = {Shown(answer.text).meta["og:title"] for answer in answers}
    assert titles == {"Zooloretto: 1 seat is free", "Paddock: four zoo board games"}


@pytest.mark.asyncio
async def test_a_match_that_goes_on_elsewhere_is_not_replayed_for_every_look() -> None:
    async with two_houses() as (here, there, now):
        table = await opened(here, "Ada", "Ben")
        assert isinstance(there.store, MemoryStore)
        previews, replayed = Previews(there), counted(there)
        for _ in range(5):
            assert words("en").say((await previews.of("t", table)).told.text) == "At the table: Ada and Ben."
            now.now += 100
            await play(here, table)
            while there.store.messages:
                await asyncio.sleep(0)
        assert replayed == [table]
        assert there.rooms == {}, "nobody came in"


@pytest.mark.asyncio
async def test_many_looks_at_once_read_a_table_once() -> None:
    async with two_houses() as (here, there, _):
        table = await opened(here, "Ada", "Ben")
        previews, replayed = Previews(there), counted(there)
        found = await asyncio.gather(*(previews.of("t", table) for _ in range(50)))
        assert len(set(found)) == 1
        assert replayed == [table]


@pytest.mark.asyncio
async def test_a_store_that_does_not_answer_keeps_nobody_from_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_houses() as (here, _, _):
        table = await opened(here, "Ada")

        async def away(table: str) -> TableRow | None:
            raise Unavailable("gone")

        monkeypatch.setattr(here.store, "table", away)
        found = await Previews(here).of("t", table)
        assert (found.told, found.exists) == (HOME, True)


def card(places: list[int], *seats: tuple[str, str], **more: Any) -> Summary:
    shown = [{"kind": kind, "name": name} for kind, name in seats]
    whole = {"status": "over", "seats": shown, "closed": False, "result": {"scores": places, "places": places}}
    return Summary({**whole, **more}, [], set())


ROW = TableRow("a" * 16, "zooloretto", True, "over", 0, 0, b"", "")
ADA, BOT = ("person", "Ada"), ("bot", "Shark")


@pytest.mark.parametrize(
    ("summary", "english", "german"),
    [
        (card([2, 1], ADA, BOT), ("Zoo: a bot won", "The result: 1. a bot and 2. Ada."),
         ("Zoo: ein Computer hat gewonnen", "Das Ergebnis: 1. ein Computer und 2. Ada.")),
        (card([1], ADA), ("Zoo: the match is over", "At the table: Ada."),
         ("Zoo: Die Partie ist zu Ende", "Am Tisch: Ada.")),
        (card([1, 1], ("person", "Guest"), ADA),
         ("Zoo: Guest and Ada share the win", "The result: 1. Guest and 1. Ada."),
         ("Zoo: Gast und Ada teilen sich den Sieg", "Das Ergebnis: 1. Gast und 1. Ada.")),
        (card([], ADA, closed=True, result=None), ("Zoo: the match is closed", "At the table: Ada."),
         ("Zoo: Die Partie ist geschlossen", "Am Tisch: Ada.")),
        (card([], ADA, result=None), ("Zoo: the match is over", "At the table: Ada."),
         ("Zoo: Die Partie ist zu Ende", "Am Tisch: Ada.")),
        (card([], ("open", ""), status="waiting"), ("Zoo: 1 seat is free", "Nobody sits at this table yet."),
         ("Zoo: 1 Platz ist frei", "An diesem Tisch sitzt noch niemand.")),
        (None, ("Zoo on Paddock", "Watch a match again, move by move."),
         ("Zoo auf Paddock", "Sieh dir eine Partie noch einmal an, Zug für Zug.")),
    ],
)  # fmt: skip
def test_what_is_told_in_both_languages(summary: Summary | None, english: Any, german: Any) -> None:
    told = told_of("r", ROW, "Zoo", summary)
    assert (words("en").say(told.title), words("en").say(told.text)) == english
    assert (words("de").say(told.title), words("de").say(told.text)) == german


def test_both_catalogues_have_the_same_words() -> None:
    assert words("en").texts.keys() == words("de").texts.keys()


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("", "en"), ("de", "de"), ("en-GB,de;q=0.9", "en"), ("fr, DE-ch", "de"), (",;=,", "en"), ("xde", "en")],
)
def test_the_first_language_that_we_have_is_spoken(accepted: str, language: str) -> None:
    assert language_of(accepted) == language


@pytest.mark.parametrize(
    ("host", "origins", "address"),
    [
        ("zoo.example:8000", (), "http://zoo.example:8000"),
        ("inner:8000", ("https://zoo.example",), "https://zoo.example"),
        ("zoo.example", ("https://a.example", "http://zoo.example"), "http://zoo.example"),
        ('a"><script>', (), ""),
        ("evil.example/path", (), ""),
        ("user@evil.example", (), ""),
        ("", (), ""),
    ],
)
def test_addresses_are_those_of_the_site(host: str, origins: tuple[str, ...], address: str) -> None:
    assert address_of("http", host, origins) == address
    assert ("og:image" in tags(HOME, "en", address, "/", alone=False)) == bool(address)


def test_a_picture_belongs_to_every_game() -> None:
    assert {path.stem for path in (WEB / "preview").glob("*.png")} == {"paddock", *list_games()}
