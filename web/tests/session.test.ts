import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Socket } from "../src/app/connection.ts";
import { settings } from "../src/app/settings.svelte.ts";
import { Chooser } from "../src/table/chooser.svelte.ts";
import { Session } from "../src/table/session.svelte.ts";
import type { Prompt } from "../src/types/wire.ts";
import { rooted } from "./rooted.svelte.ts";

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Record<string, unknown>[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const prompt: Prompt = {
  ask: ["ask"],
  choices: [
    { action: 5, path: ["truck:1"], notation: "load 1", text: ["load"], note: [] },
    { action: 6, path: ["tile", "zoo:1"], notation: "place", text: ["place"], note: [["note"]] },
  ],
  blocked: [{ path: ["truck:2"], why: ["full"] }],
};
const table = (more: object = {}): object => ({ you: 0, host: 0, pending: [0], seats: [], status: "playing", ...more });
const frame = (v: number, more: object = {}): object => ({ t: "frame", v, at: v, table: table(), view: { v }, prompt, news: [], ...more });

let socket: FakeSocket;
function begin(): Session {
  socket = new FakeSocket();
  const session = new Session("T", "secret", () => socket);
  socket.onopen?.();
  return session;
}

/** Long enough for the browser to paint. */
const painted = (): void => {
  flushSync(); // effects ask for it
  vi.advanceTimersByTime(50);
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("the log grows by what is new, and tells nothing twice", () => {
  const session = begin();
  socket.say(frame(2, { news: [[1, ["begins"]], [2, ["draws"]]] }));
  socket.say(frame(4, { news: [[2, ["draws"]], [4, ["loads"]], [4, ["is full"]]] }));
  expect(session.log.map((line) => line.message[0])).toEqual(["begins", "draws", "loads", "is full"]);
});

test("what was said before the page was opened is not news, what is said after it is", () => {
  const session = begin();
  socket.say(frame(4));
  socket.say({ t: "chat", lines: [{ n: 3, seat: 1, name: "Ada", text: "hello" }, { n: 5, seat: 1, name: "Ada", text: "your turn" }] });
  socket.say(frame(6));
  expect(session.chat.filter((line) => line.n > session.read).map((line) => line.text)).toEqual(["your turn"]);
});

test("a goodbye is told in our words, and forgotten when the line is back", () => {
  const session = begin();
  socket.say(frame(2));
  socket.say({ t: "bye", why: "restart", text: "the server restarts; your moves are safe" });
  expect(session.notice).toBe("The server is restarting. Your moves are safe.");
  socket.say(frame(3));
  expect(session.notice).toBe(null);
});

test("a decision is on its way until the server has carried it out", () => {
  const session = begin();
  socket.say(frame(2));
  session.play(5);
  expect(session.waiting).toBe(true);
  session.play(6); // a second click says nothing
  const sent = socket.sent.filter((message) => message["t"] === "play");
  expect(sent).toMatchObject([{ at: 2, action: 5 }]);
  painted();
  socket.say(frame(3));
  expect(session.waiting).toBe(true);
  socket.say(frame(4, { done: sent[0]?.["id"] }));
  expect(session.waiting).toBe(false);
});

test("what comes before a click was painted is drawn after it, in order", () => {
  const session = begin();
  socket.say(frame(2));
  session.play(5);
  socket.say(frame(3));
  socket.say(frame(4, { done: socket.sent.at(-1)?.["id"] }));
  expect([session.at, session.waiting]).toEqual([2, true]);
  painted();
  expect([session.at, session.waiting]).toEqual([4, false]);
  socket.say(frame(5));
  expect(session.at).toBe(5);
});

test("a page that is never painted learns what happened all the same", () => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  const session = begin();
  socket.say(frame(2));
  session.play(5);
  socket.say(frame(3));
  vi.advanceTimersByTime(1000);
  vi.unstubAllGlobals();
  expect(session.at).toBe(3);
});

test("a refusal frees the board and is said in the reader's language until the next frame", () => {
  const session = begin();
  settings.language = "de";
  socket.say(frame(2));
  session.play(5);
  painted();
  const id = socket.sent.at(-1)?.["id"];
  socket.say(frame(3, { no: { t: "no", id, why: "stale", text: "stale" } }));
  expect(session.waiting).toBe(false);
  expect(session.notice).toContain("Das Spiel ist schon weiter");
  socket.say(frame(4));
  expect(session.notice).toBeNull();
  socket.say({ t: "no", id: "x", why: "level", text: "no bot is called that" });
  expect(session.notice).toBe("So einen Computergegner gibt es nicht.");
  settings.language = "en";
});

test("chat keeps its order and says nothing twice", () => {
  const session = begin();
  socket.say({ t: "chat", lines: [{ n: 3, seat: 0, name: "Ada", text: "b" }, { n: 7, seat: 1, name: "Ben", phrase: "thanks" }] });
  socket.say({ t: "chat", lines: [{ n: 7, seat: 1, name: "Ben", phrase: "thanks" }, { n: 5, seat: 1, name: "Ben", text: "a" }] });
  expect(session.chat.map((line) => line.n)).toEqual([3, 5, 7]);
  socket.say({ t: "chat", lines: [{ n: 3, seat: 0, name: "Guest", text: "" }] });
  expect(session.chat.map((line) => line.text)).toEqual(["", "a", undefined]);
});

test("a hint lasts as long as its prompt", () => {
  const session = begin();
  socket.say(frame(2));
  session.askHint();
  socket.say({ t: "hint", id: socket.sent.at(-1)?.["id"], action: 6 });
  expect(session.hint).toBe(6);
  socket.say(frame(3, { at: 2 }));
  expect(session.hint).toBe(6);
  socket.say(frame(4));
  expect(session.hint).toBeNull();
});

test("a table without a match has seats but nothing to draw", () => {
  const session = begin();
  socket.say({ t: "table", v: 1, table: table({ status: "waiting", pending: [] }) });
  expect(session.table?.status).toBe("waiting");
  expect(session.view).toBeNull();
  expect(session.link).toBe("open");
});

function choosing(given: { confirm?: boolean; forced?: boolean; sure?: boolean; prompt?: Prompt; frozen?: boolean; sending?: boolean }): { chooser: Chooser; played: number[]; stop: () => void } {
  settings.confirm = (given.confirm ?? true) ? "always" : "needed";
  settings.forced = given.forced ?? false;
  const played: number[] = [];
  const asked = { prompt: given.prompt ?? prompt, at: 1, frozen: given.frozen ?? false, sending: given.sending ?? false, last: new Set<string>(), hint: null, say: ([id]: [string, ...unknown[]]) => id, play: (action: number) => played.push(action), force: (action: number) => played.push(action), moment: () => 200, sure: () => given.sure ?? false };
  const { value, stop } = rooted(() => new Chooser(() => asked));
  flushSync();
  return { chooser: value, played, stop };
}

test("what is picked is marked at once, and the rest is drawn after that was painted", () => {
  const { chooser, stop } = choosing({});
  const before = chooser.marks.get("truck:1");
  chooser.onpick("tile");
  expect(chooser.marks.get("tile")?.state).toBe("picked");
  expect(chooser.marks.get("truck:1")).toBe(before);
  expect(chooser.found.open.has("zoo:1")).toBe(false);
  painted();
  expect(chooser.marks.get("tile")?.state).toBe("picked");
  expect(chooser.found.open.has("zoo:1")).toBe(true);
  chooser.onpick("tile");
  expect(chooser.marks.get("tile")?.state).toBe("open");
  stop();
});

test("picks count in their order, however quickly they come", () => {
  const { chooser, played, stop } = choosing({});
  chooser.onpick("tile");
  chooser.onpick("zoo:1");
  chooser.confirm();
  expect(played).toEqual([6]);
  stop();
});

test("with confirmation the second press on the same place plays", () => {
  const { chooser, played, stop } = choosing({});
  chooser.onpick("truck:1");
  expect(played).toEqual([]);
  expect(chooser.marks.get("truck:1")?.state).toBe("picked");
  chooser.onpick("truck:1");
  expect(played).toEqual([5]);
  stop();
});

test("without confirmation the last place of a path plays at once", () => {
  const { chooser, played, stop } = choosing({ confirm: false });
  chooser.onpick("tile");
  expect(played).toEqual([]);
  chooser.onpick("zoo:1");
  expect(played).toEqual([6]);
  stop();
});

test("a whole path can be chosen at once, whatever was picked before", () => {
  const { chooser, played, stop } = choosing({});
  chooser.onpick("truck:1");
  chooser.onchoose(["tile", "zoo:1"]);
  painted();
  expect(chooser.found.settled?.action).toBe(6);
  chooser.confirm();
  expect(played).toEqual([6]);
  stop();
});

test("a path that is only tried is played by confirming alone, whatever the settings say", () => {
  const { chooser, played, stop } = choosing({ confirm: false });
  chooser.ontry(["tile", "zoo:1"]);
  painted();
  expect(played).toEqual([]);
  expect(chooser.found.settled?.action).toBe(6);
  chooser.confirm();
  expect(played).toEqual([6]);
  stop();
});

test("a blocked place says why, at the place and in the sign", () => {
  const { chooser, played, stop } = choosing({});
  chooser.onpick("truck:2");
  expect(chooser.barred).toEqual({ place: "truck:2", words: "full" });
  expect(chooser.detail).toBe("full");
  expect(played).toEqual([]);
  stop();
});

test("places that the board does not draw become buttons", () => {
  const { chooser, stop } = choosing({});
  expect(chooser.buttons((place) => place.startsWith("truck"))).toEqual([{ place: "tile", label: "tile", picked: false }]);
  chooser.onpick("tile");
  painted();
  expect(chooser.buttons(() => false)).toEqual([
    { place: "truck:1", label: "load", picked: false },
    { place: "tile", label: "tile", picked: true },
    { place: "zoo:1", label: "place", picked: false },
  ]);
  stop();
});

test("a word that is picked keeps its sentence, also while the answer is on its way", () => {
  const word: Prompt = { ask: ["ask"], choices: [{ action: 1, path: ["decline"], notation: "", text: ["do without"], note: [] }, { action: 2, path: ["zoo:1"], notation: "", text: ["place"], note: [] }], blocked: [] };
  for (const sending of [false, true]) {
    const { chooser, stop } = choosing({ prompt: word, sending });
    chooser.picks = chooser.drawn = ["decline"];
    expect(chooser.buttons((place) => place !== "decline")).toEqual([{ place: "decline", label: "do without", picked: true }]);
    stop();
  }
});

test.each(["frozen", "sending"])("a %s board opens nothing, and only a frozen one looks like waiting", (how) => {
  const { chooser, played, stop } = choosing({ [how]: true, forced: true, prompt: { ...prompt, choices: prompt.choices.slice(0, 1) } });
  chooser.onpick("truck:1");
  expect(chooser.marks.size).toBe(0);
  expect(chooser.idle).toBe(how === "frozen");
  expect(played).toEqual([]);
  stop();
});

test("the only option plays by itself after a moment, unless that is unwished", () => {
  const only = { ...prompt, choices: prompt.choices.slice(0, 1) };
  const wished = choosing({ forced: true, prompt: only });
  vi.advanceTimersByTime(199);
  expect(wished.played).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(wished.played).toEqual([5]);
  wished.stop();
  for (const given of [{ prompt: only }, { forced: true }]) {
    const { played, stop } = choosing(given);
    vi.advanceTimersByTime(5000);
    expect(played).toEqual([]);
    stop();
  }
});

test("what cannot be undone is confirmed also where the setting does not ask for it", () => {
  const { chooser, played, stop } = choosing({ confirm: false, sure: true });
  chooser.onpick("truck:1");
  expect(played).toEqual([]);
  chooser.onpick("truck:1");
  expect(played).toEqual([5]);
  stop();
});

test("a decision that is not answered is said to be on its way after two seconds, until it is", () => {
  const session = begin();
  socket.say(frame(1));
  session.play(5);
  vi.advanceTimersByTime(1999);
  expect(session.slow).toBe(false);
  vi.advanceTimersByTime(1);
  expect(session.slow).toBe(true);
  socket.say(frame(2, { done: socket.sent.find(({ t }) => t === "play")?.["id"] }));
  expect(session.slow).toBe(false);
});

test("what was played by itself is marked in the log, and not after something was taken back", () => {
  const session = begin();
  socket.say(frame(1));
  session.force(5);
  const id = (): unknown => socket.sent.findLast(({ t }) => t === "play")?.["id"];
  painted();
  socket.say(frame(2, { done: id() }));
  expect([...session.forced]).toEqual([2]);
  session.undo();
  expect(session.byHand).toBe(true);
  painted();
  socket.say(frame(3, { done: socket.sent.findLast(({ t }) => t === "undo")?.["id"] }));
  session.play(5);
  expect(session.byHand).toBe(false);
});

test("a table that is not there is not looked for again", () => {
  const session = begin();
  socket.say({ t: "bye", why: "table", text: "" });
  expect([session.lost, session.link]).toEqual(["table", "closed"]);
});

const lines = (from: number, to: number): [number, [string]][] => Array.from({ length: to - from + 1 }, (_, k) => [from + k, [`line ${from + k}`]]);
const versions = (session: Session): number[] => session.log.map(({ v }) => v);

function pages(answers: Record<number, object>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve({ ok: true, json: () => Promise.resolve(answers[Number(path.split("until=")[1])]) });
  });
  return asked;
}

