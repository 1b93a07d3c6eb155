// Places: finds everything in a view that has a `place`, whatever the game.

export interface Found {
  place: string;
  group: string; // the key of the view under which it stands
  facts: [string, string][]; // its own plain fields
}

/** All places in the order of the view; a place that stands twice is listed once. */
export function places(view: unknown): Found[] {
  const found = new Map<string, Found>();
  walk(view, "", (place, group, holder) => {
    if (!found.has(place)) found.set(place, { place, group, facts: facts(holder) });
  });
  return [...found.values()];
}

/** The places whose own thing differs between two views: what was moved last. */
export function changed(before: unknown, after: unknown): Set<string> {
  if (before === after) return new Set();
  const [old, now] = [holders(before), holders(after)];
  const differs = (one: Holder, other: Holder | undefined): boolean => other !== undefined && one !== other && contents(one) !== contents(other);
  return new Set([...now].filter(([place, holder]) => differs(holder, old.get(place))).map(([place]) => place));
}

type Holder = Record<string, unknown>;
const known = new WeakMap<object, Map<string, Holder>>(); // of views: the one that was new is the old one next time

function holders(view: unknown): Map<string, Holder> {
  const before = isRecord(view) ? known.get(view) : undefined;
  if (before) return before;
  const found = new Map<string, Holder>();
  walk(view, "", (place, _, holder) => found.set(place, holder));
  if (isRecord(view)) known.set(view, found);
  return found;
}

function contents(holder: Holder): string {
  return JSON.stringify(holder, bare(holder));
}

/** Leaves out what belongs to another place inside. */
function bare(holder: Record<string, unknown>): (key: string, value: unknown) => unknown {
  return (_, value) => (value !== holder && isRecord(value) && typeof value["place"] === "string" ? undefined : value);
}

function walk(value: unknown, group: string, visit: (place: string, group: string, holder: Record<string, unknown>) => void): void {
  if (Array.isArray(value)) {
    for (const part of value) walk(part, group, visit);
  } else if (isRecord(value)) {
    if (typeof value["place"] === "string") visit(value["place"], group, value);
    for (const [key, part] of Object.entries(value)) walk(part, key, visit);
  }
}

function facts(holder: Record<string, unknown>): [string, string][] {
  return Object.entries(holder).flatMap(([key, value]): [string, string][] => {
    if (key === "place" || value === null || value === false || value === "") return [];
    if (typeof value === "object") return Array.isArray(value) && value.length ? [[key, few(value) ? value.join(", ") : String(value.length)]] : [];
    return [[key, value === true ? "" : String(value)]];
  });
}

/** So few words that they are told, and not only counted. */
function few(values: unknown[]): boolean {
  return values.length <= 3 && values.every((one) => typeof one === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
