// Written by tools/typescript.py from paddock/server/wire.py: change it there.

/** The first message: which table, as whom, and what is already known. */
export interface Hello {
  t: "hello";
  table: string;
  token?: string;
  since?: number;
}

/** Is anybody there? */
export interface Ping {
  t: "ping";
}

/** A decision; `at` is the number of the prompt that it answers. */
export interface Play {
  t: "play";
  id: string;
  at: number;
  action: number;
}

/** Take back, within the match's own limits. */
export interface Undo {
  t: "undo";
  id: string;
  at: number;
}

/** Take back beyond them, if the others agree. */
export interface TakeBack {
  t: "take_back";
  id: string;
}

/** The answer to somebody's wish to take back. */
export interface Agree {
  t: "agree";
  id: string;
  yes: boolean;
}

/** What would a bot do? */
export interface Hint {
  t: "hint";
  id: string;
}

/** Chat: a text, or one of the PHRASES. */
export interface Say {
  t: "say";
  id: string;
  text?: string;
  phrase?: string;
}

/** The host silences a seat. */
export interface Mute {
  t: "mute";
  id: string;
  seat: number;
  on: boolean;
}

/** Hand the seat to a bot. */
export interface Leave {
  t: "leave";
  id: string;
  level?: string;
}

/** Take the seat again. */
export interface Back {
  t: "back";
  id: string;
}

/** Give all open seats to bots. */
export interface Fill {
  t: "fill";
  id: string;
  level?: string;
}

/** How fast bots should play for this seat's eyes: `at_once`, `quick`, `usual` or `calm`. */
export interface Pace {
  t: "pace";
  id: string;
  pace: string;
}

/** Bots need not wait for this seat until it is asked again. */
export interface Hurry {
  t: "hurry";
  id: string;
}

/** Is the person on that seat still there? */
export interface Nudge {
  t: "nudge";
  id: string;
  seat: number;
}

/** Let a bot play for somebody who is away, until they are back; it does when all who wait have said so. */
export interface Call {
  t: "call";
  id: string;
  seat: number;
}

/** Give the match up for good; a bot plays the seat to its end. */
export interface Resign {
  t: "resign";
  id: string;
}

/** Close a table that nobody else has joined. */
export interface Close {
  t: "close";
  id: string;
}

/** One's part of the dice: the 32 bytes under one's seal, in hex. */
export interface Reveal {
  t: "reveal";
  id: string;
  nonce: string;
}

/** Another token for one's seat, of which this is the SHA-256 in hex; the old one opens nothing any more. */
export interface Renew {
  t: "renew";
  id: string;
  token: string;
}

/** The same again. */
export interface Rematch {
  t: "rematch";
  id: string;
}

export type Command = Play | Undo | TakeBack | Agree | Hint | Say | Mute | Leave | Back | Fill | Pace | Hurry | Nudge | Call | Resign | Close | Reveal | Renew | Rematch;
export type ToServer = Hello | Ping | Command;
export type Phrase = "well_played" | "thinking" | "oh_no" | "hello" | "thanks" | "good_game";
