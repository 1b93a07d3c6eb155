import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, FIRST_WAIT, LONGEST_WAIT, newId, PATIENCE, QUIET, type Socket, type State } from "../src/app/connection.ts";
import type { FromServer } from "../src/types/wire.ts";

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Record<string, unknown>[] = [];
  closed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let sockets: FakeSocket[];
let heard: FromServer[];
let states: State[];
const last = (): FakeSocket => sockets.at(-1)!;

function connect(token: string | null = "secret"): Connection {
  let ids = 0;
  return new Connection({
    table: "T1",
    token,
    open: () => (sockets.push(new FakeSocket()), last()),
    receive: (message) => heard.push(message),
    changed: (state) => states.push(state),
    random: () => 1,
    makeId: () => `id${++ids}`,
  });
}
function greet(v: number): void {
  last().onopen?.();
  last().say({ t: "frame", v, at: 1, news: [] });
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  heard = [];
  states = [];
});
afterEach(() => vi.useRealTimers());

test("says hello with table and token, and as a spectator without one", () => {
  connect();
  last().onopen?.();
  expect(last().sent).toEqual([{ t: "hello", table: "T1", token: "secret", since: 0 }]);
  connect(null);
  last().onopen?.();
  expect(last().sent).toEqual([{ t: "hello", table: "T1", since: 0 }]);
});

test("a command waits for the welcome and is sent once", () => {
  const connection = connect();
  connection.give({ t: "play", at: 3, action: 7 });
  last().onopen?.();
  expect(last().sent).toHaveLength(1);
  last().say({ t: "frame", v: 4, at: 3, news: [] });
  last().say({ t: "frame", v: 5, at: 3, news: [] });
  expect(last().sent.slice(1)).toEqual([{ t: "play", id: "id1", at: 3, action: 7 }]);
  expect(states).toEqual(["open"]);
});

test("after a loss it asks for what is new and resends unanswered commands with their ids, in order", () => {
  const connection = connect();
  greet(4);
  connection.give({ t: "play", at: 3, action: 7 });
  connection.give({ t: "say", text: "hello" });
  connection.give({ t: "hint" });
  last().say({ t: "chat", lines: [], done: "id2" });
  last().onclose?.();
  expect(connection.state).toBe("offline");
  vi.advanceTimersByTime(FIRST_WAIT);
  expect(sockets).toHaveLength(2);
  greet(6);
  expect(last().sent).toEqual([
    { t: "hello", table: "T1", token: "secret", since: 4 },
    { t: "play", id: "id1", at: 3, action: 7 },
    { t: "hint", id: "id3" },
  ]);
  expect(connection.waits("id1")).toBe(true);
});

test.each([
  ["a frame that carries it out", { t: "frame", v: 5, at: 4, news: [], done: "id1" }],
  ["a table that carries it out", { t: "table", v: 5, done: "id1" }],
  ["a refusal", { t: "no", id: "id1", why: "stale", text: "Too late." }],
  ["a frame with a refusal", { t: "frame", v: 5, at: 4, news: [], no: { t: "no", id: "id1", why: "stale", text: "Too late." } }],
  ["a hint", { t: "hint", id: "id1", action: 3 }],
])("a command is settled by %s", (_, message) => {
  const connection = connect();
  greet(4);
  const id = connection.give({ t: "play", at: 3, action: 7 });
  expect(connection.waits(id)).toBe(true);
  last().say(message);
  expect(connection.waits(id)).toBe(false);
  expect(heard.at(-1)).toEqual(message);
});

test("a frame that a newer one has overtaken is not shown", () => {
  connect();
  greet(8);
  last().say({ t: "frame", v: 7, at: 1, news: [] });
  expect(heard).toHaveLength(1);
});

test("waits twice as long after each failure, up to a limit, and starts afresh after a success", () => {
  connect();
  const waits: number[] = [];
  for (let k = 0; k < 7; k++) {
    last().onclose?.();
    const number = sockets.length;
    let wait = 0;
    while (sockets.length === number) {
      vi.advanceTimersByTime(100);
      wait += 100;
    }
    waits.push(wait);
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, LONGEST_WAIT, LONGEST_WAIT]);
  greet(1);
  last().onclose?.();
  vi.advanceTimersByTime(FIRST_WAIT);
  expect(sockets).toHaveLength(9);
});

test("an attempt that is never answered is given up", () => {
  const connection = connect();
  vi.advanceTimersByTime(PATIENCE);
  expect(connection.state).toBe("offline");
  expect(sockets[0]?.closed).toBe(true);
});

test("silence is asked about, and an unanswered question means the connection is gone", () => {
  const connection = connect();
  greet(1);
  vi.advanceTimersByTime(QUIET);
  expect(last().sent.at(-1)).toEqual({ t: "ping" });
  last().say({ t: "pong" });
  vi.advanceTimersByTime(QUIET);
  expect(last().sent.filter((message) => message["t"] === "ping")).toHaveLength(2);
  expect(connection.state).toBe("open");
  vi.advanceTimersByTime(PATIENCE);
  expect(connection.state).toBe("offline");
});

test("when the network comes back it tries at once", () => {
  const connection = connect();
  last().onclose?.();
  connection.wake();
  expect(sockets).toHaveLength(2);
  expect(connection.state).toBe("connecting");
});

test("with another token it comes in anew and loses no command", () => {
  const connection = connect();
  greet(4);
  connection.give({ t: "undo", at: 4 });
  const old = last();
  connection.enter("other");
  expect(old.closed).toBe(true);
  greet(5);
  expect(last().sent[0]).toEqual({ t: "hello", table: "T1", token: "other", since: 4 });
  expect(last().sent.slice(1)).toEqual([{ t: "undo", id: "id1", at: 4 }]);
});

test("once closed it stays closed, and an old socket has nothing more to say", () => {
  const connection = connect();
  greet(1);
  const old = last();
  connection.close();
  old.say({ t: "pong" });
  vi.advanceTimersByTime(10 * LONGEST_WAIT);
  expect(sockets).toHaveLength(1);
  expect(old.closed).toBe(true);
  expect(heard).toHaveLength(1);
  expect(states.at(-1)).toBe("closed");
});

test("ids are 32 hexadecimal digits, and new each time", () => {
  expect(newId()).toMatch(/^[0-9a-f]{32}$/);
  expect(newId()).not.toBe(newId());
});
