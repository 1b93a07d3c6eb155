// Remembered: something small about each of the last tables, kept in this browser.

const MOST = 50; // tables

interface Remembered<T> {
  of: (table: string) => T | null;
  keep: (table: string, what: T) => void;
  forget: () => void;
}

export function remembered<T>(key: string): Remembered<T> {
  function all(): [table: string, what: T][] {
    try {
      const found = JSON.parse(localStorage.getItem(key) ?? "[]") as unknown;
      return Array.isArray(found) ? (found.filter(Array.isArray) as [string, T][]) : [];
    } catch {
      return [];
    }
  }
  return {
    of: (table) => all().find(([known]) => known === table)?.[1] ?? null,
    keep: (table, what) => {
      const others = all().filter(([known]) => known !== table);
      localStorage.setItem(key, JSON.stringify([...others, [table, what]].slice(-MOST)));
    },
    forget: () => localStorage.removeItem(key),
  };
}
