// Motion: pieces slide from where they were to where they are; a piece is known again by its `data-piece`.
//
// Only whole elements of the page slide without the page's own thread, which must be free for whoever presses something. So a
// piece of a drawing lies still, unseen, and a copy of it flies above the board.

export type Spots = ReadonlyMap<string, DOMRect>;
type Piece = HTMLElement | SVGGraphicsElement;
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Slide {
  from: Box;
  to: Box;
}

const APART = 70; // milliseconds between two pieces that start together
const LONGEST = 900; // all of them together
const LENGTH = 420;
const UNPAINTED = 400; // milliseconds after which a paint is not waited for
const NUDGE = 2; // pixels: rounding is no move
const ROOM = 40; // and what only makes room for another in a drawing does not fly
const SVG = "http://www.w3.org/2000/svg";
export const EASE = "cubic-bezier(.22,.7,.25,1)";

const flights = new WeakMap<Element, HTMLElement>(); // the copy of a piece that flies

/** Where every piece is seen now. */
export function spots(root: Element): Spots {
  const found = new Map<string, DOMRect>();
  for (const piece of pieces(root)) {
    const key = piece.dataset["piece"] ?? "";
    if (!found.has(key)) found.set(key, (flights.get(piece) ?? piece).getBoundingClientRect());
  }
  return found;
}

/** Slide every piece that is elsewhere than before; the result skips what still runs. */
export function slide(root: HTMLElement, before: Spots): () => void {
  const seen = new Set<string>();
  const moved: [Piece, Slide][] = [];
  for (const piece of pieces(root)) {
    const key = piece.dataset["piece"] ?? "";
    const [from, to] = [before.get(key), piece.getBoundingClientRect()];
    if (from && !seen.has(key) && far(from, to, piece instanceof SVGElement ? ROOM : NUDGE) && piece.checkVisibility({ visibilityProperty: true })) moved.push([piece, { from, to }]);
    seen.add(key);
  }
  if (moved.length === 0) return () => {};
  const starts = delays(moved.length);
  // Everything is measured before the first thing changes.
  const corner = root.getBoundingClientRect();
  const copies = moved.map(([piece, { to }]) => (piece instanceof SVGGraphicsElement ? copied(piece, to, corner) : null));
  const running = moved.map(([piece, way], k): Animation => {
    const copy = copies[k];
    if (copy) {
      flights.set(piece, copy);
      piece.style.opacity = "0"; // it can still be pressed and read out
      root.append(copy);
    }
    return (copy ?? piece).animate(keyframes(way), { duration: LENGTH, delay: starts[k] ?? 0, easing: EASE, fill: copy ? "both" : "backwards" });
  });
  root.toggleAttribute("data-moving", copies.includes(null));
  let landed = false;
  // All at once, because each landing makes the browser draw the board.
  const land = (): void => {
    if (landed) return;
    landed = true;
    running.forEach((animation) => animation.finish());
    moved.forEach(([piece], k) => {
      if (!copies[k]) return;
      flights.delete(piece);
      piece.style.removeProperty("opacity");
      copies[k].remove();
    });
    root.removeAttribute("data-moving");
  };
  void Promise.allSettled(running.map((animation) => animation.finished)).then(land);
  return land;
}

/** When each of so many pieces starts: 70 ms apart, but all have landed after 900 ms. */
export function delays(number: number): number[] {
  const step = number > 1 ? Math.min(APART, (LONGEST - LENGTH) / (number - 1)) : 0;
  return Array.from({ length: number }, (_, k) => k * step);
}

/** Is it a move that somebody should see? */
export function far(from: Box, to: Box, least = NUDGE): boolean {
  const { x, y } = way({ from, to });
  return to.width > 0 && from.width > 0 && Math.hypot(x, y) > least;
}

function pieces(root: Element): Piece[] {
  return [...root.querySelectorAll<Piece>("[data-piece]")];
}

/** A piece of a drawing as an element of its own, lying where it lies; what can be picked or read out stays behind. */
function copied(piece: SVGGraphicsElement, at: Box, corner: Box): HTMLElement {
  const matrix = (piece.parentNode instanceof SVGGraphicsElement ? piece.parentNode : piece).getScreenCTM() ?? new DOMMatrix();
  const copy = piece.cloneNode(true) as SVGGraphicsElement;
  for (const name of ["data-piece", "data-place", "data-state", "role", "tabindex"]) copy.removeAttribute(name);
  for (const part of copy.querySelectorAll(".hit, .ring, .mark")) part.remove();
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("width", "100%");
  drawing.setAttribute("height", "100%");
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "pieces");
  group.setAttribute("transform", `matrix(${matrix.a} ${matrix.b} ${matrix.c} ${matrix.d} ${matrix.e - at.x} ${matrix.f - at.y})`);
  group.append(copy);
  drawing.append(group);
  const flight = document.createElement("div");
  flight.className = "flight";
  flight.ariaHidden = "true";
  flight.style.cssText = `left:${at.x - corner.x}px;top:${at.y - corner.y}px;width:${at.width}px;height:${at.height}px`;
  flight.append(drawing);
  return flight;
}

function keyframes(slide: Slide): Keyframe[] {
  const { x, y } = way(slide);
  const scale = Math.min(4, Math.max(0.25, slide.from.width / slide.to.width));
  return [1, 0.5, 0].map((part) => ({ translate: `${x * part}px ${y * part}px`, scale: String(grown(scale, part)) }));
}

/** From the middle of where it is to the middle of where it was. */
function way({ from, to }: Slide): { x: number; y: number } {
  return { x: from.x + from.width / 2 - to.x - to.width / 2, y: from.y + from.height / 2 - to.y - to.height / 2 };
}

/** The size on the way, lifted by 8 % in the middle. */
function grown(scale: number, part: number): number {
  return (1 + (scale - 1) * part) * (part === 0.5 ? 1.08 : 1);
}

/** Do it as soon as the browser has painted what there is now, or soon if it paints nothing; the result forgets it. */
export function afterPaint(act: () => void): () => void {
  let timer = setTimeout(go, UNPAINTED); // a page that nobody sees is not painted
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(go);
  });
  function go(): void {
    cancelAnimationFrame(frame);
    act();
  }
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
