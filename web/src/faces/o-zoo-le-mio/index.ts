// O Zoo le Mio: its face, its rail, its score line by line, and what the header says of it.
import type { Language } from "../../app/settings.svelte.ts";
import type { OZooLeMioView } from "../../types/o-zoo-le-mio.ts";
import { words, type Say } from "./words.ts";

export { default } from "./Face.svelte";
export { default as Rail } from "./Rail.svelte";
export { parts } from "./parts.ts";
export const looks = true;
export const railName = (language: Language): string => words(language).ranksShort;

export function score(view: OZooLeMioView, seat: number): number | null {
  return view.seats[seat]?.points ?? null;
}

export function facts({ year, phase, lots, to_turn_up }: OZooLeMioView, _: Say, language: Language): string[] {
  const word = words(language);
  if (phase === "over") return [word.over];
  const now = lots.findIndex(({ state }) => state === "on_sale" || state === "placing");
  const all = to_turn_up === null ? null : lots.length + to_turn_up;
  return [word.year(year), ...(now >= 0 ? [word.lot(now + 1, all)] : []), word.factor(year)];
}
