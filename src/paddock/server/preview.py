"""Preview: what a link to a page of ours shows where it is posted, as Open Graph and Twitter tags in the page's head.

A table that is not public tells its game and nothing else. What is told of others is what lists tell of them.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Collection, Sequence
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from paddock.core.errors import PaddockError
from paddock.core.message import LANGUAGES, Catalogue, Message, catalogue, message
from paddock.core.registry import list_games
from paddock.server import naming
from paddock.server.guard import place
from paddock.server.house import House
from paddock.server.store.store import TableRow, Unavailable
from paddock.server.summary import Summary
from paddock.server.table import GUEST

TITLE = "<title>Paddock</title>"  # in the built page; the preview takes its place
PICTURES = "preview"  # the folder of the site where they are, one a game
TABLE = re.compile("[A-Za-z0-9_-]{16}")
HOST = re.compile(r"[A-Za-z0-9.:\[\]-]{1,255}")
WIDTH, HEIGHT = 1200, 630
LOCALES = {"en": "en_GB", "de": "de_DE"}
PATIENCE = 0.3  # seconds that a page waits for what its preview tells; then it tells the game alone
STALE = 10.0  # seconds that a match which goes on elsewhere is told as it was
MOST = 1_000  # tables that are remembered for that


class Told(NamedTuple):
    """What a preview says, before it has a language."""

    title: Message
    text: Message
    game: str = ""  # whose picture it shows


HOME = Told(message("preview.home"), message("preview.home.text"))


class Found(NamedTuple):
    """What there is at an address."""

    told: Told
    exists: bool = True


# What is told.


def told_of(page: str, row: TableRow, title: str, summary: Summary | None) -> Told:
    """What a preview of a table (`t`) or of its replay (`r`) tells; `summary` counts only where the table is public."""
    if not row.public or summary is None:
        return Told(message("preview.game", game=title), message(f"preview.{page}"), row.game)
    card = summary.card
    people, free = seated(card["seats"]), sum(seat["kind"] == "open" for seat in card["seats"])
    if card["closed"]:
        return Told(message("preview.closed", game=title), people, row.game)
    if card["status"] == "waiting":
        return Told(message("preview.waiting", game=title, count=free), people, row.game)
    if card["status"] == "playing":
        return Told(message("preview.playing", game=title), people, row.game)
    if card["result"] is None:  # of earlier rules, and nothing was kept of it
        return Told(message("preview.over", game=title), people, row.game)
    return Told(won(title, card), order(card), row.game)


def seated(seats: Sequence[dict[str, Any]]) -> Message:
    """Who sits there: people by name, bots by number."""
    people = [called(seat) for seat in seats if seat["kind"] == "person"]
    if bots := sum(seat["kind"] == "bot" for seat in seats):
        people.append(message("preview.bots", count=bots))
    return message("preview.seated", who=tuple(people)) if people else message("preview.nobody")


def won(title: str, card: dict[str, Any]) -> Message:
    """The headline of a match that is over; alone there is nobody to beat."""
    first = [seat for seat, at in zip(card["seats"], card["result"]["places"], strict=True) if at == 1]
    if len(card["seats"]) == 1 or not first:
        return message("preview.over", game=title)
    return message("preview.won", game=title, who=tuple(map(called, first)), count=len(first))


def order(card: dict[str, Any]) -> Message:
    """Who came where. Points are left out: what they mean differs from game to game."""
    if len(card["seats"]) == 1:
        return seated(card["seats"])
    found = sorted(zip(card["result"]["places"], card["seats"], strict=True), key=lambda pair: pair[0])
    return message(
        "preview.order", who=tuple(message("preview.place", place=at, who=called(seat)) for at, seat in found)
    )


def called(seat: dict[str, Any]) -> Message:
    if seat["kind"] == "bot":
        return message("preview.bot")
    name = naming.shown(seat["name"])
    return message("preview.guest") if name in ("", GUEST.name) else message("preview.name", name=name)


# In which words.


@lru_cache
def words(language: str) -> Catalogue:
    return catalogue(Path(__file__).parent, language)


def language_of(accepted: str) -> str:
    """The first of our languages that a reader names, as `Accept-Language` lists them; else English."""
    named = (part.split(";")[0].strip().lower()[:2] for part in accepted[:200].split(","))
    return next((language for language in named if language in LANGUAGES), LANGUAGES[0])


def address_of(scheme: str, host: str, origins: Collection[str]) -> str:
    """Where this site is, for who reads its tags elsewhere: as it was asked for, or where its operator says it is.

    Nothing if the host is none.
    """
    asked = f"{scheme}://{host}"
    if (
        not HOST.fullmatch(host)
        or place(asked) is None
        or (origins and not any(place(origin) == place(asked) for origin in origins))
    ):
        return next(iter(origins), "")
    return asked


# As tags.


def tags(told: Told, language: str, address: str, path: str, alone: bool) -> str:
    """The tags of a page's head; `alone` for one that no search engine should keep."""
    said = words(language)
    title, text = said.say(told.title), said.say(told.text)
    whole = title if "Paddock" in title else f"{title} · Paddock"
    picture = told.game if told.game in list_games() else "paddock"  # a guest of the house has none
    pairs = [
        ("name", "description", text),
        ("property", "og:site_name", "Paddock"),
        ("property", "og:type", "website"),
        ("property", "og:locale", LOCALES[language]),
        ("property", "og:title", title),
        ("property", "og:description", text),
        ("name", "twitter:card", "summary_large_image"),
    ]
    if address:
        pairs += [
            ("property", "og:url", address + path),
            ("property", "og:image", f"{address}/{PICTURES}/{picture}.png"),
            ("property", "og:image:width", str(WIDTH)),
            ("property", "og:image:height", str(HEIGHT)),
            ("property", "og:image:alt", said.say(message(f"preview.picture.{picture}"))),
        ]
    if alone:
        pairs.append(("name", "robots", "noindex"))
    lines = [f"<title>{escape(whole)}</title>"]
    lines += [f'<meta {kind}="{name}" content="{escape(content)}" />' for kind, name, content in pairs]
    return "\n    ".join(lines)


