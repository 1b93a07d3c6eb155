// Motion: pieces slide from where they were to where they are; a piece is known again by its `data-piece`.

export type Spots = ReadonlyMap<string, DOMRect>;
type Piece = HTMLElement | SVGGraphicsElement;

export interface Slide {
  from: { x: number; y: number; width: number; height: number };
  to: { x: number; y: number; width: number; height: number };
}

const APART = 70; // milliseconds between two pieces that start together
const LONGEST = 900; // all of them together
const LENGTH = 420;
export const EASE = "cubic-bezier(.22,.7,.25,1)";

/** Where every piece is now. */
export function spots(root: Element): Spots {
  const found = new Map<string, DOMRect>();
  for (const piece of pieces(root)) {
    const key = piece.dataset["piece"] ?? "";
    if (!found.has(key)) found.set(key, piece.getBoundingClientRect());
  }
  return found;
}

/** Slide every piece that is elsewhere than before; the result skips what still runs. */
export function slide(root: Element, before: Spots): () => void {
  const seen = new Set<string>();
  const moved: [Piece, Slide][] = [];
  for (const piece of pieces(root)) {
    const key = piece.dataset["piece"] ?? "";
    const [from, to] = [before.get(key), piece.getBoundingClientRect()];
    if (from && !seen.has(key) && far(from, to)) moved.push([piece, { from, to }]);
    seen.add(key);
  }
  const starts = delays(moved.length);
  root.toggleAttribute("data-moving", moved.length > 0);
  const running = moved.map(([piece, way], k) => animate(piece, way, starts[k] ?? 0));
  void Promise.allSettled(running.map((animation) => animation.finished)).then(() => root.removeAttribute("data-moving"));
  return () => running.forEach((animation) => animation.finish());
}

/** When each of so many pieces starts: 70 ms apart, but all have landed after 900 ms. */
export function delays(number: number): number[] {
  const step = number > 1 ? Math.min(APART, (LONGEST - LENGTH) / (number - 1)) : 0;
  return Array.from({ length: number }, (_, k) => k * step);
}

/** Half a pixel of rounding is no move. */
export function far(from: Slide["from"], to: Slide["to"]): boolean {
  return to.width > 0 && from.width > 0 && Math.hypot(from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2) > 2;
}

function pieces(root: Element): Piece[] {
  return [...root.querySelectorAll<Piece>("[data-piece]")];
}

function animate(piece: Piece, { from, to }: Slide, delay: number): Animation {
  const delta = { x: from.x + from.width / 2 - to.x - to.width / 2, y: from.y + from.height / 2 - to.y - to.height / 2 };
  const scale = Math.min(4, Math.max(0.25, from.width / to.width));
  const step = piece instanceof SVGGraphicsElement ? within(piece, delta, scale) : (part: number): string => moved(delta, part, grown(scale, part));
  const frames = [{ transform: step(1) }, { transform: step(0.5) }, { transform: step(0) }];
  // `add`, because a drawing places its pieces with a transform of its own.
  return piece.animate(frames, { duration: LENGTH, delay, easing: EASE, fill: "backwards", composite: "add" });
}

/** In a drawing the way is counted in its units, and grows around the middle of the piece. */
function within(piece: SVGGraphicsElement, delta: { x: number; y: number }, scale: number): (part: number) => string {
  const matrix = piece.getScreenCTM();
  const { a, b, c, d } = matrix ?? { a: 1, b: 0, c: 0, d: 1 };
  const area = a * d - b * c || 1;
  const way = { x: (d * delta.x - c * delta.y) / area, y: (a * delta.y - b * delta.x) / area };
  const box = piece.getBBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return (part) => `${moved(way, part, 1)} translate(${x}px,${y}px) scale(${grown(scale, part)}) translate(${-x}px,${-y}px)`;
}

function moved(way: { x: number; y: number }, part: number, scale: number): string {
  return `translate(${way.x * part}px,${way.y * part}px) scale(${scale})`;
}

/** The size on the way, lifted by 8 % in the middle. */
function grown(scale: number, part: number): number {
  return (1 + (scale - 1) * part) * (part === 0.5 ? 1.08 : 1);
}
