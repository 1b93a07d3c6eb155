// Wire: what the server sends over the socket, and the bodies of the HTTP interface. What it takes is in commands.ts.
import type { Phrase } from "./commands.ts";

/** A sentence before it has a language. */
export type Message = [id: string, args?: Record<string, Arg>];
export type Arg = number | string | Message | Message[];
/** Texts by id: with `{argument}` in them, or depending on a number. */
export type Texts = Record<string, string | { by: string; one: string; other: string }>;

/** One legal action, explained. */
export interface Choice {
  action: number;
  path: string[]; // the places clicked one after the other
  notation: string;
  text: Message;
  note: Message[]; // what it brings
}

/** Something that is not allowed, and the reason. */
export interface Blocked {
  path: string[];
  why: Message;
}

/** What is asked of the viewer; no choices when there is nothing to decide. */
export interface Prompt {
  ask: Message;
  choices: Choice[];
  blocked: Blocked[];
}

export type Level = string; // easy, medium, hard, expert
export type Pace = "at_once" | "quick" | "usual" | "calm";
export type Status = "waiting" | "playing" | "over";

export interface Seat {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string;
  avatar: string;
  level: Level | null;
  stand_in: Level | null; // the bot that plays for a person
  here: boolean;
  overdue?: boolean; // a bot plays, and the person did not ask for it
  resigned?: boolean;
  pace?: Pace;
  hints: number;
  muted: boolean;
}

export interface Clock {
  kind: "none" | "move" | "bank" | "days";
  seconds?: number;
  increment?: number;
  days?: number;
  left?: number[]; // milliseconds a seat, when this was sent
  running?: number[]; // seats
}

export interface Setup {
  game: string;
  seats: number;
  options: Record<string, unknown>;
}

export interface Table {
  id: string;
  game: string;
  rules: number;
  setup: Setup;
  status: Status;
  you: number | null;
  host: number | null;
  public: boolean;
  seats: Seat[];
  pending: number[];
  clock: Clock;
  undo: { may: boolean; why: string | null; ask: number[] }; // nothing, chance, shown or decided; who would have to agree
  take_back: { seat: number; agreed: number[]; needed: number[] } | null;
  rematch: { table: string; invite: string | null } | null;
  watching: number;
  fair: { commitment: string; seals?: string[]; nonces?: string[]; secret?: string | null };
  result: { scores: number[]; places: number[] } | null;
  closed?: Closed | null; // ended before its time
  created: number;
  after?: string | null; // the table that this is a rematch of
  pace?: Pace; // of bots
  hurry?: number[]; // seats for which bots need not wait until they are asked
  nudge?: { seat: number; by: number; v: number } | null;
  calls?: { seat: number; agreed: number[]; needed: number[] }[]; // for whom a bot is wanted
  away?: Away[];
}

export type Closed = "rules" | "host" | "resigned";

/** Somebody who is to decide and has no line open: for how many milliseconds, and from when others may act. */
export interface Away {
  seat: number;
  gone: number;
  patience: number;
}

export interface Line {
  n: number;
  seat: number | null;
  name: string;
  text?: string;
  phrase?: Phrase;
}

export type Refusal = string; // stale, illegal, undo, busy, muted, host, over, waiting, away, rate, unavailable …

export interface No {
  t: "no";
  id: string;
  why: Refusal;
  text: string;
}

/** Before the server hangs up. */
export interface Bye {
  t: "bye";
  why: string; // restart, unavailable, table, lines, rate, protocol, broken
  text: string;
}

export interface Frame {
  t: "frame";
  v: number;
  at: number;
  table: Table;
  view: unknown;
  prompt: Prompt | null;
  news: [number, Message][];
  older?: number; // lines up to this version are left out
  undoable?: number[]; // where others would have to agree: what can be taken back without them
  done?: string;
  no?: No;
}

export type FromServer =
  | Frame
  | { t: "table"; v: number; table: Table; done?: string }
  | { t: "chat"; lines: Line[]; done?: string }
  | { t: "hint"; id: string; action: number }
  | No
  | { t: "pong" }
  | Bye;

// HTTP

export interface TableCard {
  id: string;
  game: string;
  seats: Seat[];
  setup: Setup;
  status: Status;
  created: number;
  updated: number;
  result: Table["result"];
  closed?: Closed | null;
}

export interface OwnTableCard extends TableCard {
  you: number;
  your_turn: boolean;
}

/** Some of one's finished matches, newest first; `next`: where the next page begins. */
export interface Finished {
  tables: OwnTableCard[];
  next: number | null;
}

export interface NewTable {
  game: string;
  seats: number;
  options: Record<string, string | number | boolean>;
  plan: string[]; // open or a level, a seat
  clock: { kind: Clock["kind"]; seconds?: number; increment?: number; days?: number };
  public: boolean;
  stand_in: Level;
}

/** A table with nobody at it, and what its dice are bound to: read it before you send a seal. */
export interface OpenedTable {
  table: string;
  invite: string;
  commitment: string;
}

/** A seat and the token that opens it, told this once. */
export interface Seated {
  table: string;
  seat: number;
  token: string;
}

/** A page of the log, and where the page before it ends. */
export interface LogPage {
  lines: [number, Message][];
  older: number | null;
}

export interface ReplayFrame {
  step: number;
  v: number;
  seat: number | null; // who decided; null before the first decision
  view: unknown;
  news: Message[];
  pending: number[];
}

export interface Replay {
  steps: number;
  frames: ReplayFrame[];
}
