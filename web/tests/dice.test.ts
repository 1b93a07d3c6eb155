import { createHash } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { nonceOf, sealed } from "../src/app/dice.ts";
import { keepPromise, opened, promiseOf, receiptOf } from "../src/app/promises.ts";

const hash = (text: string): string => createHash("sha256").update(Buffer.from(text, "hex")).digest("hex");
const LAST = "07".repeat(32);

/** The nonces under the seal, the first one first. */
function row(): string[] {
  const nonces = [LAST];
  for (let k = 1; k < 8; k += 1) nonces.unshift(hash(nonces[0]!));
  return nonces;
}

beforeEach(() => {
  localStorage.clear();
  keepPromise({ table: "T", commitment: "c", last: LAST });
});

test("each nonce opens the seal that the one before it was", async () => {
  const nonces = row();
  expect(await sealed(LAST)).toBe(hash(nonces[0]!));
  expect(await nonceOf(LAST, hash(nonces[0]!))).toBe(nonces[0]);
  for (let k = 1; k < 8; k += 1) expect(await nonceOf(LAST, nonces[k - 1]!)).toBe(nonces[k]);
  expect(await nonceOf(LAST, LAST)).toBeNull();
});

test("a nonce is shown for one list of seals only, as often as it must be sent, and what was shown is kept", async () => {
  const seals = [hash(row()[0]!), "ab".repeat(32)];
  expect(await opened("T", 0, seals)).toBe(row()[0]);
  expect(await opened("T", 0, seals)).toBe(row()[0]);
  expect(await opened("T", 0, [seals[0]!, "cd".repeat(32)])).toBeNull();
  expect(promiseOf("T")?.starts).toEqual([[seals, row()[0]]]);
  const second = [row()[0]!, ""];
  expect(await opened("T", 0, second)).toBe(row()[1]);
  expect(receiptOf("T")).toEqual({ format: "paddock receipt", version: 1, table: "T", commitment: "c", seat: 0, starts: [[seals, row()[0]], [second, row()[1]]] });
});

test("nothing is shown for a seat that adds nothing, or at a table where nothing was sealed", async () => {
  expect(await opened("T", 0, ["", "ab".repeat(32)])).toBeNull();
  expect(await opened("U", 0, [hash(row()[0]!)])).toBeNull();
  expect(receiptOf("U")).toBeNull();
});
