// Chooser: what somebody has picked of a prompt so far; shared by the board, the rail and the sign.
import { untrack } from "svelte";
import { foreseen, NOTHING, pick, survey, type Picks } from "../app/choose.ts";
import { marks } from "../app/marks.ts";
import { afterPaint } from "../app/motion.ts";
import { settings } from "../app/settings.svelte.ts";
import { placeText } from "../app/text.ts";
import { together } from "../app/words.ts";
import type { Mark } from "../faces/contract.ts";
import type { Message, Prompt } from "../types/wire.ts";
import type { SignButton } from "./Sign.svelte";

/** Its properties are read one by one: give it getters, and only what depends on a change is worked out anew. */
export interface Asked {
  prompt: Prompt | null;
  at: number; // the number of the prompt: what was picked for another is forgotten
  frozen: boolean; // an earlier position is shown, or a bot plays for us
  sending: boolean; // our decision is on its way: the sign stays as it is, but nothing can be picked
  last: ReadonlySet<string>;
  hint: number | null;
  say: (message: Message) => string;
  play: (action: number) => void;
  force?: ((action: number) => void) | undefined; // plays the only choice by itself; absent: that never happens
  moment?: () => number; // milliseconds after which it does
  sure?: (action: number) => boolean; // must it be confirmed?
}

const NO_PICKS: Picks = [];

export class Chooser {
  picks = $state.raw<Picks>(NO_PICKS);
  // The picks for which board and sign are drawn: what is picked is marked first, and the rest drawn once that is painted.
  drawn = $state.raw<Picks>(NO_PICKS);
  peeked = $state.raw<string | null>(null);
  refused = $state.raw<{ place: string; why: Message } | null>(null);
  private sent: Picks | null = null; // played at once, and marked when the board closes for the answer
  asked = $derived.by((): Prompt => {
    const { prompt, frozen, sending } = this.source();
    return frozen || sending ? { ...(prompt ?? NOTHING), choices: [], blocked: [] } : (prompt ?? NOTHING);
  });
  idle = $derived.by(() => this.source().frozen || !this.source().prompt?.choices.length);
  private now = $derived.by(() => survey(this.asked, this.picks));
  found = $derived.by(() => survey(this.asked, this.drawn));
  private drawnMarks = $derived.by(() => marks(this.asked, this.drawn, this.found, this.source().last, this.source().say));
  marks = $derived.by((): ReadonlyMap<string, Mark> => {
    const { picks, drawn } = this;
    if (picks === drawn) return this.drawnMarks;
    const early = new Map(this.drawnMarks); // the same marks, but for what was just picked or taken back
    const mark = (place: string, state: "open" | "picked"): void => {
      const before = early.get(place);
      if (before?.state !== state) early.set(place, { state, get label() { return before?.label ?? ""; }, get note() { return before?.note ?? ""; } });
    };
    for (const place of drawn) mark(place, "open");
    for (const place of picks) mark(place, "picked");
    return early;
  });

  /** Give it a function that reads the present prompt; make it while a component is being made. */
  constructor(private readonly source: () => Asked) {
    const at = $derived(source().at);
    $effect.pre(() => {
      void at;
      this.clear();
    });
    $effect(() => {
      if (!source().sending || this.sent === null) return;
      this.picks = this.sent;
      this.sent = null;
    });
    $effect(() => {
      const { hint } = source();
      const hinted = this.asked.choices.find((choice) => choice.action === hint);
      if (hinted) this.picks = hinted.path;
    });
    $effect(() => {
      const { picks } = this;
      return afterPaint(() => (this.drawn = picks));
    });
    $effect(() => {
      const only = this.asked.choices.length === 1 ? this.asked.choices[0] : undefined;
      const { force, moment } = source();
      if (!settings.forced || !only || !force) return;
      const timer = setTimeout(() => force(only.action), untrack(() => moment?.() ?? 0));
      return () => clearTimeout(timer);
    });
  }

  onpick = (place: string): void => {
    if (this.now.settled && this.picks.at(-1) === place && !this.now.open.has(place)) {
      this.confirm();
      return;
    }
    const next = pick(this.asked, this.picks, place);
    this.refused = next.why && { place, why: next.why };
    this.take(next.picks);
  };

  onchoose = (path: Picks): void => {
    this.refused = null;
    this.take(path);
  };

  ontry = (path: Picks): void => {
    this.refused = null;
    this.picks = path;
  };

  onpeek = (place: string | null): void => {
    this.peeked = place;
    if (place !== null) this.refused = null;
  };

  private take(picks: Picks): void {
    const { settled, more } = survey(this.asked, picks);
    if (!settled || more || settings.confirm === "always" || this.source().sure?.(settled.action)) {
      this.picks = picks;
      return;
    }
    this.sent = picks;
    this.source().play(settled.action);
  }

  confirm = (): void => {
    if (this.now.settled) this.source().play(this.now.settled.action);
  };

  clear = (): void => {
    this.picks = this.drawn = NO_PICKS;
    this.sent = null;
    this.peeked = null;
    this.refused = null;
  };

  /** Places that the board does not draw, as buttons; those with which a choice begins stay where they are. */
  buttons(drawn: (place: string) => boolean): SignButton[] {
    const first = survey(this.asked, []).open;
    const shown = [...new Set([...first, ...this.found.open, ...this.drawn])].filter((place) => !drawn(place));
    const prompt = this.source().prompt ?? NOTHING; // also while the answer is on its way
    return shown.map((place) => {
      const choice = foreseen(prompt, this.drawn.filter((other) => other !== place), place);
      return { place, label: choice ? this.source().say(choice.text) : placeText(place), picked: this.picks.includes(place) };
    });
  }

  /** The place that was asked for in vain, or is looked at, and why it cannot be picked. */
  barred = $derived.by((): { place: string; words: string } | null => {
    if (this.refused) return { place: this.refused.place, words: this.source().say(this.refused.why) };
    const mark = this.peeked === null ? undefined : this.marks.get(this.peeked);
    return mark?.state === "blocked" && this.peeked !== null ? { place: this.peeked, words: mark.note } : null;
  });

  /** Why not, or what the place under the pointer would bring. */
  pointed = $derived.by((): string => {
    if (this.barred) return this.barred.words;
    const mark = this.peeked === null ? undefined : this.marks.get(this.peeked);
    return mark?.label ? together([mark.label, mark.note].filter(Boolean)) : "";
  });

  /** The second line of the sign: that, or what was chosen. */
  detail = $derived.by((): string => this.pointed || (this.found.settled ? together(this.found.settled.note.map(this.source().say)) : ""));
}
