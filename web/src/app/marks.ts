// Marks: what each place of a board shows, from the prompt and what was picked.
import type { Mark, MarkState } from "../faces/contract.ts";
import type { Choice, Message, Prompt } from "../types/wire.ts";
import { foreseen, instead, type Picks, type Survey } from "./choose.ts";
import { together } from "./words.ts";

/** What a place would amount to is worked out when it is asked for: a piece may have hundreds of places that are never drawn. */
export function marks(
  prompt: Prompt,
  picks: Picks,
  found: Survey,
  last: Iterable<string>,
  say: (message: Message) => string,
): Map<string, Mark> {
  const all = new Map<string, Mark>();
  const others = instead(prompt, picks);
  const set = (place: string, state: MarkState, choice: () => Choice | null): void => {
    all.set(place, new Lazy(state, choice, say));
  };
  for (const place of last) set(place, "last", () => null);
  for (const [place, why] of [...others.blocked, ...found.blocked]) all.set(place, { state: "blocked", label: "", note: say(why) });
  for (const place of [...others.later, ...found.later]) set(place, "later", () => foreseen(prompt, picks, place));
  for (const place of [...others.open, ...found.open]) set(place, "open", () => foreseen(prompt, picks, place));
  for (const place of picks) set(place, "picked", () => found.settled);
  return all;
}

class Lazy implements Mark {
  private known: Choice | null | undefined;

  constructor(
    readonly state: MarkState,
    private readonly choice: () => Choice | null,
    private readonly say: (message: Message) => string,
  ) {}

  get label(): string {
    return this.settles ? this.say(this.settles.text) : "";
  }
  get note(): string {
    return this.settles ? together(this.settles.note.map(this.say)) : "";
  }
  private get settles(): Choice | null {
    if (this.known === undefined) this.known = this.choice();
    return this.known;
  }
}
