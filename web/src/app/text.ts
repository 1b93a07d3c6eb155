// Text: the site's own words, in the language of the settings.
import type { No } from "../types/wire.ts";
import { settings, type Language } from "./settings.svelte.ts";
import de from "./texts/de.json";
import en from "./texts/en.json";

export type TextKey = keyof typeof en;

const TEXTS: Record<Language, Record<TextKey, string>> = { en, de };

export function text(key: TextKey, args: Record<string, string | number> = {}): string {
  return TEXTS[settings.language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
}

/** A refusal in the reader's language; what has no words of ours is told in the server's. */
export function refusalText({ why, text: said }: No): string {
  const key = `no.${why}`;
  return key in en ? text(key as TextKey) : said;
}

/** The word for a place that stands for itself (`pass`), if the site has one; else its name made readable. */
export function placeText(place: string): string {
  const key = `place.${place}`;
  return key in en ? text(key as TextKey) : readable(place);
}

/** A number with a true minus. */
export function minus(number: number): string {
  return String(number).replace("-", "−");
}

/** `stall:0:E4:snack_cart` as words. */
export function readable(name: string): string {
  return name.replace(/[:_]+/g, " ");
}
