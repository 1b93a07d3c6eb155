// Pickable: makes an element a place that pointer, finger and keyboard can pick and peek at.
import type { Attachment } from "svelte/attachments";

export interface Pickable {
  place: string;
  onpick: (place: string) => void;
  onpeek: (place: string | null) => void;
}

let focused: Element | null = null; // and looked at for that
let mouse = false; // was it the mouse that pressed last? It looks at what it is over, whatever has the focus
const LONG_PRESS = 450; // milliseconds
const GLANCE = 120; // milliseconds: what a mouse only crosses on its way is not looked at
const PRESS = 200; // and what it presses at once, only after the press
let glance: ReturnType<typeof setTimeout> | undefined;

// A mouse that rests where it pressed does not look at what comes to lie under it then: nobody pointed there.
let rests = true;
let pressed = "";
const spot = ({ clientX, clientY }: PointerEvent): string => `${clientX} ${clientY}`;
addEventListener("pointerdown", (event) => { rests = true; pressed = spot(event); }, { capture: true, passive: true });
addEventListener("pointermove", (event) => { if (spot(event) !== pressed) rests = false; }, { capture: true, passive: true });

/** `<g {@attach pickable({ place, onpick, onpeek })}>`. A long press peeks and does not pick. */
export function pickable({ place, onpick, onpeek }: Pickable): Attachment<Element> {
  return (element) => {
    const node = element as HTMLElement | SVGElement;
    let timer = 0;
    let peeked = false;
    const stirred = (): void => {
      if (rests) return;
      node.removeEventListener("pointermove", stirred);
      later(() => onpeek(place));
    };
    const listeners: [string, (event: never) => void][] = [
      ["pointerenter", (event: PointerEvent) => {
        if (event.pointerType !== "mouse") return;
        if (rests) node.addEventListener("pointermove", stirred);
        else later(() => onpeek(place));
      }],
      ["pointerleave", (event: PointerEvent) => {
        clearTimeout(timer);
        node.removeEventListener("pointermove", stirred);
        if (event.pointerType === "mouse") later(() => onpeek(null));
      }],
      ["pointerdown", (event: PointerEvent) => {
        peeked = false;
        mouse = event.pointerType === "mouse";
        if (glance !== undefined) later(() => onpeek(place), PRESS);
        if (!mouse) timer = setTimeout(() => { peeked = true; onpeek(place); }, LONG_PRESS) as unknown as number;
      }],
      ["pointerup", () => clearTimeout(timer)],
      ["pointercancel", () => clearTimeout(timer)],
      ["contextmenu", (event: Event) => peeked && event.preventDefault()],
      ["click", () => { if (peeked) peeked = false; else onpick(place); }],
      ["focus", () => {
        const shown = node.matches(":focus-visible");
        focused = shown || !mouse ? node : null;
        if (shown) queueMicrotask(() => onpeek(place));
      }],
      // Later, because a place that is taken away loses the focus in the midst of drawing.
      ["blur", () => queueMicrotask(() => { if (focused === node) { focused = null; onpeek(null); } })],
      ["keydown", (event: KeyboardEvent) => {
        if (node instanceof HTMLButtonElement || (event.key !== "Enter" && event.key !== " ")) return;
        event.preventDefault();
        if (!event.repeat) onpick(place);
      }],
    ];
    if (node.dataset["place"] !== place) node.dataset["place"] = place; // else all of its styles would be worked out anew
    for (const [name, listener] of listeners) node.addEventListener(name, listener as EventListener);
    return () => {
      clearTimeout(timer);
      node.removeEventListener("pointermove", stirred);
      for (const [name, listener] of listeners) node.removeEventListener(name, listener as EventListener);
    };
  };
}

/** The mouse looks at one thing only: the last one counts. */
function later(look: () => void, wait = GLANCE): void {
  clearTimeout(glance);
  glance = setTimeout(() => {
    glance = undefined;
    look();
  }, wait);
}
