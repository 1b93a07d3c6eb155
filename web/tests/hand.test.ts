import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Hand, type Held, type Spot, type Way } from "../src/faces/shared/hand.svelte.ts";
import { handling } from "../src/faces/shared/handling.ts";
import { rooted, stateful } from "./rooted.svelte.ts";

// An L of three cells in a row and one below its left end, on a board of 4 x 5 cells whose upper left corner is taken.
//   0: XXX   1: XX   2:   X   3: X     4 to 7: the same, flipped
//      X        X       XXX      X
//               X                XX
const WAYS: Way[] = [
  { cells: [[0, 0], [0, 1], [0, 2], [1, 0]], turned: 1, flipped: 4 },
  { cells: [[0, 0], [0, 1], [1, 1], [2, 1]], turned: 2, flipped: 5 },
  { cells: [[0, 0], [1, -2], [1, -1], [1, 0]], turned: 3, flipped: 6 },
  { cells: [[0, 0], [1, 0], [2, 0], [2, 1]], turned: 0, flipped: 7 },
  { cells: [[0, 0], [0, 1], [0, 2], [1, 2]], turned: 7, flipped: 0 },
  { cells: [[0, 0], [0, 1], [1, 0], [2, 0]], turned: 4, flipped: 1 },
  { cells: [[0, 0], [1, 0], [1, 1], [1, 2]], turned: 5, flipped: 2 },
  { cells: [[0, 0], [1, 0], [2, 0], [2, -1]], turned: 6, flipped: 3 },
];
const [ROWS, COLUMNS] = [4, 5];

function why(way: number, at: Spot): string | null {
  for (const [row = 0, column = 0] of WAYS[way]!.cells) {
    const [r, c] = [at.row + row, at.column + column];
    if (r < 0 || c < 0 || r >= ROWS || c >= COLUMNS) return "edge";
    if (r === 0 && c === 0) return "taken";
  }
  return null;
}
function spots(way: number): Spot[] {
  const all = Array.from({ length: ROWS * COLUMNS }, (_, k) => ({ row: Math.floor(k / COLUMNS), column: k % COLUMNS }));
  return all.filter((at) => why(way, at) === null);
}

let hand: Hand;
let stop: () => void;
let given: { held: Held | null };
let settled = 0;

beforeEach(() => {
  settled = 0;
  given = stateful<{ held: Held | null }>({ held: { key: "one", ways: WAYS, why, spots, bounds: { rows: ROWS, columns: COLUMNS } } });
  const made = rooted(() => new Hand(() => given.held, () => settled++));
  [hand, stop] = [made.value, made.stop];
  flushSync();
});
afterEach(() => stop());

test("a piece begins in the hand and comes onto the board where it fits first", () => {
  expect([hand.way, hand.at, hand.fits, hand.why]).toEqual([0, null, false, null]);
  hand.enter();
  expect(hand.at).toEqual({ row: 0, column: 1 });
  expect([hand.fits, settled]).toEqual([true, 1]);
});

test("where it does not fit it says why, and stays there", () => {
  hand.show(0, { row: 0, column: 0 });
  expect([hand.fits, hand.why]).toEqual([false, "taken"]);
});

test("four turns lead back to where it was, whatever they met", () => {
  hand.show(0, { row: 1, column: 1 });
  for (let k = 0; k < 4; k++) hand.turn();
  expect([hand.way, hand.at]).toEqual([0, { row: 1, column: 1 }]);
  hand.turn();
  hand.turn(true);
  expect([hand.way, hand.at]).toEqual([0, { row: 1, column: 1 }]);
  hand.flip();
  hand.flip();
  expect([hand.way, hand.at]).toEqual([0, { row: 1, column: 1 }]);
});

test("a piece that is turned at the edge moves aside instead of leaving the board", () => {
  hand.show(0, { row: 2, column: 2 }); // lies in the last two rows, on columns 2 to 4
  hand.turn(); // is three rows high now
  expect([hand.way, hand.fits]).toEqual([1, true]);
});

test("keys never push it beyond the edge", () => {
  hand.show(0, { row: 0, column: 2 });
  hand.nudge(0, 1);
  expect(hand.at).toEqual({ row: 0, column: 2 });
  hand.nudge(1, 0);
  expect(hand.at).toEqual({ row: 1, column: 2 });
});

