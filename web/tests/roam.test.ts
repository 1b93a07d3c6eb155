import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { around, held, onMap, pinched, pulled, showing, transform, whole, zoomed, type Box, type Camera } from "../src/faces/shared/camera.ts";
import { Roaming } from "../src/faces/shared/roaming.svelte.ts";
import { rooted, stateful } from "./rooted.svelte.ts";

const WINDOW = { width: 400, height: 300 };
const REACH = { natural: 1, largest: 2 };
const MAP: Box = { x: -100, y: -50, width: 1000, height: 600 };

test("all of a map fits the window, in its middle", () => {
  expect(whole(MAP, WINDOW, REACH)).toEqual({ x: 400, y: 250, scale: 0.4 }); // 400 / 1000 is less than 300 / 600
});

test("a small map is not blown up", () => {
  expect(whole({ x: 0, y: 0, width: 100, height: 100 }, WINDOW, REACH).scale).toBe(1);
});

test("where all of a map is shown nothing lies under the buttons at the right edge", () => {
  const spare = { ...REACH, spare: 50 };
  const wide = whole({ ...MAP, height: 300 }, WINDOW, spare);
  expect(wide.scale).toBe(0.35); // 350 / 1000
  expect(wide.x).toBeCloseTo(400 + 25 / 0.35); // 25 pixels left of the middle
  const tall = { x: 0, y: 0, width: 300, height: 600 }; // 150 pixels wide: room enough on both sides
  expect(whole(tall, WINDOW, spare)).toEqual({ x: 150, y: 300, scale: 0.5 });
});

test("a window that is larger than the map shows what lies around it", () => {
  const small = { x: 0, y: 0, width: 100, height: 100 };
  expect(around(small, { x: 50, y: 50, scale: 1 }, WINDOW)).toEqual({ x: -150, y: -100, width: 400, height: 300 });
  expect(around(MAP, { x: 400, y: 250, scale: 2 }, WINDOW)).toEqual(MAP); // which shows a part of it
});

test("a map is never pulled out of sight", () => {
  const camera: Camera = { x: 400, y: 250, scale: 1 };
  const far = held(pulled(camera, 5000, -5000), MAP, WINDOW, REACH);
  expect(far).toEqual({ x: 100, y: 400, scale: 1 }); // half a window from the west edge, and from the south edge
});

test("it can be neither smaller than all of it nor larger than its largest", () => {
  expect(held({ x: 400, y: 250, scale: 0.01 }, MAP, WINDOW, REACH).scale).toBe(0.4);
  expect(held({ x: 400, y: 250, scale: 9 }, MAP, WINDOW, REACH).scale).toBe(2);
});

test("along an edge that is seen whole the map stays in the middle", () => {
  const camera = held({ x: 0, y: 0, scale: 0.45 }, MAP, WINDOW, REACH); // 600 × 0.45 = 270 of 300 pixels
  expect(camera.y).toBe(250);
});

test("what lies under the wheel stays under it", () => {
  const [camera, at] = [{ x: 400, y: 250, scale: 1 }, { x: 30, y: 280 }];
  const before = onMap(camera, at, WINDOW);
  const after = onMap(zoomed(camera, 1.7, at, WINDOW), at, WINDOW);
  expect(after.x).toBeCloseTo(before.x);
  expect(after.y).toBeCloseTo(before.y);
});

test("what lay between two fingers lies between them again", () => {
  const camera = { x: 400, y: 250, scale: 1 };
  const then = pinched(camera, [{ x: 100, y: 100 }, { x: 200, y: 100 }], [{ x: 120, y: 140 }, { x: 320, y: 140 }], WINDOW);
  expect(then.scale).toBe(2);
  const [old, now] = [onMap(camera, { x: 150, y: 100 }, WINDOW), onMap(then, { x: 220, y: 140 }, WINDOW)];
  expect(now.x).toBeCloseTo(old.x);
  expect(now.y).toBeCloseTo(old.y);
});

test("a spot out of sight is brought into it by the smallest move", () => {
  const camera = { x: 400, y: 250, scale: 1 };
  expect(showing(camera, { x: 380, y: 240, width: 10, height: 10 }, WINDOW)).toEqual(camera);
  expect(showing(camera, { x: 700, y: 240, width: 100, height: 10 }, WINDOW).x).toBe(624); // 800 − 200 + 24 to spare
  expect(showing(camera, { x: 0, y: 240, width: 900, height: 10 }, WINDOW).x).toBe(450); // too wide: its middle
});

test("a camera says how the drawing of the map must lie", () => {
  expect(transform({ x: 400, y: 250, scale: 0.5 }, MAP, WINDOW)).toBe("translate(-50px, 0px) scale(0.5000)");
});

