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

const mouse = (name: string, clientX: number, bubbles = true): PointerEvent => new PointerEvent(name, { pointerType: "mouse", clientX, bubbles });
function enters(clientX: number): void {
  place.dispatchEvent(mouse("pointerenter", clientX, false));
  place.dispatchEvent(mouse("pointermove", clientX));
  vi.runAllTimers();
}

test("a mouse that rests where it pressed does not look at what comes to lie under it, until it stirs", () => {
  document.body.append(place);
  document.body.dispatchEvent(mouse("pointerdown", 7));
  enters(7);
  expect(looks).toEqual([]);
  place.dispatchEvent(mouse("pointermove", 9));
  vi.runAllTimers();
  expect(looks).toEqual(["truck:1"]);
  place.remove();
});

test("a mouse that moves onto something looks at it, also straight after a press elsewhere", () => {
  document.body.append(place);
  document.body.dispatchEvent(mouse("pointerdown", 7));
  enters(30);
  expect(looks).toEqual(["truck:1"]);
  place.remove();
});

test("what a mouse only crosses is not looked at", () => {
  document.body.append(place);
  document.body.dispatchEvent(mouse("pointermove", 5));
  place.dispatchEvent(mouse("pointerenter", 30, false));
  vi.advanceTimersByTime(100);
  place.dispatchEvent(mouse("pointerleave", 90, false));
  vi.runAllTimers();
  expect(looks).toEqual([null]);
  place.remove();
});
