// Written by tools/typescript.py from paddock/games/franks_zoo: change it there.

/** All that the viewer sees. Seats are numbers; names and words are the reader's. */
export interface FranksZooView {
  viewer: number | null; // None for a spectator
  phase: string;
  hand_number: number;
  variant: string;
  target: number;
  last_trick: string;
  dealer: number | null;
  to_deal: number;
  turn: number | null;
  seats: Seat[];
  standings: number[]; // seats, best first; empty before the first hand is scored
  trick: Trick;
  question: Question | null;
  hand: HandKind[];
  given: Number[]; // the viewer's sealed choice while others still choose
  playable: Playable[];
  offers: PlaceableOffer[];
  buttons: Button[];
  unseen: Number[]; // cards that the viewer cannot place
  result: Result | null;
  chain: Link[];
}

/** One player, as far as the viewer knows. */
export interface Seat {
  seat: number;
  cards_left: number;
  known: Number[]; // cards that the viewer knows to be in this hand
  pile: Pile;
  role: string; // senior, junior, solo or nothing
  partner: number | null;
  finish: number | null; // 1 went out first in this hand
  points: number;
  standing: number | null;
  asked: boolean; // owes a decision; in a sealed round everybody else always seems to
}

/** The cards on the table; their order is in the log. */
export interface Trick {
  cards: Number[];
  number: number;
  ranking: CardSet | null;
  owner: number | null;
}

/** An offer that waits for the senior's answer. */
export interface Question {
  cards: Number[];
  toward: Goal[];
  asker: number;
  senior: number;
}

/** All cards of a kind in the viewer's hand. */
export interface HandKind {
  place: string; // hand:lion
  kind: string;
  number: number;
  usable: boolean; // does some choice use it now?
  beats: string[];
  beaten_by: string[];
}

/** So many cards of a kind. */
export interface Number {
  kind: string;
  number: number;
}

/** A whole set that the viewer may lay, or complete with the cards that he adds. */
export interface Playable {
  cards: Number[];
  face: string;
  size: number;
  beaten_by: Goal[];
  place: string; // lay:2 lion, 1 joker or help:1 lion
  adds: Number[]; // the viewer's own cards in it
}

/** An offer that the viewer may make. */
export interface PlaceableOffer {
  cards: Number[];
  toward: Goal[];
  place: string; // offer:1 hedgehog
}

/** A choice without cards: pass, decline, or ask (which offers follow). */
export interface Button {
  place: string;
}

/** The hand before: scores by standing, what was left over and what had been set aside. */
export interface Result {
  hand: number;
  scores: Scored[];
  left_seat: number;
  left: Number[];
  aside_seat: number | null;
  aside: Number[];
}

/** A kind in the food chain, both ways, at equal numbers. */
export interface Link {
  kind: string;
  in_deck: number;
  beats: string[];
  beaten_by: string[];
}

/** Cards taken in tricks; they were all played open, so everybody may know them. */
export interface Pile {
  number: number;
  cards: Number[];
  aside: number; // set aside face down beside it
  aside_cards: Number[]; // only for who set them aside
}

/** A legal set and what would beat it. */
export interface CardSet {
  cards: Number[];
  face: string;
  size: number;
  beaten_by: Goal[];
}

/** A set by what it counts as: three elephants, whatever they are made of. */
export interface Goal {
  face: string;
  size: number;
}

/** How one seat scored in the hand before. */
export interface Scored {
  seat: number;
  finish: number;
  place_points: number;
  partner: number | null;
  solo: boolean;
  shared: number; // the partner's place points, or the solo bonus
  lions: number;
  hedgehog: number;
  gained: number;
  points: number;
}

export type View = FranksZooView;