test("put on a cell it covers it, with its middle if it can", () => {
  hand.put({ row: 1, column: 2 });
  expect(hand.at).toEqual({ row: 1, column: 1 });
  hand.put({ row: 0, column: 4 }); // with its middle there it would stick out
  expect(hand.at).toEqual({ row: 0, column: 2 });
});

test("a place where it fits pulls the piece while it is dragged, and elsewhere it lies where it is", () => {
  hand.lift();
  hand.hover({ row: 0.4, column: 1.4 }); // its corner comes to lie nearly on the taken cell
  expect([hand.at, hand.fits]).toEqual([{ row: 0, column: 1 }, true]);
  hand.hover({ row: 0.5, column: 0.9 });
  expect([hand.at, hand.why]).toEqual([{ row: 0, column: 0 }, "taken"]);
  hand.hover(null);
  expect(hand.at).toBeNull();
  hand.hover({ row: 1.5, column: 2 });
  hand.drop();
  expect([hand.at, hand.lifted, settled]).toEqual([{ row: 1, column: 1 }, false, 1]);
});

test("a drag that is called off leaves everything as it was", () => {
  hand.show(3, { row: 0, column: 1 });
  hand.lift();
  hand.turn();
  hand.hover({ row: 2.5, column: 3 });
  hand.cancel();
  expect([hand.way, hand.at, hand.lifted]).toEqual([3, { row: 0, column: 1 }, false]);
});

test("another piece begins in the hand", () => {
  hand.show(3, { row: 0, column: 1 });
  given.held = { ...given.held!, key: "two" };
  flushSync();
  expect([hand.way, hand.at]).toEqual([0, null]);
});

// Pointers, fingers and keys: a board of cells 10 pixels wide whose first cell has its middle on (5, 5).

const CELL = 10;
let root: HTMLElement;
let tray: HTMLElement;
let ground: HTMLElement;
let piece: HTMLElement;
let detach: (() => void) | undefined;
let followed: [number, number][] = [];
let placed = 0;
let aimed: [number, number] | null = null;

function setTable(): void {
  document.body.innerHTML = `<div id="root"><b data-grip data-tray tabindex="0"></b><i data-ground></i><u data-grip tabindex="0"></u></div><input>`;
  root = document.querySelector("#root")!;
  [tray, ground, piece] = [root.querySelector("b")!, root.querySelector("i")!, root.querySelector("u")!];
  [followed, placed, aimed] = [[], 0, null];
  vi.stubGlobal("requestAnimationFrame", (act: () => void) => (act(), 0));
  detach = handling({
    hand,
    point: (x, y) => (x < 0 || x > COLUMNS * CELL || y < 0 || y > ROWS * CELL ? null : { row: y / CELL - 0.5, column: x / CELL - 0.5 }),
    cell: () => CELL,
    follow: (x, y) => followed.push([x, y]),
    aim: (x, y) => x === 38 && ((aimed = [x, y]), true), // of all points, this one is beside something
    place: () => placed++,
  })(root) as () => void;
}
afterEach(() => {
  detach?.();
  vi.unstubAllGlobals();
});

function pointer(kind: "down" | "move" | "up" | "cancel", on: Element, x: number, y: number, id = 1, pointerType = "touch"): void {
  const event = new PointerEvent(`pointer${kind}`, { pointerId: id, pointerType, clientX: x, clientY: y, bubbles: true, cancelable: true });
  on.dispatchEvent(event);
}
function press(key: string, on: Element = document.body, more: KeyboardEventInit = {}): boolean {
  return on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
}

test("a mouse drags the piece from the hand onto the board", () => {
  setTable();
  pointer("down", tray, 100, 100, 1, "mouse");
  pointer("move", tray, 102, 100, 1, "mouse");
  expect(hand.lifted).toBe(false); // not yet a drag
  pointer("move", ground, 25, 20, 1, "mouse");
  expect([hand.lifted, hand.at, followed.at(-1)]).toEqual([true, { row: 1, column: 1 }, [25, 20]]);
  pointer("up", ground, 25, 20, 1, "mouse");
  expect([hand.lifted, hand.at, settled]).toEqual([false, { row: 1, column: 1 }, 1]);
});

test("under a finger the piece floats above it", () => {
  setTable();
  pointer("down", tray, 100, 100);
  pointer("move", ground, 25, 29);
  expect(followed.at(-1)).toEqual([25, 20]);
});

