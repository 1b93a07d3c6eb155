import { expect, test } from "vitest";
import { income, opened, prices } from "../src/faces/o-zoo-le-mio/auction.ts";
import { C, domino, drawn, extent, furnished, linesOn, middle, outline, placed } from "../src/faces/o-zoo-le-mio/chart.ts";
import { facts } from "../src/faces/o-zoo-le-mio/index.ts";
import { parts } from "../src/faces/o-zoo-le-mio/parts.ts";
import { chosen, Trials } from "../src/faces/o-zoo-le-mio/trial.ts";
import type { Face, OZooLeMioView, Zoo } from "../src/types/o-zoo-le-mio.ts";
import type { Message, Prompt } from "../src/types/wire.ts";

// Tile 24: paths lead from both halves to the north, and from the first to the south.
const FACE: Face = {
  id: 24,
  a: { animal: "sea", stars: 2 },
  b: { animal: "mammals", stars: 2 },
  bushes: 1,
  lines: [[[0, 0], [0, 0.5]], [[0, 0], [0, -0.5]], [[1, 0], [1, 0.5]], [[0, 0], [1, 0]]],
};

test("a tile is drawn as it is printed: north is up", () => {
  const { halves: [a, b] } = domino(FACE, 0);
  expect([a.at, b.at]).toEqual([{ x: 0, y: 0 }, { x: C, y: 0 }]);
  expect(a.arms).toEqual([true, true, true, false]); // north, the other half, south
  expect(b.arms).toEqual([true, false, false, true]);
});

test("turned clockwise its second half lies below, and its paths lead to the east and west", () => {
  const { halves: [a, b] } = domino(FACE, 90);
  expect(b.at).toEqual({ x: 0, y: C });
  expect(a.arms).toEqual([false, true, true, true]);
  expect(b.arms).toEqual([true, true, false, false]);
});

test("turned over four quarters it is as it was", () => {
  expect(domino(FACE, 360).paths).toEqual(domino(FACE, 0).paths);
});

const ZOO: Zoo = {
  house: [[0, -1], [1, -1]],
  start: [[0, 0], [1, 0]],
  tiles: [{ id: 24, cell: [1, 1], other: [0, 1], rotation: 180, number: 1, bushes: 1 }],
  grounds: [{ cell: [0, 1], animal: "mammals", stars: 2 }, { cell: [1, 1], animal: "sea", stars: 2 }],
  paths: [[[0, 0], [0, 0.5]], [[1, 0], [1, 0.5]], [[0, 0], [1, 0]], [[1, 1], [1, 0.5]], [[1, 1], [1, 1.5]], [[0, 1], [0, 0.5]], [[1, 1], [0, 1]]],
  ends: [{ cell: [1, 1], side: "north", point: [1, 1.5] }],
  bounds: [-1, -1, 2, 2],
  enclosures: [],
  benches: [[0.5, 0.5]],
};

test("a tile of a zoo is put together from its squares, as if it had been turned", () => {
  const built = placed(ZOO.tiles[0]!, ZOO);
  expect(built.halves.map(({ animal, stars, bushes, at, arms }) => ({ animal, stars, bushes, at, arms }))).toEqual(
    domino(FACE, 180).halves.map(({ animal, stars, bushes, at, arms }) => ({ animal, stars, bushes, at, arms })),
  );
});

test("the lines of the starting tile are those that begin on it", () => {
  expect(linesOn(ZOO.paths, ZOO.start)).toEqual(ZOO.paths.slice(0, 3));
});

test("corners are rounded inside a tile and straight at its edge", () => {
  const { nodes } = drawn(domino(FACE, 0).paths);
  expect(nodes).toBe(`M0 0h0M${C} 0h0`);
});

test("things on a half take the freest quarters, and the one with a bench last", () => {
  const { halves: [, half] } = domino(FACE, 0); // paths to the north and west: the south-east is free on both sides
  const free = furnished(half, ["animal"]).get("animal")!;
  expect([Math.sign(free.x - half.at.x), Math.sign(free.y - half.at.y), free.roomy]).toEqual([1, 1, true]);
  const bench = { x: half.at.x + C / 2, y: half.at.y + C / 2 };
  const then = furnished(half, ["animal"], [bench]).get("animal")!;
  expect([Math.sign(then.x - half.at.x), Math.sign(then.y - half.at.y)]).not.toEqual([1, 1]);
});

test("a map shows the zoo and its house, and what must have room beside them", () => {
  const box = extent(ZOO);
  expect(box.x).toBeCloseTo(-0.84 * C);
  expect(box.width).toBeCloseTo(2.68 * C);
  expect(extent(ZOO, [[5, 0]]).width).toBeCloseTo((5 + 2 * 0.62) * C);
});

test("one line goes round squares that touch, and one round each of two that meet at a corner", () => {
  expect(outline([[0, 0], [1, 0]], 0, 0).match(/M/g)).toHaveLength(1);
  expect(outline([[0, 0], [1, 1]], 0, 0).match(/M/g)).toHaveLength(2);
  const ring = [[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2]];
  expect(outline(ring, 0, 0).match(/M/g)).toHaveLength(2); // outside and inside
  expect(outline([[0, 0]], 6, 0)).toContain(`${-C / 2 + 6} ${-C / 2 + 6}`); // within the square
});

