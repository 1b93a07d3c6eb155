// Roaming: moves a camera over a map by drag, wheel, pinch and keys.
import type { Attachment } from "svelte/attachments";
import { held, onMap, pinched, pulled, showing, transform, whole, zoomed, type Box, type Camera, type Point, type Reach, type Size } from "./camera.ts";

/** What it roams over; read anew whenever it is needed. */
export interface Ground extends Reach {
  map: Box;
}

/** How the map goes to where it is seen next: with the finger, at once, or after pieces have slid over the old picture. */
export type Pace = "along" | "soon" | "later";

const SLIP = 6; // pixels that a press may move and still be a press
const STEP = 1.3; // a press of + or −
const PACES: Record<string, readonly [number, number]> = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const STRIDE = 90; // pixels an arrow key

export class Roaming {
  size = $state.raw<Size>({ width: 0, height: 0 });
  pace = $state.raw<Pace>("later");
  active = $state.raw(false); // does somebody pull or pinch it just now?
  private own = $state.raw<Camera | null>(null); // as somebody has put it; null: all is shown, however the map grows
  camera = $derived.by((): Camera => {
    const { map } = this.ground();
    return this.own === null ? whole(map, this.size, this.ground()) : held(this.own, map, this.size, this.ground());
  });
  transform = $derived.by(() => transform(this.camera, this.ground().map, this.size));
  private least = $derived.by(() => whole(this.ground().map, this.size, this.ground()).scale);
  mayGrow = $derived.by(() => this.camera.scale < Math.max(this.least, this.ground().largest) - 1e-6);
  mayShrink = $derived.by(() => this.camera.scale > this.least + 1e-6);
  all = $derived.by(() => this.own === null);

  private fingers = new Map<number, Point>();
  private from: Point | null = null; // where a press began that may become a pull
  private element: HTMLElement | null = null;

  constructor(private readonly ground: () => Ground) {}

  /** `<div {@attach roaming.attach}>`: the window through which the map is seen. */
  attach: Attachment<HTMLElement> = (element) => {
    this.element = element;
    const measure = (): void => {
      this.size = { width: element.clientWidth, height: element.clientHeight };
    };
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    const listeners: [string, (event: never) => void, AddEventListenerOptions?][] = [
      ["pointerdown", this.down],
      ["pointermove", this.move],
      ["pointerup", this.up],
      ["pointercancel", this.up],
      ["wheel", this.wheel, { passive: false }],
      ["keydown", this.key],
      ["focusin", this.focus],
    ];
    for (const [name, listener, options] of listeners) element.addEventListener(name, listener as EventListener, options);
    return () => {
      watch.disconnect();
      for (const [name, listener] of listeners) element.removeEventListener(name, listener as EventListener);
      this.fingers.clear();
      this.active = false;
    };
  };

  /** All of the map, from now on however it grows. */
  showAll = (): void => {
    this.pace = "soon";
    this.own = null;
  };

  zoom(factor: number, at: Point = this.centre()): void {
    this.pace = "soon";
    this.look(zoomed(this.camera, factor, at, this.size));
  }

  larger = (): void => this.zoom(STEP);
  smaller = (): void => this.zoom(1 / STEP);

  /** Bring a spot of the map into sight, by the smallest move. */
  show(spot: Box, pace: Pace = "soon"): void {
    const next = showing(this.camera, spot, this.size);
    if (Math.hypot(next.x - this.camera.x, next.y - this.camera.y) < 0.01) return;
    this.pace = pace;
    this.look(next);
  }

  /** So near that a unit has this many pixels at least, with a spot of the map in sight. */
  approach(spot: Box, scale: number): void {
    if (this.camera.scale >= scale - 1e-6) return this.show(spot);
    this.pace = "soon";
    this.look({ x: spot.x + spot.width / 2, y: spot.y + spot.height / 2, scale });
  }

