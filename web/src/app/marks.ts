// Marks: what each place of a board shows, from the prompt and what was picked.
import type { Mark, MarkState } from "../faces/contract.ts";
import type { Choice, Message, Prompt } from "../types/wire.ts";
import { foreseen, instead, type Picks, type Survey } from "./choose.ts";
import { together } from "./words.ts";

export function marks(
  prompt: Prompt,
  picks: Picks,
  found: Survey,
  last: Iterable<string>,
  say: (message: Message) => string,
): Map<string, Mark> {
  const all = new Map<string, Mark>();
  const others = instead(prompt, picks);
  const set = (place: string, state: MarkState, choice: Choice | null): void => {
    all.set(place, { state, label: choice ? say(choice.text) : "", note: choice ? together(choice.note.map(say)) : "" });
  };
  for (const place of last) set(place, "last", null);
  for (const [place, why] of [...others.blocked, ...found.blocked]) all.set(place, { state: "blocked", label: "", note: say(why) });
  for (const place of [...others.later, ...found.later]) set(place, "later", foreseen(prompt, picks, place));
  for (const place of [...others.open, ...found.open]) set(place, "open", foreseen(prompt, picks, place));
  for (const place of picks) set(place, "picked", found.settled);
  return all;
}