let view: HTMLElement;
let ground: { map: Box; natural: number; largest: number };
let roaming: Roaming;
let stop: () => void;
let detach: (() => void) | void;

beforeEach(() => {
  view = document.createElement("div");
  Object.defineProperties(view, { clientWidth: { value: 400 }, clientHeight: { value: 300 } });
  view.getBoundingClientRect = () => new DOMRect(0, 0, 400, 300);
  document.body.append(view);
  ground = stateful({ map: MAP, ...REACH });
  const made = rooted(() => new Roaming(() => ground));
  [roaming, stop] = [made.value, made.stop];
  detach = roaming.attach(view);
});
afterEach(() => {
  detach?.();
  stop();
  view.remove();
});

function finger(name: string, pointerId: number, clientX: number, clientY: number, target: Element = view): void {
  target.dispatchEvent(new PointerEvent(name, { pointerId, clientX, clientY, bubbles: true }));
}

test("a press that hardly moves pulls nothing; one that does pulls the map along", () => {
  roaming.zoom(2.5); // to a scale of 1
  const { x } = roaming.camera;
  finger("pointerdown", 1, 200, 150);
  finger("pointermove", 1, 203, 150);
  expect([roaming.camera.x, roaming.active]).toEqual([x, false]);
  finger("pointermove", 1, 240, 150);
  expect(roaming.active).toBe(true);
  expect(roaming.camera.x).toBeCloseTo(x - 40);
  finger("pointerup", 1, 240, 150);
  expect(roaming.active).toBe(false);
  finger("pointermove", 1, 100, 150);
  expect(roaming.camera.x).toBeCloseTo(x - 40);
});

test("a press on a button of the map, or on a piece that is carried, pulls nothing", () => {
  roaming.zoom(2.5);
  const { x } = roaming.camera;
  for (const part of [document.createElement("button"), document.createElement("i")]) {
    part.dataset["grip"] = "";
    view.append(part);
    finger("pointerdown", 1, 200, 150, part);
    finger("pointermove", 1, 300, 150, part);
    expect(roaming.camera.x).toBe(x);
  }
});

test("it goes near a spot if a unit is too small there, and back to all of it", () => {
  roaming.approach({ x: 700, y: 400, width: 100, height: 50 }, 1);
  expect(roaming.camera).toEqual({ x: 700, y: 400, scale: 1 }); // with the spot's middle (750, 425) as near as the edges allow
  roaming.approach({ x: 720, y: 420, width: 10, height: 10 }, 0.5); // large enough already, and in sight
  expect(roaming.camera).toEqual({ x: 700, y: 400, scale: 1 });
  roaming.showAll();
  expect(roaming.all).toBe(true);
});

test("two fingers pinch", () => {
  finger("pointerdown", 1, 150, 150);
  finger("pointerdown", 2, 250, 150);
  finger("pointermove", 2, 350, 150);
  expect(roaming.camera.scale).toBeCloseTo(0.8);
  finger("pointerup", 1, 150, 150);
  finger("pointerup", 2, 350, 150);
  expect(roaming.active).toBe(false);
});

test("the wheel zooms, and where that changes nothing the page may scroll", () => {
  const turn = (deltaY: number): WheelEvent => {
    const event = new WheelEvent("wheel", { deltaY, cancelable: true });
    view.dispatchEvent(event);
    return event;
  };
  expect(turn(100).defaultPrevented).toBe(false); // all is seen already
  expect(turn(-100).defaultPrevented).toBe(true);
  expect(roaming.camera.scale).toBeGreaterThan(0.4);
});

test("keys pull and zoom, but on a place the arrows belong to the places", () => {
  const place = document.createElement("i");
  place.dataset["place"] = "cell:(0,1)";
  view.append(place);
  const key = (name: string, target: Element = view): boolean => target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  key("+");
  const { x, scale } = roaming.camera;
  expect(scale).toBeCloseTo(0.52);
  key("ArrowRight");
  expect(roaming.camera.x).toBeGreaterThan(x);
  const there = roaming.camera;
  expect(key("ArrowLeft", place)).toBe(true);
  expect(roaming.camera).toBe(there);
  key("Home", place);
  expect(roaming.all).toBe(true);
});

test("who sees all sees all when the map grows; who looks closer stays there", () => {
  ground.map = { ...MAP, width: 1600 };
  flushSync();
  expect(roaming.camera).toEqual({ x: 700, y: 250, scale: 0.25 });
  roaming.zoom(4);
  const { x } = roaming.camera;
  ground.map = { ...MAP, width: 2000 };
  expect([roaming.camera.x, roaming.camera.scale]).toEqual([x, 1]);
});

test("who has zoomed out again sees all, however it grows then", () => {
  roaming.larger();
  expect(roaming.all).toBe(false);
  roaming.smaller();
  expect(roaming.all).toBe(true);
});
