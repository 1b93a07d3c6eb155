// Options: the words for a value of an option.
import { readable, text } from "../app/text.ts";
import type { OptionCard } from "../types/games.ts";
import type { Texts } from "../types/wire.ts";

export function valueText(texts: Texts, { name, seats }: Pick<OptionCard, "name" | "seats">, value: string | number | boolean): string {
  const known = texts[`option.${name}.${value}`];
  if (typeof known === "string") return known;
  if (typeof value === "boolean") return text(value ? "yes" : "no");
  if (typeof value === "number") return seats ? text("friends.seat", { number: value + 1 }) : String(value);
  return value.split("+").map((part) => animal(texts, part)).join(", ");
}

function animal(texts: Texts, name: string): string {
  const known = texts[`animal.${name}`];
  return typeof known === "string" ? known : readable(name);
}