test("let go beside the board it is in the hand again", () => {
  setTable();
  pointer("down", tray, 100, 100);
  pointer("move", ground, 25, 20);
  pointer("move", root, 400, 20);
  pointer("up", root, 400, 20);
  expect([hand.at, hand.lifted]).toEqual([null, false]);
});

test("a finger that touches something beside it puts the piece nowhere by itself; a mouse is exact", () => {
  setTable();
  pointer("down", ground, 38, 15);
  pointer("up", ground, 38, 15);
  expect([aimed, hand.at]).toEqual([[38, 15], null]);
  aimed = null;
  pointer("down", ground, 38, 15, 1, "mouse");
  pointer("up", ground, 38, 15, 1, "mouse");
  expect(aimed).toBe(null);
  expect(hand.at).not.toBe(null);
});

test("a tap on a cell puts the piece there; a tap on the piece lays it or turns it", () => {
  setTable();
  pointer("down", ground, 25, 15);
  pointer("up", ground, 25, 15);
  expect(hand.at).toEqual({ row: 1, column: 1 });
  pointer("down", piece, 25, 15);
  pointer("up", piece, 25, 15);
  expect(hand.way).toBe(1);
  hand.home();
  pointer("down", tray, 100, 100);
  pointer("up", tray, 100, 100);
  expect(hand.fits).toBe(true);
});

test("two fingers twist to turn, both ways, and pinch to flip", () => {
  setTable();
  hand.show(0, { row: 1, column: 1 });
  pointer("down", ground, 0, 0, 1);
  pointer("down", ground, 100, 0, 2);
  pointer("move", ground, 60, 80, 2); // by 53 degrees, clockwise
  expect(hand.way).toBe(1);
  pointer("move", ground, 0, 100, 2); // on to 90: still one quarter
  expect(hand.way).toBe(1);
  pointer("move", ground, 100, 0, 2);
  expect(hand.way).toBe(0);
  pointer("move", ground, 55, 0, 2);
  expect(hand.way).toBe(4);
  pointer("move", ground, 50, 0, 2);
  expect(hand.way).toBe(4); // flipped once
  pointer("up", ground, 50, 0, 2);
  pointer("up", ground, 0, 0, 1);
  expect(hand.at).toEqual({ row: 1, column: 1 });
});

test("a second finger that taps turns the piece that the first one drags", () => {
  setTable();
  pointer("down", tray, 100, 100, 1);
  pointer("move", ground, 25, 29, 1);
  pointer("down", root, 200, 200, 2);
  pointer("up", root, 200, 200, 2);
  expect([hand.way, hand.lifted]).toEqual([1, true]);
  pointer("up", ground, 25, 29, 1);
  expect([hand.way, hand.lifted]).toEqual([1, false]);
});

test("a drag that the browser takes over, or Escape, leaves it where it was", () => {
  setTable();
  hand.show(0, { row: 2, column: 1 });
  pointer("down", piece, 25, 25);
  pointer("move", piece, 45, 15);
  pointer("cancel", piece, 45, 15);
  expect(hand.at).toEqual({ row: 2, column: 1 });
  pointer("down", piece, 25, 25);
  pointer("move", piece, 45, 15);
  press("Escape");
  expect([hand.at, hand.lifted]).toEqual([{ row: 2, column: 1 }, false]);
});

test("keys turn, flip, move and place", () => {
  setTable();
  press("ArrowRight");
  expect(hand.fits).toBe(true);
  hand.show(0, { row: 1, column: 1 });
  press("r");
  expect(hand.way).toBe(1);
  press("R", document.body, { shiftKey: true });
  press("f");
  expect(hand.way).toBe(4);
  press("f");
  press("ArrowDown", piece);
  press("ArrowLeft", piece);
  expect(hand.at).toEqual({ row: 2, column: 0 });
  press("Enter", piece);
  expect(placed).toBe(1);
});

test("keys are left alone in a text, with Ctrl, and while nothing is in hand", () => {
  setTable();
  hand.show(0, { row: 1, column: 1 });
  expect(press("r", document.querySelector("input")!)).toBe(true);
  expect(press("r", document.body, { ctrlKey: true })).toBe(true);
  given.held = null;
  flushSync();
  expect(press("r")).toBe(true);
  expect(hand.way).toBe(0);
});
