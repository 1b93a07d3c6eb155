// Promises: what this browser was told before a match and what it sent itself, so that the proof can be held against it.

export interface Promised {
  table: string;
  commitment: string;
  nonce: string;
}

const KEY = "paddock.promises";
const MOST = 50;

function all(): Promised[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(found) ? (found as Promised[]) : [];
  } catch {
    return [];
  }
}

export function keepPromise(promised: Promised): void {
  const others = all().filter((known) => known.table !== promised.table);
  localStorage.setItem(KEY, JSON.stringify([...others, promised].slice(-MOST)));
}

export function promiseOf(table: string): Promised | null {
  return all().find((known) => known.table === table) ?? null;
}

export function forgetPromises(): void {
  localStorage.removeItem(KEY);
}
