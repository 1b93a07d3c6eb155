// Api: the server's HTTP interface, one function a route.
import type { GameCard, OptionCard } from "../types/games.ts";
import type { Finished, LogPage, NewTable, OpenedTable, OwnTableCard, Replay, Seated, Table, TableCard, Texts } from "../types/wire.ts";
import { person } from "./person.svelte.ts";
import { faultText } from "./text.ts";

/** The server said no, in one sentence of the reader's language; status 0: it could not be reached. */
export class Refused extends Error {
  constructor(readonly status: number) {
    super(faultText(status));
  }
}

async function ask(method: string, path: string, body?: unknown, seat?: string | null): Promise<Response> {
  const headers: Record<string, string> = { Authorization: `Bearer ${person.token}` };
  if (seat) headers["Seat"] = seat;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const request: RequestInit = { method, headers, credentials: "omit" };
  if (body !== undefined) request.body = JSON.stringify(body);
  let answer: Response;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refused(0);
  }
  if (answer.ok) return answer;
  throw new Refused(answer.status);
}

async function json<T>(method: string, path: string, body?: unknown, seat?: string | null): Promise<T> {
  return (await (await ask(method, path, body, seat)).json()) as T;
}

const at = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;

export const games = (): Promise<GameCard[]> => json("GET", "/api/games");
export const words = (game: string, language: string): Promise<Texts> => json("GET", `/api/words/${encodeURIComponent(game)}/${language}`);
/** The sentences of a table's game as they were when it was played. */
export const wordsOf = (table: string, language: string): Promise<Texts> => json("GET", `${at(table)}/words/${language}`);
export const guide = async (game: string, language: string): Promise<string> => (await ask("GET", `/api/guide/${encodeURIComponent(game)}/${language}`)).text();
export const rules = async (game: string): Promise<string> => (await ask("GET", `/api/rules/${encodeURIComponent(game)}`)).text();

/** What may still be chosen, given the choices so far. */
export function options(game: string, seats: number, chosen: Record<string, string> = {}): Promise<{ seats: number; options: OptionCard[] }> {
  return json("GET", `/api/games/${encodeURIComponent(game)}/options?${new URLSearchParams({ ...chosen, seats: String(seats) })}`);
}

export const openTable = (wanted: NewTable): Promise<OpenedTable> => json("POST", "/api/tables", wanted);
export const tables = (): Promise<{ open: TableCard[]; watch: TableCard[] }> => json("GET", "/api/tables");
/** A table, seen from the seat that this token opens. */
export const table = (id: string, token?: string): Promise<Table> => json("GET", at(id), undefined, token);
export const mine = (): Promise<OwnTableCard[]> => json("GET", "/api/mine");
export const finished = (after: number): Promise<Finished> => json("GET", `/api/mine/finished?after=${after}`);
export const forgetMe = (): Promise<{ tables: number }> => json("DELETE", "/api/mine");

export interface Sitting {
  invite: string; // empty at a public table
  name: string;
  avatar: string;
  seal: string | null; // of this person's part of the dice
  seat: number | null;
}
export const sit = (id: string, wanted: Sitting): Promise<Seated> => json("POST", `${at(id)}/seats`, wanted);
/** Another token for one's seat; links with the old one open it no more. */
export const renew = (id: string, token: string): Promise<Seated> => json("POST", `${at(id)}/link`, undefined, token);
/** The lines of the log up to this version, as the seat of `token` reads them, a page at a time. */
export const log = (id: string, until: number, token: string | null): Promise<LogPage> => json("GET", `${at(id)}/log?until=${until}`, undefined, token);

/** Steps `from` to before `to`, as the seat of `token` saw them, or, once the match is over, as `seat` did. */
export function replay(id: string, from: number, to: number, seat: number | null, token: string | null): Promise<Replay> {
  const query = new URLSearchParams({ from: String(from), to: String(to), ...(seat === null ? {} : { seat: String(seat) }) });
  return json("GET", `${at(id)}/replay?${query}`, undefined, token);
}

/** The step after which this version of the log had happened. */
export function moment(id: string, version: number, token: string | null): Promise<Replay> {
  return json("GET", `${at(id)}/replay?version=${version}`, undefined, token);
}
export const transcript = async (id: string, token: string | null): Promise<string> => (await ask("GET", `${at(id)}/transcript`, undefined, token)).text();
export const proof = (id: string): Promise<unknown> => json("GET", `${at(id)}/proof`);
