// Clocks: those that a table can be opened with here.
import { text } from "../app/text.ts";
import type { NewTable } from "../types/wire.ts";

type Rule = NewTable["clock"];

export const CLOCKS: { rule: Rule }[] = [
  { rule: { kind: "none" } },
  { rule: { kind: "move", seconds: 60 } },
  { rule: { kind: "move", seconds: 180 } },
  { rule: { kind: "bank", seconds: 900, increment: 10 } },
  { rule: { kind: "bank", seconds: 1800, increment: 15 } },
  { rule: { kind: "days", days: 2 } },
];

export function clockText({ kind, seconds = 0, increment = 0, days = 0 }: Rule): string {
  switch (kind) {
    case "move": return text("clock.move", { count: seconds });
    case "bank": return text("clock.bank", { count: seconds / 60, more: increment });
    case "days": return text("clock.days", { count: days });
    default: return text("clock.none");
  }
}