test("the older part of a log is fetched page by page, until it is whole", async () => {
  const session = begin();
  socket.say(frame(9, { news: lines(7, 9), older: 6 }));
  expect([versions(session), session.older]).toEqual([[7, 8, 9], 6]);
  const asked = pages({ 6: { lines: lines(4, 6), older: 3 }, 3: { lines: lines(1, 3), older: null } });
  await session.recall();
  expect([versions(session), session.older]).toEqual([[4, 5, 6, 7, 8, 9], 3]);
  socket.say(frame(10, { news: lines(10, 10) }));
  await session.recall();
  expect([versions(session), session.older]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0]);
  expect(asked).toEqual(["/api/tables/T/log?until=6", "/api/tables/T/log?until=3"]);
  vi.unstubAllGlobals();
});

test("after a long absence the log begins anew, after a short one it goes on", () => {
  const session = begin();
  socket.say(frame(5, { news: lines(1, 5) }));
  socket.say(frame(8, { news: lines(4, 8), older: 3 }));
  expect([versions(session), session.older]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], 0]);
  socket.say(frame(30, { news: lines(21, 30), older: 20 }));
  expect([versions(session), session.older]).toEqual([lines(21, 30).map(([v]) => v), 20]);
});

test("a page that comes after the log has begun anew is not put before it", async () => {
  const session = begin();
  socket.say(frame(9, { news: lines(7, 9), older: 6 }));
  pages({ 6: { lines: lines(1, 6), older: null } });
  const fetched = session.recall();
  socket.say(frame(30, { news: lines(21, 30), older: 20 }));
  await fetched;
  expect([versions(session)[0], session.older]).toEqual([21, 20]);
  vi.unstubAllGlobals();
});

test("a browser keeps so many lines and knows which it has let go", () => {
  const session = begin();
  socket.say(frame(1990, { news: lines(1, 1990) }));
  socket.say(frame(2010, { news: lines(1991, 2010) }));
  expect([session.log.length, versions(session)[0], session.older]).toEqual([2000, 11, 10]);
});
