// Trick: what lies on the table set by set, as the log tells it, and who has passed since.
import { isMessage } from "../../app/words.ts";
import type { FranksZooView, Goal, Number } from "../../types/franks-zoo.ts";
import type { Arg, Message } from "../../types/wire.ts";
import { numberOf } from "./kinds.ts";

export interface Laid {
  seat: number | null; // null: earlier cards whose order is not known here
  helper: number | null;
  cards: Number[];
  whole: Goal | null;
}

/** The sets of the trick, oldest first; the last one ranks. */
export function laid(view: FranksZooView, log: readonly Message[]): Laid[] {
  const { ranking, cards, owner } = view.trick;
  if (!ranking) return [];
  const told = tell(log);
  if (same(told.flatMap((set) => set.cards), cards)) return told;
  const top: Laid = { seat: owner, helper: null, cards: ranking.cards, whole: { face: ranking.face, size: ranking.size } };
  const below = cards.map(({ kind, number }) => ({ kind, number: number - numberOf(ranking.cards, kind) })).filter(({ number }) => number > 0);
  return below.length ? [{ seat: null, helper: null, cards: below, whole: null }, top] : [top];
}

/** Who has passed since the ranking set was laid: everybody with cards between its owner and whose turn it is. */
export function passed(view: FranksZooView): Set<number> {
  const { owner, ranking } = view.trick;
  const turn = view.question?.asker ?? view.turn;
  const found = new Set<number>();
  if (!ranking || owner === null || turn === null || (view.phase !== "follow" && view.phase !== "reply")) return found;
  const seats = view.seats.length;
  for (let seat = (owner + 1) % seats; seat !== turn && seat !== owner; seat = (seat + 1) % seats) {
    if ((view.seats[seat]?.cards_left ?? 0) > 0) found.add(seat);
  }
  return found;
}

function tell(log: readonly Message[]): Laid[] {
  const start = log.findLastIndex(([id]) => id === "leads");
  if (start < 0) return [];
  return log.slice(start).flatMap(([id, args = {}]): Laid[] => {
    if (id !== "leads" && id !== "lays" && id !== "helps") return [];
    const helped = id === "helps";
    const found = setOf(args["set"]);
    return found ? [{ seat: seatOf(args[helped ? "asker" : "who"]), helper: helped ? seatOf(args["who"]) : null, ...found }] : [];
  });
}

/** The cards that a message lists: `[["cards.lion", {"count": 2}], …]`. */
export function listed(arg: Arg | undefined): Number[] {
  return typeof arg === "object" && !isMessage(arg) ? arg.flatMap((part) => setOf(part)?.cards ?? []) : [];
}

function setOf(arg: Arg | undefined): { cards: Number[]; whole: Goal } | null {
  if (!isMessage(arg)) return null;
  const [id, args = {}] = arg;
  if (id === "set.mixed") {
    const name = setOf(args["set"]);
    return name && { cards: listed(args["cards"]), whole: name.whole };
  }
  const [count, face] = [args["count"], id.replace("cards.", "")];
  return typeof count === "number" ? { cards: [{ kind: face, number: count }], whole: { face, size: count } } : null;
}

function seatOf(arg: Arg | undefined): number | null {
  const seat = isMessage(arg) && arg[0] === "seat" ? arg[1]?.["seat"] : null;
  return typeof seat === "number" ? seat : null;
}

/** Are these the same cards? */
function same(some: readonly Number[], others: readonly Number[]): boolean {
  const count = (cards: readonly Number[]): Map<string, number> => {
    const sums = new Map<string, number>();
    for (const { kind, number } of cards) sums.set(kind, (sums.get(kind) ?? 0) + number);
    return sums;
  };
  const [a, b] = [count(some), count(others)];
  return a.size === b.size && [...a].every(([kind, number]) => b.get(kind) === number);
}
