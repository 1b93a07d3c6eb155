// Ahead: what the elephant would find on a space and which gates it would pass on the way, as the view tells it.
import type { Line, NewYorkZooView, Space } from "../../types/new-york-zoo.ts";

/** The gates between the elephant and a position that breed, in the order in which they are passed. */
export function passed({ strip, lines, elephant }: NewYorkZooView, position: number): Line[] {
  const from = (place: number): number => (place - elephant + strip.length) % strip.length;
  const end = from(position);
  if (strip[position]?.breeds === false) return []; // the match is over before
  return lines.filter(({ after }) => from(after) < end).sort((a, b) => from(a.after) - from(b.after));
}

/** Where the viewer may go now, nearest first. */
export function reachable({ strip, elephant }: NewYorkZooView): Space[] {
  const far = ({ position }: Space): number => (position - elephant + strip.length) % strip.length;
  return strip.filter(({ legal }) => legal).sort((a, b) => far(a) - far(b));
}

/** `E4` as row and column. */
export function cellOf(name: string): { row: number; column: number } {
  return { row: Number(name.slice(1)) - 1, column: name.charCodeAt(0) - 65 };
}

export function nameOf({ row, column }: { row: number; column: number }): string {
  return `${String.fromCharCode(65 + column)}${row + 1}`;
}
