// Marks: what each place of a board shows, from the prompt and what was picked.
import type { Mark } from "../faces/contract.ts";
import type { Message, Prompt } from "../types/wire.ts";
import { together } from "./words.ts";
import { foreseen, type Picks, type Survey } from "./choose.ts";

export function marks(
  prompt: Prompt,
  picks: Picks,
  found: Survey,
  last: Iterable<string>,
  say: (message: Message) => string,
): Map<string, Mark> {
  const all = new Map<string, Mark>();
  for (const place of last) all.set(place, { state: "last", label: "", note: "" });
  for (const [place, why] of found.blocked) all.set(place, { state: "blocked", label: "", note: say(why) });
  for (const place of [...found.later, ...found.open]) {
    const choice = foreseen(prompt, picks, place);
    all.set(place, {
      state: found.open.has(place) ? "open" : "later",
      label: choice ? say(choice.text) : "",
      note: choice ? together(choice.note.map(say)) : "",
    });
  }
  for (const place of picks) {
    const choice = found.settled;
    all.set(place, { state: "picked", label: choice ? say(choice.text) : "", note: choice ? together(choice.note.map(say)) : "" });
  }
  return all;
}
