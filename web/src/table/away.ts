// Away: how long somebody has had no line open, and the words for it.
import { text } from "../app/text.ts";
import type { Away } from "../types/wire.ts";

const MINUTE = 60_000;

/** Milliseconds by now; `told` is when the server said so. */
export function gone({ gone }: Away, told: number, now: number): number {
  return gone + Math.max(0, now - told);
}

/** "away", "away for 2 min". */
export function awayText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE);
  if (minutes < 1) return text("away");
  return minutes < 120 ? text("away.minutes", { count: minutes }) : text("away.hours", { count: Math.floor(minutes / 60) });
}
