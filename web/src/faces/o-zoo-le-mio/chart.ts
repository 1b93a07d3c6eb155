// Chart: where everything of a zoo lies on its map, in units of the map; knows no rules.
import type { Box } from "../shared/camera.ts";
import type { Face, Placed, Zoo } from "../../types/o-zoo-le-mio.ts";

export const C = 112; // units a square
export const SQUARE = C - 10; // of which so much can be touched
export const PATH = 0.2 * C; // width of a path

export type Cell = readonly number[];
export type Line = readonly (readonly number[])[];
export interface Point {
  x: number;
  y: number;
}

/** North, east, south and west on the screen. */
const SIDES: readonly Point[] = [{ x: 0, y: -1 }, { x: 1, y: 0 }, { x: 0, y: 1 }, { x: -1, y: 0 }];

/** The middle of a square, or of a corner between squares; y counts to the north in a view and to the south on a screen. */
export function middle([x = 0, y = 0]: Cell): Point {
  return { x: x * C, y: -y * C + 0 };
}

export function key([x = 0, y = 0]: Cell): string {
  return `${x},${y}`;
}

/** Half B from half A, on the screen. */
export function reach(rotation: number): Point {
  return SIDES[(1 + rotation / 90) % 4] ?? { x: 1, y: 0 };
}

/** A half of a tile with what is drawn on it. */
export interface Half {
  animal: string;
  stars: number;
  bushes: number;
  at: Point; // its middle, from the middle of half A
  arms: boolean[]; // do paths leave its middle to the north, east, south, west?
  picture: number; // which animal of its kind
}

export interface Domino {
  id: number;
  halves: [Half, Half];
  paths: Point[][]; // from point to point, from the middle of half A
}

/** A tile as it lies: its paths turned, its animals upright. */
export function domino({ id, a, b, bushes, lines }: Face, rotation: number): Domino {
  const turned = lines.map((line) => line.map((point) => turn(point, rotation / 90)));
  const { x, y } = reach(rotation);
  return { id, halves: halves(id, [a, b], bushes, { x: x * C, y: y * C }, turned), paths: turned };
}

/** A tile of a zoo, put together from what the view says of its squares. */
export function placed(tile: Placed, zoo: Zoo): Domino {
  const ground = (cell: Cell): { animal: string; stars: number } => zoo.grounds.find((one) => key(one.cell) === key(cell)) ?? { animal: "apes", stars: 0 };
  const [from, to] = [middle(tile.cell), middle(tile.other)];
  const paths = linesOn(zoo.paths, [tile.cell, tile.other]).map((line) => line.map((point) => less(middle(point), from)));
  return { id: tile.id, halves: halves(tile.id, [ground(tile.cell), ground(tile.other)], tile.bushes, less(to, from), paths), paths };
}

/** The lines that begin or end inside one of these squares. */
export function linesOn(lines: readonly Line[], cells: readonly Cell[]): Line[] {
  const there = new Set(cells.map(key));
  return lines.filter((line) => line.some(([x = 0, y = 0]) => inside(x) && inside(y) && there.has(key([Math.round(x), Math.round(y)]))));
}

function inside(coordinate: number): boolean {
  return Math.abs(coordinate - Math.round(coordinate)) < 0.4;
}

function halves(id: number, [a, b]: { animal: string; stars: number }[], bushes: number, other: Point, paths: readonly Point[][]): [Half, Half] {
  const half = (of: { animal: string; stars: number } | undefined, at: Point, number: number): Half => ({
    animal: of?.animal ?? "apes",
    stars: of?.stars ?? 0,
    bushes: number === 0 ? Math.ceil(bushes / 2) : Math.floor(bushes / 2),
    at,
    arms: arms(at, paths),
    picture: id + number,
  });
  return [half(a, { x: 0, y: 0 }, 0), half(b, other, 1)];
}

/** In which directions paths lead from the middle of a square. */
function arms(at: Point, paths: readonly Point[][]): boolean[] {
  const found = [false, false, false, false];
  for (const [one, two] of paths) {
    if (!one || !two) continue;
    for (const [from, to] of [[one, two], [two, one]] as const) {
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      if (Math.abs(from.x - at.x) > 0.4 * C || Math.abs(from.y - at.y) > 0.4 * C) continue;
      found[Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 1 : 3) : dy > 0 ? 2 : 0] = true;
    }
  }
  return found;
}

