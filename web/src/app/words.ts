// Words: turns messages into sentences of one language, by the same rule as `paddock/core/message.py`.
import type { Arg, Message, Texts } from "../types/wire.ts";

/** The sentence, with seats called by `names` where given. A text that is missing shows as its id. */
export function say(texts: Texts, [id, args = {}]: Message, names: readonly string[] = []): string {
  if (id === "seat") {
    const seat = args["seat"] as number;
    return names[seat] ?? say(texts, ["seat.nameless", { number: seat + 1 }]);
  }
  const found = texts[id];
  if (found === undefined) return id;
  const text = typeof found === "string" ? found : args[found.by] === 1 ? found.one : found.other;
  return text.replace(/\{\{|\}\}|\{(\w+)\}/g, (whole, name?: string) => {
    if (name === undefined) return whole.charAt(0);
    const arg = args[name];
    return arg === undefined ? whole : word(texts, arg, names);
  });
}

/** One sentence, not a list of them. */
export function isMessage(arg: Arg | undefined): arg is Message {
  return Array.isArray(arg) && typeof arg[0] === "string";
}

function word(texts: Texts, arg: Arg, names: readonly string[]): string {
  if (typeof arg !== "object") return String(arg);
  if (isMessage(arg)) return say(texts, arg, names);
  const words = arg.map((part) => say(texts, part, names));
  const last = words.pop() ?? "";
  return words.length === 0 ? last : words.join(", ") + String(texts["list.last"] ?? ", ") + last;
}

/** A prompt's first sentence, which is the headline, and whatever follows it. */
export function headline(text: string): [string, string] {
  const found = /^(.*?[^\d\s][.?!]) +(\S.*)$/s.exec(text);
  return found ? [found[1] ?? "", found[2] ?? ""] : [text, ""];
}

/** Remarks one after the other, each a sentence with a capital and a full stop. */
export function together(remarks: readonly string[]): string {
  return remarks.map((remark) => remark.charAt(0).toUpperCase() + remark.slice(1) + (/[.?!:…]$/.test(remark) ? "" : ".")).join(" ");
}
