"""Hands that play any game through whatever a face marks as open; they know no rules and no face."""

from __future__ import annotations

import json
import random
import secrets
from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLong

from tests.server.place import Place

OPEN = "main [data-place][data-state='open']:visible"
BUTTON = "main .sign .keys button[aria-pressed='false']:visible"
LINE = "main .plain button.line:enabled"  # the plain face lists every choice; some games draw no places
CONFIRM = "main [data-confirm]"
OVER = "main [data-result]"
MINUTE = 60_000  # milliseconds that anything may take on a busy machine
SHORT = 2_000  # that a place may take to be clickable, before another is tried

# Everything that moves although nobody touched the page. What is listed newest first must move: the log, and the list
# of places that stands in for a board.
WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const moved = entry.sources.map((source) => source.node).filter((node) => node && node.isConnected);
    const strange = moved.filter((node) => !(node.closest ? node : node.parentElement)?.closest("[role=log], .plain"));
    if (!entry.hadRecentInput && strange.length)
      window.shifts.push([entry.value, strange.map((node) => (node.outerHTML ?? node.textContent).slice(0, 120))]);
  }
}).observe({ type: "layout-shift", buffered: false });
"""


class Visitor:
    """Somebody with a browser of its own."""

    def __init__(self, browser: Browser, place: Place, name: str, theme: str, phone: bool) -> None:
        look: Any = theme
        self.place = place
        self.luck = random.Random(5)
        self.token = secrets.token_urlsafe(32)
        context = browser.new_context(
            base_url=place.address, locale="en-US", color_scheme=look, reduced_motion="reduce",
            viewport={"width": 390, "height": 844} if phone else {"width": 1440, "height": 900},
        )  # fmt: skip
        person = json.dumps(json.dumps({"token": self.token, "name": name, "avatar": "fox"}))
        context.add_init_script(
            f"localStorage.getItem('paddock.person') ?? localStorage.setItem('paddock.person', {person})"
        )
        self.page: Page = context.new_page()
        self.page.set_default_timeout(MINUTE)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self.hear)

    def hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.complaints.append(said.text)

    # Finding a table.

    def play_now(self, title: str, opponents: int | None = None, level: str = "easy") -> None:
        """Two clicks from the start page to a table."""
        self.page.goto("/")
        self.page.get_by_role("button", name=f"Play now, {title}").click()
        if opponents is not None:
            self.page.locator("dialog").get_by_text(str(opponents), exact=True).click()
        self.page.locator("dialog").get_by_text(level, exact=True).click()
        self.page.get_by_role("button", name="Start the game").click()

    # Playing.

    def asked(self) -> bool:
        """Wait until this seat must decide or the match is over; must it?"""
        self.page.locator(f"{OPEN}, {BUTTON}, {LINE}, {CONFIRM}, {OVER}").first.wait_for()
        return not self.page.locator(OVER).count()

    def pick(self) -> None:
        """Click something that may be picked."""
        for _ in range(10):  # on a busy machine a place may be slow, or closed again by the time it is found
            if not self.asked():
                return  # the others have ended the match meanwhile
            marked = self.page.locator(f"{OPEN}, {BUTTON}")
            found = marked if marked.count() else self.page.locator(LINE)
            number = found.count()
            for at in self.luck.sample(range(number), number):
                try:
                    found.nth(at).click(timeout=SHORT)
                except TooLong:
                    continue  # something else lies over its middle; another will do
                return
        raise AssertionError(f"nothing that is open can be clicked: {self.page.locator('main').inner_text()[:600]}")

    def choose(self) -> None:
        """Pick until that amounts to a choice."""
        for _ in range(12):
            if self.page.locator(f"{CONFIRM}, {OVER}").count():
                return
            self.pick()
        raise AssertionError("twelve picks made no choice")

    def confirm(self) -> None:
        self.page.locator(CONFIRM).click()
        expect(self.page.locator(CONFIRM)).to_have_count(0, timeout=MINUTE)

    def decide(self) -> None:
        self.choose()
        if not self.page.locator(OVER).count():
            self.confirm()

    # With the keyboard alone.

    def state(self) -> str:
        """Of the place that has the focus, or of a line in the list of all choices; nothing if neither has it."""
        return str(
            self.page.evaluate(
                "(focus => focus?.closest('[data-place]')?.dataset.state"
                " ?? (focus?.matches('button.line') ? 'open' : ''))(document.activeElement)"
            )
        )

    def walk_to_open_place(self) -> None:
        for _ in range(80):
            if self.state():
                break
            self.page.keyboard.press("Tab")
        for turn in range(1, 801):
            if self.state() == "open":
                return
            # Arrows lead about within one group of places, Tab to the next group.
            arrow = self.luck.choice(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"])
            self.page.keyboard.press("Tab" if turn % 40 == 0 else arrow)
        raise AssertionError("no key leads to a place that is open")

    def walk_to_confirm(self) -> None:
        for _ in range(200):
            if self.page.evaluate("document.activeElement?.matches('[data-confirm]') ?? false"):
                return
            self.page.keyboard.press("Shift+Tab")  # the sign is above the board that it asks about
        raise AssertionError("no key leads to the button that confirms")

    def decide_by_keyboard(self) -> None:
        for _ in range(12):
            self.walk_to_open_place()
            self.page.keyboard.press("Enter")
            if self.page.locator(CONFIRM).count():
                self.walk_to_confirm()
                self.page.keyboard.press("Enter")
                expect(self.page.locator(CONFIRM)).to_have_count(0, timeout=MINUTE)
                return
        raise AssertionError("twelve picks made no choice")

    # Looking.

    def at(self) -> str:
        """The number of what this seat was last asked."""
        return self.page.locator("main .board[data-at]").get_attribute("data-at") or ""

    def told(self) -> str:
        """The newest line of the log."""
        return self.page.locator("[role=log] li").first.inner_text()

    def log(self) -> Locator:
        return self.page.locator("[role=log] li")

    def violations(self) -> list[str]:
        """What axe finds wrong with the page as it is."""
        self.page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished))")
        found = Axe().run(self.page).response["violations"]
        return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]
