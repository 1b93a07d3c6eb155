// Connection: one table's socket; comes back by itself, and loses no command that was given while it was away.
import type { Command, Hello, ToServer } from "../types/commands.ts";
import type { FromServer } from "../types/wire.ts";

/** What is needed of a WebSocket. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export type State = "connecting" | "open" | "offline" | "closed";
/** A command before it has an id. */
export type Wish = Command extends infer C ? (C extends Command ? Omit<C, "id"> : never) : never;

export interface Options {
  table: string;
  token: string | null;
  open: () => Socket;
  receive: (message: FromServer) => void;
  changed: (state: State) => void;
  random?: () => number;
  makeId?: () => string;
}

export const FIRST_WAIT = 500; // milliseconds until the first new attempt, doubled for each further one
export const LONGEST_WAIT = 15_000;
export const QUIET = 20_000; // silence after which we ask whether anybody is there
export const HURRY = 2000; // silence after a command
export const PATIENCE = 10_000; // how long an attempt or a ping may stay unanswered

export class Connection {
  state: State = "connecting";
  private readonly unanswered = new Map<string, Command>();
  private socket: Socket | null = null;
  private since = 0;
  private welcome = false; // has this socket answered our hello?
  private attempts = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly random: () => number;
  private readonly makeId: () => string;

  constructor(private readonly options: Options) {
    this.random = options.random ?? Math.random;
    this.makeId = options.makeId ?? newId;
    this.connect();
  }

  /** Give a command; it is sent until it is answered. Its id. */
  give(wish: Wish): string {
    const id = this.makeId();
    const command = { ...wish, id } as Command;
    this.unanswered.set(id, command);
    if (this.welcome) {
      this.send(command);
      this.timer = this.rested(() => this.ask(), HURRY); // if it is not answered soon, is anybody there?
    }
    return id;
  }

  /** Is this command still without an answer? */
  waits(id: string | null): boolean {
    return id !== null && this.unanswered.has(id);
  }

  /** The network or the page has come back: try at once. */
  wake(): void {
    if (this.state === "offline") this.connect();
    else if (this.welcome) this.ask();
  }

  /** The network has gone: whatever the socket believes, nothing comes or goes. */
  cut(): void {
    if (this.state === "open" || this.state === "connecting") this.lost();
  }

  /** Come in anew, with another token. */
  enter(token: string): void {
    this.options.token = token;
    this.connect();
  }

  /** Leave for good. */
  close(): void {
    clearTimeout(this.timer);
    this.turn("closed");
    this.drop();
  }

  private connect(): void {
    clearTimeout(this.timer);
    this.drop();
    this.turn("connecting");
    const socket = this.options.open();
    this.socket = socket;
    socket.onopen = () => {
      const { table, token } = this.options;
      const hello: Hello = token === null ? { t: "hello", table, since: this.since } : { t: "hello", table, token, since: this.since };
      this.send(hello);
    };
    socket.onmessage = (event) => this.take(event.data);
    socket.onclose = () => this.lost();
    this.timer = setTimeout(() => this.lost(), PATIENCE);
  }

  private take(data: unknown): void {
    const message = JSON.parse(String(data)) as FromServer;
    this.timer = this.rested(() => this.ask(), QUIET);
    if (message.t === "frame" || message.t === "table") {
      if (!this.welcome) this.welcomed();
      else if (message.v < this.since) return; // overtaken by a newer one
      this.since = Math.max(this.since, message.v);
    }
    for (const id of answered(message)) this.unanswered.delete(id);
    this.options.receive(message);
  }

  private welcomed(): void {
    this.welcome = true;
    this.attempts = 0;
    this.turn("open");
    for (const command of this.unanswered.values()) this.send(command);
  }

  private ask(): void {
    this.send({ t: "ping" });
    this.timer = this.rested(() => this.lost(), PATIENCE);
  }

  private lost(): void {
    if (this.state === "closed") return;
    this.drop();
    this.turn("offline");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.attempts++);
    this.timer = this.rested(() => this.connect(), wait * (0.5 + this.random() / 2));
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.welcome = false;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private send(message: ToServer): void {
    this.socket?.send(JSON.stringify(message));
  }

  private rested(next: () => void, wait: number): ReturnType<typeof setTimeout> {
    clearTimeout(this.timer);
    return setTimeout(next, wait);
  }

  private turn(state: State): void {
    if (this.state === state) return;
    this.state = state;
    this.options.changed(state);
  }
}

/** The commands that this message settles. */
function answered(message: FromServer): string[] {
  const ids: string[] = [];
  if ("done" in message && message.done) ids.push(message.done);
  if (message.t === "frame" && message.no) ids.push(message.no.id);
  if (message.t === "no" || message.t === "hint") ids.push(message.id);
  return ids;
}

/** 32 hexadecimal digits. */
export function newId(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
