import { describe, expect, test } from "vitest";
import { fan } from "../src/faces/franks-zoo/fan.ts";
import { people } from "../src/faces/franks-zoo/people.ts";
import { next, offered, options } from "../src/faces/franks-zoo/options.ts";
import { Tracks } from "../src/faces/franks-zoo/tracks.ts";
import { laid, listed, passed } from "../src/faces/franks-zoo/trick.ts";
import { words } from "../src/faces/franks-zoo/words.ts";
import type { FranksZooView, Number, Playable } from "../src/types/franks-zoo.ts";
import type { Message } from "../src/types/wire.ts";

const KINDS = ["whale", "elephant", "lion", "fox", "mosquito", "joker"];
const cards = (text: string): Number[] => text.split(" ").filter(Boolean).map((part) => ({ kind: part.slice(1), number: Number(part[0]) }));
const who = (seat: number): Message => ["seat", { seat }];
const set = (kind: string, count: number): Message => [`cards.${kind}`, { count }];

function playable(text: string, face: string): Playable {
  const adds = cards(text);
  return { place: `lay:${text}`, adds, cards: adds, face, size: adds.reduce((sum, { number }) => sum + number, 0), beaten_by: [] };
}

/** Three at a table with ten cards each, whatever else is wished. */
function view(wished: Partial<FranksZooView> = {}): FranksZooView {
  const seats = [0, 1, 2].map((seat) => ({ seat, cards_left: 10, pile: { number: 0 } }));
  const base = { viewer: 0, phase: "follow", hand_number: 1, turn: 0, seats, hand: [], playable: [], offers: [], question: null };
  const trick = { cards: [], number: 0, ranking: null, owner: null };
  return { ...base, trick, chain: KINDS.map((kind) => ({ kind, in_deck: 5, beats: [], beaten_by: [] })), ...wished } as unknown as FranksZooView;
}

function lying(text: string, top: string, owner: number): FranksZooView["trick"] {
  const ranking = cards(top);
  return { cards: cards(text), number: 0, ranking: { cards: ranking, face: ranking[0]?.kind ?? "", size: ranking[0]?.number ?? 0, beaten_by: [] }, owner };
}

describe("whole sets", () => {
  const held = view({ playable: [playable("2lion", "lion"), playable("1lion", "lion"), playable("1lion 1joker", "lion"), playable("1fox", "fox")] });

  test("are offered small before large and plain before wild", () => {
    expect(options(held, false).map(({ place }) => place)).toEqual(["lay:1lion", "lay:2lion", "lay:1lion 1joker", "lay:1fox"]);
  });

  test("are chosen by pressing a card again and again, and at last given up", () => {
    const all = options(held, false);
    const [one, two, wild] = all;
    expect(next(all, "lion", null)).toBe(one);
    expect(next(all, "lion", one ?? null)).toBe(two);
    expect(next(all, "lion", wild ?? null)).toBeNull();
    expect(next(all, "joker", null)).toBe(wild);
    expect(next(all, "whale", null)).toBeNull();
  });

  test("are reduced to the largest of each animal when they are many, or to those of the chosen animal", () => {
    const many = view({ playable: [..."12345"].map((n) => playable(`${n}lion`, "lion")).concat(playable("1fox", "fox"), playable("5lion 1joker", "lion")) });
    const all = options(many, false);
    expect(offered(all, null).map(({ place }) => place)).toEqual(["lay:5lion", "lay:1fox"]);
    expect(offered(all, "lion")).toHaveLength(6);
  });
});

describe("a trick", () => {
  const log: Message[] = [
    ["leads", { who: who(1), set: set("fox", 9) }],
    ["trick", { who: who(1), count: 9 }],
    ["leads", { who: who(1), set: set("fox", 2) }],
    ["passes", { who: who(2) }],
    ["helps", { who: who(2), asker: who(0), cards: [set("mosquito", 1)], set: ["set.mixed", { set: set("elephant", 2), cards: [set("elephant", 1), set("mosquito", 1)] }] }],
  ];

  test("is told set by set, with whoever helped", () => {
    const found = laid(view({ trick: lying("2fox 1elephant 1mosquito", "1elephant 1mosquito", 0) }), log);
    expect(found.map(({ seat, helper, whole }) => [seat, helper, whole])).toEqual([
      [1, null, { face: "fox", size: 2 }],
      [0, 2, { face: "elephant", size: 2 }],
    ]);
    expect(found[1]?.cards).toEqual(cards("1elephant 1mosquito"));
  });

  test("whose story is not known shows the ranking set above the rest", () => {
    const found = laid(view({ trick: lying("2fox 2lion", "2lion", 2) }), []);
    expect(found.map((one) => [one.seat, one.cards])).toEqual([[null, cards("2fox")], [2, cards("2lion")]]);
  });

  test("is empty before the lead", () => {
    expect(laid(view(), log)).toEqual([]);
  });

  test("has been passed by everybody with cards between its owner and whose turn it is", () => {
    expect([...passed(view({ trick: lying("2fox", "2fox", 0), turn: 2 }))]).toEqual([1]);
    expect([...passed(view({ trick: lying("2fox", "2fox", 1), turn: 2 }))]).toEqual([]);
    const asked = { asker: 2, senior: 0, cards: [], toward: [] };
    expect([...passed(view({ trick: lying("2fox", "2fox", 0), turn: 0, phase: "reply", question: asked }))]).toEqual([1]);
  });

  test("message lists its cards", () => {
    expect(listed([set("fox", 1), set("lion", 2)])).toEqual(cards("1fox 2lion"));
    expect(listed(undefined)).toEqual([]);
  });
});