  /** Where on the map a point of the page lies. */
  point(clientX: number, clientY: number): Point {
    return onMap(this.camera, this.within({ clientX, clientY }), this.size);
  }

  /** The map has changed by itself. */
  grown(patient = true): void {
    this.pace = patient ? "later" : "soon";
  }

  private look(camera: Camera): void {
    const next = held(camera, this.ground().map, this.size, this.ground());
    // Who has come back to where all is shown sees all of it when it grows, too.
    this.own = next.scale <= this.least + 1e-6 ? null : next;
  }

  private centre(): Point {
    return { x: this.size.width / 2, y: this.size.height / 2 };
  }

  private within({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const corner = this.element?.getBoundingClientRect();
    return { x: clientX - (corner?.left ?? 0) - (this.element?.clientLeft ?? 0), y: clientY - (corner?.top ?? 0) - (this.element?.clientTop ?? 0) };
  }

  private down = (event: PointerEvent): void => {
    // A piece in hand and the buttons on the map belong to somebody else.
    if (event.defaultPrevented || event.button > 0 || (event.target as Element).closest("button, [data-grip]")) return;
    this.fingers.set(event.pointerId, this.within(event));
    this.from = this.fingers.size === 1 ? this.within(event) : null;
    if (this.fingers.size === 2) for (const id of this.fingers.keys()) this.grab(id);
  };

  private move = (event: PointerEvent): void => {
    const old = this.fingers.get(event.pointerId);
    if (!old) return;
    const now = this.within(event);
    if (this.fingers.size === 1) {
      if (this.from && Math.hypot(now.x - this.from.x, now.y - this.from.y) < SLIP) return;
      if (this.from) this.grab(event.pointerId);
      this.from = null;
      this.pace = "along";
      this.look(pulled(this.camera, now.x - old.x, now.y - old.y));
    } else {
      const others = [...this.fingers].filter(([id]) => id !== event.pointerId);
      const other = others[0]?.[1];
      if (!other || others.length > 1) return;
      this.pace = "along";
      this.look(pinched(this.camera, [old, other], [now, other], this.size));
    }
    this.fingers.set(event.pointerId, now);
  };

  private up = (event: PointerEvent): void => {
    if (!this.fingers.delete(event.pointerId)) return;
    this.from = null;
    this.active = this.fingers.size > 0 && this.active;
  };

  /** From now on it is a pull: whatever lies under the finger is not pressed. */
  private grab(pointer: number): void {
    this.active = true;
    if (this.element?.isConnected) this.element.setPointerCapture?.(pointer);
  }

  private wheel = (event: WheelEvent): void => {
    const before = this.camera;
    this.pace = "along";
    const lines = event.deltaMode === 1 ? 16 : 1; // some mice count lines
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.look(pulled(before, -event.deltaX * lines, 0));
    else this.look(zoomed(before, Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), this.within(event), this.size));
    const { x, y, scale } = this.camera;
    if (x !== before.x || y !== before.y || scale !== before.scale) event.preventDefault(); // else the page may scroll
  };

  private key = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = PACES[event.key];
    const walks = (event.target as Element).closest("[data-place]") !== null; // there the arrow keys go from place to place
    if (step && !walks) {
      this.pace = "soon";
      this.look(pulled(this.camera, step[0] * STRIDE, step[1] * STRIDE));
    } else if (event.key === "+" || event.key === "=") this.larger();
    else if (event.key === "-") this.smaller();
    else if (event.key === "Home") this.showAll();
    else return;
    event.preventDefault();
  };

  /** What the keys have come to must be seen. */
  private focus = (event: FocusEvent): void => {
    const target = event.target as Element;
    if (!this.element || target.closest("button") || !target.matches(":focus-visible")) return;
    const box = target.getBoundingClientRect();
    const corner = this.point(box.left, box.top);
    this.show({ ...corner, width: box.width / this.camera.scale, height: box.height / this.camera.scale });
  };
}
