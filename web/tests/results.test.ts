import { describe, expect, test } from "vitest";
import { headline } from "../src/results/headline.ts";
import { sameAgain } from "../src/app/seating.ts";
import { settings } from "../src/app/settings.svelte.ts";
import de from "../src/app/texts/de.json";
import en from "../src/app/texts/en.json";
import type { Part, Told } from "../src/faces/contract.ts";
import * as zooloretto from "../src/faces/zooloretto/parts.ts";
import { ending } from "../src/home/ending.ts";
import { urgency } from "../src/home/lobby.svelte.ts";
import { valueText } from "../src/home/options.ts";
import { ANIMALS, BOTS, animal as picture } from "../src/pieces/animals.ts";
import { about, seatFaces, seatName, spokenNames } from "../src/table/seats.ts";
import type { OwnTableCard, Seat, Table } from "../src/types/wire.ts";

const seat = (seat: number, name: string, kind: Seat["kind"] = "person"): Seat => ({
  seat, kind, name, avatar: kind === "bot" ? "owl" : "fox", level: kind === "bot" ? "hard" : null, stand_in: null, here: true, hints: 0, muted: false,
});

function over(scores: number[], places: number[], you: number | null = 0): Table {
  const names = ["Mira", "Ben", "Ada", "Otto"];
  const seats = scores.map((_, k) => seat(k, names[k] ?? "", k === 1 ? "bot" : "person"));
  return {
    id: "x", game: "zooloretto", rules: 1, setup: { game: "zooloretto", seats: scores.length, options: { stall_to_barn: true } }, status: "over", you, host: 0,
    public: false, seats, pending: [], clock: { kind: "move", seconds: 60, left: [1], running: [] }, undo: { may: false, why: null, ask: [] }, take_back: null, rematch: null,
    watching: 0, fair: { commitment: "" }, result: { scores, places }, created: 0,
  };
}
const said = (table: Table): string => headline(table, seatFaces(table));

describe("the headline", () => {
  test("says who won and how closely", () => {
    expect(said(over([32, 28, 24], [1, 2, 3]))).toBe("You win, 32 to 28");
    expect(said(over([28, 31, 24], [2, 1, 3]))).toBe("Owl wins, 31 to 28");
    expect(said(over([32, 28], [1, 2], null))).toBe("Mira wins, 32 to 28");
    expect(said(over([2, -4], [1, 2]))).toBe("You win, 2 to −4");
  });
  test("names all who share a victory", () => {
    expect(said(over([30, 30, 12], [1, 1, 3]))).toBe("You and Owl share the victory");
  });
});

describe("the seats", () => {
  test("call a bot by its picture, in the reader's language", () => {
    const faces = (): string[][] => seatFaces(over([1, 2, 3], [3, 2, 1])).map(({ name, avatar }) => [name, avatar]);
    expect(faces()).toEqual([["You", "fox"], ["Owl", "owl"], ["Ada", "fox"]]);
    settings.language = "de";
    expect(faces()).toEqual([["Du", "fox"], ["Eule", "owl"], ["Ada", "fox"]]);
    expect(seatName({ kind: "person", name: "Guest", avatar: "otter" })).toBe("Gast");
    settings.language = "en";
  });
  test("are in sentences called by name, and oneself has a mark", () => {
    const table = over([1, 2, 3], [3, 2, 1]);
    expect(spokenNames(table)).toEqual(["Mira (you)", "Owl", "Ada"]);
    expect(spokenNames({ ...table, you: null })).toEqual(["Mira", "Owl", "Ada"]);
  });
  test("find a picture and a name in both languages for every animal that somebody can be", () => {
    for (const animal of [...ANIMALS, ...BOTS]) {
      expect(picture(animal)).toBe(animal);
      expect([`animal.${animal}` in en, `animal.${animal}` in de], animal).toEqual([true, true]);
    }
    expect(BOTS.filter((bot) => (ANIMALS as readonly string[]).includes(bot))).toEqual([]);
  });
  test("tell oneself the name that others see", () => {
    expect(about(seat(0, "Mira"), true)).toBe("Mira");
    expect(about(seat(0, "Mira"), false)).toBe("person");
  });
});

