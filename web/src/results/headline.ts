// Headline: who won, in one sentence.
import { minus, text } from "../app/text.ts";
import type { SeatFace } from "../faces/contract.ts";
import type { Table } from "../types/wire.ts";

export function headline({ result, seats }: Table, faces: SeatFace[]): string {
  if (!result) return text("result.over");
  const first = faces.filter(({ seat }) => result.places[seat] === 1);
  const winner = first[0];
  if (seats.length === 1 || !winner) return text("result.over");
  if (first.length > 1) return text("result.shared", { who: listed(first.map(({ name }) => name)) });
  const what = winner.you ? text("result.win.you") : text("result.win.other", { who: winner.name });
  const next = Math.max(...result.scores.filter((_, seat) => seat !== winner.seat));
  return text("result.to", { what, own: minus(result.scores[winner.seat] ?? 0), next: minus(next) });
}

function listed(names: string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : text("result.and", { first: names.slice(0, -1).join(", "), last });
}
