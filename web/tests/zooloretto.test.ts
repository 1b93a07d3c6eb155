import { describe, expect, it } from "vitest";
import { intended, preview } from "../src/faces/zooloretto/foresee.ts";
import { offers } from "../src/faces/zooloretto/index.ts";
import { Keys } from "../src/faces/zooloretto/keys.ts";
import { flow, layout, type Lot } from "../src/faces/zooloretto/layout.ts";
import type { Mark } from "../src/faces/contract.ts";
import type { Choice } from "../src/types/wire.ts";
import type { EnclosureView, Tile, ZoolorettoView } from "../src/types/zooloretto.ts";

const KINDS: Record<string, string> = { M: "male", F: "female", m: "father", f: "mother", O: "young" };

function tile(name: string): Tile {
  const [type = "", kind] = name.split(" ");
  return { name, sort: "animal", type, kind: kind === undefined ? "plain" : (KINDS[kind] ?? "") };
}
function pen(name: string, tiles: string[]): EnclosureView {
  const found = tiles.map(tile);
  return {
    place: `zoo:0:${name}`, name, built: true, price: null, spaces: 5, full_points: 8, one_short_points: 5, bonus: 2, stall_spaces: 1,
    type: found[0]?.type ?? null, tiles: found, stalls: [], points: 0,
  };
}
interface Given {
  four?: string[];
  five?: string[];
  barn?: string[];
  truck?: string[];
  carried?: string[];
  revealed?: string;
}
function view({ four = [], five = [], barn = [], truck = [], carried = [], revealed }: Given): ZoolorettoView {
  const score = { enclosures: [0, 0], stalls: 0, barn: 0, total: 0 };
  const lots = [...new Set(barn)].map((name) => ({ place: `barn:0:${name}`, tiles: barn.filter((one) => one === name).map(tile) }));
  return {
    viewer: 0, phase: "main", round: 1, turn: 0, types: [], bank: 0, prices: {}, options: {},
    stack: { place: "stack", main: 1, end: 15, last_round: false, undrawn: null }, offspring: {},
    trucks: [{ place: "truck:1", number: 1, spaces: 3, blocked: 0, free: 3, tiles: truck.map(tile), taker: null }],
    revealed: revealed === undefined ? null : tile(revealed),
    carried: carried.map((name) => ({ place: `carried:${name}`, tile: tile(name) })),
    bought: false, gone: [],
    seats: [{
      seat: 0, coins: 2, score, standing: 1, asked: true, truck: null, enclosures: [pen("E4", four), pen("E5", five)],
      barn: { place: "zoo:0:barn", groups: lots.map((lot) => ({ type: lot.tiles[0]?.type ?? "", sort: "animal", number: lot.tiles.length, lots: [lot] })), points: 0 },
    }],
    exchanges: [], buttons: [], outlooks: [],
  };
}
function keysAt(pieces: ReturnType<Keys["assign"]>, spot: string): string[] {
  return (pieces.get(spot) ?? []).map(({ key }) => key);
}

describe("a tile is known again", () => {
  it("from the stack to a truck, into the hand and into an enclosure", () => {
    const keys = new Keys();
    keys.assign(view({}));
    const [drawn] = keysAt(keys.assign(view({ revealed: "zebra" })), "revealed");
    expect(keysAt(keys.assign(view({ truck: ["zebra"] })), "truck:1")).toEqual([drawn]);
    expect(keysAt(keys.assign(view({ carried: ["zebra"] })), "carried")).toEqual([drawn]);
    expect(keysAt(keys.assign(view({ four: ["zebra"] })), "zoo:0:E4")).toEqual([drawn]);
  });
  it("in its old space when others come", () => {
    const keys = new Keys();
    const before = keysAt(keys.assign(view({ four: ["zebra M"], carried: ["zebra"] })), "zoo:0:E4");
    expect(keysAt(keys.assign(view({ four: ["zebra", "zebra M"] })), "zoo:0:E4")[0]).toBe(before[0]);
  });
  it("as a parent, and its young is new", () => {
    const keys = new Keys();
    const first = keys.assign(view({ four: ["zebra M"], carried: ["zebra F"] }));
    const parents = [...keysAt(first, "zoo:0:E4"), ...keysAt(first, "carried")];
    const family = keys.assign(view({ four: ["zebra m", "zebra f", "zebra O"] })).get("zoo:0:E4") ?? [];
    expect(family.map(({ key }) => key).slice(0, 2)).toEqual(parents);
    expect(family.map(({ bred }) => bred)).toEqual([true, true, false]);
    expect(family.map(({ fresh }) => fresh)).toEqual([false, false, true]);
  });
  it("on the other side of an exchange", () => {
    const keys = new Keys();
    const before = keys.assign(view({ four: ["zebra", "zebra"], five: ["panda"] }));
    const after = keys.assign(view({ four: ["panda"], five: ["zebra", "zebra"] }));
    expect(keysAt(after, "zoo:0:E5")).toEqual(keysAt(before, "zoo:0:E4"));
    expect(keysAt(after, "zoo:0:E4")).toEqual(keysAt(before, "zoo:0:E5"));
  });
  it("and none is new in the first view", () => {
    const pieces = new Keys().assign(view({ four: ["zebra", "zebra O"], barn: ["panda"] }));
    expect([...pieces.values()].flat().some(({ fresh }) => fresh)).toBe(false);
  });
});

