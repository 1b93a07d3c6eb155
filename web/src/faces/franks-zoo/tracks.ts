// Tracks: gives every card a key that it keeps when it goes from a hand to the table and on to a pile, so that it can slide.
//
// Cards of a kind are alike and the cards of others are hidden, so which card is which is our own make-believe.
import { kept as same } from "../../app/kept.ts";
import type { FranksZooView } from "../../types/franks-zoo.ts";
import { single } from "./kinds.ts";
import type { Laid } from "./trick.ts";

export interface Keys {
  hand: Record<string, string[]>; // the viewer's own cards, by kind
  backs: string[][]; // the others' cards, by seat
  trick: string[][]; // set by set
  piles: string[][]; // the cards taken last, by seat
}

export class Tracks {
  private count = 0;
  private view: FranksZooView | null = null;
  private cards: string[][] = []; // the sets of the last trick as text
  private keys: Keys = { hand: {}, backs: [], trick: [], piles: [] };

  /** The keys of this view; the same view again gets the same keys. */
  next(view: FranksZooView, sets: readonly Laid[]): Keys {
    if (view === this.view) return this.keys;
    const fresh = view.hand_number !== this.view?.hand_number;
    const old = fresh ? { hand: {}, backs: [], trick: [], piles: [] } : this.keys;
    const loose = new Map<string, string[]>(); // cards that left a hand: of the viewer by kind, of others by seat
    const hand: Keys["hand"] = {};
    for (const kind of view.chain.map((link) => link.kind)) {
      const number = view.hand.find((held) => held.kind === kind)?.number ?? 0;
      hand[kind] = this.fitted(old.hand[kind], number, loose, kind);
    }
    const backs = view.seats.map(({ seat, cards_left }) => (seat === view.viewer ? [] : this.fitted(old.backs[seat], cards_left, loose, String(seat))));
    const now = sets.map((set) => single(set.cards));
    const kept = this.cards.length <= now.length && this.cards.every((set, at) => set.join() === now[at]?.join()) ? this.cards.length : 0;
    const trick = sets.map((set, at) => {
      const before = kept > at ? old.trick[at] : undefined;
      return before ?? single(set.cards).map((kind) => loose.get(kind)?.pop() ?? from(loose, set) ?? this.fresh());
    });
    const taken = kept === 0 ? old.trick.flat() : [];
    const piles = view.seats.map(({ seat, pile }) => {
      const grown = pile.number > (this.view?.seats[seat]?.pile.number ?? 0);
      return grown && taken.length ? taken.slice(-3) : fresh ? [] : (old.piles[seat] ?? []);
    });
    this.view = view;
    this.cards = now;
    this.keys = same(this.keys, { hand, backs, trick, piles });
    return this.keys;
  }

  /** So many keys: what is too much becomes loose, what is missing is new. */
  private fitted(old: readonly string[] = [], number: number, loose: Map<string, string[]>, name: string): string[] {
    if (old.length > number) loose.set(name, old.slice(number));
    return Array.from({ length: number }, (_, at) => old[at] ?? this.fresh());
  }

  private fresh(): string {
    return `card:${this.count++}`;
  }
}

function from(loose: Map<string, string[]>, set: Laid): string | undefined {
  return loose.get(String(set.seat))?.pop() ?? loose.get(String(set.helper))?.pop();
}
