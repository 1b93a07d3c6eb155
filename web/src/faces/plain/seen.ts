// Seen: what a view holds besides its places, in names and words.
import type { SeatFace } from "../contract.ts";

export interface Part {
  name: string;
  said: string | number;
  inner: object | null; // told part by part instead
}

/** The parts of a record or list, in its order; what is empty, and what the face draws as a place, is left out. */
export function parts(value: object, seats: SeatFace[]): Part[] {
  const listed = Array.isArray(value);
  return Object.entries(value).flatMap(([key, part]: [string, unknown]): Part[] => {
    if (key === "place" || part === null || part === false || part === "" || placed(part)) return [];
    const name = listed ? named(part, Number(key), seats) : key;
    if (typeof part !== "object") return [{ name, said: typeof part === "number" ? part : part === true ? "✓" : String(part), inner: null }];
    if (Array.isArray(part) && part.every(flat)) return part.length ? [{ name, said: part.map(String).join(" · "), inner: null }] : [];
    return parts(part, seats).length ? [{ name, said: "", inner: part }] : [];
  });
}

/** One thing, or a short list of such: a cell, a name, a number. */
function flat(value: unknown): boolean {
  return typeof value !== "object" || value === null || (Array.isArray(value) && value.every((one) => typeof one === "number"));
}

function placed(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(placed);
  return typeof value === "object" && value !== null && typeof (value as { place?: unknown }).place === "string";
}

/** What an entry of a list is called: whose it is, its own name, or its number. */
function named(value: unknown, k: number, seats: SeatFace[]): string {
  const { seat, name, id } = (typeof value === "object" && value !== null ? value : {}) as { seat?: unknown; name?: unknown; id?: unknown };
  if (typeof seat === "number") return seats[seat]?.name ?? String(seat + 1);
  return String(name ?? id ?? k + 1);
}
