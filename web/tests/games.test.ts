import { expect, test } from "vitest";
import { GAMES, face } from "../src/faces/games.ts";
import { KNOWN, shelved } from "../src/home/shelf.ts";

test("the shelf has its order before and after the server has answered", () => {
  const names = KNOWN.map(({ name }) => name);
  expect(names).toEqual(["zooloretto", "o-zoo-le-mio", "franks-zoo", "new-york-zoo"]);
  const guest = { ...KNOWN[0]!, name: "pond" };
  expect(shelved([guest, ...KNOWN.toReversed()]).map(({ name }) => name)).toEqual([...names, "pond"]);
});

test.each([...GAMES.keys()])("%s has a face, and says what its score consists of", async (game) => {
  const module = await face(game);
  expect(module.default).toBeTypeOf("function");
  expect(module.parts).toBeTypeOf("function");
});

test("a game that the site does not know is played with the plain face", async () => {
  const plain = await import("../src/faces/plain/Plain.svelte");
  expect((await face("pond")).default).toBe(plain.default);
});
