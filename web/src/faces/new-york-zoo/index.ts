// New York Zoo: its face, its rail, and what the header says of it.
import type { Language } from "../../app/settings.svelte.ts";
import type { NewYorkZooView } from "../../types/new-york-zoo.ts";
import { words, type Say } from "./words.ts";

export { default } from "./Face.svelte";
export { default as Rail } from "./Rail.svelte";
export { ending } from "./ending.ts";
export { parts } from "./parts.ts";
export const looks = true;
export const open = true;
export const seated = true;
export const wide = true;

/** Cells to go: the fewer the better. */
export function score(view: NewYorkZooView, seat: number): number | null {
  return view.seats[seat]?.uncovered ?? null;
}

export function facts({ phase, distance, last, seats, turn }: NewYorkZooView, say: Say, language: Language): string[] {
  const text = words(language);
  if (phase === "over") return [say(["draw.over"])];
  if (last !== null) return [text.way(distance, last), text.wayAbout(last - distance)];
  if (turn === null) return [say(["draw.setup"])];
  return [text.aim, text.next(say(["seat", { seat: (turn + 1) % seats.length }]))]; // what changes comes last and pushes nothing aside
}