test("a card keeps its key from the hand to the table and on to the pile", () => {
  const tracks = new Tracks();
  const hand = (number: number): FranksZooView["hand"] => [{ place: "hand:lion", kind: "lion", number, usable: true, beats: [], beaten_by: [] }];
  const before = tracks.next(view({ hand: hand(3) }), []);
  const lions = [...(before.hand["lion"] ?? [])];
  const trick = [{ seat: 0, helper: null, cards: cards("2lion"), whole: { face: "lion", size: 2 } }];
  const laidDown = view({ hand: hand(1) });
  const during = tracks.next(laidDown, trick);
  expect(tracks.next(laidDown, trick)).toBe(during);
  expect(during.hand["lion"]).toEqual(lions.slice(0, 1));
  expect(during.trick.flat().sort()).toEqual(lions.slice(1).sort());
  const seats = view().seats.map((seat) => (seat.seat === 0 ? { ...seat, pile: { ...seat.pile, number: 2 } } : seat));
  const after = tracks.next(view({ hand: hand(1), seats }), []);
  expect(after.piles[0]?.sort()).toEqual(lions.slice(1).sort());
});

test("another's card keeps the key of its back", () => {
  const tracks = new Tracks();
  const before = tracks.next(view(), []);
  const seats = view().seats.map((seat) => (seat.seat === 1 ? { ...seat, cards_left: 9 } : seat));
  const during = tracks.next(view({ seats }), [{ seat: 1, helper: null, cards: cards("1fox"), whole: { face: "fox", size: 1 } }]);
  expect(during.trick[0]).toEqual([before.backs[1]?.[9]]);
});

describe("a fan", () => {
  test.each([[[1, 2, 3, 1, 2]], [[2, 2, 2, 2, 2, 2, 2, 2, 2, 2]], [[5, 5, 5, 5]], [[1]]])("of %j stays inside a phone", (groups) => {
    const { spots, card, height } = fan(groups, 374);
    for (const { x, y } of spots.flat()) {
      expect(x).toBeGreaterThanOrEqual(card / 2);
      expect(x).toBeLessThanOrEqual(374 - card / 2);
      expect(y + card * 0.7).toBeLessThanOrEqual(height);
    }
    expect(spots.map((group) => group.length)).toEqual(groups);
  });

  test("leaves every animal of a crowded hand a width to touch", () => {
    const { spots } = fan([2, 2, 2, 2, 2, 2, 2, 2, 2, 2], 374);
    const rows = new Map<number, number[]>();
    for (const group of spots) rows.set(group[0]!.y, [...(rows.get(group[0]!.y) ?? []), group[0]!.x]);
    expect(rows.size).toBe(2);
    for (const starts of rows.values()) for (const [at, x] of starts.entries()) if (at > 0) expect(x - starts[at - 1]!).toBeGreaterThanOrEqual(44);
  });
});

test("nobody waits for a partner any more when the match is over", () => {
  const seats = view().seats.map((seat) => ({ ...seat, partner: null, role: "" }));
  const faces = seats.map(({ seat }) => ({ seat, name: "", avatar: "", emblem: 1, you: false, turn: false, bot: true }));
  const teams = (phase: string): string[] => people(view({ variant: "partners", seats, phase } as Partial<FranksZooView>), faces, words("en"), String).map(({ team }) => team);
  expect(teams("follow")).toEqual(Array(3).fill("no partner yet"));
  expect(teams("over")).toEqual(["", "", ""]);
});

test("both languages have every word, of the same kind", () => {
  const shape = (language: "en" | "de"): string[] => Object.entries(words(language)).map(([key, value]) => `${key} ${typeof value}`).sort();
  expect(shape("de")).toEqual(shape("en"));
});
