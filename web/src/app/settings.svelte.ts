// Settings: what one browser prefers, kept in its own storage.

import type { Pace } from "../types/wire.ts";

export type Language = "en" | "de";
export const PACES: readonly Pace[] = ["at_once", "quick", "usual", "calm"];

export interface Settings {
  language: Language;
  theme: "auto" | "light" | "dark";
  motion: "auto" | "less";
  sound: boolean;
  confirm: "needed" | "always"; // when a second press plays the chosen move
  letters: boolean; // letter badges on pieces
  keys: boolean; // letters reach what is used often
  forced: boolean; // play the only option there is
  pace: Pace; // of bots
  level: string; // of the bots that were played against last
}

const KEY = "paddock.settings";

function usual(): Settings {
  const german = globalThis.navigator?.language?.startsWith("de") ?? false;
  return { language: german ? "de" : "en", theme: "auto", motion: "auto", sound: true, confirm: "needed", letters: true, forced: true, keys: true, pace: "usual", level: "medium" };
}

/** Stored settings over the usual ones; whatever is unknown or of the wrong type is left out. */
export function restored(stored: string | null): Settings {
  const settings: Settings = usual();
  try {
    const found = JSON.parse(stored ?? "{}") as Record<string, unknown>;
    for (const key of Object.keys(settings) as (keyof Settings)[]) {
      if (typeof found[key] === typeof settings[key]) Object.assign(settings, { [key]: found[key] });
    }
  } catch {
    // what cannot be read is as good as absent
  }
  if (settings.language !== "de") settings.language = "en";
  if (settings.confirm !== "always") settings.confirm = "needed";
  if (!PACES.includes(settings.pace)) settings.pace = "usual";
  return settings;
}

export const settings: Settings = $state(restored(globalThis.localStorage?.getItem(KEY) ?? null));

/** Keep every change, and let the page show it; call once, from an effect root. */
export function keepSettings(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let night = $state(dark.matches);
  dark.addEventListener("change", () => (night = dark.matches));
  $effect.root(() => {
    $effect(() => localStorage.setItem(KEY, JSON.stringify(settings)));
    $effect(() => {
      const root = document.documentElement;
      root.lang = settings.language;
      root.dataset["theme"] = settings.theme === "auto" ? (night ? "dark" : "light") : settings.theme;
      root.dataset["motion"] = settings.motion;
      // What surrounds the page, on phones and in an app's window, is of its paper.
      document.querySelector("meta[name=theme-color]")?.setAttribute("content", getComputedStyle(root).getPropertyValue("--paper").trim());
    });
  });
}

/** Should pieces jump instead of slide? */
export function still(): boolean {
  return settings.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
