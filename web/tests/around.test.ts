import { expect, test } from "vitest";
import { around } from "../src/faces/shared/around.ts";

test("people are shown clockwise from the viewer, and from the first seat for those who watch", () => {
  const seats = [0, 1, 2, 3].map((seat) => ({ seat }));
  expect(around(seats, 2).map(({ seat }) => seat)).toEqual([2, 3, 0, 1]);
  expect(around(seats, null).map(({ seat }) => seat)).toEqual([0, 1, 2, 3]);
});
