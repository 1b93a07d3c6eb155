import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { delays, far } from "../src/app/motion.ts";
import { base64url, known, newNonce } from "../src/app/person.svelte.ts";
import { changed, places } from "../src/app/places.ts";
import type { SeatFace } from "../src/faces/contract.ts";
import { parts } from "../src/faces/plain/seen.ts";
import { route } from "../src/app/route.ts";
import { restored, settings } from "../src/app/settings.svelte.ts";
import { byeText, faultText, refusalText } from "../src/app/text.ts";
import de from "../src/app/texts/de.json";
import en from "../src/app/texts/en.json";

test.each([
  ["/", { page: "home" }],
  ["/t/TTTTTTTTTTTTTTTT", { page: "table", id: "TTTTTTTTTTTTTTTT", seat: null, join: null }],
  ["/t/TTTTTTTTTTTTTTTT#seat=xyz", { page: "table", id: "TTTTTTTTTTTTTTTT", seat: "xyz", join: null }],
  ["/t/TTTTTTTTTTTTTTTT#join=code", { page: "table", id: "TTTTTTTTTTTTTTTT", seat: null, join: "code" }],
  ["/r/TTTTTTTTTTTTTTTT", { page: "replay", id: "TTTTTTTTTTTTTTTT", step: null, seat: null }],
  ["/r/TTTTTTTTTTTTTTTT?step=12&seat=1", { page: "replay", id: "TTTTTTTTTTTTTTTT", step: 12, seat: "1" }],
  ["/r/TTTTTTTTTTTTTTTT?step=-1", { page: "replay", id: "TTTTTTTTTTTTTTTT", step: null, seat: null }],
  ["/t", { page: "nowhere", why: "link" }],
  ["/t/TTTTTTTTTTTTTTTT/def", { page: "nowhere", why: "link" }],
  ["/x/TTTTTTTTTTTTTTTT", { page: "nowhere", why: "page" }],
  ["/t/short", { page: "nowhere", why: "link" }],
  ["/r/TTTTTTTTTTTTTTT!", { page: "nowhere", why: "link" }],
])("%s is a page", (path, page) => {
  expect(route(new URL(path, "http://paddock.test"))).toEqual(page);
});

test("settings that were stored are restored, and nonsense is not", () => {
  expect(restored('{"theme":"dark","confirm":false,"pace":"mad","sound":"loud","colour":1}')).toMatchObject({ theme: "dark", confirm: "needed", pace: "usual", sound: true });
  expect(restored("[broken")).toEqual(restored(null));
  expect(restored('{"language":"tlh"}').language).toBe("en");
});

test("a person keeps its secret, and a broken one is replaced", () => {
  const bytes = (): Uint8Array => new Uint8Array(32).fill(255);
  const fresh = known(null, bytes);
  expect(fresh.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(known(JSON.stringify({ ...fresh, name: "Ada", avatar: "koala" }), bytes)).toEqual({ ...fresh, name: "Ada", avatar: "koala" });
  expect(known('{"token":"short","avatar":"dragon"}', bytes)).toEqual(fresh);
  expect(base64url(new Uint8Array([251, 255]))).toBe("-_8");
  expect(newNonce()).toMatch(/^[0-9a-f]{64}$/);
});

test.each(["en", "de"])("no text in %s is written twice", (language) => {
  const written = readFileSync(`${import.meta.dirname}/../src/app/texts/${language}.json`, "utf-8"); // reading it as JSON would hide the first
  const keys = [...written.matchAll(/^ {2}"([^"]+)":/gm)].map((found) => found[1]);
  expect(keys.filter((key, k) => keys.indexOf(key) !== k)).toEqual([]);
  expect(keys.length).toBe(Object.keys(en).length);
});

test("what the server says is told in the reader's language, also what it may say one day", () => {
  settings.language = "de";
  expect(byeText({ why: "restart" })).toBe(de["bye.restart"]);
  expect(byeText({ why: "tomorrow" })).toBe(de["bye.other"]);
  expect(refusalText({ why: "host" })).toBe(de["no.host"]);
  expect(refusalText({ why: "tomorrow" })).toBe(de["no.other"]);
  expect(faultText(0)).toBe(de["fault.0"]);
  expect(faultText(418)).toContain("418");
  settings.language = "en";
});

test("both languages have the same texts with the same arguments", () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  const holes = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const [key, text] of Object.entries(en)) expect(holes(de[key as keyof typeof en]), key).toEqual(holes(text));
});

const view = {
  stack: { place: "stack", main: 23 },
  seats: [{ seat: 0, pens: [{ place: "zoo:0:E4", tiles: ["a"], stalls: [{ place: "stall:0", kind: "x" }] }] }],
  viewer: null,
};

test("places are found anywhere in a view", () => {
  expect(places(view)).toEqual([
    { place: "stack", group: "stack", facts: [["main", "23"]] },
    { place: "zoo:0:E4", group: "pens", facts: [["tiles", "a"], ["stalls", "1"]] },
    { place: "stall:0", group: "stalls", facts: [["kind", "x"]] },
  ]);
});

test("what changed is told place by place, not by what lies inside", () => {
  const after = structuredClone(view);
  after.seats[0]!.pens[0]!.stalls[0]!.kind = "y";
  expect(changed(view, after)).toEqual(new Set(["stall:0"]));
  expect(changed(view, view)).toEqual(new Set());
  expect(changed(null, view)).toEqual(new Set());
});

test("many pieces start closer together, so that all have landed in time", () => {
  expect(delays(0)).toEqual([]);
  expect(delays(3)).toEqual([0, 70, 140]);
  expect(delays(25).at(-1)).toBeCloseTo(480);
});

test("rounding is no move, and making room none that has to be seen", () => {
  const box = { x: 10, y: 10, width: 20, height: 20 };
  expect(far(box, { ...box, x: 11 })).toBe(false);
  expect(far(box, { ...box, y: 40 }, 40)).toBe(false);
  expect(far(box, { ...box, y: 40 })).toBe(true);
  expect(far(box, { ...box, y: 40, width: 0 })).toBe(false);
});

test("all of a view can be told in words, without what is drawn as a place", () => {
  const seats = [{ seat: 0, name: "You" }, { seat: 1, name: "Heron" }] as SeatFace[];
  const view = { year: 2, offer: null, standings: [1, 0], bids: [{ place: "bid:1", coins: 1 }], seats: [{ seat: 0, points: -3, tiles: [] }, { seat: 1, points: 5, tiles: [[0, 1]] }] };
  expect(parts(view, seats).map(({ name }) => name)).toEqual(["year", "standings", "seats"]);
  expect(parts(view, seats)[1]?.said).toBe("Heron, You");
  const [own, other] = parts(view.seats, seats);
  expect([own?.name, other?.name]).toEqual(["You", "Heron"]);
  expect(parts(other!.inner!, seats).map(({ name, said }) => [name, said])).toEqual([["points", 5]]);
});
