// Options: whole sets, or offers, as the view lists them, and which of them a card of the hand stands for.
import type { FranksZooView, Goal, Number } from "../../types/franks-zoo.ts";
import { numberOf } from "./kinds.ts";

export interface Option {
  place: string;
  adds: Number[]; // the viewer's own cards in it
  whole: Goal | null; // what it counts as once it lies there; an offer is nothing yet
  toward: Goal[]; // what an offer may become
  beaten: Goal[];
}

const FEW = 6; // so many sets are shown one by one; of more, only the largest of each animal

/** Everything that could be laid, or, while asking, offered; small sets first. */
export function options(view: FranksZooView, asking: boolean): Option[] {
  const all = asking
    ? view.offers.map(({ place, cards, toward }): Option => ({ place, adds: cards, whole: null, toward, beaten: [] }))
    : view.playable.map(({ place, adds, face, size, beaten_by }): Option => ({ place, adds, whole: { face, size }, toward: [], beaten: beaten_by }));
  const rank = new Map(view.chain.map(({ kind }, at) => [kind, at]));
  const first = (option: Option): number => rank.get(option.adds[0]?.kind ?? "") ?? 0;
  return all.sort((a, b) => first(a) - first(b) || size(a) - size(b) || wild(a) - wild(b));
}

/** Those that deserve a button: all if they are few, else those of the chosen animal, else the largest of each. */
export function offered(all: readonly Option[], kind: string | null): Option[] {
  if (all.length <= FEW) return [...all];
  if (kind !== null) return all.filter((option) => uses(option, kind));
  const largest = new Map<string, Option>();
  for (const option of all) if (!wild(option)) largest.set(option.adds[0]?.kind ?? "", option);
  return [...largest.values()];
}

/** What pressing a card of a kind chooses: its smallest set, then the next larger one, at last nothing. */
export function next(all: readonly Option[], kind: string, chosen: Option | null): Option | null {
  const mine = all.filter((option) => uses(option, kind)).sort((a, b) => size(a) - size(b) || wild(a) - wild(b));
  return mine[chosen ? mine.indexOf(chosen) + 1 : 0] ?? null;
}

export function uses(option: Option, kind: string): boolean {
  return numberOf(option.adds, kind) > 0;
}

function size(option: Option): number {
  return option.adds.reduce((sum, { number }) => sum + number, 0);
}

/** A joker is dear and a mixed set unusual: those come after plain ones. */
function wild(option: Option): number {
  return option.adds.length - 1 + 2 * numberOf(option.adds, "joker");
}
