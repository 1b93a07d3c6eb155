"""Browser: Chromium with a slowed CPU, and people in it who play with the mouse whatever a face marks as open."""

from __future__ import annotations

import asyncio
import secrets
import shutil
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from paddock.bench.client import LEVEL, person
from paddock.bench.process import HOST
from paddock.bench.web import Web
from paddock.core.errors import PaddockError

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page, WebSocket

WATCH = Path(__file__).with_name("watch.js").read_text("utf-8")  # runs in every page before its own scripts
DESK = (1440, 900)
PHONE = (390, 844)
SEE = 0.25  # seconds in which a person sees that something is asked and reaches for it; nobody is quicker
PRESS = 80  # milliseconds for which a finger holds a button down
PATIENCE = 60.0  # seconds until something that must happen is given up
SETTINGS = {"language": "en", "theme": "light", "confirm": "needed", "forced": False, "sound": False}
WISH = msgspec.json.Decoder(dict[str, Any]).decode


class NoBrowser(PaddockError):
    """There is no browser to measure with."""


class Stuck(PaddockError):
    """A page does not go on."""


class Shift(NamedTuple):
    """Something on a page that moved though nobody had asked for it."""

    value: float
    what: str


def chromium_path() -> str:
    """The browser's program; NoBrowser with what is missing."""
    path = shutil.which("chromium")
    if path is None:
        raise NoBrowser("chromium was not found; install it (Debian: apt install chromium)")
    return path


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser without a window."""
    path = chromium_path()
    try:
        from playwright.async_api import async_playwright
    except ImportError:
        raise NoBrowser("playwright was not found; run: pip install 'paddock[browser]'") from None
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            await browser.close()


class Site:
    """A server of our own, as its visitors know it."""

    def __init__(self, browser: Browser, port: int, slowed: float) -> None:
        self.browser = browser
        self.port = port
        self.slowed = slowed  # how many times
        self.web = Web(HOST, port, connections=1)

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}"

    async def seats(self, game: str, plan: Sequence[str]) -> tuple[str, list[str]]:
        """A new table with everybody seated: its id, and the tokens of the people."""
        wish = {
            "game": game,
            "seats": len(plan),
            "options": {},
            "plan": plan,
            "clock": {"kind": "none"},
            "public": False,
            "stand_in": LEVEL,
        }
        opened = await self.web.post("/api/tables", wish, secrets.token_urlsafe(32))
        tokens = []
        for number in range(plan.count("open")):
            body = {"invite": opened["invite"], "seat": None, **person(number)}
            taken = await self.web.post(f"/api/tables/{opened['table']}/seats", body, secrets.token_urlsafe(32))
            tokens.append(taken["token"])
        await self.web.close()  # the server hangs up on whoever is silent for as long as a match takes
        return opened["table"], tokens

    @asynccontextmanager
    async def visit(self, path: str, size: tuple[int, int] = DESK) -> AsyncIterator[Visitor]:
        """Somebody with a browser that has never been here."""
        context = await self.browser.new_context(viewport={"width": size[0], "height": size[1]})
        try:
            visitor = await Visitor.enter(context, self.slowed)
            await visitor.page.goto(f"{self.address}{path}")
            yield visitor
        finally:
            await context.close()


class Visitor:
    """A page, and how often somebody decided on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.decisions = 0
        self.broken: list[str] = []
        page.on("websocket", self.listen)
        page.on("pageerror", lambda error: self.broken.append(str(error)))

    @classmethod
    async def enter(cls, context: BrowserContext, slowed: float) -> Visitor:
        page = await context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        settings = msgspec.json.encode(SETTINGS).decode()
        await page.add_init_script(f"localStorage.setItem('paddock.settings', {settings!r});{WATCH}")
        session = await context.new_cdp_session(page)
        await session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
        return cls(page)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framesent", self.sent)

    def sent(self, payload: str | bytes) -> None:
        self.decisions += WISH(payload).get("t") == "play"

    async def until(self, what: str) -> None:
        """Wait for a promise of the page; Stuck if it is not kept."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.page.evaluate(what)
        except TimeoutError:
            raise Stuck(f"{self.page.url.partition('#')[0]} does not go on: {what}") from None

    async def settled(self) -> None:
        """Everything is loaded and drawn, and nothing slides any more."""
        await self.page.wait_for_load_state("networkidle")
        await self.until("watch.still()")

    async def asked(self) -> bool:
        """Can something be picked?"""
        return bool(await self.page.evaluate("watch.open().length > 0"))

    async def over(self) -> bool:
        return bool(await self.page.evaluate("watch.over()"))

    async def decide(self, random: Random) -> bool:
        """Play something with the mouse as quickly as a person could; False if the match is over.

        A hand that clicks in the instant in which a board opens, and lets go in the instant in which it presses,
        measures what nobody can do. Nothing else is waited for: pieces may still slide, and others may play.
        """
        before = self.decisions
        for _ in range(200):
            await self.until("watch.asked()")
            if await self.over():
                return False
            await asyncio.sleep(SEE)
            spot = await self.page.evaluate("(k) => watch.spot(k)", random.random())
            if spot is not None:  # it may be gone since
                await self.page.mouse.move(spot["x"], spot["y"], steps=4)
                await self.page.mouse.click(spot["x"], spot["y"], delay=PRESS)
                await self.until("watch.painted()")
            if self.decisions > before:
                return True
        raise Stuck("two hundred clicks made no decision")

    async def shifts(self) -> list[Shift]:
        """What has moved so far."""
        return [Shift(found["value"], found["what"]) for found in await self.page.evaluate("watch.shifts")]

    async def interactions(self) -> list[float]:
        """How long each click took from the hand to the next picture, in milliseconds."""
        found: Mapping[str, float] = await self.page.evaluate("Object.fromEntries(watch.interactions)")
        return list(found.values())
