// Session: one table as this browser knows it, and everything it can ask of it.
import { log, moment } from "../app/api.ts";
import { Connection, type Socket, type State, type Wish } from "../app/connection.ts";
import { kept } from "../app/kept.ts";
import { afterPaint } from "../app/motion.ts";
import { go } from "../app/page.svelte.ts";
import { changed } from "../app/places.ts";
import { opened } from "../app/promises.ts";
import { sound } from "../app/sound.ts";
import { byeText, refusalText } from "../app/text.ts";
import type { Phrase } from "../types/commands.ts";
import type { Frame, FromServer, Line, Message, Pace, Prompt, Table } from "../types/wire.ts";

export interface LogLine {
  v: number;
  message: Message;
}

/** An earlier position, looked at from the log. */
export interface Past {
  v: number;
  view: unknown;
}

const MOST_LINES = 2000;
const FINAL: ReadonlySet<string> = new Set(["table", "broken", "protocol"]);
const SLOW = 2000; // milliseconds after which it is said that a decision is still being sent

export class Session {
  table = $state.raw<Table | null>(null);
  view = $state.raw<unknown>(null);
  prompt = $state.raw<Prompt | null>(null);
  at = $state.raw(0);
  last = $state.raw<ReadonlySet<string>>(new Set());
  log = $state.raw<LogLine[]>([]);
  older = $state.raw(0); // lines up to this version are not in the log, and can be fetched; 0 if it is whole
  chat = $state.raw<Line[]>([]);
  read = $state.raw(0); // as far as the chat has been seen; what was said before this page was opened is not news
  link = $state.raw<State>("connecting");
  lost = $state.raw<string | null>(null); // why there is no way to this table
  past = $state.raw<Past | null>(null);
  hint = $state.raw<number | null>(null);
  notice = $state.raw<string | null>(null); // what the server refused
  waiting = $state.raw(false); // a decision is on its way
  slow = $state.raw(false); // and for so long that it has to be said
  undoable = $state.raw<readonly number[] | null>(null); // what can be taken back without asking; null: everything
  forced = $state.raw<ReadonlySet<number>>(new Set()); // versions of the log in which the only choice was played by itself
  byHand = $state.raw(false); // something was taken back: nothing is played by itself before the next decision
  told = $state.raw(0); // when the clocks were last told, by our own clock
  private decision: string | null = null;
  private unasked: string | null = null; // a decision that was played by itself
  private patience: ReturnType<typeof setTimeout> | undefined;
  private paced: Pace | null = null; // what was asked for last, whatever became of it
  private held: FromServer[] | null = null; // what came before the click that asked for it was painted
  private shown: string | null = null; // our part of the dice, as it was sent last
  private connection: Connection;

