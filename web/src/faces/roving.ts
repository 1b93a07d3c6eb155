// Roving: one tab stop for all places of a board; the arrow keys walk to the nearest one, Page Down and Page Up through
// what is open. Odd shapes lie within one another, so arrows alone may never meet one of them.
import type { Attachment } from "svelte/attachments";
import { afterPaint } from "../app/motion.ts";

type Place = HTMLElement | SVGElement;
const PAGES: Record<string, number> = { PageDown: 1, PageUp: -1 };
const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** `<svg {@attach roving}>` around everything that has a `data-place`. */
export const roving: Attachment<Element> = (root) => {
  const all = (): Place[] => [...root.querySelectorAll<Place>("[data-place]")];
  // What something else lies over (`visibility: hidden`) cannot have the focus and must not be in the way.
  const places = (): Place[] => all().filter((place) => place.checkVisibility({ visibilityProperty: true }));

  const first = (): Place | undefined => {
    const free = places();
    return free.find((place) => place.tabIndex === 0) ?? free.find((place) => place.dataset["state"] === "open") ?? free[0];
  };
  const settle = (held = first()): void => {
    for (const place of all()) {
      const index = place === held ? 0 : -1;
      if (place.getAttribute("tabindex") !== String(index)) place.setAttribute("tabindex", String(index));
    }
  };

  const walk = (event: Event): void => {
    const { key } = event as KeyboardEvent;
    const start = (event.target as Element).closest<Place>("[data-place]");
    if (!start || event.defaultPrevented) return;
    const next = STEPS[key] ? nearest(start, places(), STEPS[key]) : PAGES[key] ? following(start, places(), PAGES[key]) : undefined;
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const land = (event: Event): void => {
    const place = (event.target as Element).closest<Place>("[data-place]");
    if (place) settle(place);
  };

  // Asking what is visible makes the browser lay everything out: not before it has done so anyway.
  let settling: (() => void) | null = null;
  const watcher = new MutationObserver(() => {
    settling ??= afterPaint(() => {
      settling = null;
      settle();
    });
  });
  watcher.observe(root, { childList: true, subtree: true });
  root.addEventListener("keydown", walk);
  root.addEventListener("focusin", land);
  settle();
  return () => {
    watcher.disconnect();
    settling?.();
    root.removeEventListener("keydown", walk);
    root.removeEventListener("focusin", land);
  };
};

/** The closest place in that direction; what lies off the line counts as further away. */
function nearest(start: Place, places: Place[], [dx, dy]: readonly [number, number]): Place | undefined {
  const from = middle(start);
  let best: Place | undefined;
  let least = Infinity;
  for (const place of places) {
    const to = middle(place);
    const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    const far = ahead + 2 * aside;
    if (place !== start && ahead > 1 && far < least) [best, least] = [place, far];
  }
  return best;
}

/** The next open place in the order of the page, or the one before; after the last comes the first. */
function following(start: Place, places: Place[], way: number): Place | undefined {
  const open = places.filter((place) => place === start || place.dataset["state"] === "open");
  return open.at((open.indexOf(start) + way) % open.length);
}

function middle(place: Place): { x: number; y: number } {
  const box = place.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
