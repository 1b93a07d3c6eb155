import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { say } from "../src/app/words.ts";
import type { SeatFace } from "../src/faces/contract.ts";
import { parts } from "../src/faces/plain/seen.ts";
import { labels, silent, WORDS } from "../src/faces/plain/words.ts";
import type { Texts } from "../src/types/wire.ts";

const words = (folder: string, language: string): Texts => JSON.parse(readFileSync(`${import.meta.dirname}/../../src/paddock/games/${folder}/${language}.json`, "utf-8")) as Texts;
const of = (folder: string, language: "en" | "de") => labels(language, (message) => say(words(folder, language), message));

describe("the plain face", () => {
  test.each([
    ["house:penguin", "house penguin", "Haus Pinguin"],
    ["house", "free house", "freies Haus"],
    ["strip:5", "space 5", "Feld 5"],
    ["animal:arctic_fox", "arctic fox", "Polarfuchs"],
    ["attraction:a2", "attraction of 2 cells", "Attraktion mit 2 Feldern"],
    ["enclosure:e5-03", "enclosure e5-03", "Gehege e5-03"],
    ["piece:3", "way round 4", "Drehung 4"],
    ["marker:4+", "marker 4+", "Marker 4+"],
    ["cell:E4", "cell E4", "Feld E4"],
    ["decline", "No, thank you", "Nein, danke"],
  ])("calls %s of New York Zoo %s and %s", (place, english, german) => {
    expect([of("new_york_zoo", "en").place(place), of("new_york_zoo", "de").place(place)]).toEqual([english, german]);
  });
  test.each([
    ["bid:3", "bid 3", "Gebot 3"],
    ["cell:(0,1)", "cell (0,1)", "Feld (0,1)"],
    ["turn:(0,1) r90", "the other half to the south", "die andere Hälfte im Süden"],
  ])("calls %s of O Zoo le Mio %s and %s", (place, english, german) => {
    expect([of("o_zoo_le_mio", "en").place(place), of("o_zoo_le_mio", "de").place(place)]).toEqual([english, german]);
  });
  test("has words for several things, and for what it does not know", () => {
    expect(of("new_york_zoo", "de").value("penguin, meerkat")).toBe("Pinguin, Erdmännchen");
    expect(of("o_zoo_le_mio", "de").value("sea")).toBe("Meerestiere");
    expect(of("o_zoo_le_mio", "de").place("pool:deep_end")).toBe("pool deep end");
  });

  // Whatever a view of theirs can hold has a word in both languages, or is only for drawing.
  test.each(["o-zoo-le-mio", "new-york-zoo"])("has a word for every field of %s", (game) => {
    const written = readFileSync(`${import.meta.dirname}/../src/types/${game}.ts`, "utf-8");
    const fields = [...new Set([...written.matchAll(/^ {2}(\w+):/gm)].map((found) => found[1] ?? ""))];
    expect(fields.length).toBeGreaterThan(40);
    for (const language of ["en", "de"] as const) expect(fields.filter((field) => !silent(field) && !(field in WORDS[language])), language).toEqual([]);
  });
  test("calls things by their names, seats by theirs, and leaves out what is only drawn", () => {
    const seats = [{ seat: 0, name: "Du" }, { seat: 1, name: "Eule" }] as SeatFace[];
    const pens = [{ place: null, tile: "e5-03", cells: [[0, 1], [0, 2]], species: "penguin", animals: 2, size: 5, bred: false }];
    expect(parts(pens, seats)).toMatchObject([{ name: "e5-03", own: true }]);
    expect(parts(pens[0]!, seats).map(({ name, said }) => [name, said])).toEqual([["species", "penguin"], ["animals", 2], ["size", 5]]);
    const houses = [{ place: null, species: "penguin", number: 1 }, { place: null, species: null, number: 2 }];
    expect(parts(houses, seats).map(({ name, said }) => [name, said])).toEqual([["penguin", 1], ["free", 2]]);
    expect(parts({ pole: [1, 0], turn: 1, phase: "bid" }, seats).map(({ name, said }) => [name, said])).toEqual([["pole", "Eule, Du"], ["turn", "Eule"]]);
  });
});
