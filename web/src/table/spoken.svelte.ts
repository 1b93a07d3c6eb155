// Spoken: what somebody who listens is told, in the order in which it happened, and then what is asked.
import type { Line } from "../types/wire.ts";
import type { LogLine } from "./session.svelte.ts";

/** Its properties are read one by one, as those of a chooser. */
export interface Heard {
  log: LogLine[];
  chat: Line[];
  at: number; // the number of what is asked
  ask: string | null; // of this seat
  aside: string | null; // a hint, or why something cannot be
  tell: (line: LogLine | Line) => string;
}

export interface Said {
  key: number;
  words: string;
}

const LAST = 5; // that stay when more is said
const KEPT = 60; // a whole hand of Frank's Zoo with its score comes at once

export class Spoken {
  said = $state.raw<Said[]>([]);
  private lines: Said[] = []; // the same, which no effect depends on
  private key = 0;
  private last: LogLine | undefined; // what stands before it was told, or was there when the page was opened
  private read: number;
  private at = -1;

  /** Give it a function that reads how things stand, and up to which number the chat is no news. */
  constructor(source: () => Heard, read: number) {
    this.last = source().log.at(-1);
    this.read = read;
    $effect(() => {
      const { log, chat, at, ask, tell } = source();
      const happened = log.slice(log.lastIndexOf(this.last as LogLine) + 1);
      const talked = chat.filter(({ n }) => n > this.read);
      this.last = log.at(-1);
      this.read = Math.max(this.read, ...talked.map(({ n }) => n));
      const number = (line: LogLine | Line): number => ("v" in line ? line.v : line.n);
      const words = [...happened, ...talked].sort((one, other) => number(one) - number(other)).map(tell);
      if (ask !== null && at !== this.at) words.push(ask);
      this.at = ask === null ? -1 : at;
      this.add(words);
    });
    $effect(() => {
      const { aside } = source();
      if (aside !== null) this.add([aside]);
    });
  }

  private add(words: string[]): void {
    if (words.length === 0) return;
    this.lines = [...this.lines.slice(-LAST), ...words.map((one) => ({ key: this.key++, words: one }))].slice(-KEPT);
    this.said = this.lines;
  }
}
