// Seen: what a view holds besides its places, in names and words.
import type { SeatFace } from "../contract.ts";
import { SEATED, silent } from "./words.ts";

export interface Part {
  name: string; // a field of the view, or what `own` says
  own: boolean; // the name is that of a thing or of somebody, not of a field
  said: string | number;
  inner: object | null; // told part by part instead
}

const NAMES = ["tile", "animal", "species", "kind", "marker"]; // the fields that things are called by

const COUNTS = ["number", "left"]; // what a list is about, if its things have nothing else

/** The parts of a record or list, in its order, without what is empty, what is only for drawing, and what the face draws as a place. */
export function parts(value: object, seats: SeatFace[]): Part[] {
  const listed = Array.isArray(value);
  const called = listed ? null : name(value);
  return Object.entries(value).flatMap(([key, part]: [string, unknown]): Part[] => {
    if (part === null || part === false || part === "" || placed(part) || drawn(part)) return [];
    if (!listed && (silent(key) || key === called)) return [];
    const made = { name: listed ? named(part, Number(key), seats) : key, own: listed };
    if (SEATED.has(key)) return [{ ...made, said: [part].flat().map((seat) => seats[Number(seat)]?.name ?? String(seat)).join(", "), inner: null }];
    if (typeof part !== "object") return [{ ...made, said: typeof part === "number" ? part : part === true ? "✓" : String(part), inner: null }];
    if (Array.isArray(part) && part.every(flat)) return part.length ? [{ ...made, said: part.map(String).join(", "), inner: null }] : [];
    const inside = parts(part, seats);
    const only = inside[0];
    if (listed && inside.length === 1 && only && COUNTS.includes(only.name)) return [{ ...made, said: only.said, inner: null }]; // "penguin 3"
    return inside.length ? [{ ...made, said: "", inner: part }] : [];
  });
}

function flat(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** Cells, points and lines: numbers in lists in lists. */
function drawn(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(Array.isArray);
}

function placed(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(placed);
  return typeof value === "object" && value !== null && typeof (value as { place?: unknown }).place === "string";
}

function name(value: unknown): string | undefined {
  return typeof value === "object" && value !== null ? NAMES.find((key) => typeof (value as Record<string, unknown>)[key] === "string") : undefined;
}

/** What an entry of a list is called: whose it is, its own name, or its number. */
function named(value: unknown, k: number, seats: SeatFace[]): string {
  const holder = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  if (typeof holder["seat"] === "number") return seats[holder["seat"]]?.name ?? String(holder["seat"] + 1);
  if (NAMES.some((key) => holder[key] === null)) return "free"; // a house with nobody in it
  return String(holder[name(value) ?? ""] ?? holder["id"] ?? k + 1);
}
