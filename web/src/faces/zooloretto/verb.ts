// Verb: a choice in few words for its button, so that the sign keeps its height: "Take truck 2"; on a phone "Take".
import type { Scene } from "./scene.ts";

/** `loads`: a tile was drawn and waits for its truck. */
export function wording(path: string[], loads: boolean, { say, words, phone, language }: Scene): string {
  const [first = "", last = ""] = [path[0], path.at(-1)];
  const [kind, target = "", name = ""] = last.split(":");
  const short = (verb: string, more: string): string => (phone ? verb : `${verb} ${more}`);
  const truck = say(["draw.truck", { truck: target }]);
  if (kind === "truck") return short(loads ? words.load : words.take, language === "en" ? truck.toLowerCase() : truck);
  if (kind === "zoo" && first === last) return short(words.build, say([`place.${name}`]));
  if (kind === "zoo") return short(first.startsWith("carried:") ? words.place : words.move, say([`into.${name}`]));
  if (first === "exchange") return words.exchange;
  return kind === "discard" ? words.discard : kind === "barn" ? words.buy : words.draw;
}
