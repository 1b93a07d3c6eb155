// Poly: the outline of a piece made of cells, traced once around their union.

export type Cell = readonly number[]; // row and column
type Point = readonly [number, number];

const key = (row: number, column: number): string => `${row} ${column}`;

/** Rows of `#` and `.` as cells. */
export function cellsOf(rows: readonly string[]): Cell[] {
  return rows.flatMap((line, row) => [...line].flatMap((mark, column) => (mark === "#" ? [[row, column]] : [])));
}

export function sizeOf(cells: readonly Cell[]): { rows: number; columns: number; top: number; left: number } {
  const [rows, columns] = [cells.map(([row = 0]) => row), cells.map(([, column = 0]) => column)];
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  return { rows: Math.max(...rows) - top + 1, columns: Math.max(...columns) - left + 1, top, left };
}

/** The corners of the outline, clockwise, as points of the grid; one ring for each part, inside out for holes. */
export function rings(cells: readonly Cell[]): Point[][] {
  const all = new Set(cells.map(([row = 0, column = 0]) => key(row, column)));
  const edges = new Map<string, Point[]>(); // from a point to the next ones, with the inside on the right
  const add = (from: Point, to: Point): void => void edges.set(key(...from), [...(edges.get(key(...from)) ?? []), to]);
  for (const [row = 0, column = 0] of cells) {
    if (!all.has(key(row - 1, column))) add([row, column], [row, column + 1]);
    if (!all.has(key(row, column + 1))) add([row, column + 1], [row + 1, column + 1]);
    if (!all.has(key(row + 1, column))) add([row + 1, column + 1], [row + 1, column]);
    if (!all.has(key(row, column - 1))) add([row + 1, column], [row, column]);
  }
  const found: Point[][] = [];
  while (edges.size > 0) {
    const start = [...edges.keys()][0]!.split(" ").map(Number) as unknown as Point;
    const ring: Point[] = [];
    let at = start;
    let came: Point = [0, 0];
    do {
      const ways = edges.get(key(...at))!;
      // Where two corners meet, the sharper turn to the right stays with the same cell.
      const next = ways.length === 1 ? ways[0]! : (ways.find((to) => right(came, [to[0] - at[0], to[1] - at[1]])) ?? ways[0]!);
      if (ways.length === 1) edges.delete(key(...at));
      else edges.set(key(...at), ways.filter((to) => to !== next));
      const step: Point = [next[0] - at[0], next[1] - at[1]];
      if (step[0] !== came[0] || step[1] !== came[1]) ring.push(at);
      [at, came] = [next, step];
    } while (at[0] !== start[0] || at[1] !== start[1]);
    if (ring.length > 1) {
      const [first, second] = [ring[0]!, ring[1]!];
      if (Math.sign(second[0] - first[0]) === came[0] && Math.sign(second[1] - first[1]) === came[1]) ring.shift();
    }
    found.push(ring);
  }
  return found;
}

function right(came: Point, step: Point): boolean {
  return came[1] * step[0] - came[0] * step[1] > 0;
}

/** The outline as a path with round corners, `inset` inside the cells, which are `unit` wide. */
export function outline(cells: readonly Cell[], unit: number, inset = 0, radius = unit * 0.2): string {
  return rings(cells).map((ring) => rounded(shrunk(ring, unit, inset), radius)).join("");
}

function shrunk(ring: Point[], unit: number, inset: number): Point[] {
  return ring.map((at, k) => {
    const [before, after] = [ring.at(k - 1)!, ring[(k + 1) % ring.length]!];
    const came = [Math.sign(at[0] - before[0]), Math.sign(at[1] - before[1])] as const;
    const goes = [Math.sign(after[0] - at[0]), Math.sign(after[1] - at[1])] as const;
    // Right of a step down (1, 0) is (0, -1); right of a step right (0, 1) is (1, 0).
    const aside = [came[1] + goes[1], -came[0] - goes[0]] as const;
    return [at[1] * unit + aside[1] * inset, at[0] * unit + aside[0] * inset]; // x, y
  });
}

function rounded(points: Point[], radius: number): string {
  const n = (value: number): string => String(Math.round(value * 100) / 100);
  const part = points.map((at, k) => {
    const [before, after] = [points.at(k - 1)!, points[(k + 1) % points.length]!];
    const [a, b] = [toward(at, before, radius), toward(at, after, radius)];
    return `${k === 0 ? "M" : "L"}${n(a[0])} ${n(a[1])}Q${n(at[0])} ${n(at[1])} ${n(b[0])} ${n(b[1])}`;
  });
  return `${part.join("")}z`;
}

function toward(from: Point, to: Point, by: number): Point {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const part = Math.min(by, length / 2) / length;
  return [from[0] + dx * part, from[1] + dy * part];
}

/** The lines between neighbouring cells. */
export function seams(cells: readonly Cell[], unit: number, gap = unit * 0.14): string {
  const all = new Set(cells.map(([row = 0, column = 0]) => key(row, column)));
  return cells
    .map(([row = 0, column = 0]) => {
      const [x, y] = [column * unit, row * unit];
      const east = all.has(key(row, column + 1)) ? `M${x + unit} ${y + gap}v${unit - 2 * gap}` : "";
      const south = all.has(key(row + 1, column)) ? `M${x + gap} ${y + unit}h${unit - 2 * gap}` : "";
      return east + south;
    })
    .join("");
}

/** Groups of cells that hang together, smallest first. */
export function parts(cells: readonly Cell[]): Cell[][] {
  const left = new Map(cells.map((cell) => [key(cell[0] ?? 0, cell[1] ?? 0), cell]));
  const found: Cell[][] = [];
  while (left.size > 0) {
    const part: Cell[] = [];
    const open = [[...left.values()][0]!];
    left.delete(key(open[0]![0] ?? 0, open[0]![1] ?? 0));
    for (let cell = open.pop(); cell; cell = open.pop()) {
      part.push(cell);
      const [row = 0, column = 0] = cell;
      for (const [r, c] of [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]] as const) {
        const next = left.get(key(r, c));
        if (!next) continue;
        left.delete(key(r, c));
        open.push(next);
      }
    }
    found.push(part.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)));
  }
  return found.sort((a, b) => a.length - b.length);
}
