// Chooser: what somebody has picked of a prompt so far; shared by the board, the rail and the sign.
import { foreseen, NOTHING, pick, survey, type Picks } from "../app/choose.ts";
import { marks } from "../app/marks.ts";
import { settings } from "../app/settings.svelte.ts";
import { placeText } from "../app/text.ts";
import { together } from "../app/words.ts";
import type { Message, Prompt } from "../types/wire.ts";
import type { SignButton } from "./Sign.svelte";

export interface Asked {
  prompt: Prompt | null;
  at: number; // the number of the prompt: what was picked for another is forgotten
  frozen: boolean; // a move is on its way, or an earlier position is shown
  last: ReadonlySet<string>;
  hint: number | null;
  say: (message: Message) => string;
  play: (action: number) => void;
}

export class Chooser {
  picks = $state.raw<Picks>([]);
  peeked = $state.raw<string | null>(null);
  refused = $state.raw<Message | null>(null);
  asked = $derived.by((): Prompt => {
    const { prompt, frozen } = this.source();
    return frozen ? { ...(prompt ?? NOTHING), choices: [], blocked: [] } : (prompt ?? NOTHING);
  });
  found = $derived.by(() => survey(this.asked, this.picks));
  marks = $derived.by(() => marks(this.asked, this.picks, this.found, this.source().last, this.source().say));

  /** Give it a function that reads the present prompt; make it while a component is being made. */
  constructor(private readonly source: () => Asked) {
    const at = $derived(source().at);
    $effect.pre(() => {
      void at;
      this.clear();
    });
    $effect(() => {
      const { hint } = source();
      const hinted = this.asked.choices.find((choice) => choice.action === hint);
      if (hinted) this.picks = hinted.path;
    });
    $effect(() => {
      const only = this.asked.choices.length === 1 ? this.asked.choices[0] : undefined;
      if (settings.automatic && only) source().play(only.action);
    });
  }

  onpick = (place: string): void => {
    if (this.found.settled && this.picks.at(-1) === place && !this.found.open.has(place)) {
      this.confirm();
      return;
    }
    const next = pick(this.asked, this.picks, place);
    this.refused = next.why;
    this.picks = next.picks;
    const { settled, more } = survey(this.asked, this.picks);
    if (!settings.confirm && settled && !more) this.source().play(settled.action);
  };

  onpeek = (place: string | null): void => {
    this.peeked = place;
    if (place !== null) this.refused = null;
  };

  confirm = (): void => {
    if (this.found.settled) this.source().play(this.found.settled.action);
  };

  clear = (): void => {
    this.picks = [];
    this.peeked = null;
    this.refused = null;
  };

  /** Open places that the board does not draw, as buttons. */
  buttons(drawn: (place: string) => boolean): SignButton[] {
    const shown = [...new Set([...this.found.open, ...this.picks])].filter((place) => !drawn(place));
    return shown.map((place) => {
      const picked = this.picks.includes(place);
      const choice = picked ? null : foreseen(this.asked, this.picks, place);
      return { place, label: choice ? this.source().say(choice.text) : placeText(place), picked };
    });
  }

  /** The second line of the sign: why not, what the place under the pointer would bring, or what was chosen. */
  detail = $derived.by((): string => {
    const { say } = this.source();
    if (this.refused) return say(this.refused);
    const mark = this.peeked === null ? undefined : this.marks.get(this.peeked);
    if (mark?.state === "blocked") return mark.note;
    if (mark?.label) return together([mark.label, mark.note].filter(Boolean));
    return this.found.settled ? together(this.found.settled.note.map(say)) : "";
  });
}
