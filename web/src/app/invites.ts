// Invites: the invitation codes that this browser was told, so that the table can show them again.

const KEY = "paddock.invites";
const MOST = 50;

function all(): [table: string, code: string][] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(found) ? (found as [string, string][]) : [];
  } catch {
    return [];
  }
}

export function keepInvite(table: string, code: string): void {
  const others = all().filter(([known]) => known !== table);
  localStorage.setItem(KEY, JSON.stringify([...others, [table, code]].slice(-MOST)));
}

export function inviteOf(table: string): string | null {
  return all().find(([known]) => known === table)?.[1] ?? null;
}

export function forgetInvites(): void {
  localStorage.removeItem(KEY);
}
