// Desk: what the page of a table shows, worked out of what the server said; its parts draw it.
import type { Component } from "svelte";
import type { Hushed } from "../app/hushed.svelte.ts";
import { keeper } from "../app/kept.ts";
import * as library from "../app/library.ts";
import { afterPaint } from "../app/motion.ts";
import { settings } from "../app/settings.svelte.ts";
import { text } from "../app/text.ts";
import { say as sentence } from "../app/words.ts";
import type { FaceModule, RailProps, SeatFace } from "../faces/contract.ts";
import { face } from "../faces/games.ts";
import type { Away, Message, Seat, Texts } from "../types/wire.ts";
import { Chooser, type Asked } from "./chooser.svelte.ts";
import { chatText, seatFaces, spokenNames } from "./seats.ts";
import type { Session } from "./session.svelte.ts";
import type { Heard } from "./spoken.svelte.ts";

const NOTHING: ReadonlySet<string> = new Set();

/** Make it while a component is being made. */
export class Desk {
  module = $state.raw<FaceModule | null>(null);
  texts = $state.raw<Texts | null>(null);
  title = $state("");
  trouble = $state("");
  look = $state<number | null>(null); // whose board is shown large
  private closed = $state.raw(false); // for the answer to our decision
  private keepFaces = keeper<SeatFace[]>();
  private keepNames = keeper<string[]>();

  table = $derived.by(() => this.session.table);
  game = $derived(this.table?.game ?? null);
  faces = $derived.by(() => this.keepFaces(this.table ? seatFaces(this.table) : []));
  names = $derived.by(() => this.keepNames(this.table ? spokenNames(this.table) : [])); // in sentences
  called = $derived(this.faces.map(({ name }) => name)); // in the chat
  own = $derived.by((): Seat | undefined => (this.table && this.table.you !== null ? this.table.seats[this.table.you] : undefined));
  shown = $derived.by(() => (this.session.past ? this.session.past.view : this.session.view));
  ended = $derived.by(() => Boolean(this.table?.result) && this.session.past === null);
  myTurn = $derived.by(() => this.table !== null && this.table.you !== null && this.table.pending.includes(this.table.you));
  heard = $derived.by(() => this.session.chat.filter((line) => line.seat === null || !this.hushed.seats.has(line.seat)));
  unread = $derived.by(() => this.heard.filter((line) => line.n > this.session.read && line.seat !== this.session.you).length);
  Rail = $derived(this.module?.Rail as unknown as Component<RailProps> | undefined);
  score = $derived(this.module?.score && this.shown !== null ? (seat: number) => this.module?.score?.(this.shown as never, seat) ?? null : undefined);
  facts = $derived.by(() => (this.title && this.module?.facts && this.shown !== null ? this.module.facts(this.shown as never, this.say, settings.language) : []));
  // All of a page comes at once: what came later would push away what is there.
  known = $derived(this.table !== null && (this.table.status === "waiting" || (this.module !== null && this.texts !== null)));
  /** What happened at the move that is looked at. */
  retold = $derived.by(() => {
    const { log, past } = this.session;
    return past && log.filter(({ v }) => v === past.v).map(({ message }) => this.say(message)).join(" ");
  });
  private happened = $derived.by(() => this.session.log.filter(({ v }) => this.session.past === null || v <= this.session.past.v).map(({ message }) => message));
  private frozen = $derived.by(() => this.session.past !== null || Boolean(this.own?.stand_in));
  private you = $derived.by(() => this.session.you);
  /** The people whom one waits for, with how long each has been away when that was told; null: is here. */
  awaited = $derived.by((): { seat: number; away: Away | null }[] => {
    const { table } = this;
    if (!table || table.you === null || this.myTurn || table.status !== "playing") return [];
    const people = table.pending.filter((seat) => table.seats[seat]?.kind === "person" && !table.seats[seat]?.stand_in);
    return people.map((seat) => ({ seat, away: table.away?.find((one) => one.seat === seat) ?? null }));
  });
  /** Does one wait for bots that could be quicker? */
  dawdling = $derived.by(() => {
    const { table } = this;
    if (!table || table.you === null || table.status !== "playing" || this.myTurn || this.session.past) return false;
    return table.pending.some((seat) => table.seats[seat]?.kind === "bot" || table.seats[seat]?.stand_in);
  });

