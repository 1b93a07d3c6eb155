import { expect, test } from "vitest";
import { cellsOf, outline, parts, rings, seams, sizeOf } from "../src/faces/new-york-zoo/poly.ts";
import { DESK, laid, way } from "../src/faces/new-york-zoo/ring.ts";
import { ending } from "../src/faces/new-york-zoo/ending.ts";
import type { Line, NewYorkZooView, Space } from "../src/types/new-york-zoo.ts";

test("the outline of a cell is a square, that of an L has six corners", () => {
  expect(rings([[0, 0]])).toEqual([[[0, 0], [0, 1], [1, 1], [1, 0]]]);
  const corners = rings(cellsOf(["##", "#."]))[0]!;
  expect(new Set(corners.map(String))).toEqual(new Set(["0,0", "0,2", "1,2", "1,1", "2,1", "2,0"]));
});

test("a hole is a ring of its own, and cells that touch at a corner are two", () => {
  expect(rings(cellsOf(["###", "#.#", "###"])).map((ring) => ring.length).sort()).toEqual([4, 4]);
  expect(rings(cellsOf(["#.", ".#"])).map((ring) => ring.length)).toEqual([4, 4]);
  expect(rings(cellsOf([".#", "#."])).map((ring) => ring.length)).toEqual([4, 4]);
});

test("an inset lies inside also where the outline bends inwards", () => {
  expect(outline([[0, 0]], 10, 1, 0)).toBe("M1 1Q1 1 1 1L9 1Q9 1 9 1L9 9Q9 9 9 9L1 9Q1 9 1 9z");
  expect(outline(cellsOf(["##", "#."]), 10, 1, 0)).toContain("9 9"); // the inner corner, from (10, 10)
});

test("seams lie between neighbours only", () => {
  expect(seams(cellsOf(["##"]), 10, 1)).toBe("M10 1v8");
  expect(seams(cellsOf(["#.", ".#"]), 10, 1)).toBe("");
});

test("cells that hang together are one part; the smallest comes first", () => {
  expect(parts([[0, 0], [0, 1], [2, 2], [1, 1]]).map((part) => part.length)).toEqual([1, 3]);
  expect(sizeOf([[2, 3], [3, 3]])).toEqual({ rows: 2, columns: 1, top: 2, left: 3 });
});

const strip = Array.from({ length: 25 }, (_, position) => ({ position }) as Space);
const lines = [3, 8, 13, 18, 23].map((after) => ({ species: "penguin", after, before: after + 1 }) as Line);

test("25 spaces and 5 gates lie once around the ring, with a gate where a line is", () => {
  const ring = laid(strip, lines, DESK);
  const all = [...ring.spaces, ...ring.gates].map(({ x, y }) => `${x} ${y}`);
  expect(new Set(all).size).toBe(30);
  expect(ring.spaces[0]).toEqual({ x: 4.5 * 104, y: 49, side: "top" });
  expect(ring.gates[0]).toEqual({ x: 8.5 * 104, y: 49, side: "top" }); // the corner
  expect(way(ring, 3, 4).map(({ x, y }) => [x, y])).toEqual([[7.5 * 104, 49], [8.5 * 104, 49], [8.5 * 104, 147]]);
  expect(way(ring, 24, 0)).toHaveLength(2);
});

test("alone one wins or has run out of time, and then wears no crown", () => {
  const alone = (uncovered: number): NewYorkZooView => ({ last: 50, seats: [{ seat: 0, uncovered, points: 7 }] }) as unknown as NewYorkZooView;
  const faces = [{ seat: 0, name: "You", avatar: "fox", emblem: 1, you: true, turn: false, bot: false }];
  expect(ending(alone(4), faces, "en")).toMatchObject({ headline: "Time is up: 4 cells to go", scores: ["4"], crowned: false });
  expect(ending(alone(0), faces, "en")).not.toHaveProperty("crowned");
});
