// Handling: pointers, fingers and keys that move, turn and flip a piece in hand; all of them do the same things.
//
//   drag        the piece: what has `data-grip`, in the hand also `data-tray`
//   tap         the piece: onto the board, then it turns; a cell of the ground: the piece goes there
//   two fingers twist: turns; pinch: flips; a tap with a second finger while the first holds the piece: turns
//   keys        R turns (with Shift back), F flips, arrows move, Enter places, Escape calls a drag off
import type { Attachment } from "svelte/attachments";
import type { Hand, Spot } from "./hand.svelte.ts";

export interface Handling {
  hand: Hand;
  /** Where on the board a point of the window is; fractions lie between the middles of cells. Null: nowhere near it. */
  point: (x: number, y: number) => Spot | null;
  /** How large a cell is on the screen now. */
  cell: () => number;
  /** Draw the lifted piece with its middle on this point of the window; called at most once a frame. */
  follow: (x: number, y: number) => void;
  /** A finger has touched the ground here; true if something near it was meant, which the face has seen to. */
  aim?: (x: number, y: number) => boolean;
  /** Somebody has settled on it: Enter. */
  place: () => void;
}

const SLACK = { mouse: 4, touch: 9 } as const; // pixels that a tap may stray
const TWIST = 50; // degrees, past which a quarter turn is meant
const PINCHED = 0.62; // of the first distance between two fingers
const SPREAD = 0.85; // from where on they may pinch again
const ABOVE = 0.9; // cells: a finger would cover the piece, so it floats above it
const STEPS: Record<string, readonly [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const grips = (on: Touch["on"]): boolean => on === "tray" || on === "piece";

interface Touch {
  id: number;
  x: number;
  y: number;
  fromX: number;
  fromY: number;
  kind: "mouse" | "touch";
  on: "tray" | "piece" | "ground" | null;
  paired?: true; // was one of two fingers, and so is no tap
}

/** `<div {@attach handling({ … })}>` around the piece (`data-grip`) and the board (`data-ground`). */
export function handling(given: Handling): Attachment<HTMLElement> {
  return (root) => {
    const { hand } = given;
    const touches = new Map<number, Touch>();
    let drag: (Touch & { dx: number; dy: number }) | null = null; // from the pointer to the middle of the piece
    let pair: { angle: number; apart: number; closed: boolean; used: boolean } | null = null;
    let frame = 0;

    const down = (event: PointerEvent): void => {
      const target = event.target as Element;
      const inside = root.contains(target);
      if (!hand.held || (event.pointerType === "mouse" && event.button !== 0)) return;
      if (!inside && touches.size === 0) return;
      const on = target.closest("[data-tray]") ? "tray" : target.closest("[data-grip]") ? "piece" : target.closest("[data-ground]") ? "ground" : null;
      const { pointerId: id, clientX: x, clientY: y } = event;
      touches.set(id, { id, x, y, fromX: x, fromY: y, kind: event.pointerType === "mouse" ? "mouse" : "touch", on });
      if (grips(on)) event.preventDefault(); // no text is selected, no picture dragged
      if (touches.size !== 2) return;
      pair = { ...between(), closed: false, used: false };
      for (const touch of touches.values()) touch.paired = true;
    };

    const move = (event: PointerEvent): void => {
      const touch = touches.get(event.pointerId);
      if (!touch) return;
      [touch.x, touch.y] = [event.clientX, event.clientY];
      if (pair && touches.size === 2) twist(pair);
      const strayed = Math.hypot(touch.x - touch.fromX, touch.y - touch.fromY);
      if (!drag && grips(touch.on) && touches.size === 1 && strayed > SLACK[touch.kind]) begin(touch);
      if (drag?.id === touch.id) {
        [drag.x, drag.y] = [touch.x, touch.y];
        frame ||= requestAnimationFrame(step);
      }
    };

    const begin = (touch: Touch): void => {
      const box = root.querySelector("[data-grip]:not([data-tray])")?.getBoundingClientRect();
      const held = touch.on === "piece" && box && box.width > 0 ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
      const above = touch.kind === "touch" && !held ? -ABOVE * given.cell() : 0;
      drag = { ...touch, dx: held ? held.x - touch.fromX : 0, dy: held ? held.y - touch.fromY : above };
      hand.lift();
      // A second finger may come down anywhere, also where the page would scroll by it and so take the piece away.
      for (const name of ["touchstart", "touchmove"]) addEventListener(name, hold, { passive: false });
    };
    const hold = (event: Event): void => {
      if (event.cancelable) event.preventDefault(); // a scroll that is under way cannot be stopped any more
    };
    const free = (): void => {
      for (const name of ["touchstart", "touchmove"]) removeEventListener(name, hold);
    };

    const step = (): void => {
      frame = 0;
      if (!drag) return;
      const [x, y] = [drag.x + drag.dx, drag.y + drag.dy];
      given.follow(x, y);
      hand.hover(given.point(x, y));
    };

    const up = (event: PointerEvent): void => {
      const touch = touches.get(event.pointerId);
      if (!touch) return;
      touches.delete(touch.id);
      const tapped = Math.hypot(touch.x - touch.fromX, touch.y - touch.fromY) <= SLACK[touch.kind];
      const second = pair !== null;
      const used = pair?.used ?? false;
      if (touches.size < 2) pair = null;
      if (drag?.id === touch.id) {
        cancelAnimationFrame(frame);
        step();
        free();
        drag = null;
        hand.drop();
      } else if (tapped && second && drag && !used) hand.turn();
      else if (tapped && !touch.paired) tap(touch);
    };

    const tap = (touch: Touch): void => {
      if (grips(touch.on)) {
        if (hand.at) hand.turn();
        else hand.enter();
      } else if (touch.on === "ground" && !(touch.kind === "touch" && given.aim?.(touch.x, touch.y))) {
        const point = given.point(touch.x, touch.y);
        if (point) hand.put({ row: Math.round(point.row), column: Math.round(point.column) });
      }
    };

    const between = (): { angle: number; apart: number } => {
      const [a, b] = [...touches.values()] as [Touch, Touch];
      return { angle: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI, apart: Math.hypot(b.x - a.x, b.y - a.y) };
    };

    const twist = (from: NonNullable<typeof pair>): void => {
      const { angle, apart } = between();
      const by = ((angle - from.angle + 540) % 360) - 180;
      if (Math.abs(by) > TWIST) {
        hand.turn(by < 0);
        from.angle += by < 0 ? -90 : 90;
        from.used = true;
      }
      if (!from.closed && apart < from.apart * PINCHED) {
        hand.flip();
        from.closed = from.used = true;
      } else if (from.closed && apart > from.apart * SPREAD) from.closed = false;
    };

    const cancel = (event: PointerEvent): void => {
      touches.delete(event.pointerId);
      pair = null;
      if (drag?.id === event.pointerId) stop();
    };
    const stop = (): void => {
      cancelAnimationFrame(frame);
      frame = 0;
      free();
      drag = null;
      hand.cancel();
    };

    const key = (event: KeyboardEvent): void => {
      if (!hand.held || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape" && drag) {
        stop();
        event.preventDefault();
        return;
      }
      const target = event.target as Element;
      if (target.closest("input, textarea, select, dialog, [contenteditable], [role=log]")) return;
      const gripped = target.closest("[data-grip]") !== null;
      const letter = event.key.toLowerCase();
      const by = STEPS[event.key];
      if (letter === "r") hand.turn(event.shiftKey);
      else if (letter === "f") hand.flip();
      else if (by && (gripped || target === document.body || (root.contains(target) && !target.closest("[data-place]")))) hand.nudge(...by);
      else if ((event.key === "Enter" || event.key === " ") && gripped) {
        if (event.repeat) return;
        if (hand.at) given.place();
        else hand.enter();
      } else return;
      event.preventDefault();
    };

    // A finger that leaves what it has pressed is still heard of: on the window. Keys too, whatever has the focus.
    addEventListener("pointerdown", down);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    addEventListener("keydown", key, { capture: true });
    return () => {
      cancelAnimationFrame(frame);
      free();
      removeEventListener("pointerdown", down);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
      removeEventListener("keydown", key, { capture: true });
    };
  };
}
