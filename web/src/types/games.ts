// Written by tools/typescript.py from paddock/server/shapes.py: change it there.
import type { Message } from "./wire.ts";

/** A game as it is offered. */
export interface GameCard {
  name: string;
  title: string;
  rules: number;
  mood: Record<string, string>; // a few words by language, where the game has them
  seats: number[];
  usual: number; // the number of seats that is proposed
  minutes: number | null; // about how long it takes; null where nobody knows
  options: OptionName[];
  levels: string[];
  beats: Record<string, number>; // how often a level finishes above the one below, in percent; at a table with so many `seats`
}

/** An option of a game. */
export interface OptionName {
  name: string;
  about: Message;
  seats: boolean; // numbers among its values are seats, counted from 0
}

/** An option with what may be chosen now. */
export interface OptionCard {
  name: string;
  about: Message;
  seats: boolean; // numbers among its values are seats, counted from 0
  values: (boolean | number | string)[];
  value: boolean | number | string;
}
