// Turn: says that it is one's turn where a page is not looked at: in its title, on its icon, on the app's icon.
import logo from "../look/art/logo.svg";
import waiting from "../look/art/logo-turn.svg";
import { text } from "./text.ts";

const KEY = "paddock.turns"; // tables that wait for this person, as far as pages here know

/** The page's title, and whether one of its tables waits for the reader. */
export function titled(title: string, turn: boolean): void {
  document.title = turn ? `${text("turn.yours")} · ${title}` : title;
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon) icon.href = turn ? waiting : logo;
}

/** This table waits for the reader, or does not any more. */
export function noteTurn(table: string, turn: boolean): void {
  const others = noted().filter((one) => one !== table);
  if (turn || others.length < noted().length) noteTurns(turn ? [...others, table] : others);
}

/** All tables that wait for the reader. */
export function noteTurns(tables: string[]): void {
  localStorage.setItem(KEY, JSON.stringify(tables));
  // Only an installed app has a badge; elsewhere browsers refuse or know no such thing.
  const badge = tables.length > 0 ? navigator.setAppBadge?.(tables.length) : navigator.clearAppBadge?.();
  badge?.catch(() => undefined);
}

function noted(): string[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}
