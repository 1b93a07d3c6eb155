// Contract: what a face, the drawn board of one game, is given and what its module offers.
//
// A face draws everything left of the rail, knows no rules, and asks for nothing: it shows `view`, puts a `Place` (or a
// button with `pickable`) wherever a place of the view is, and calls `onpick` and `onpeek`. Which places may be touched
// is in `marks`. It renders `sign` exactly once, directly above the board that the sign asks about.
// Literal `style` attributes are forbidden by the content security policy; write `style:width={…}`.
import type { Component, Snippet } from "svelte";
import type { Language } from "../app/settings.svelte.ts";
import type { Choice, Message, Prompt } from "../types/wire.ts";

/**
 * open: may be picked next, dots. later: belongs to a choice but another place comes first in its path; picking it is
 * welcome all the same (a whole set of cards). picked: line. blocked: hatch, `note` says why not. last: was moved last.
 */
export type MarkState = "open" | "later" | "picked" | "blocked" | "last";

export interface Mark {
  state: MarkState;
  label: string; // what picking it means, when that is settled: "Place the elephant in Six"
  note: string; // what it brings, or why it is blocked
}

export type Marks = ReadonlyMap<string, Mark>;

/** Somebody at the table; seats count from 0, emblems and colours from 1. */
export interface SeatFace {
  seat: number;
  name: string; // "You" for the viewer
  avatar: string;
  emblem: number;
  you: boolean;
  turn: boolean; // owes a decision
  bot: boolean;
}

/** What a face adds to the sign: a piece in hand, buttons of its own, and which places it draws itself. */
export interface SignParts {
  picture?: Snippet;
  extra?: Snippet;
  row?: Snippet; // a line of its own below the question, as wide as the sign
  brief?: string; // the verb of the settled choice, where its whole sentence has no room
  drawn?: (place: string) => boolean; // other open places get a button in the sign; absent: all are drawn
  verb?: string | undefined; // the settled choice in few words, for its button: "Take truck 2"
  said?: string | undefined; // in place of what the sign says below its question
  tells?: string | undefined; // in place of what the choice would bring that the face made itself
  kept?: number; // so many picks were made by the face itself and are not taken back
}

/** What the rail of a face is given: the same as the face, without the sign. */
export interface RailProps<View = unknown> {
  view: View;
  prompt: Prompt | null;
  you: number | null;
  seats: SeatFace[];
  marks: Marks;
  preview: Choice | null; // settled but not yet played: draw its ghost
  say: (message: Message) => string;
  language: Language;
  phone: boolean;
  letters: boolean; // letter badges on pieces
  confirms?: boolean; // may a choice have to be confirmed before it is played?
  look?: number | null; // the seat whose board is to be shown large; absent or null: the viewer's own
  onlook?: (seat: number | null) => void;
  onpick: (place: string) => void;
  onchoose: (path: readonly string[]) => void; // picks a whole path at once, whatever was picked before
  ontry: (path: readonly string[]) => void; // the same, but it is played only by the button of the sign, whatever the settings say
  onpeek: (place: string | null) => void;
  onundo?: () => void; // takes back a decision that is still sealed
  log?: readonly Message[]; // what happened up to this view, oldest first; the beginning may be missing
}

export interface FaceProps<View = unknown> extends RailProps<View> {
  sign: Snippet<[SignParts?]>;
}

/** A line of the final score. */
export interface Part {
  label: string;
  about?: string;
  points: (number | null)[]; // a seat; null where there is nothing to score
  earlier?: true; // a sum of what came before, which tells nothing
  counts?: false; // a fact beside the score, not a part of it
}

/** Whose score is explained, in the words of the game. */
export interface Told {
  seat: number | null;
  say: (message: Message) => string;
}

/** How a match ended, where points do not tell it. */
export interface Ending {
  headline: string; // "Gorilla is finished; you had 5 cells to go"
  about: string; // one more sentence, or nothing
  scores: string[]; // what stands on the podium for each seat
  crowned?: false; // nobody has won
}

/** A face's module: `export` these from `<script module>`. */
export interface FaceModule {
  default: Component<FaceProps<never>>;
  /** Panels of the rail above the log: others' boards, the standing. On a phone: behind a button. Without it the rail lists the seats. */
  Rail?: Component<RailProps<never>>;
  /** What that button is called; absent: players. */
  railName?: (language: Language) => string;
  /** Is there something to pick on the board of another seat, which a phone shows only when it is looked at? */
  offers?: (marks: Marks, seat: number) => boolean;
  /** Does it draw everybody at the table also on a phone? Else the page shows a row of seats above it. */
  seated?: boolean;
  /** Small print of the header: ["Round 6", "23 tiles until the disc"]. */
  facts?: (view: never, say: (message: Message) => string, language: Language) => string[];
  /** Can it show another seat's board large? */
  looks?: boolean;
  /** The number beside a name. */
  score?: (view: never, seat: number) => number | null;
  /** The lines that the final score consists of, read from the last view. */
  parts?: (view: never, told?: Told) => Part[];
  /** How the match ended, in a game without points; then there is no line with their sum either. */
  ending?: (view: never, faces: SeatFace[], language: Language) => Ending;
  /** Does nobody hold anything that others may not know? Then it tells nothing to answer at once. */
  open?: boolean;
  /** Needs all of the width of a small screen: the rail lies below it there. */
  wide?: boolean;
}
