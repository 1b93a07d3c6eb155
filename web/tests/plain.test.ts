import { describe, expect, test } from "vitest";
import { say } from "../src/app/words.ts";
import type { SeatFace } from "../src/faces/contract.ts";
import { parts } from "../src/faces/plain/seen.ts";
import { coordinates, groups, lines, searched, type Group } from "../src/faces/plain/spots.ts";
import { labels } from "../src/faces/plain/words.ts";
import type { Choice, Prompt, Texts } from "../src/types/wire.ts";

const GERMAN: Texts = { "place.house": "Haus", "kind.penguin": "Pinguin", "kind.meerkat": "Erdmännchen", "animal.sea": "Meerestiere" };

describe("the plain face", () => {
  const { place, field, value } = labels("de", (message) => say(GERMAN, message));
  test("has words for places and things, and for what it does not know", () => {
    expect([place("house:penguin"), place("cell:E4"), place("pool:deep_end")]).toEqual(["Haus Pinguin", "Feld E4", "pool deep end"]);
    expect([value("penguin, meerkat"), value("sea"), field("seats"), field("deep_end")]).toEqual(["Pinguin, Erdmännchen", "Meerestiere", "Mitspieler", "deep end"]);
  });
  test("calls things by their names, seats by theirs, and leaves out what is only drawn", () => {
    const seats = [{ seat: 0, name: "Du" }, { seat: 1, name: "Eule" }] as SeatFace[];
    const pens = [{ place: null, tile: "e5-03", cells: [[0, 1], [0, 2]], species: "penguin", animals: 2, size: 5, bred: false }];
    expect(parts(pens, seats)).toMatchObject([{ name: "e5-03", own: true }]);
    expect(parts(pens[0]!, seats).map(({ name, said }) => [name, said])).toEqual([["species", "penguin"], ["animals", 2], ["size", 5]]);
    const houses = [{ place: null, species: "penguin", number: 1 }, { place: null, species: null, number: 2 }];
    expect(parts(houses, seats).map(({ name, said }) => [name, said])).toEqual([["penguin", 1], ["free", 2]]);
    expect(parts({ standings: [1, 0], turn: 1, phase: "bid" }, seats).map(({ name, said }) => [name, said])).toEqual([["standings", "Eule, Du"], ["turn", "Eule"]]);
  });
});

describe("spots of the plain face", () => {
  const choice = (action: number, path: string[], said = ""): Choice => ({ action, path, notation: "", text: [said], note: [] });
  const prompt = (choices: Choice[], blocked: Prompt["blocked"] = []): Prompt => ({ ask: ["ask"], choices, blocked });

  test("are the places of the view, then those that only the question names", () => {
    const view = { pond: { place: "pond", depth: 3 }, hand: [{ place: "hand:newt" }, { place: "hand:frog" }] };
    const found = groups(view, prompt([choice(1, ["hand:newt", "far:shore"]), choice(2, ["rest"])], [{ path: ["hand:toad"], why: ["none"] }]));
    expect(found.map(({ name, spots }) => [name, spots.map(({ place }) => place)])).toEqual([
      ["pond", ["pond"]],
      ["hand", ["hand:newt", "hand:frog", "hand:toad"]],
      ["far", ["far:shore"]],
      ["", ["rest"]],
    ]);
  });
  test("tell the choice that is nothing but them, and no line tells it again", () => {
    const asked = prompt([choice(1, ["hand:newt", "pond"]), choice(2, ["rest"]), choice(3, ["hand:newt", "reed"]), choice(4, ["hand:frog", "pond"])]);
    expect(groups({}, asked).find(({ name }) => name === "")?.spots.map(({ place, choice }) => [place, choice?.action])).toEqual([["pond", undefined], ["rest", 2], ["reed", undefined]]);
    expect(lines(asked).map(({ first, choices }) => [first, choices.map(({ action }) => action)])).toEqual([["hand:newt", [1, 3]], ["hand:frog", [4]]]);
  });
  test.each([
    ["cell:3,-1", [], [3, -1]],
    ["cell:(0,12)", [], [0, 12]],
    ["cell:C4", [], [3, 4]],
    ["stone:a", [["x", "2"], ["y", "-5"]], [2, -5]],
    ["hand:frog", [], null],
    ["cell:C4", [["x", "deep"], ["y", "1"]], [3, 4]],
  ] as [string, [string, string][], number[] | null][])("%s with %j stands at %j", (place, facts, expected) => {
    expect(coordinates({ place, facts })).toEqual(expected);
  });
  test("make a grid when all of a group have different coordinates", () => {
    const cells = (...names: string[]): Group => groups({ cells: names.map((name) => ({ place: `cell:${name}` })) }, null)[0]!;
    const { grid } = cells("(0,0)", "(1,0)", "(-1,2)", "(1,1)");
    expect([grid?.columns, grid?.rows]).toEqual([3, 3]);
    expect(grid?.at.get("cell:(-1,2)")).toEqual([1, 3]);
    expect(grid?.at.get("cell:(1,0)")).toEqual([3, 1]);
    expect(cells("(0,0)", "(1,0)", "(2,0)", "(3,0)").grid, "a line").toBeNull();
    expect(cells("(0,0)", "(1,0)", "(0,1)", "gate").grid, "one without").toBeNull();
    expect(cells("(0,0)", "0,0", "(0,1)", "(1,1)").grid, "two at one point").toBeNull();
    expect(cells("(0,0)", "(1,1)", "(0,1)").grid, "so few").toBeNull();
    expect(cells("(0,0)", "(1,1)", "(0,1)", "(99,1)").grid, "so far apart").toBeNull();
  });
  test("are searched by the beginnings of words", () => {
    const all = lines(prompt([choice(1, ["a", "b"], "Lay the big newt at 2,4"), choice(2, ["a", "c"], "Lay the frog at 4,2"), choice(3, ["d", "c"], "Keep the newt")]));
    const found = (wanted: string): number[] => searched(all, wanted, ({ text: [said] }) => said).flatMap(({ choices }) => choices.map(({ action }) => action));
    expect(found("")).toEqual([1, 2, 3]);
    expect(found("newt")).toEqual([1, 3]);
    expect(found("LAY ne")).toEqual([1]);
    expect(found("lay 2,4")).toEqual([1]);
    expect(found("ewt")).toEqual([]);
  });
  test("have the words of the game first", () => {
    const texts: Texts = { "place.pond": "the deep pond", "place.reed": "reed", "field.depth": "fathoms", "depth.low": "ankle-deep", "word.dusk": "at dusk" };
    const label = labels("en", (message) => say(texts, message));
    expect([label.place("pond"), label.place("reed:2"), label.field("depth"), label.value("low", "depth"), label.value("dusk")]).toEqual(["the deep pond", "reed 2", "fathoms", "ankle-deep", "at dusk"]);
  });
});
