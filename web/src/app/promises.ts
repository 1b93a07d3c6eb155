// Promises: what this browser was told before a match and what it sent itself, so that the proof can be held against it.
import { nonceOf } from "./dice.ts";
import { remembered } from "./remembered.ts";

/** The seals of all seats as they were shown, and the nonce that this browser showed after that. */
export type Start = [seals: string[], nonce: string];

export interface Promised {
  table: string;
  commitment: string;
  last?: string; // of the nonces under this browser's seal; a table has one such row of them, however often it is asked
  seat?: number;
  starts?: Start[];
  nonce?: string; // of matches that began before nonces were sealed
}

const promises = remembered<Promised>("paddock.promises");

export const keepPromise = (promised: Promised): void => promises.keep(promised.table, promised);
export const promiseOf = promises.of;
export const forgetPromises = promises.forget;

/** The nonce to show for these seals, once they are kept; null where there is none, or it was shown for others already. */
export async function opened(table: string, seat: number, seals: string[]): Promise<string | null> {
  const last = promiseOf(table)?.last;
  const nonce = last && seals[seat] ? await nonceOf(last, seals[seat]) : null;
  const promised = promiseOf(table); // another tab may have been quicker
  if (nonce === null || !promised) return null;
  const starts = promised.starts ?? [];
  const shown = starts.find(([, known]) => known === nonce);
  if (shown) return shown[0].join() === seals.join() ? nonce : null;
  keepPromise({ ...promised, seat, starts: [...starts, [seals, nonce]] });
  return nonce;
}

/** What a verifier holds a proof against; null where nothing was sealed. */
export function receiptOf(table: string): object | null {
  const { last, commitment, seat, starts } = promiseOf(table) ?? {};
  return last === undefined || seat === undefined ? null : { format: "paddock receipt", version: 1, table, commitment, seat, starts: starts ?? [] };
}
