"""Ways to touch a page: with a mouse, with a finger, with keys alone. None of them knows a game or a face."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Protocol

from playwright.sync_api import Page

# A point at which the pointer really meets the thing, its middle first; what lies outside the window is scrolled to.
POINT = """
async (node) => {
  const whole = node.querySelector(":scope > .hit") ?? node;
  const meets = (x, y) => {
    const met = document.elementFromPoint(x, y);
    return met !== null && node.contains(met) && (met.closest("[data-place]") ?? node) === node;
  };
  const search = () => {
    const { left, top, width, height } = whole.getBoundingClientRect();
    for (const down of [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95])
      for (const along of [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95])
        if (meets(left + along * width, top + down * height)) return [left + along * width, top + down * height];
    return null;
  };
  const found = search();
  if (found) return found;
  node.scrollIntoView({ block: "center", inline: "center" });
  // What lay over its edge goes when it scrolls.
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return search();
}
"""

WHOLE = "main .roam .zoom button:last-child[aria-disabled=false]"  # shows all of a map of which a part is seen

# How the focus gets to the thing: is it there, is it in the same group of places, where arrows lead, must it go on or
# back to get into that group, which has one tab stop as soon as it has been painted, and how far is it on the screen?
COURSE = """
async (node) => {
  const stopOf = (one) => one && (one.querySelector("[data-place][tabindex='0']") ?? stopOf(one.parentElement));
  const stops = () => (node.matches("[data-place]") ? stopOf(node.parentElement) : node);
  while (node.isConnected && !stops()) await new Promise(requestAnimationFrame);
  const stop = stops();
  const focus = document.activeElement;
  const middle = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(focus);
  const [toX, toY] = middle(node);
  return {
    there: focus === node,
    near: focus === stop,
    follows: !!(focus.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING),
    at: [x, y, focus.dataset.place ?? ""].join(),
    dx: toX - x,
    dy: toY - y,
  };
}
"""


class Way(Protocol):
    """How somebody touches things."""

    def press(self, page: Page, thing: Any) -> bool:
        """Press this element; could it be reached?"""

    def mark(self, page: Page, radio: Any) -> None:
        """Choose this of a few."""


class Pointer(ABC):
    """Touches things where they are not covered."""

    def press(self, page: Page, thing: Any) -> bool:
        point = thing.evaluate(POINT)
        if point is None and (whole := page.locator(WHOLE)).count():  # it is on a map that shows another part
            self.touch(page, *whole.element_handle().evaluate(POINT))
            page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished))")
            point = thing.evaluate(POINT)
        if point is not None:
            self.touch(page, *point)
        return point is not None

    def mark(self, page: Page, radio: Any) -> None:
        self.press(page, radio.evaluate_handle("radio => radio.labels[0]"))

    @abstractmethod
    def touch(self, page: Page, x: float, y: float) -> None:
        """Where they are, by mouse or finger."""


class Mouse(Pointer):
    """Clicks."""

    def touch(self, page: Page, x: float, y: float) -> None:
        page.mouse.click(x, y)


class Finger(Pointer):
    """Taps, on a phone."""

    def touch(self, page: Page, x: float, y: float) -> None:
        page.touchscreen.tap(x, y)


class Keys:
    """Tab from group to group, arrows within a group of places, Page Down where these do not lead there, Enter."""

    def __init__(self) -> None:
        self.pressed = 0

    def press(self, page: Page, thing: Any) -> bool:
        there = self.walk(page, thing)
        if there:
            self.key(page, "Enter")
        return there

    def mark(self, page: Page, radio: Any) -> None:
        self.walk(
            page, radio.evaluate_handle("radio => [...radio.form.elements[radio.name]].find((one) => one.checked)")
        )
        while not radio.evaluate("radio => radio.checked"):
            self.key(page, "ArrowRight")

    def walk(self, page: Page, thing: Any) -> bool:
        for _ in range(100):
            seen = thing.evaluate(COURSE)
            if seen["near"] and not seen["there"]:
                seen = self.steer(page, thing)
            if seen["near"] and not seen["there"]:
                seen = self.leaf(page, thing)
            if seen["there"]:
                return True
            self.key(page, "Tab" if seen["follows"] else "Shift+Tab")
        return False

    def steer(self, page: Page, thing: Any) -> Any:
        """Arrows towards the thing, until it has the focus or no arrow leads on."""
        been: set[tuple[str, str]] = set()
        seen = thing.evaluate(COURSE)
        while not seen["there"]:
            across = "ArrowRight" if seen["dx"] > 0 else "ArrowLeft"
            along = "ArrowDown" if seen["dy"] > 0 else "ArrowUp"
            likely = [across, along] if abs(seen["dx"]) > abs(seen["dy"]) else [along, across]
            others = [arrow for arrow in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp") if arrow not in likely]
            fresh = [arrow for arrow in likely + others if (seen["at"], arrow) not in been]
            if not fresh:
                break
            been.add((seen["at"], fresh[0]))
            self.key(page, fresh[0])
            seen = thing.evaluate(COURSE)
        return seen

    def leaf(self, page: Page, thing: Any) -> Any:
        """Through everything that is open, until the thing has the focus or all have been met."""
        met: set[str] = set()
        seen = thing.evaluate(COURSE)
        while not seen["there"] and seen["at"] not in met:
            met.add(seen["at"])
            self.key(page, "PageDown")
            seen = thing.evaluate(COURSE)
        return seen

    def key(self, page: Page, key: str) -> None:
        page.keyboard.press(key)
        self.pressed += 1
