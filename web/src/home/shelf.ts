// Shelf: the games in the order in which they stand there.
import { GAMES } from "../faces/games.ts";
import type { GameCard } from "../types/games.ts";

/** What stands there before the server has answered. */
export const KNOWN = [...GAMES].map(
  ([name, { title }]): GameCard => ({ name, title, rules: 0, mood: {}, seats: [], usual: 0, minutes: null, options: [], levels: [], beats: {} }),
);

/** What the site does not know comes last. */
export function shelved(cards: GameCard[]): GameCard[] {
  const order = [...GAMES.keys()];
  const rank = ({ name }: GameCard): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return cards.toSorted((a, b) => rank(a) - rank(b));
}
