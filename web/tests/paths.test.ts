import { describe, expect, test } from "vitest";
import { pick, survey, type Picks } from "../src/app/choose.ts";
import { marks } from "../src/app/marks.ts";
import type { Prompt } from "../src/types/wire.ts";
import games from "./paths.json";

// Prompts of real matches, written by tools/fixtures.py.
const prompts = Object.entries(games).flatMap(([game, all]) =>
  all.map(({ choices, blocked }, number): [string, number, Prompt] => [
    game,
    number,
    {
      ask: ["ask"],
      choices: choices.map((path, action) => ({ action, path, notation: "", text: ["text"], note: [] })),
      blocked: blocked.map((path) => ({ path, why: ["why"] })),
    },
  ]),
);

describe.each(prompts)("%s, prompt %i", (_, __, prompt) => {
  test("every choice is settled by picking its path, place by place, each open when its turn comes", () => {
    for (const choice of prompt.choices) {
      let picks: Picks = [];
      for (const place of choice.path) {
        expect(survey(prompt, picks).open, `${choice.path}`).toContain(place);
        picks = pick(prompt, picks, place).picks;
      }
      expect(picks).toEqual(choice.path);
      expect(survey(prompt, picks).settled?.action).toBe(choice.action);
    }
  });

  test("whatever was picked before, picking a whole path ends with it", () => {
    const some = prompt.choices.filter((_, k) => k % 7 === 0).slice(0, 8);
    for (const before of some) {
      for (const choice of some) {
        let picks: Picks = before.path;
        const goal = choice.path.filter((place) => !picks.includes(place));
        const twice = new Set(goal).size < goal.length; // picking a picked place again takes it back
        if (before === choice || goal.length < choice.path.length || twice) continue;
        for (const place of choice.path) picks = pick(prompt, picks, place).picks;
        expect(survey(prompt, picks).settled?.action, `${before.path} then ${choice.path}`).toBe(choice.action);
      }
    }
  });

  test("what is barred is marked so, unless it is open", () => {
    const found = survey(prompt, []);
    const all = marks(prompt, [], found, [], ([id]) => id);
    for (const { path } of prompt.blocked) {
      if (path.length === 1) expect(["blocked", "open", "later"]).toContain(all.get(path[0] ?? "")?.state);
    }
  });
});
