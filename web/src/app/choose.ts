// Choose: walks the paths of places that a prompt offers; knows no rules, only which places belong together.
import type { Choice, Message, Prompt } from "../types/wire.ts";

export type Picks = readonly string[];

/** How far the picks have come. */
export interface Survey {
  candidates: Choice[]; // every choice that contains the picks
  settled: Choice | null; // the choice that the picks amount to
  more: boolean; // may a longer choice still be meant?
  open: Set<string>; // places that come next
  later: Set<string>; // places of a candidate that usually come after another
  blocked: Map<string, Message>;
}

/** A pick's outcome: the picks from now on, or why the place cannot be picked. */
export interface Picked {
  picks: Picks;
  why: Message | null;
}

export const NOTHING: Prompt = { ask: ["plain.wait"], choices: [], blocked: [] };

/**
 * Places of one kind (`hand:lion`, `hand:seal`) may be picked in any order. A place that usually comes after others may be
 * picked first; if only one choice goes with it, that settles the choice.
 */
export function survey(prompt: Prompt, picks: Picks): Survey {
  const found: Survey = { candidates: [], settled: null, more: false, open: new Set(), later: new Set(), blocked: new Map() };
  for (const choice of prompt.choices) {
    const rest = without(choice.path, picks);
    if (rest === null) continue;
    found.candidates.push(choice);
    const next = rest[0];
    if (next === undefined) {
      found.settled ??= choice;
      continue;
    }
    if (picks.length > 0 && sameKinds(choice.path, picks)) found.more = true;
    for (const place of rest) (kind(place) === kind(next) ? found.open : found.later).add(place);
  }
  const only = found.candidates.length === 1 ? found.candidates[0] : undefined;
  if (found.settled === null && only && picks.includes(only.path.at(-1) ?? "")) {
    found.settled = only;
    found.more = false;
  }
  for (const { path, why } of prompt.blocked) {
    const rest = without(path, picks);
    const place = rest?.[0];
    if (rest?.length === 1 && place !== undefined && !found.open.has(place) && !found.later.has(place) && !picks.includes(place)) {
      found.blocked.set(place, why);
    }
  }
  for (const place of found.open) found.later.delete(place);
  return found;
}

/** Pick a place: go on, exchange a pick for another of its kind, begin anew, or take a pick back. */
export function pick(prompt: Prompt, picks: Picks, place: string): Picked {
  const now = survey(prompt, picks).blocked.get(place);
  if (now) return { picks, why: now };
  const fits = (tried: Picks): boolean => prompt.choices.some((choice) => without(choice.path, tried) !== null);
  if (fits([...picks, place])) return { picks: [...picks, place], why: null };
  const again = picks.lastIndexOf(place);
  if (again >= 0) return { picks: picks.toSpliced(again, 1), why: null };
  const exchanged = exchange(picks, place);
  if (exchanged && fits(exchanged)) return { picks: exchanged, why: null };
  for (let kept = picks.length - 1; kept >= 0; kept--) {
    const shorter = picks.slice(0, kept);
    if (fits([...shorter, place])) return { picks: [...shorter, place], why: null };
    const barred = survey(prompt, shorter).blocked.get(place);
    if (barred) return { picks, why: barred };
  }
  return { picks, why: null };
}

/** The choice that picking this place would settle; that is what its label says. */
export function foreseen(prompt: Prompt, picks: Picks, place: string): Choice | null {
  const next = survey(prompt, pick(prompt, picks, place).picks);
  return next.more ? null : next.settled;
}

/** What may be picked in place of a pick: `open` instead of the last one of a settled choice, `later` instead of others. */
export function instead(prompt: Prompt, picks: Picks): Pick<Survey, "open" | "later" | "blocked"> {
  const found: Pick<Survey, "open" | "later" | "blocked"> = { open: new Set(), later: new Set(), blocked: new Map() };
  const now = survey(prompt, picks);
  for (let kept = picks.length - 1; kept >= 0; kept--) {
    const before = survey(prompt, picks.slice(0, kept));
    const lately = kept === picks.length - 1 && now.settled !== null && now.open.size === 0;
    for (const place of before.open) if (!picks.includes(place) && !now.open.has(place)) (lately ? found.open : found.later).add(place);
    if (lately) for (const [place, why] of before.blocked) found.blocked.set(place, why);
  }
  return found;
}

/** The place instead of another of its kind; of several, the one that was picked first goes. */
function exchange(picks: Picks, place: string): Picks | null {
  const same = picks.findIndex((other) => kind(other) === kind(place));
  if (same < 0) return null;
  const several = picks.findLastIndex((other) => kind(other) === kind(place)) > same;
  return several ? [...picks.toSpliced(same, 1), place] : picks.with(same, place);
}

/** `truck` of `truck:2`. */
export function kind(place: string): string {
  const colon = place.indexOf(":");
  return colon < 0 ? place : place.slice(0, colon);
}

/** The path less the picks, each as often as it was picked; null if a pick is not in it. */
function without(path: readonly string[], picks: Picks): string[] | null {
  const rest = [...path];
  for (const place of picks) {
    const at = rest.indexOf(place);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

/** Were the picks made in the order of the path, kind by kind? */
function sameKinds(path: readonly string[], picks: Picks): boolean {
  return picks.every((place, at) => kind(place) === kind(path[at] ?? ""));
}
