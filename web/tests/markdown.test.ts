import { expect, test } from "vitest";
import { blocks, spans } from "../src/app/markdown.ts";
import { left } from "../src/table/clock.ts";
import { speaker } from "../src/table/seats.ts";

test("headings, paragraphs, lists and tables are told apart", () => {
  const text = "# Rules\n\nOne line,\nanother.\n\n- first\n  goes on\n- second\n\n1. one\n\n| a | b |\n| --- | --- |\n| 1 | **2** |\n";
  expect(blocks(text)).toEqual([
    { kind: "head", level: 1, spans: spans("Rules") },
    { kind: "text", spans: spans("One line, another.") },
    { kind: "list", ordered: false, items: [spans("first goes on"), spans("second")] },
    { kind: "list", ordered: true, items: [spans("one")] },
    { kind: "table", head: [spans("a"), spans("b")], rows: [[spans("1"), [{ kind: "strong", text: "2" }]]] },
  ]);
});

test("marks inside a line, and no HTML", () => {
  expect(spans("a **b** `c` [d](e) <b>f</b>")).toEqual([
    { kind: "plain", text: "a " },
    { kind: "strong", text: "b" },
    { kind: "plain", text: " " },
    { kind: "code", text: "c" },
    { kind: "plain", text: " d <b>f</b>" },
  ]);
  expect(spans("2 * 3 * 4")).not.toContainEqual(expect.objectContaining({ kind: "strong" }));
});

test("time left reads as people say it", () => {
  expect([-5, 0, 900, 65_000, 3_599_000, 7_200_000, 259_200_000].map(left)).toEqual(["0:00", "0:00", "0:01", "1:05", "59:59", "2 h", "3 d"]);
});

test("a line of the log belongs to the first seat it speaks of", () => {
  expect(speaker(["took", { truck: 2, who: ["seat", { seat: 3 }] }])).toBe(3);
  expect(speaker(["bids", { all: [["one", { who: ["seat", { seat: 1 }] }]] }])).toBe(1);
  expect(speaker(["begins"])).toBeNull();
});
