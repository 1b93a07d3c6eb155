import { expect, test } from "vitest";
import { keeper, kept } from "../src/app/kept.ts";

const frame = (): { seats: { name: string; cards: number[] }[]; turn: number | null } => ({
  seats: [{ name: "Ada", cards: [1, 2] }, { name: "Ben", cards: [3] }],
  turn: 0,
});

test("what is equal stays the same object", () => {
  const old = frame();
  expect(kept(old, frame())).toBe(old);
});

test("what changed is new, and everything beside it stays", () => {
  const old = frame();
  const now = frame();
  now.seats[1]!.cards.push(4);
  const shown = kept(old, now);
  expect(shown).not.toBe(old);
  expect(shown).toEqual({ seats: [{ name: "Ada", cards: [1, 2] }, { name: "Ben", cards: [3, 4] }], turn: 0 });
  expect(shown.seats[0]).toBe(old.seats[0]);
  expect(shown.seats[1]).not.toBe(old.seats[1]);
  expect(old).toEqual(frame());
});

test("what is longer, shorter, lacks a key or has become another thing is new", () => {
  for (const [before, after] of [[[1], [1, 2]], [[1, 2], [1]], [{ a: 1, b: 2 }, { a: 1 }], [{ a: undefined }, { b: undefined }], [[], {}], [null, {}], [{}, null]]) {
    expect(kept(before, structuredClone(after))).toEqual(after);
    expect(kept(before, structuredClone(after))).not.toBe(before);
  }
});

test("a keeper remembers what it gave last", () => {
  const keep = keeper<number[]>();
  const first = keep([1, 2]);
  expect(keep([1, 2])).toBe(first);
  expect(keep([1])).toEqual([1]);
  expect(keep([1, 2])).not.toBe(first);
});
