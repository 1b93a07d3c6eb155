// Zooloretto: its face, its rail, and what the header says of it.
import type { Language } from "../../app/settings.svelte.ts";
import type { ZoolorettoView } from "../../types/zooloretto.ts";
import type { Marks } from "../contract.ts";
import { capital, type Say } from "./words.ts";

export { default } from "./Face.svelte";
export { default as Rail } from "./Rail.svelte";
export { parts } from "./parts.ts";
export const looks = true;
export const open = true;

export function score(view: ZoolorettoView, seat: number): number | null {
  return view.seats[seat]?.score.total ?? null;
}

/** Can a tile be bought from this barn? */
export function offers(marks: Marks, seat: number): boolean {
  return [...marks].some(([place, { state }]) => state === "open" && place.startsWith(`barn:${seat}:`));
}

export function facts({ round, phase, stack }: ZoolorettoView, say: Say, language: Language): string[] {
  if (phase === "over") return [say(["draw.over", { round }])];
  const found = [language === "de" ? `Runde ${round}` : `Round ${round}`];
  if (stack.last_round) found.push(capital(say(["draw.last"])));
  else if (stack.main !== null) found.push(say(["draw.left", { count: stack.main }]));
  return found;
}
