import { describe, expect, test, vi } from "vitest";
import { foreseen, instead, pick, survey } from "../src/app/choose.ts";
import { marks } from "../src/app/marks.ts";
import type { Choice, Prompt } from "../src/types/wire.ts";

function prompt(paths: string[][], blocked: string[][] = []): Prompt {
  const choices: Choice[] = paths.map((path, action) => ({ action, path, notation: path.join(" "), text: [path.join(" ")], note: [] }));
  return { ask: ["ask"], choices, blocked: blocked.map((path) => ({ path, why: [`not ${path.join(" ")}`] })) };
}

const placing = prompt(
  [["carried:zebra", "zoo:0:E4"], ["carried:zebra", "zoo:0:barn"], ["carried:panda", "zoo:0:E5"], ["carried:panda", "zoo:0:barn"]],
  [["carried:zebra", "zoo:0:E5"], ["truck:1"], ["zoo:0:X1"]],
);
const giving = prompt([["hand:lion", "hand:lion"], ["hand:lion", "hand:seal"], ["hand:lion", "hand:fox"], ["hand:fox", "hand:seal"]]);
const laying = prompt([["hand:whale", "lay:1 whale"], ["hand:whale", "lay:2 whale"], ["hand:fox", "lay:1 fox"], ["pass"]]);
const turning = prompt([["piece:0", "cell:A1"], ["piece:0", "cell:B2"], ["piece:1", "cell:B2"]], [["piece:1", "cell:A1"]]);

describe("what is open", () => {
  test("at first, the first places of all paths", () => {
    expect(survey(placing, []).open).toEqual(new Set(["carried:zebra", "carried:panda"]));
  });
  test("then what goes with the pick, and nothing else", () => {
    expect(survey(placing, ["carried:zebra"]).open).toEqual(new Set(["zoo:0:E4", "zoo:0:barn"]));
  });
  test("places of the same kind may be picked in either order", () => {
    expect(survey(giving, []).open).toEqual(new Set(["hand:lion", "hand:seal", "hand:fox"]));
    expect(survey(giving, ["hand:seal"]).open).toEqual(new Set(["hand:lion", "hand:fox"]));
    expect(survey(giving, ["hand:seal", "hand:lion"]).settled?.action).toBe(1);
  });
  test("the same place twice where a path asks for it twice", () => {
    expect(survey(giving, ["hand:lion"]).open).toContain("hand:lion");
    expect(survey(giving, ["hand:lion", "hand:lion"]).settled?.action).toBe(0);
    expect(survey(giving, ["hand:seal"]).open).not.toContain("hand:seal");
  });
  test("later places are known, but not marked as next", () => {
    const found = survey(laying, []);
    expect(found.later).toEqual(new Set(["lay:1 whale", "lay:2 whale", "lay:1 fox"]));
    expect(found.open).toEqual(new Set(["hand:whale", "hand:fox", "pass"]));
  });
  test("a prompt without choices opens nothing", () => {
    expect(survey(prompt([]), [])).toMatchObject({ settled: null, more: false, candidates: [] });
  });
});

describe("what is settled", () => {
  test("a whole path", () => {
    expect(survey(placing, ["carried:panda", "zoo:0:E5"]).settled?.action).toBe(2);
    expect(survey(laying, ["pass"]).settled?.action).toBe(3);
  });
  test("the last place alone, if one choice goes with it", () => {
    expect(survey(laying, ["lay:2 whale"]).settled?.action).toBe(1);
    expect(survey(placing, ["zoo:0:E4"]).settled?.action).toBe(0);
    expect(survey(placing, ["zoo:0:barn"]).settled).toBeNull();
    expect(survey(placing, ["zoo:0:barn"]).open).toEqual(new Set(["carried:zebra", "carried:panda"]));
  });
  test("a first place alone never is, even if only one choice follows", () => {
    expect(survey(laying, ["hand:fox"]).settled).toBeNull();
  });
  test("a path that another one continues is settled, with more to come", () => {
    const both = prompt([["lot:1"], ["lot:1", "flag"]]);
    expect(survey(both, ["lot:1"])).toMatchObject({ settled: { action: 0 }, more: true });
    expect(foreseen(both, [], "lot:1")).toBeNull();
    expect(foreseen(both, ["lot:1"], "flag")?.action).toBe(1);
  });
});