  /** What the chooser reads, property by property. */
  asked: Asked;
  chooser: Chooser;
  /** What face and rail are given. */
  given: RailProps;
  /** What is said aloud. */
  aloud: Heard;

  constructor(
    readonly session: Session,
    readonly hushed: Hushed,
    phone: () => boolean,
  ) {
    const desk = this;
    this.asked = {
      get prompt() { return session.prompt; },
      get at() { return session.at; },
      get frozen() { return desk.frozen; },
      get sending() { return session.waiting && desk.closed; },
      get last() { return session.past ? NOTHING : session.last; },
      get hint() { return session.hint; },
      say: this.say,
      play: (action) => session.play(action),
      get force() { return desk.table?.status === "playing" && !session.byHand ? session.force : undefined; },
      moment: () => this.moment(),
      sure: (action) => session.undoable !== null && !session.undoable.includes(action),
    };
    const chooser = (this.chooser = new Chooser(() => this.asked));
    const settled = $derived(chooser.found.settled);
    this.given = {
      get view() { return desk.shown; },
      get prompt() { return session.past ? null : session.prompt; },
      get you() { return desk.you; },
      get seats() { return desk.faces; },
      get marks() { return chooser.marks; },
      get preview() { return settled; },
      say: this.say,
      get language() { return settings.language; },
      get phone() { return phone(); },
      get letters() { return settings.letters; },
      get confirms() { return settings.confirm === "always" || session.undoable !== null; },
      get look() { return desk.look === desk.you ? null : desk.look; },
      onlook: this.onlook,
      onpick: chooser.onpick,
      onchoose: chooser.onchoose,
      ontry: chooser.ontry,
      onpeek: chooser.onpeek,
      onundo: () => session.undo(),
      get log() { return desk.happened; },
    };
    this.aloud = {
      get log() { return session.log; },
      get chat() { return desk.heard; },
      get at() { return session.at; },
      get ask() { return chooser.idle || !session.prompt ? null : desk.say(session.prompt.ask); },
      get aside() {
        if (session.notice !== null) return session.notice;
        if (chooser.refused) return desk.say(chooser.refused.why);
        const hinted = session.hint === null ? undefined : session.prompt?.choices.find(({ action }) => action === session.hint);
        if (hinted) return `${text("hint")}: ${desk.say(hinted.text)}`;
        const settled = chooser.idle ? null : chooser.found.settled;
        return settled ? text("confirm.say", { what: desk.say(settled.text) }) : null;
      },
      tell: (line) => ("message" in line ? this.say(line.message) : chatText(line, this.called)),
    };
    this.fetch();
    $effect(() => {
      const { own, table } = this;
      const bots = table?.seats.some((seat) => seat.kind === "bot" || seat.stand_in);
      if (own?.pace && bots && table?.status !== "over" && own.pace !== settings.pace) session.pace(settings.pace);
    });
    // A click is first seen to have been taken; only then does the board, which has more to draw, close for the answer.
    $effect(() => {
      if (!session.waiting) return;
      const stop = afterPaint(() => (this.closed = true));
      return () => {
        stop();
        this.closed = false;
      };
    });
    $effect(() => {
      if (session.link === "offline" && session.table === null && session.notice) this.trouble = session.notice;
      if (session.table !== null) this.trouble = "";
    });
  }

  /** The face, the title and the words, as soon as it is known which game it is. */
  private fetch(): void {
    $effect(() => {
      if (this.game === null) return;
      // The head of the page is painted before the board, which takes longer to draw.
      void face(this.game).then((found) => afterPaint(() => (this.module = found)));
      void library.title(this.game).then((found) => (this.title = found), () => {});
    });
    $effect(() => {
      if (this.game === null) return;
      void library.words(this.game, settings.language).then((found) => (this.texts = found), (error: Error) => (this.trouble = error.message));
    });
  }

  /**
   * When the only choice is played by itself, in milliseconds: so that one sees what came before, and, where other people
   * could tell from an instant answer what one holds, as late as somebody who had to think.
   */
  private moment(): number {
    const watched = this.table?.seats.some(({ kind, seat }) => kind === "person" && seat !== this.you);
    return watched && !this.module?.open ? 900 + 1800 * Math.random() : 350;
  }

  say = (message: Message): string => sentence(this.texts ?? {}, message, this.names);

  /** A board may do that by itself: whatever sheet is open stays. */
  onlook = (seat: number | null): void => {
    this.look = seat;
  };
}
