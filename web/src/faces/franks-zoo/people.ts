// People: everybody at the table in plain words: team, place, and what he is doing now.
import type { FranksZooView } from "../../types/franks-zoo.ts";
import type { Message } from "../../types/wire.ts";
import type { SeatFace } from "../contract.ts";
import { capital } from "./kinds.ts";
import { passed } from "./trick.ts";
import type { Words } from "./words.ts";

export interface Person {
  seat: number;
  role: string; // "Your senior", "Junior of Otto", "Solo, plus 4"
  short: string; // "Senior"; the partner is shown by emblem
  partner: number | null;
  team: string; // "with Ada", "solo", "no partner yet"; while teams may come, so that nothing moves
  mate: boolean; // the viewer's partner
  cards: number;
  out: number | null;
  points: number;
  standing: number | null;
  turn: boolean;
  doing: string;
  brief: string; // the same in a word
  tone: "lead" | "turn" | "out"; // how that is shown
}

export function people(view: FranksZooView, faces: readonly SeatFace[], word: Words, say: (message: Message) => string): Person[] {
  const gone = passed(view);
  return view.seats.map((seat): Person => {
    const turn = seat.asked && view.phase !== "over";
    const [doing, tone, brief = doing] = deed(view, seat.seat, turn, gone, word);
    const mate = view.viewer !== null && seat.partner === view.viewer;
    const partner = seat.partner === null ? "" : (faces[seat.partner]?.name ?? "");
    const mine = seat.role === "senior" ? word.yourSenior : word.yourJunior;
    const others = seat.partner === null ? "" : capital(say([`role.${seat.role}`, { partner: ["seat", { seat: seat.partner }] }]));
    const none = view.variant === "partners" && view.phase !== "over" ? word.noPartner : ""; // in the first hand
    return {
      seat: seat.seat,
      role: seat.role === "solo" ? word.solo : mate ? mine : others || capital(none),
      short: { senior: word.senior, junior: word.junior, solo: word.soloShort }[seat.role] ?? (none && "–"),
      partner: seat.partner,
      team: seat.role === "solo" ? word.alone : mate ? word.withYou : partner ? word.with(partner) : none,
      mate,
      cards: seat.cards_left,
      out: seat.finish,
      points: seat.points,
      standing: seat.standing,
      turn,
      doing,
      brief,
      tone,
    };
  });
}

function deed(view: FranksZooView, seat: number, turn: boolean, gone: ReadonlySet<number>, word: Words): [string, Person["tone"], string?] {
  if (view.question?.asker === seat) return [word.asks, "lead", word.asksShort];
  if (turn) return [view.phase === "lead" ? word.toLead : word.thinking, "turn", word.turnShort];
  if (view.trick.ranking && view.trick.owner === seat) return [word.leads(view.trick.ranking.size), "lead", word.leadsShort];
  return gone.has(seat) ? [word.passed, "out"] : ["", "out"];
}

/** Where the others sit, clockwise from the viewer's left: middle and top of each plate, in per cent. */
export const SEATS: Record<number, [left: number, top: number][]> = {
  2: [[17, 3], [83, 3]],
  3: [[13, 30], [50, 1], [87, 30]],
  4: [[13, 38], [27, 1], [73, 1], [87, 38]],
  5: [[13, 42], [19, 3], [50, 1], [81, 3], [87, 42]],
  6: [[12, 43], [13, 4], [38, 1], [62, 1], [87, 4], [88, 43]],
  7: [[12, 62], [12, 32], [15, 1], [50, 1], [85, 1], [88, 32], [88, 62]],
};
