// Auction: what the log tells of this year's sales, which a position does not remember.
import { isMessage } from "../../app/words.ts";
import type { Arg, Message } from "../../types/wire.ts";

export interface Opened {
  tile: number;
  bids: number[]; // a seat
  winner: number;
  tied: number[]; // seats; empty without a tie
  nowhere: Message | null; // that the tile fitted nowhere, and what became of it
  at: number; // which auction of the log it was
}

/** What each tile was sold for, as far as the log goes back. */
export function prices(log: readonly Message[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const [id, args] of log) {
    if (id === "wins") found.set(tileOf(args?.["tile"]), countOf(args?.["coins"]));
    if (id === "wins.free") found.set(tileOf(args?.["tile"]), 0);
  }
  return found;
}

/** The last auction that was opened. */
export function opened(log: readonly Message[]): Opened | null {
  const all: Opened[] = [];
  for (const line of log) {
    const [id, args = {}] = line;
    const found = all.at(-1);
    if (id === "bids.shown") {
      const bids: number[] = [];
      for (const bid of list(args["bids"])) bids[seatOf(bid[1]?.["who"])] = countOf(bid[1]?.["coins"]);
      all.push({ tile: tileOf(args["tile"]), bids, winner: bids.indexOf(Math.max(...bids)), tied: [], nowhere: null, at: all.length + 1 });
    } else if (found && id === "tie") {
      found.tied = list(args["who"]).map((one) => seatOf(one));
      found.winner = seatOf(args["winner"]);
    } else if (found && (id === "fits.nowhere" || id === "fits.kept")) found.nowhere = line;
  }
  return all.at(-1) ?? null;
}

/** The income of the last year that ended, by seat; null while none has. */
export function income(log: readonly Message[]): number[] | null {
  const line = log.findLast(([id]) => id === "income" || id === "income.none");
  if (!line) return null;
  const got: number[] = [];
  for (const part of list(line[1]?.["parts"])) got[seatOf(part[1]?.["who"])] = countOf(part[1]?.["coins"]);
  return got;
}

function list(arg: Arg | undefined): Message[] {
  return Array.isArray(arg) && !isMessage(arg) ? (arg as Message[]) : isMessage(arg) ? [arg] : [];
}

function seatOf(arg: Arg | undefined): number {
  return isMessage(arg) ? Number(arg[1]?.["seat"] ?? -1) : -1;
}

function tileOf(arg: Arg | undefined): number {
  return isMessage(arg) ? Number(arg[1]?.["number"] ?? -1) : -1;
}

function countOf(arg: Arg | undefined): number {
  return isMessage(arg) ? Number(arg[1]?.["count"] ?? 0) : Number(arg ?? 0);
}
