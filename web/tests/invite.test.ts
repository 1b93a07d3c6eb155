import jsQR from "jsqr";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteTurn, noteTurns, titled } from "../src/app/turn.ts";
import Code from "../src/table/Code.svelte";

const SCALE = 4; // pixels a module

/** What a camera would read of the drawn path: an even-odd walk over its outlines, as the browser fills them. */
function scanned(svg: SVGElement): string | undefined {
  const side = Number(svg.getAttribute("viewBox")!.split(" ")[2]);
  const outlines = svg.querySelector("path")!.getAttribute("d")!.split("Z").filter(Boolean);
  const edges = new Set<string>(); // upright ones, by column and row
  for (const outline of outlines) {
    const points = outline.replace("M", "").split("L").map((point) => point.split(" ").map(Number) as [number, number]);
    points.forEach(([x, y], k) => {
      const [toX, toY] = points[(k + 1) % points.length]!;
      if (x === toX) for (let row = Math.min(y, toY); row < Math.max(y, toY); row++) edges.add(`${x} ${row}`);
    });
  }
  const pixels = new Uint8ClampedArray((side * SCALE) ** 2 * 4).fill(255);
  for (let row = 0; row < side; row++) {
    let inside = false;
    for (let column = 0; column < side; column++) {
      if (edges.has(`${column - 4} ${row - 4}`)) inside = !inside;
      if (!inside) continue;
      for (let k = 0; k < SCALE * SCALE; k++) {
        const at = (row * SCALE + Math.floor(k / SCALE)) * side * SCALE + column * SCALE + (k % SCALE);
        pixels.fill(0, at * 4, at * 4 + 3);
      }
    }
  }
  return jsQR(pixels, side * SCALE, side * SCALE)?.data;
}

const LINKS = [
  "http://a/t/abcdefghijklmnop",
  "https://play.example.org/t/Ab3_-fghijklmnop#join=0123456789abcdefABCDEF_-",
  `https://${"a-long-name.".repeat(12)}example.org:8443/t/abcdefghijklmnop#join=abcdefghijklmnopqrstuvwx`,
];

test.each(LINKS)("the code holds the link and nothing else: %s", (link) => {
  const shown = mount(Code, { target: document.body, props: { link } });
  flushSync();
  const svg = document.querySelector("svg")!;
  expect(svg.getAttribute("role")).toBe("img");
  expect(svg.getAttribute("aria-label")).toBe("QR code of the invitation link");
  expect(scanned(svg)).toBe(link);
  void unmount(shown);
});

const setAppBadge = vi.fn(() => Promise.resolve());
const clearAppBadge = vi.fn(() => Promise.reject(new Error("not installed")));

beforeEach(() => {
  Object.assign(navigator, { setAppBadge, clearAppBadge });
  document.head.innerHTML = '<link rel="icon" href="/x.svg" />';
});
afterEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
});

test("title and icon say that it is one's turn, and go back", () => {
  const icon = document.querySelector<HTMLLinkElement>("link")!;
  titled("Zooloretto · Paddock", true);
  expect([document.title, icon.href.includes("logo-turn")]).toEqual(["Your turn · Zooloretto · Paddock", true]);
  titled("Zooloretto · Paddock", false);
  expect([document.title, icon.href.includes("logo-turn")]).toEqual(["Zooloretto · Paddock", false]);
});

test("the app's badge counts the tables that wait", () => {
  noteTurn("a", true);
  noteTurn("b", true);
  noteTurn("b", true);
  expect(setAppBadge.mock.lastCall).toEqual([2]);
  noteTurn("a", false);
  expect(setAppBadge.mock.lastCall).toEqual([1]);
  noteTurn("c", false); // watched, and never waited
  expect(clearAppBadge).not.toHaveBeenCalled();
  noteTurn("b", false);
  expect(clearAppBadge).toHaveBeenCalledOnce();
  noteTurns(["a", "c", "d"]); // the start page knows them all
  expect(setAppBadge.mock.lastCall).toEqual([3]);
});

test("what is kept badly is as good as absent, and no badge is no fault", () => {
  localStorage.setItem("paddock.turns", "{");
  Object.assign(navigator, { setAppBadge: undefined, clearAppBadge: undefined });
  noteTurn("a", true);
  expect(localStorage.getItem("paddock.turns")).toBe('["a"]');
  noteTurn("a", false);
  expect(localStorage.getItem("paddock.turns")).toBe("[]");
});
