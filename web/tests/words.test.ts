import { expect, test } from "vitest";
import { headline, say, together } from "../src/app/words.ts";
import type { Message, Texts } from "../src/types/wire.ts";
import cases from "./words.json";

// The same file is read by tests/web/test_words.py, which asks the Python catalogue.
test.each(cases.cases)("$message is said as $said", ({ message, names, said }) => {
  expect(say(cases.texts as Texts, message as Message, names ?? [])).toBe(said);
});

test("a text that is missing shows its id rather than nothing", () => {
  expect(say({}, ["do.fly", { who: "x" }])).toBe("do.fly");
});

test.each([
  ["Where does the zebra go?", "Where does the zebra go?", ""],
  ["Ada leads with 2 lions. Beat them or pass.", "Ada leads with 2 lions.", "Beat them or pass."],
  ["Bid for the 3. tile (2 stars). You have 8 coins. Go on.", "Bid for the 3. tile (2 stars).", "You have 8 coins. Go on."],
  ["", "", ""],
])("%s has a headline", (text, first, rest) => {
  expect(headline(text)).toEqual([first, rest]);
});

test("remarks become sentences", () => {
  expect(together(["noch 2 Karten", "Nothing beats it.", "3 lions"])).toBe("Noch 2 Karten. Nothing beats it. 3 lions.");
  expect(together([])).toBe("");
});
