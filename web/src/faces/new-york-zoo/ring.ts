// Ring: where the spaces and gates of the strip are drawn; 30 cells around a field of 9 x 8, clockwise from the middle of the top.
import type { Line, Space } from "../../types/new-york-zoo.ts";

export interface Measure {
  wide: number; // of a cell of the ring
  high: number;
  gap: number; // between the boxes
}
export interface Spot {
  x: number; // of its middle
  y: number;
  side: "top" | "right" | "bottom" | "left"; // of the ring; a corner belongs to where the walk comes from
}

export const DESK: Measure = { wide: 104, high: 98, gap: 10 };
export const PHONE: Measure = { wide: 41, high: 39.75, gap: 3 };
export const NARROW: Measure = { ...PHONE, high: 47 }; // higher, so that there is as much room inside as on a wider phone
export const [COLUMNS, ROWS] = [9, 8] as const;
const FIRST = 4; // column of the top row in which the walk begins

/** All 30 cells in walking order. */
function course(): [number, number, Spot["side"]][] {
  const top = Array.from({ length: COLUMNS }, (_, k): [number, number, Spot["side"]] => [k, 0, "top"]);
  const right = Array.from({ length: ROWS - 1 }, (_, k): [number, number, Spot["side"]] => [COLUMNS - 1, k + 1, "right"]);
  const bottom = Array.from({ length: COLUMNS - 1 }, (_, k): [number, number, Spot["side"]] => [COLUMNS - 2 - k, ROWS - 1, "bottom"]);
  const left = Array.from({ length: ROWS - 2 }, (_, k): [number, number, Spot["side"]] => [0, ROWS - 2 - k, "left"]);
  return [...top.slice(FIRST), ...right, ...bottom, ...left, ...top.slice(0, FIRST)];
}

export interface Laid {
  spaces: Spot[]; // by position
  gates: Spot[]; // in the order of the lines
  walk: number[]; // the cell of the course on which each position lies
  course: Spot[];
}

export function laid(strip: readonly Space[], lines: readonly Line[], { wide, high }: Measure): Laid {
  const spots = course().map(([column, row, side]): Spot => ({ x: (column + 0.5) * wide, y: (row + 0.5) * high, side }));
  const found: Laid = { spaces: [], gates: [], walk: [], course: spots };
  let at = 0;
  for (const { position } of strip) {
    found.walk[position] = at;
    found.spaces[position] = spots[at++]!;
    const line = lines.findIndex(({ after }) => after === position);
    if (line >= 0) found.gates[line] = spots[at++]!;
  }
  return found;
}

/** The cells from one position to another, clockwise; the whole way round if they are the same and `round` says so. */
export function way({ walk, course }: Laid, from: number, to: number): Spot[] {
  const [start, end] = [walk[from] ?? 0, walk[to] ?? 0];
  const steps = (end - start + course.length) % course.length;
  return Array.from({ length: steps + 1 }, (_, k) => course[(start + k) % course.length]!);
}