describe("picking", () => {
  test("goes on along the path", () => {
    expect(pick(placing, ["carried:zebra"], "zoo:0:E4").picks).toEqual(["carried:zebra", "zoo:0:E4"]);
  });
  test("another goal replaces the first one", () => {
    expect(pick(placing, ["carried:zebra", "zoo:0:E4"], "zoo:0:barn").picks).toEqual(["carried:zebra", "zoo:0:barn"]);
  });
  test("turning a piece keeps its cell where it fits", () => {
    expect(pick(turning, ["piece:0", "cell:B2"], "piece:1").picks).toEqual(["piece:1", "cell:B2"]);
    expect(pick(turning, ["piece:0", "cell:A1"], "piece:1").picks).toEqual(["piece:1"]);
  });
  test("another beginning drops what does not go with it", () => {
    expect(pick(placing, ["carried:zebra", "zoo:0:E4"], "carried:panda").picks).toEqual(["carried:panda"]);
    expect(pick(laying, ["hand:whale"], "pass").picks).toEqual(["pass"]);
  });
  test("picking a place again takes it back", () => {
    expect(pick(placing, ["carried:zebra"], "carried:zebra").picks).toEqual([]);
    expect(pick(giving, ["hand:seal"], "hand:seal").picks).toEqual([]);
  });
  test("what is blocked stays unpicked and says why", () => {
    expect(pick(placing, ["carried:zebra"], "zoo:0:E5")).toEqual({ picks: ["carried:zebra"], why: ["not carried:zebra zoo:0:E5"] });
    expect(pick(placing, ["carried:zebra", "zoo:0:E4"], "zoo:0:E5")).toEqual({
      picks: ["carried:zebra", "zoo:0:E4"],
      why: ["not carried:zebra zoo:0:E5"],
    });
    expect(pick(placing, [], "truck:1").why).toEqual(["not truck:1"]);
    expect(pick(placing, ["carried:zebra"], "truck:1").why).toEqual(["not truck:1"]);
  });
  test("what nobody speaks of changes nothing", () => {
    expect(pick(placing, ["carried:zebra"], "zoo:3:E4")).toEqual({ picks: ["carried:zebra"], why: null });
  });
});

describe("what may be picked instead", () => {
  test("of the last place of a settled choice: other goals stay open, and barred ones barred", () => {
    const found = instead(placing, ["carried:zebra", "zoo:0:E4"]);
    expect(found.open).toEqual(new Set(["zoo:0:barn"]));
    expect(found.later).toEqual(new Set(["carried:panda"]));
    expect([...found.blocked.keys()]).toEqual(["zoo:0:E5"]);
  });
  test("of a first place: others are welcome, but not what comes next", () => {
    const found = instead(laying, ["hand:whale"]);
    expect(found.open).toEqual(new Set());
    expect(found.later).toEqual(new Set(["hand:fox", "pass"]));
    expect(instead(laying, []).later).toEqual(new Set());
  });
  test("its label foresees the choice after the exchange", () => {
    expect(foreseen(placing, ["carried:zebra", "zoo:0:E4"], "zoo:0:barn")?.action).toBe(1);
    expect(foreseen(laying, ["hand:whale"], "pass")?.action).toBe(3);
    expect(foreseen(laying, ["hand:whale"], "hand:fox")).toBeNull();
  });
});

test("an open place is never called blocked", () => {
  const both = prompt([["truck:1"]], [["truck:1"], ["truck:2"]]);
  expect([...survey(both, []).blocked.keys()]).toEqual(["truck:2"]);
});

test("what a place would amount to is worked out when it is read, and not for hundreds that nobody draws", () => {
  const say = vi.fn(([id]: readonly [string, ...unknown[]]) => id);
  const all = marks(turning, ["piece:0"], survey(turning, ["piece:0"]), [], say);
  expect(all.get("cell:A1")?.state).toBe("open");
  expect(say).not.toHaveBeenCalled();
  expect(all.get("cell:A1")?.label).toBe("piece:0 cell:A1");
  expect(say).toHaveBeenCalledTimes(1);
});