const TRIAL: NonNullable<OZooLeMioView["trial"]> = {
  targets: [],
  tries: [
    { place: "turn:(1,1) r0", cell: [1, 1], other: [2, 1], rotation: 0, effect: { benches: [], enclosures: [], bushes: 1, moved: [], ends: 3, gain: 4, this_year: [4, 0] } },
    { place: "turn:(0,1) r0", cell: [0, 1], other: [1, 1], rotation: 0, effect: null },
  ],
  obstacles: [{ place: "on:start", cells: [[0, 0], [1, 0]] }, { place: "away", cells: [] }],
};
const PROMPT: Prompt = {
  ask: ["ask"],
  choices: [{ action: 9, path: ["cell:(1,1)", "cell:(2,1)", "turn:(1,1) r0"], notation: "", text: ["do"], note: [] }],
  blocked: [{ path: ["turn:(0,1) r0"], why: ["grass"] }, { path: ["on:start"], why: ["taken"] }, { path: ["away"], why: ["far"] }],
};
const trials = new Trials(24, TRIAL, PROMPT, ([id]: Message) => id);

test("where a tile can lie nothing is in the way; elsewhere the prompt says what is", () => {
  const why = (x: number, y: number): string | null => trials.why(0, { row: -y, column: x });
  expect([why(1, 1), why(0, 1), why(-1, 0), why(7, 7)]).toEqual([null, "grass", "taken", "far"]); // the third by its other half
});

test("a place that can be tried is a choice, and a choice says where the tile lies", () => {
  expect(trials.choice(0, { row: -1, column: 1 })?.action).toBe(9);
  expect(trials.choice(0, { row: -1, column: 0 })).toBeUndefined();
  expect(chosen(trials, PROMPT.choices[0]!.path)).toEqual({ way: 0, at: { row: -1, column: 1 } });
});

test("either half may cover a square, turned as little as needed", () => {
  expect(trials.covering([2, 1], 0)).toEqual({ way: 0, at: { row: -1, column: 1 } });
  expect(trials.covering([2, 1], 1)?.way).toBe(0); // the first way round after the present one in which it can
  expect(trials.covering([0, 1], 0)).toBeNull();
});

const seat = (number: number): Message => ["seat", { seat: number }];
const LOG: Message[] = [
  ["bids.shown", { tile: ["tile", { number: 24 }], bids: [["bid", { who: seat(0), coins: 3 }], ["bid", { who: seat(1), coins: 3 }]] }],
  ["tie", { who: [seat(1), seat(0)], winner: seat(1) }],
  ["wins", { who: seat(1), tile: ["tile", { number: 24 }], coins: ["coins", { count: 3 }] }],
  ["bids.shown", { tile: ["tile", { number: 12 }], bids: [["bid", { who: seat(0), coins: 1 }], ["bid", { who: seat(1), coins: 0 }]] }],
  ["wins", { who: seat(0), tile: ["tile", { number: 12 }], coins: ["coins", { count: 1 }] }],
  ["fits.nowhere", { who: seat(0), tile: ["tile", { number: 12 }] }],
  ["income", { parts: [["bid", { who: seat(0), coins: 0 }], ["bid", { who: seat(1), coins: 1 }]] }],
];

test("the log tells prices, the bids that were opened last, ties and what fitted nowhere", () => {
  expect([...prices(LOG)]).toEqual([[24, 3], [12, 1]]);
  expect(opened(LOG.slice(0, 3))).toEqual({ tile: 24, bids: [3, 3], winner: 1, tied: [1, 0], nowhere: null, at: 1 });
  expect(opened(LOG)).toEqual({ tile: 12, bids: [1, 0], winner: 0, tied: [], nowhere: LOG.find(([id]) => id === "fits.nowhere"), at: 2 });
  expect(opened([])).toBeNull();
  expect(income(LOG)).toEqual([0, 1]);
});

test("each year of the score says what counted", () => {
  const view = { seats: [{ sheet: [{ year: 1, visitors: 2, trees: 0, benches: 1, points: 3 }] }, { sheet: [{ year: 1, visitors: 0, trees: 2, benches: 0, points: 2 }] }] } as unknown as OZooLeMioView;
  const told = { seat: 0, say: ([id, args]: Message) => `${String(args?.["count"])} ${id}` };
  expect(parts(view, told)).toMatchObject([{ about: "2 visitors, 1 benches × 1", points: [3, 2] }]);
});

test("the header says the year, the tile and what everything counts", () => {
  const view = { year: 4, phase: "bid", to_turn_up: 1, lots: [{ state: "built" }, { state: "on_sale" }] } as unknown as OZooLeMioView;
  expect(facts(view, () => "", "en")).toEqual(["Year 4", "tile 2 of 3", "everything counts four times"]);
  expect(facts({ ...view, to_turn_up: null }, () => "", "de")).toEqual(["Jahr 4", "Plättchen 2", "alles zählt vierfach"]);
});

test("half a square from its middle lies its edge", () => {
  expect(middle([1, 0.5])).toEqual({ x: C, y: -C / 2 });
});