  constructor(
    readonly id: string,
    public token: string | null,
    open: () => Socket = () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`) as Socket,
  ) {
    this.connection = new Connection({
      table: id,
      token,
      open,
      receive: (message) => this.receive(message),
      changed: (state) => (this.link = state),
    });
  }

  get you(): number | null {
    return this.table?.you ?? null;
  }

  play(action: number): void {
    if (this.waiting) return;
    this.byHand = false;
    this.send({ t: "play", at: this.at, action });
  }
  /** Play the only choice there is; the log says that nobody was asked. */
  force = (action: number): void => {
    if (this.waiting) return;
    this.send({ t: "play", at: this.at, action });
    this.unasked = this.decision;
  };
  undo(): void {
    this.byHand = true;
    this.send({ t: "undo", at: this.at });
  }
  takeBack = (): void => {
    this.byHand = true;
    this.give({ t: "take_back" });
  };
  /** How fast bots play, unless that was asked for already. */
  pace = (pace: Pace): void => {
    if (pace === this.paced) return;
    this.paced = pace;
    this.give({ t: "pace", pace });
  };
  hurry = (): void => void this.give({ t: "hurry" });
  nudge = (seat: number): void => void this.give({ t: "nudge", seat });
  call = (seat: number): void => void this.give({ t: "call", seat });
  resign = (): void => void this.give({ t: "resign" });
  shut = (): void => void this.give({ t: "close" });
  agree = (yes: boolean): void => void this.give({ t: "agree", yes });
  askHint = (): void => void this.give({ t: "hint" });
  say = (text: string): void => void this.give({ t: "say", text });
  phrase = (phrase: Phrase): void => void this.give({ t: "say", phrase });
  mute = (seat: number, on: boolean): void => void this.give({ t: "mute", seat, on });
  leave = (level: string): void => void this.give({ t: "leave", level });
  back = (): void => void this.give({ t: "back" });
  fill = (level: string): void => void this.give({ t: "fill", level });
  rematch = (): void => void this.give({ t: "rematch" });
  enter = (token: string): void => this.connection.enter((this.token = token));
  wake = (): void => this.connection.wake();
  cut = (): void => this.connection.cut();
  close = (): void => this.connection.close();

  /** Look at the position after a line of the log; null returns to the present. */
  async look(v: number | null): Promise<void> {
    if (v === null) {
      this.past = null;
      return;
    }
    const { frames } = await moment(this.id, v, this.token);
    if (frames[0]) this.past = { v, view: frames[0].view };
  }

  /** Fetch older lines of the log. */
  async recall(): Promise<void> {
    const until = this.older;
    const { lines, older } = await log(this.id, until, this.token);
    if (this.older !== until) return; // somebody was quicker, or the log has begun anew
    this.log = [...lines.map(([v, message]): LogLine => ({ v, message })), ...this.log];
    this.older = older ?? 0;
  }

  private send(wish: Wish): void {
    this.decision = this.give(wish);
    this.waiting = true;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => (this.slow = this.waiting), SLOW);
    this.hold();
  }

  private give(wish: Wish): string {
    this.notice = null;
    return this.connection.give(wish);
  }

  /** A click is first seen to have been taken: drawing an answer that is quicker than the screen would put that off. */
  private hold(): void {
    this.held ??= [];
    afterPaint(() => {
      const held = this.held ?? [];
      this.held = null;
      held.forEach((message) => this.receive(message));
    });
  }

  private receive(message: FromServer): void {
    if (this.held) {
      this.held.push(message);
      return;
    }
    switch (message.t) {
      case "frame":
        this.draw(message);
        this.notice = message.no ? refusalText(message.no) : null;
        break;
      case "table":
        this.seat(message.table);
        break;
      case "chat":
        this.chat = joined(this.chat, message.lines);
        break;
      case "hint":
        this.hint = message.action;
        break;
      case "no":
        if (message.why !== "dice") this.notice = refusalText(message); // shown already, or too late: nothing to be done
        break;
      case "bye":
        if (message.why === "rules") go(`/r/${this.id}`); // its record can be read
        else if (FINAL.has(message.why)) this.lost = message.why;
        else this.notice = byeText(message);
        if (FINAL.has(message.why)) this.close(); // it would be the same every time
    }
    if (this.waiting && !this.connection.waits(this.decision)) this.waiting = this.slow = false;
  }

  private draw(frame: Frame): void {
    const first = this.view === null;
    this.tell(frame);
    const view = kept(this.view, frame.view);
    const moved = changed(this.view, view);
    if (moved.size > 0) {
      this.last = moved;
      if (!first) sound("lay");
    }
    if (frame.at !== this.at) this.hint = null;
    if (first) this.read = frame.v;
    this.seat(frame.table);
    this.view = view;
    this.prompt = kept(this.prompt, frame.prompt);
    this.at = frame.at;
    this.undoable = frame.undoable ?? null;
    if (frame.done !== undefined && frame.done === this.unasked) this.forced = new Set([...this.forced, frame.v]);
  }

  /** All seals are fixed: open ours. */
  private async reveal({ id, you, fair }: Table): Promise<void> {
    const nonce = you === null || !fair?.seals?.length ? null : await opened(id, you, fair.seals);
    if (nonce === null || nonce === this.shown) return;
    this.shown = nonce;
    this.connection.give({ t: "reveal", nonce });
  }

  private tell(frame: Frame): void {
    const known = this.log.at(-1)?.v ?? 0;
    const news = frame.news.filter(([v]) => v > known).map(([v, message]): LogLine => ({ v, message }));
    if (frame.older !== undefined && frame.older > known) {
      this.log = news; // what came in between is missing: it is fetched by who reads back so far
      this.older = frame.older;
    } else if (news.length > 0) {
      const all = [...this.log, ...news];
      const cut = all.at(-MOST_LINES - 1)?.v ?? 0; // no version is divided
      if (cut > this.older) this.older = cut;
      this.log = cut > 0 ? all.filter(({ v }) => v > cut) : all;
    }
  }

  private seat(table: Table): void {
    const before = this.table;
    this.table = kept(before, table);
    this.told = Date.now();
    if (table.status === "waiting") void this.reveal(table);
    if (table.closed) this.prompt = null;
    const nudged = table.nudge && table.nudge.seat === table.you ? table.nudge.v : 0;
    if (before && nudged > (before.nudge?.v ?? 0)) sound("bell");
    const mine = (one: Table | null): boolean => one !== null && one.you !== null && one.pending.includes(one.you);
    if (before && !mine(before) && mine(table)) sound("turn");
    if (before?.status === "playing" && table.status === "over") sound(table.you !== null && table.result?.places[table.you] === 1 ? "win" : "bell");
  }
}

/** Each line once, in order; what is sent again replaces what was there, because its text may have been deleted. */
function joined(old: Line[], more: Line[]): Line[] {
  const again = new Set(more.map((line) => line.n));
  return [...old.filter((line) => !again.has(line.n)), ...more].sort((a, b) => a.n - b.n);
}
