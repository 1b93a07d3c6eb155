import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pickable } from "../src/faces/pickable.ts";

const looks: (string | null)[] = [];
let place: HTMLButtonElement;
let shown = false; // does the browser show the focus?

beforeEach(() => {
  vi.useFakeTimers();
  looks.length = 0;
  place = document.createElement("button");
  place.matches = ((selector: string) => selector === ":focus-visible" && shown) as Element["matches"];
  pickable({ place: "truck:1", onpick: () => {}, onpeek: (one) => looks.push(one) })(place);
});
afterEach(() => vi.useRealTimers());

const press = (pointerType: string): boolean => place.dispatchEvent(new PointerEvent("pointerdown", { pointerType }));
async function cameAndWent(): Promise<void> {
  place.dispatchEvent(new Event("focus"));
  await Promise.resolve();
  place.dispatchEvent(new Event("blur"));
  await Promise.resolve();
}

test("a focus that is shown is looked at until it goes", async () => {
  shown = true;
  await cameAndWent();
  expect(looks).toEqual(["truck:1", null]);
});

test("a focus that the mouse has moved changes no look: the mouse looks at what it is over", async () => {
  shown = false;
  press("mouse");
  await cameAndWent();
  expect(looks).toEqual([]);
});

test("a finger that goes on to something else looks no more", async () => {
  shown = false;
  press("touch");
  await cameAndWent();
  expect(looks).toEqual([null]);
});