describe("what a choice would do", () => {
  const choice = (path: string[], notation = path.join(" ")): Choice => ({ action: 0, path, notation, text: ["x"], note: [] });

  it("is shown for the place under the pointer, given what was picked", () => {
    const choices = [choice(["barn:0:zebra", "zoo:0:E4"]), choice(["barn:0:zebra", "zoo:0:E5"]), choice(["stack"])];
    const marks = new Map<string, Mark>([["barn:0:zebra", { state: "picked", label: "", note: "" }]]);
    const prompt = { ask: ["x"] as [string], choices, blocked: [] };
    expect(intended(prompt, marks, "zoo:0:E5", null)).toBe(choices[1]);
    expect(intended(prompt, marks, "stack", null)).toBe(choices[2]);
    expect(intended(prompt, new Map(), "barn:0:zebra", null)).toBeNull();
  });
  it("moves the tile and bears the young, inside or to the barn", () => {
    const seen = view({ four: ["zebra M"], carried: ["zebra F"] });
    const put = choice(["carried:zebra F", "zoo:0:E4"]);
    const outlook = { choice: put.notation, score: seen.seats[0]!.score, coins: 2, born: 1, born_in_barn: 0, bonus: 0 };
    const pieces = new Keys().assign(seen);
    const inside = preview({ ...seen, outlooks: [outlook] }, pieces, put);
    expect(inside?.ghosts.map(({ tile: { kind }, to, born }) => [kind, to, born])).toEqual([["female", "zoo:0:E4", false], ["young", "zoo:0:E4", true]]);
    const crowded = preview({ ...seen, outlooks: [{ ...outlook, born_in_barn: 1 }] }, pieces, put);
    expect(crowded?.ghosts.at(-1)?.to).toBe("zoo:0:barn");
  });
  it("exchanges both whole groups", () => {
    const seen = view({ four: ["zebra", "zebra"], barn: ["panda", "panda M", "camel"] });
    const swap = { place: "exchange:E4:panda", between: ["zoo:0:E4", "zoo:0:barn"], types: ["zebra", "panda"], numbers: [2, 2] };
    const found = preview({ ...seen, exchanges: [swap] }, new Keys().assign(seen), choice(["exchange", swap.place]));
    expect(found?.ghosts.map(({ tile: { type }, to }) => `${type} ${to}`)).toEqual(["zebra zoo:0:barn", "zebra zoo:0:barn", "panda zoo:0:E4", "panda zoo:0:E4"]);
    expect(found?.leaving.size).toBe(4);
  });
});

describe("a board", () => {
  const inside = (a: { x: number; y: number; width: number; height: number }, b: typeof a): boolean =>
    a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;

  it.each([[false, 1], [false, 2], [true, 1], [true, 2]])("has every space inside its enclosure (phone %s, expansions %i)", (phone, expansions) => {
    const board = layout(phone, expansions);
    for (const { box, spaces, stalls } of Object.values(board.pens)) {
      for (const at of spaces) expect(inside({ ...at, width: board.tile, height: board.tile }, box)).toBe(true);
      for (const at of stalls) expect(inside({ ...at, width: board.stall, height: board.stall }, box)).toBe(true);
      expect(inside(box, { x: 0, y: 0, width: board.width, height: board.height })).toBe(true);
    }
  });
  it("has a barn that never runs out of room", () => {
    const room = { x: 10, y: 20, width: 130, height: 79 };
    for (let count = 1; count <= 12; count++) {
      const lots: Lot[] = Array.from({ length: count }, (_, k) => ({ place: `barn:0:${k}`, type: `${k >> 1}`, count: 1 + (k % 4) }));
      const laid = flow(lots, room, [44, 40, 36, 32, 28, 24, 20], 36);
      expect(laid.map(({ place }) => place)).toEqual(lots.map(({ place }) => place));
      for (const lot of laid) expect(inside(lot, room)).toBe(true);
      for (const [k, one] of laid.entries()) {
        for (const other of laid.slice(k + 1)) expect(one.x + one.width <= other.x || one.y + one.height <= other.y || other.x + other.width <= one.x).toBe(true);
      }
    }
  });
});

it("a barn from which one can buy is marked on its owner", () => {
  const marks = new Map([["barn:1:panda", { state: "open" as const, label: "", note: "" }], ["barn:2:zebra", { state: "blocked" as const, label: "", note: "" }]]);
  expect([0, 1, 2].map((seat) => offers(marks, seat))).toEqual([false, true, false]);
});
