// Roving: one tab stop for all places of a board; the arrow keys walk to the nearest one.
import type { Attachment } from "svelte/attachments";
import { afterPaint } from "../app/motion.ts";

type Place = HTMLElement | SVGElement;
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
    const step = STEPS[(event as KeyboardEvent).key];
    const start = (event.target as Element).closest<Place>("[data-place]");
    if (!step || !start || event.defaultPrevented) return;
    const next = nearest(start, places(), step);
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

function middle(place: Place): { x: number; y: number } {
  const box = place.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
