"""Hands that play any game through whatever a face marks as open; they know no rules and no face."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, ConsoleMessage, ElementHandle, Error, Locator, Page

from tests.browser.ways import Finger, Way
from tests.server.place import PATIENCE, Place

# An experimental rule as well: who says aloud what stands on a button must be understood. To axe the letters and
# numbers on drawn pieces, and what is hidden from screen readers because the name says it better, are such words, too.
SPOKEN = "label-content-name-mismatch"
AXE = {"rules": {SPOKEN: {"enabled": True}}, "resultTypes": ["violations"]}  # to tell of all that is well takes longer
UNSPOKEN = """
(node) => {
  const plain = (words) => words.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, " ").trim();
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const seen = [];
  while (walker.nextNode()) {
    const holder = walker.currentNode.parentElement;
    if (!holder.closest("svg, [aria-hidden=true]") && holder.checkVisibility()) seen.push(walker.currentNode.data);
  }
  return !plain(node.getAttribute("aria-label")).includes(plain(seen.join(" ")));
}
"""
OPEN = "main [data-place][data-state='open']:visible"
PAINTED = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
CONFIRM = "main [data-confirm]"
OVER = "main [data-result]"
LOST = "Reconnecting."
LONGEST = 1000 * PATIENCE  # milliseconds that anything may take on a busy machine
OFTEN = 40  # milliseconds after which it is looked again; at every frame it would keep a machine busy by itself
MOST_PICKS = 300  # at random: where one in ten leads on, 30 were too few for one decision in some 25

# What may be touched now: whatever a face marks as open, else the list of all choices on the plain face.
THINGS = """
(() => {
  const seen = (node) => node.checkVisibility({ visibilityProperty: true });
  const all = (what) => [...document.querySelectorAll(what)].filter(seen);
  const key = "main .sign .keys button[aria-pressed='false']:not([data-place])";
  const marked = all(`main [data-place][data-state='open'], ${key}`);
  return marked.length ? marked : all("main .plain button.line:enabled");
})()
"""
# Must this seat decide, is the match over, or does something lie over the table?
STANDING = f"""
() => {{
  if (document.querySelector("main [data-result]")) return "over";
  if (document.querySelector("main [data-confirm]") || {THINGS.strip()}.length) return "asked";
  return null;
}}
"""

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
    """Somebody with a browser of its own: at a desk with mouse or keys, or with a phone."""

    def __init__(
        self,
        browser: Browser,
        place: Place,
        name: str,
        theme: str,
        way: Way,
        locale: str = "en-US",
        usual: bool = False,
    ) -> None:
        look: Any = theme
        phone = isinstance(way, Finger)
        self.place = place
        self.way = way
        self.luck = random.Random(5)
        self.token = secrets.token_urlsafe(32)
        context = browser.new_context(
            base_url=place.address, locale=locale, color_scheme=look, reduced_motion="reduce",
            viewport={"width": 390, "height": 844} if phone else {"width": 1440, "height": 900},
            has_touch=phone, is_mobile=phone,
        )  # fmt: skip
        person = json.dumps(json.dumps({"token": self.token, "name": name, "avatar": "fox"}))
        context.add_init_script(
            f"localStorage.getItem('paddock.person') ?? localStorage.setItem('paddock.person', {person})"
        )
        # Hands choose and then confirm, and decide also where there is no choice; tests of the usual settings say so.
        settings = json.dumps(json.dumps({"confirm": "always", "forced": False, "language": locale[:2]}))
        if not usual:
            context.add_init_script(
                f"localStorage.getItem('paddock.settings') ?? localStorage.setItem('paddock.settings', {settings})"
            )
        context.tracing.start()  # what was done, without pictures, costs next to nothing
        self.page: Page = context.new_page()
        self.page.set_default_timeout(LONGEST)
        self.console: list[str] = []
        self.complaints: list[str] = []
        self.questions: list[str] = []  # that this seat was asked
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self.hear)

    def hear(self, said: ConsoleMessage) -> None:
        self.console.append(f"{said.type}: {said.text}")
        if said.type == "error":
            self.complaints.append(said.text)

    # Finding a table.

    def play_now(self, title: str, opponents: int | None = None, level: str = "easy") -> None:
        """Two clicks from the start page to a table."""
        self.page.goto("/")
        self.press(self.page.get_by_role("button", name=f"Play now, {title}"))
        sheet = self.page.locator("dialog")
        if opponents is not None:
            self.way.mark(self.page, sheet.get_by_label(str(opponents), exact=True).element_handle())
        self.way.mark(self.page, sheet.get_by_label(level, exact=True).element_handle())
        self.press(self.page.get_by_role("button", name="Start the game"))

    def sit_with_bots(self, title: str, seats: int, **rules: str) -> None:
        """A table with rules of one's own, where everybody else is an easy bot."""
        self.page.goto("/")
        self.page.get_by_role("button", name=f"{title} with friends").click()
        sheet = self.page.locator("dialog")
        sheet.locator("fieldset").get_by_text(str(seats), exact=True).click()
        for number in range(2, seats + 1):
            sheet.locator("label", has_text=f"Seat {number}").first.locator("select").select_option("easy")
        sheet.get_by_text("Clock and rules").click()
        sheet.get_by_text("More rules").click()
        for name, value in rules.items():
            sheet.get_by_label(name).select_option(label=value)
        sheet.get_by_role("button", name="Open the table").click()

    # Playing.

    def asked(self) -> bool:
        """Wait until this seat must decide or the match is over; must it?"""
        return bool(self.page.wait_for_function(STANDING, polling=OFTEN).json_value() == "asked")

    def open(self) -> int:
        """How many things may be touched now."""
        return int(self.page.evaluate(f"{THINGS.strip()}.length"))

    def press(self, what: Locator | ElementHandle) -> None:
        thing = what
        if isinstance(what, Locator):
            thing = what.element_handle()
            thing.wait_for_element_state("enabled")
        if not self.way.press(self.page, thing):
            raise AssertionError(f"this cannot be reached: {thing.evaluate('node => node.outerHTML')[:300]}")

    def pick(self) -> None:
        """Touch something that may be picked."""
        found = self.page.evaluate_handle(
            f"luck => ((all) => all[Math.floor(luck * all.length)])({THINGS.strip()})", self.luck.random()
        )
        thing = found.as_element()
        assert thing is not None, "nothing is open"
        self.press(thing)
        thing.dispose()
        self.page.evaluate(PAINTED)  # what fits a picked card is drawn after it has risen

    def choose(self) -> None:
        """Pick until that amounts to a choice; sometimes change one's mind then."""
        settled = 0
        for _ in range(MOST_PICKS):
            if self.page.locator(CONFIRM).count():
                settled += 1
                if settled > 1 or self.luck.random() < 0.8 or not self.open():
                    return
            self.pick()
        raise AssertionError(f"{MOST_PICKS} picks made no choice: {self.page.locator('main').inner_text()[:600]}")

    def confirm(self) -> None:
        """Play what was chosen; it is accepted, for the next question has another number."""
        at = self.at()
        self.press(self.page.locator(CONFIRM))
        self.page.wait_for_function(
            "at => document.querySelector('main [data-result]')"
            " ?? document.querySelector('main [data-at]').dataset.at !== at",
            arg=at,
            polling=OFTEN,
        )

    def decide(self) -> None:
        """Answer what is asked."""
        closer = self.page.locator("main .play").get_by_role("button", name="Go on", exact=True)
        if closer.count():
            self.press(closer)  # how the last hand was scored lies over the table, and over the question
            closer.wait_for(state="detached")
        self.questions.append(self.page.locator("main .sign h2").inner_text())
        self.choose()
        self.confirm()

    def play_on(self) -> int:
        """Decide until the match is over; how often."""
        before = len(self.questions)
        while self.asked():
            self.decide()
        return len(self.questions) - before

    # Looking.

    def until(self, so: Callable[[], bool], otherwise: str) -> None:
        """Wait for what no single page can tell."""
        for _ in range(LONGEST // 50):
            if so():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(otherwise)

    def at(self) -> str:
        """The number of what this seat was last asked."""
        return self.page.locator("main [data-at]").get_attribute("data-at") or ""

    def totals(self) -> list[str]:
        """The final score of each seat, as it is shown."""
        return self.page.locator("main .points .total td").all_inner_texts()

    def told(self) -> str:
        """The newest line of the log."""
        return self.page.locator("[role=log] li").first.text_content() or ""

    def log(self) -> Locator:
        return self.page.locator("[role=log] li")

    def leave(self, folder: Path) -> None:
        """The page as it is now, and how it came to this, for somebody who looks into a failure."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "console.txt").write_text("\n".join([*self.console, *self.complaints]))
        with suppress(Error):  # a page that hangs has no picture
            self.page.screenshot(path=folder / "page.png")
            (folder / "page.html").write_text(self.page.content())
        with suppress(Error):
            self.page.context.tracing.stop(path=folder / "trace.zip")

    def violations(self) -> list[str]:
        """What axe finds wrong with the page as it is."""
        self.page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished))")
        found = Axe().run(self.page, options=AXE).response["violations"]
        return [
            f"{one['id']}: {node['html'][:160]}"
            for one in found
            for node in one["nodes"]
            if one["id"] != SPOKEN or self.page.locator(node["target"][0]).evaluate(UNSPOKEN)
        ]