# At what cost.


class Previews:
    """What there is to tell of tables: at most one reading of a match at a time, and none that a list would not do."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.reading: dict[str, asyncio.Task[Summary | None]] = {}
        self.lately: OrderedDict[str, tuple[float, int, Summary]] = OrderedDict()  # until when, of which moment

    async def of(self, page: str, id: str) -> Found:
        """What to tell of a table, if there is one; of what cannot be read now nothing but the site."""
        if not TABLE.fullmatch(id):
            return Found(HOME, exists=False)
        try:
            row = await self.house.store.table(id)
        except Unavailable:
            return Found(HOME)
        if row is None:
            return Found(HOME, exists=False)
        try:
            title = self.house.game(row.game).title
        except PaddockError:  # it is offered no more
            return Found(HOME)
        return Found(told_of(page, row, title, await self.summary(row) if row.public else None))

    async def summary(self, row: TableRow) -> Summary | None:
        """Its summary, unless that takes too long.

        A match that is played at another process changes with every move, and each time all of it would be read again:
        it is told as it was a moment ago. One that rests here is never older than its last change.
        """
        now = self.house.monotonic()
        until, updated, summary = self.lately.get(row.id, (0.0, 0, None))
        if summary is not None and updated != row.updated and now < until and summary.card["status"] == row.status:
            return summary
        if row.id not in self.reading:
            task = self.house.spawn(self.house.summary(row))
            self.reading[row.id] = task
            task.add_done_callback(lambda _: self.reading.pop(row.id, None))
        try:
            found = await asyncio.wait_for(asyncio.shield(self.reading[row.id]), PATIENCE)
        except (TimeoutError, Unavailable):
            return None
        self.lately.pop(row.id, None)
        if found is not None and row.status == "playing" and row.id not in self.house.rooms:
            self.lately[row.id] = (now + STALE, row.updated, found)
            while len(self.lately) > MOST:
                self.lately.popitem(last=False)
        return found


# In the page.


@lru_cache(maxsize=1)
def parts(index: Path, changed: int) -> tuple[str, str]:
    before, _, after = index.read_text("utf-8").partition(TITLE)
    return before, after


def page_with(index: Path, head: str) -> str:
    """The built page with these tags in its head; read again when it was built again."""
    before, after = parts(index, index.stat().st_mtime_ns)
    return before + head + after