function less(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

/** A point of a printed tile, y to the north, after so many quarter turns clockwise, on the screen. */
function turn([x = 0, y = 0]: readonly number[], quarters: number): Point {
  let [across, along] = [x, y];
  for (let k = 0; k < quarters % 4; k++) [across, along] = [along, -across];
  return middle([across, along]);
}

// The quarters of a square: north-west, north-east, south-east, south-west, with the sides that they lie between.
const QUARTERS: readonly { at: Point; sides: readonly [number, number] }[] = [
  { at: { x: -1, y: -1 }, sides: [0, 3] },
  { at: { x: 1, y: -1 }, sides: [0, 1] },
  { at: { x: 1, y: 1 }, sides: [2, 1] },
  { at: { x: -1, y: 1 }, sides: [2, 3] },
];

export interface Spot extends Point {
  roomy: boolean; // no path on either side
}
export type Thing = "animal" | "plate" | "stars" | "bushes";

/** Which quarter of a half each thing is drawn in: the freest first; where a bench stands comes last. */
export function furnished({ arms, at }: Half, wanted: readonly Thing[], benches: readonly Point[] = []): Map<Thing, Spot> {
  const quarters = QUARTERS.map(({ at: way, sides }) => {
    const free = sides.filter((side) => !arms[side]).length;
    const corner = { x: at.x + (way.x * C) / 2, y: at.y + (way.y * C) / 2 };
    const bench = benches.some((one) => Math.hypot(one.x - corner.x, one.y - corner.y) < 1);
    return { x: at.x + way.x * 0.255 * C, y: at.y + way.y * 0.255 * C, roomy: free === 2, rank: free - (bench ? 3 : 0) };
  }).sort((one, two) => two.rank - one.rank);
  return new Map(wanted.map((thing, k) => [thing, quarters[k] ?? { x: at.x, y: at.y, roomy: false }]));
}

/** Lines as one path; `nodes` are the dots that round their corners. */
export function drawn(lines: readonly Point[][]): { lines: string; nodes: string } {
  const corners = new Set<string>();
  const edge = (point: Point): boolean => Math.abs(Math.abs(frac(point.x / C)) - 0.5) < 0.01 || Math.abs(Math.abs(frac(point.y / C)) - 0.5) < 0.01;
  for (const line of lines) for (const point of line) if (!edge(point)) corners.add(`M${r(point.x)} ${r(point.y)}h0`);
  const d = lines.map(([one, two]) => (one && two ? `M${r(one.x)} ${r(one.y)}L${r(two.x)} ${r(two.y)}` : "")).join("");
  return { lines: d, nodes: [...corners].join("") };
}

function frac(number: number): number {
  return number - Math.trunc(number);
}

/** All that a map shows: the zoo, its house, whatever must have room beside it. */
export function extent(zoo: Zoo, more: readonly Cell[] = []): Box {
  const cells = [...zoo.start, ...zoo.house, ...zoo.tiles.flatMap(({ cell, other }) => [cell, other]), ...more];
  const [xs, ys] = [cells.map(([x = 0]) => x), cells.map(([, y = 0]) => y)];
  const edge = (0.5 + (more.length > 0 ? 0.12 : 0.34)) * C;
  const [left, right, top, bottom] = [Math.min(...xs) * C - edge, Math.max(...xs) * C + edge, -Math.max(...ys) * C - edge, -Math.min(...ys) * C + edge];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The middle of the house. */
export function entrance({ house }: Zoo): Point {
  return middle([Math.min(...house.map(([x = 0]) => x)) + (house.length - 1) / 2, house[0]?.[1] ?? -1]);
}

/** A line round squares, `inset` within them. */
export function outline(cells: readonly Cell[], inset: number, radius: number): string {
  const there = new Set(cells.map(key));
  const next = new Map<string, Point[]>(); // where an edge leads that begins here; squares lie to its right
  const half = C / 2;
  for (const cell of cells) {
    const [x = 0, y = 0] = cell;
    const { x: cx, y: cy } = middle(cell);
    const corners: Point[] = [{ x: cx - half, y: cy - half }, { x: cx + half, y: cy - half }, { x: cx + half, y: cy + half }, { x: cx - half, y: cy + half }];
    const beside: Cell[] = [[x, y + 1], [x + 1, y], [x, y - 1], [x - 1, y]];
    beside.forEach((other, k) => {
      if (there.has(key(other))) return;
      const [from, to] = [corners[k]!, corners[(k + 1) % 4]!];
      next.set(name(from), [...(next.get(name(from)) ?? []), to]);
    });
  }
  const paths: string[] = [];
  for (const [start] of [...next]) {
    while (next.get(start)?.length) {
      const loop = walk(start, next);
      if (loop.length > 2) paths.push(rounded(loop, inset, radius));
    }
  }
  return paths.join("");
}

const name = ({ x, y }: Point): string => `${x} ${y}`;

/** Along edges until the beginning is reached; where four meet, to the right, so that squares that only touch stay apart. */
function walk(start: string, next: Map<string, Point[]>): Point[] {
  const [x = 0, y = 0] = start.split(" ").map(Number);
  const loop: Point[] = [{ x, y }];
  let way: Point | null = null;
  for (let at = start; ; ) {
    const ahead: Point[] = next.get(at) ?? [];
    const here: Point = loop.at(-1)!;
    const step: Point | undefined = way && ahead.length > 1 ? (ahead.find((to) => turns(way!, less(to, here)) > 0) ?? ahead[0]) : ahead[0];
    if (!step) break;
    ahead.splice(ahead.indexOf(step), 1);
    way = less(step, here);
    at = name(step);
    if (at === start) break;
    loop.push(step);
  }
  return loop;
}

/** More than 0: to the right, on a screen. */
function turns(one: Point, two: Point): number {
  return one.x * two.y - one.y * two.x;
}

function rounded(loop: readonly Point[], inset: number, radius: number): string {
  const corners = loop.filter((point, k) => turns(less(point, loop.at(k - 1)!), less(loop[(k + 1) % loop.length]!, point)) !== 0);
  const unit = ({ x, y }: Point): Point => ({ x: Math.sign(x), y: Math.sign(y) });
  const moved = corners.map((point, k) => {
    const into = unit(less(point, corners.at(k - 1)!));
    const out = unit(less(corners[(k + 1) % corners.length]!, point));
    return { x: point.x + inset * (-into.y - out.y), y: point.y + inset * (into.x + out.x), into, out };
  });
  return `${moved.map(({ x, y, into, out }, k) => `${k === 0 ? "M" : "L"}${r(x - into.x * radius)} ${r(y - into.y * radius)}Q${r(x)} ${r(y)} ${r(x + out.x * radius)} ${r(y + out.y * radius)}`).join("")}Z`;
}

function r(number: number): number {
  return Math.round(number * 10) / 10;
}
