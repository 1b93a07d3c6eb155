// Ending: who is finished, and how many cells the others had to go; nobody counts points in this game.
import type { Language } from "../../app/settings.svelte.ts";
import type { NewYorkZooView } from "../../types/new-york-zoo.ts";
import type { Ending, SeatFace } from "../contract.ts";
import { listed, words } from "./words.ts";

export function ending({ seats, last }: NewYorkZooView, faces: SeatFace[], language: Language): Ending {
  const text = words(language);
  const name = (seat: number): string => faces[seat]?.name ?? "";
  const own = seats.find(({ seat }) => faces[seat]?.you);
  const scores = seats.map(({ uncovered }) => String(uncovered));
  if (last !== null) {
    const [alone] = seats;
    const won = alone?.uncovered === 0;
    return {
      headline: won ? text.end.soloWon : text.end.soloLost(alone?.uncovered ?? 0),
      about: won ? text.end.points(alone.points) : "",
      scores: won ? [String(alone.points)] : scores,
      ...(won ? {} : { crowned: false }),
    };
  }
  const winners = seats.filter(({ standing }) => standing === 1);
  const others = seats.filter(({ standing, seat }) => standing > 1 && seat !== own?.seat).sort((a, b) => a.standing - b.standing);
  const rest = listed(others.map(({ seat, uncovered }) => text.end.had(name(seat), uncovered)), text.and);
  const you = winners.some(({ seat }) => seat === own?.seat);
  const tie = winners.length > 1 ? text.end.tie : "";
  if (you && winners.length === 1) return { headline: text.end.you, about: rest && `${rest}.`, scores };
  const who = listed(winners.map(({ seat }) => name(seat)), text.and);
  const headline = own && !you ? text.end.otherThanYou(who, winners.length, own.uncovered) : text.end.other(who, winners.length);
  return { headline, about: [tie, rest && `${rest}.`].filter(Boolean).join(" "), scores };
}
