import { describe, expect, test } from "vitest";
import { Film, PIECE } from "../src/replay/film.svelte.ts";
import type { ReplayFrame } from "../src/types/wire.ts";

const frame = (step: number): ReplayFrame => ({ step, v: step, seat: 0, view: { step }, news: [], pending: [] });

function projector(steps: number): { film: Film; asked: number[]; fail: { now: boolean } } {
  const asked: number[] = [];
  const fail = { now: false };
  const film = new Film(async (from, to) => {
    asked.push(from);
    if (fail.now) throw new Error("no light");
    return { steps, frames: Array.from({ length: Math.max(0, Math.min(to, steps) - from) }, (_, k) => frame(from + k)) };
  });
  return { film, asked, fail };
}

describe("a film", () => {
  test("fetches the piece of the step that is looked at", async () => {
    const { film } = projector(200);
    await film.need(PIECE + 15);
    expect(film.frame(PIECE + 15)?.view).toEqual({ step: PIECE + 15 });
    expect(film.steps).toBe(200);
  });

  test("fetches no piece twice", async () => {
    const { film, asked } = projector(30);
    await film.need(3);
    await film.need(20);
    expect(asked).toEqual([0]);
  });

  test("is a piece ahead of who looks, and behind who goes back", async () => {
    const { film, asked } = projector(1000);
    await film.need(2 * PIECE + PIECE - 1);
    expect(asked).toEqual([2 * PIECE, 3 * PIECE]);
    await film.need(2 * PIECE);
    expect(asked).toEqual([2 * PIECE, 3 * PIECE, PIECE]);
  });

  test("tells what happened up to a step, as far back as it has been fetched without a gap", async () => {
    const film = new Film(async (from, to) => ({ steps: 200, frames: Array.from({ length: to - from }, (_, k) => ({ ...frame(from + k), news: [[`step ${from + k}`]] })) }));
    await film.need(2 * PIECE); // and the piece before it
    await film.need(3 * PIECE + 2);
    const told = film.told(3 * PIECE + 2);
    expect([told[0], told.at(-1), told.length]).toEqual([[`step ${PIECE}`], [`step ${3 * PIECE + 2}`], 2 * PIECE + 3]);
  });

  test("asks again for what it could not get", async () => {
    const { film, fail } = projector(10);
    fail.now = true;
    await film.need(0);
    expect([film.trouble, film.frame(0)]).toEqual(["no light", null]);
    fail.now = false;
    await film.need(0);
    expect([film.trouble, film.frame(0)?.step]).toEqual(["", 0]);
  });
});