describe("the lines of a score", () => {
  const parts = (view: unknown, told?: Told): Part[] => zooloretto.parts(view as never, told);
  const zoo = (built: boolean, last: number) => ({
    enclosures: ["E4", "E5", "E6", "X1"].map((name) => ({ name, built: name !== "X1" || built })),
    score: { enclosures: [5, 8, 10, last], stalls: 4, barn: -2, total: 25 + last },
  });
  test("leave out what nobody built and mark what one did not", () => {
    const labels = (view: unknown): string[] => parts(view).map((part) => part.label);
    expect(labels({ seats: [zoo(false, 0)] })).toEqual(["Four-space pen", "Five-space pen", "Six-space pen", "Stalls", "Barn"]);
    const both = parts({ seats: [zoo(false, 0), zoo(true, 9)] });
    expect(both.find((part) => part.label === "Expansion")?.points).toEqual([null, 9]);
  });
  test("add up to the total", () => {
    const lines = parts({ seats: [zoo(true, 9)] });
    expect(lines.reduce((sum, part) => sum + (part.points[0] ?? 0), 0)).toBe(34);
  });
  test("say what one's own points are for", () => {
    const own = zoo(true, 0);
    const pens = own.enclosures.map((pen) => ({ ...pen, type: pen.name === "E5" ? "panda" : null, tiles: pen.name === "E5" ? [1, 2, 3] : [], spaces: 5 }));
    const view = { seats: [{ ...own, enclosures: pens, barn: { groups: [{}] } }] };
    const about = (seat: number | null): (string | undefined)[] => parts(view, { seat, say: ([id]) => id }).map((part) => part.about);
    expect(about(0)).toEqual([undefined, "animals.panda, 3 of 5", undefined, undefined, "kinds: 2", "kinds: 1"]);
    expect(about(null).filter(Boolean)).toEqual([]);
  });
});

describe("the same again", () => {
  test("keeps bots, options and clock, and opens people's seats", () => {
    const wanted = sameAgain(over([1, 2, 3], [3, 2, 1]));
    expect(wanted).toEqual({
      game: "zooloretto", seats: 3, options: { stall_to_barn: true }, plan: ["open", "hard", "open"], clock: { kind: "move", seconds: 60 }, public: false, stand_in: "medium",
    });
  });
});

describe("the start page", () => {
  test("says how a match ended for oneself", () => {
    const ended = (scores: number[], places: number[], you = 0, game = "zooloretto"): string => ending({ game, result: { scores, places }, you });
    expect(ended([32, 28], [1, 2])).toBe("won, 32 points");
    expect(ended([32, 28, -3], [1, 2, 3], 2)).toBe("place 3 of 3, −3 points");
    expect(ended([30, 30], [1, 1])).toBe("shared victory, 30 points");
    expect(ended([41], [1])).toBe("41 points");
    expect(ended([1], [1])).toBe("1 point");
    expect(ended([0, -5], [1, 2], 1, "new-york-zoo")).toBe("place 2 of 2, 5 cells to go");
    expect(ended([0, -1], [1, 2], 0, "new-york-zoo")).toBe("won, finished");
    expect(ended([12], [1], 0, "new-york-zoo")).toBe("12 points");
  });
  test("puts my turn first and what waits for people last", () => {
    const card = (status: Table["status"], your_turn: boolean): OwnTableCard => ({ id: "", game: "", seats: [], setup: { game: "", seats: 2, options: {} }, status, created: 0, updated: 0, result: null, you: 0, your_turn });
    const order = [card("waiting", false), card("playing", false), card("playing", true)].sort((a, b) => urgency(a) - urgency(b));
    expect(order.map((one) => [one.status, one.your_turn])).toEqual([["playing", true], ["playing", false], ["waiting", false]]);
  });
  test("finds words for every kind of option", () => {
    const texts = { "option.start_player.random": "Drawn by lot", "animal.panda": "panda", "animal.polar_bear": "polar bear" };
    expect(valueText(texts, { name: "start_player", seats: true }, "random")).toBe("Drawn by lot");
    expect(valueText(texts, { name: "start_player", seats: true }, 1)).toBe("Seat 2");
    expect(valueText(texts, { name: "target", seats: false }, 19)).toBe("19");
    expect(valueText(texts, { name: "coins_open", seats: false }, false)).toBe("no");
    expect(valueText(texts, { name: "animal_types", seats: false }, "panda+polar_bear")).toBe("panda, polar bear");
  });
});
