// Spots: everything that a position or a question has a place for, in groups; a grid where places have coordinates.
import { kind } from "../../app/choose.ts";
import { places, type Found } from "../../app/places.ts";
import type { Choice, Prompt } from "../../types/wire.ts";

export interface Spot extends Found {
  choice: Choice | null; // the one choice that consists of nothing else
}

export interface Group {
  name: string; // a field of the view or the kind of its places; empty for places that are named by nothing
  spots: Spot[];
  grid: Grid | null;
}

export interface Grid {
  columns: number;
  rows: number;
  at: ReadonlyMap<string, readonly [column: number, row: number]>; // from 1, as style sheets count
}

/** The places of the view, and those that only the question names. */
export function groups(view: unknown, prompt: Prompt | null): Group[] {
  const found = new Map<string, Spot[]>();
  const known = new Set<string>();
  const single = new Map((prompt?.choices ?? []).filter(({ path }) => path.length === 1).map((choice) => [choice.path[0], choice]));
  const add = (name: string, each: Found): void => {
    if (known.has(each.place)) return;
    known.add(each.place);
    const spots = found.get(name) ?? [];
    spots.push({ ...each, choice: single.get(each.place) ?? null });
    found.set(name, spots);
  };
  for (const each of places(view)) add(each.group === "" ? kind(each.place) : each.group, each);
  for (const { path } of [...(prompt?.choices ?? []), ...(prompt?.blocked ?? [])]) {
    for (const place of path) add(place.includes(":") ? kind(place) : "", { place, group: "", facts: [] });
  }
  return [...found].map(([name, spots]) => ({ name, spots, grid: gridded(spots) }));
}

const FEWEST = 4; // places, for fewer are as quickly read in a row
const MOST = 40; // columns or rows

/** Where each stands, if all have different coordinates and make more than a line. */
function gridded(spots: readonly Spot[]): Grid | null {
  if (spots.length < FEWEST) return null;
  const found = spots.map((spot) => [spot.place, coordinates(spot)] as const);
  const points = found.flatMap(([, point]) => (point ? [point] : []));
  if (points.length < found.length || new Set(points.map(String)).size < points.length) return null;
  const [left, top] = [Math.min(...points.map(([x]) => x)), Math.min(...points.map(([, y]) => y))];
  const at = new Map(found.map(([place, point]) => [place, [point![0] - left + 1, point![1] - top + 1] as const]));
  const [columns, rows] = [Math.max(...[...at.values()].map(([x]) => x)), Math.max(...[...at.values()].map(([, y]) => y))];
  return columns > 1 && rows > 1 && columns <= MOST && rows <= MOST ? { columns, rows, at } : null;
}

/** Of its fields `x` and `y`, or of a name such as `cell:3,-1`, `cell:(3,-1)` or `cell:C4`. */
export function coordinates({ place, facts }: Pick<Found, "place" | "facts">): readonly [x: number, y: number] | null {
  const { x, y } = Object.fromEntries(facts) as { x?: string; y?: string };
  if (x !== undefined && y !== undefined && /^-?\d+$/.test(x) && /^-?\d+$/.test(y)) return [Number(x), Number(y)];
  const tail = place.slice(place.indexOf(":") + 1);
  const pair = /^\(?(-?\d+), ?(-?\d+)\)?$/.exec(tail);
  if (pair) return [Number(pair[1]), Number(pair[2])];
  const square = /^([A-Za-z])(\d{1,2})$/.exec(tail);
  return square ? [square[1]!.toUpperCase().charCodeAt(0) - 64, Number(square[2])] : null;
}

export interface Lines {
  first: string; // the place that all of them begin with
  choices: Choice[];
}

/** The choices that take more than one place, by the place with which they begin; the others are told on their spots. */
export function lines(prompt: Prompt | null): Lines[] {
  const found = new Map<string, Choice[]>();
  for (const choice of prompt?.choices ?? []) {
    const [first = ""] = choice.path;
    if (choice.path.length !== 1) found.set(first, [...(found.get(first) ?? []), choice]);
  }
  return [...found].map(([first, choices]) => ({ first, choices }));
}

/** Those in which everything that somebody looks for is found, each from the beginning of a word: `new 2,4`. */
export function searched(all: readonly Lines[], wanted: string, told: (choice: Choice) => string): Lines[] {
  const bare = (said: string): string => said.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const parts = wanted.split(/\s+/).map(bare).filter(Boolean);
  const fits = (choice: Choice): boolean => parts.every((part) => ` ${bare(told(choice))}`.includes(` ${part}`));
  return all.map(({ first, choices }) => ({ first, choices: choices.filter(fits) })).filter(({ choices }) => choices.length > 0);
}
