// Text: the site's own words, in the language of the settings.
import type { Bye, No } from "../types/wire.ts";
import { settings, type Language } from "./settings.svelte.ts";
import de from "./texts/de.json";
import en from "./texts/en.json";

export type TextKey = keyof typeof en;

const TEXTS: Record<Language, Record<TextKey, string>> = { en, de };

export function text(key: TextKey, args: Record<string, string | number> = {}): string {
  return TEXTS[settings.language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
}

function known(key: string): key is TextKey {
  return key in en;
}

/** A refusal in the reader's language; one that we do not know has a sentence for all of them. */
export function refusalText({ why }: Pick<No, "why">): string {
  const key = `no.${why}`;
  return text(known(key) ? key : "no.other");
}

/** The same for a line that the server closes. */
export function byeText({ why }: Pick<Bye, "why">): string {
  const key = `bye.${why}`;
  return text(known(key) ? key : "bye.other");
}

/** The same for a request, by the status of its answer. */
export function faultText(status: number): string {
  const key = `fault.${status}`;
  return known(key) ? text(key) : text("fault.other", { status });
}

/** What an animal is called that stands for somebody; a bot has no other name. */
export function animalText(avatar: string): string {
  const key = `animal.${avatar}`;
  return known(key) ? text(key) : readable(avatar);
}

/** The word for a place that stands for itself (`pass`), if the site has one; else its name made readable. */
export function placeText(place: string): string {
  const key = `place.${place}`;
  return known(key) ? text(key) : readable(place);
}

export function pointsText(points: number): string {
  return points === 1 ? text("points.one") : text("points", { count: minus(points) });
}

/** A number with a true minus. */
export function minus(number: number): string {
  return String(number).replace("-", "−");
}

/** `stall:0:E4:snack_cart` as words. */
export function readable(name: string): string {
  return name.replace(/[:_]+/g, " ");
}
