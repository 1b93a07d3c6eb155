// Seating: opening tables and sitting down. This browser's part of the dice is made only once the table's commitment is known.
import type { NewTable, Seated, Table } from "../types/wire.ts";
import * as api from "./api.ts";
import { sealed } from "./dice.ts";
import { keepInvite } from "./invites.ts";
import { keepPerson, newNonce, person, suggested } from "./person.svelte.ts";
import { keepPromise, promiseOf } from "./promises.ts";
import { animalText, text } from "./text.ts";

/** Open a table and take its first free seat; the table's id. */
export async function openAndSit(wanted: NewTable): Promise<string> {
  const { table, invite, commitment } = await api.openTable(wanted);
  await sitDown(table, invite, commitment);
  return table;
}

/** Take a free seat of a table whose commitment was not read yet, this one if it is free. */
export async function join(table: string, invite: string, wanted: number | null): Promise<Seated> {
  const { fair, seats } = await api.table(table);
  return sitDown(table, invite, fair.commitment, wanted !== null && seats[wanted]?.kind === "open" ? wanted : null);
}

export async function sitDown(table: string, invite: string, commitment: string, seat: number | null = null): Promise<Seated> {
  keepPerson();
  // Kept before it is sent, and the same however often that must be tried: an answer that fails gets nobody another one.
  const known = promiseOf(table);
  const promised = known?.last && known.commitment === commitment ? known : { table, commitment, last: newNonce() };
  keepPromise(promised);
  const name = person.name.trim() || suggested(animalText(person.avatar));
  const seal = await sealed(promised.last ?? "");
  const seated = await api.sit(table, { invite, name, avatar: person.avatar, seal, seat }).catch((error: unknown) => {
    throw error instanceof api.Refused && error.status === 422 ? new Error(text("no.name")) : error;
  });
  keepPromise({ ...promised, seat: seated.seat });
  if (invite) keepInvite(table, invite);
  return seated;
}

/** The same game once more: bots stay as they are, people's seats are open again. */
export function sameAgain({ setup, seats, clock, public: open }: Table): NewTable {
  return {
    game: setup.game,
    seats: setup.seats,
    options: setup.options as NewTable["options"],
    plan: seats.map((seat) => (seat.kind === "bot" ? (seat.level ?? "medium") : "open")),
    clock: rule(clock),
    public: open,
    stand_in: "medium",
  };
}

function rule({ kind, seconds, increment, days }: Table["clock"]): NewTable["clock"] {
  return { kind, ...(seconds === undefined ? {} : { seconds }), ...(increment === undefined ? {} : { increment }), ...(days === undefined ? {} : { days }) };
}
