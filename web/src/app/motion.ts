// Motion: pieces slide from where they were to where they are; a piece is known again by its `data-piece`.

export type Spots = ReadonlyMap<string, DOMRect>;
type Piece = HTMLElement | SVGGraphicsElement;
interface Point {
  x: number;
  y: number;
}

export interface Slide {
  from: { x: number; y: number; width: number; height: number };
  to: { x: number; y: number; width: number; height: number };
}

const APART = 70; // milliseconds between two pieces that start together
const LONGEST = 900; // all of them together
const LENGTH = 420;
const UNPAINTED = 400; // milliseconds after which a paint is not waited for
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
  const ways = moved.map(([piece, way]) => keyframes(piece, way));
  root.toggleAttribute("data-moving", moved.length > 0);
  const running = moved.map(([piece], k) => piece.animate(ways[k] ?? [], { duration: LENGTH, delay: starts[k] ?? 0, easing: EASE, fill: "backwards" }));
  void Promise.allSettled(running.map((animation) => animation.finished)).then(() => {
    running.length = 0;
    root.removeAttribute("data-moving");
  });
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

/** The way of a piece as keyframes; reads the page, so do it for all pieces before the first one moves. */
function keyframes(piece: Piece, { from, to }: Slide): Keyframe[] {
  const [start, end] = [middle(from), middle(to)];
  const scale = Math.min(4, Math.max(0.25, from.width / to.width));
  const step = piece instanceof SVGGraphicsElement ? within(piece, start, end, scale) : (part: number): Keyframe => moved({ x: (start.x - end.x) * part, y: (start.y - end.y) * part }, grown(scale, part));
  return [step(1), step(0.5), step(0)];
}

/** In a drawing the way is counted in its units, and everything grows from its corner. */
function within(piece: SVGGraphicsElement, start: Point, end: Point, scale: number): (part: number) => Keyframe {
  const around = piece.parentNode instanceof SVGGraphicsElement ? piece.parentNode : piece;
  const matrix = around.getScreenCTM()?.inverse() ?? new DOMMatrix();
  const [a, b] = [new DOMPoint(start.x, start.y).matrixTransform(matrix), new DOMPoint(end.x, end.y).matrixTransform(matrix)];
  return (part) => {
    const size = grown(scale, part);
    return moved({ x: b.x * (1 - size) + (a.x - b.x) * part, y: b.y * (1 - size) + (a.y - b.y) * part }, size);
  };
}

/** `translate` and `scale`, because a drawing places its pieces with a `transform` of its own. */
function moved(way: Point, scale: number): Keyframe {
  return { translate: `${way.x}px ${way.y}px`, scale: String(scale) };
}

function middle({ x, y, width, height }: Slide["from"]): Point {
  return { x: x + width / 2, y: y + height / 2 };
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
