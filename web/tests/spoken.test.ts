import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { Spoken, type Heard } from "../src/table/spoken.svelte.ts";
import { rooted, stateful } from "./rooted.svelte.ts";

const happened = (v: number, id: string): Heard["log"][number] => ({ v, message: [id] });
const chatted = (n: number, text: string): Heard["chat"][number] => ({ n, seat: 1, text }) as unknown as Heard["chat"][number];

function listening(log: Heard["log"] = [], chat: Heard["chat"] = []): { heard: Heard; said: () => string[] } {
  const tell: Heard["tell"] = (line) => ("message" in line ? line.message[0] : (line.text ?? ""));
  const heard = stateful<Heard>({ log, chat, at: 1, ask: null, aside: null, tell });
  const spoken = rooted(() => new Spoken(() => heard, 10)).value;
  return { heard, said: () => (flushSync(), spoken.said.map(({ words }) => words)) };
}

test("what happened is told in its order, and then what is asked", () => {
  const { heard, said } = listening([happened(1, "old")], [chatted(9, "before")]);
  expect(said()).toEqual([]);
  heard.log = [...heard.log, happened(11, "Ben passes."), happened(11, "Ada takes the trick."), happened(13, "Ada leads.")];
  heard.chat = [...heard.chat, chatted(12, "oh no")];
  heard.at = 2;
  heard.ask = "Beat it or pass.";
  expect(said()).toEqual(["Ben passes.", "Ada takes the trick.", "oh no", "Ada leads.", "Beat it or pass."]);
});

test("a question is told once, and again when it is asked anew", () => {
  const { heard, said } = listening();
  heard.ask = "You lead.";
  expect(said()).toEqual(["You lead."]);
  heard.chat = [chatted(11, "hello")];
  expect(said()).toEqual(["You lead.", "hello"]);
  heard.at = 2;
  expect(said()).toEqual(["You lead.", "hello", "You lead."]);
});

test("a hint and a refusal are told when they come", () => {
  const { heard, said } = listening();
  heard.ask = "You lead.";
  said();
  heard.aside = "Hint: lay 2 mice.";
  expect(said()).toEqual(["You lead.", "Hint: lay 2 mice."]);
  heard.aside = null;
  expect(said()).toHaveLength(2);
});
