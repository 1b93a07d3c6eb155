// Written by tools/typescript.py from paddock/games/zooloretto: change it there.

/** All that the viewer sees. Seats are numbers, trucks count from 1; names and words are the reader's. */
export interface ZoolorettoView {
  viewer: number | null; // None for a spectator
  phase: string;
  round: number;
  turn: number | null;
  types: string[];
  bank: number;
  prices: Record<string, number>;
  options: Record<string, boolean>;
  stack: StackView;
  offspring: Record<string, number>; // how many of each type in play are still in the supply
  trucks: TruckView[];
  revealed: Tile | null;
  carried: PlacedTile[];
  bought: boolean; // was the carried tile bought, not taken from a truck?
  gone: Number[];
  seats: SeatView[];
  exchanges: ExchangeView[];
  buttons: Button[];
  outlooks: OutlookView[];
}

/** The undrawn tiles; numbers are left out if the option says so. */
export interface StackView {
  place: string;
  main: number | null;
  end: number | null;
  last_round: boolean;
  undrawn: Number[] | null;
}

/** One truck; with two players some of its spaces are blocked. */
export interface TruckView {
  place: string; // truck:1
  number: number;
  spaces: number;
  blocked: number;
  free: number;
  tiles: Tile[];
  taker: number | null;
}

/** One tile. */
export interface Tile {
  name: string; // as in notation: zebra M
  sort: string; // animal, stall or coin
  type: string; // zebra, snack_cart, coin
  kind: string; // plain, male, female (these two wait for a partner), father, mother, young; of others nothing
}

/** A tile that can be clicked; equal ones share a place. */
export interface PlacedTile {
  place: string;
  tile: Tile;
}

/** So many of a tile. */
export interface Number {
  tile: Tile;
  number: number;
}

/** One player and the zoo. */
export interface SeatView {
  seat: number;
  coins: number;
  score: ScoreView;
  standing: number;
  asked: boolean;
  truck: number | null; // the number of the truck taken in this round; whoever has one has passed
  enclosures: EnclosureView[];
  barn: BarnView;
}

/** Two groups of animals that can change places. */
export interface ExchangeView {
  place: string; // exchange:E4:E5 or exchange:E4:zebra
  between: string[]; // zoo:0:E4 and zoo:0:E5, or zoo:0:barn
  types: string[];
  numbers: number[];
}

/** Something to click that lies nowhere on the table. */
export interface Button {
  place: string;
}

/** What a choice, by its notation, would make of the viewer's zoo. */
export interface OutlookView {
  choice: string;
  score: ScoreView;
  coins: number;
  born: number;
  born_in_barn: number;
  bonus: number;
}

/** What a zoo scores, part by part. */
export interface ScoreView {
  enclosures: number[]; // E4 E5 E6 X1 X2
  stalls: number;
  barn: number;
  total: number;
}

/** An enclosure with its stall spaces, built or not. */
export interface EnclosureView {
  place: string; // zoo:0:E4
  name: string;
  built: boolean;
  price: number | null; // what it costs to build it next, if it can be built next
  spaces: number;
  full_points: number;
  one_short_points: number;
  bonus: number;
  stall_spaces: number;
  type: string | null;
  tiles: Tile[];
  stalls: PlacedTile[]; // stall:0:E4:snack_cart
  points: number; // as it stands
}

/** A barn, grouped as it scores. */
export interface BarnView {
  place: string; // zoo:0:barn
  groups: Group[];
  points: number;
}

/** All tiles of one type in a barn; each group of animals or stalls costs points. */
export interface Group {
  type: string;
  sort: string;
  number: number;
  lots: LotView[];
}

/** All tiles of a barn that a decision does not tell apart. */
export interface LotView {
  place: string; // barn:0:zebra M
  tiles: Tile[];
}

export type View = ZoolorettoView;
