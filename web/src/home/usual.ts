// Usual: what is offered before anybody has said otherwise.
import type { GameCard } from "../types/wire.ts";

/** What stands on the shelf before the server has answered. */
export const KNOWN = [["zooloretto", "Zooloretto"], ["o-zoo-le-mio", "O Zoo le Mio"], ["franks-zoo", "Frank's Zoo"], ["new-york-zoo", "New York Zoo"]].map(
  ([name = "", title = ""]): GameCard => ({ name, title, rules: 0, seats: [], options: [], levels: [] }),
);

const SEATS: Record<string, number> = { "zooloretto": 3, "o-zoo-le-mio": 3, "franks-zoo": 4, "new-york-zoo": 3 };
export const MINUTES: Record<string, number> = { "zooloretto": 45, "o-zoo-le-mio": 45, "franks-zoo": 40, "new-york-zoo": 50 };

export function usualSeats(card: GameCard): number {
  const wanted = SEATS[card.name] ?? 2;
  return card.seats.includes(wanted) ? wanted : (card.seats[0] ?? 2);
}

/** The order on the shelf; what is unknown comes last. */
export function shelved(cards: GameCard[]): GameCard[] {
  const known = Object.keys(SEATS);
  const rank = (card: GameCard): number => (known.includes(card.name) ? known.indexOf(card.name) : known.length);
  return cards.toSorted((a, b) => rank(a) - rank(b));
}
