// The guides and rules of all games, read as the sheet reads them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocks, type Block, type Span } from "../src/app/markdown.ts";

const games = join(import.meta.dirname, "../../src/paddock/games");
const papers = readdirSync(games, { recursive: true, encoding: "utf-8" }).filter((name) => name.endsWith(".md"));
const texts = papers.map((name) => [name, readFileSync(join(games, name), "utf-8")] as const);

function lines(block: Block): Span[][] {
  if (block.kind === "list") return block.items;
  if (block.kind === "table") return [...block.head, ...block.rows.flat()];
  return [block.spans];
}

test("there is something to read", () => {
  expect(texts.length).toBeGreaterThanOrEqual(12);
});

test.each(texts)("%s is read whole, with no mark left over", (_, text) => {
  for (const span of blocks(text).flatMap(lines).flat()) {
    if (span.kind !== "code") expect(span.text).not.toMatch(/\*\*|[|`[\]]|^#|^- /);
  }
});

test.each(texts)("%s has one title, and its headings leave no level out", (_, text) => {
  const levels = blocks(text).flatMap((block) => (block.kind === "head" ? [block.level] : []));
  expect(levels.filter((level) => level === 1)).toEqual([1]);
  levels.forEach((level, k) => expect(level - (levels[k - 1] ?? 0)).toBeLessThanOrEqual(1));
});

test.each(texts)("%s has tables whose rows are as wide as their heads", (_, text) => {
  for (const block of blocks(text)) {
    if (block.kind === "table") for (const row of block.rows) expect(row.length).toBe(block.head.length);
  }
});
