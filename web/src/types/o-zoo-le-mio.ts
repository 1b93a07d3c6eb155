// Written by tools/typescript.py from paddock/games/o_zoo_le_mio: change it there.

/** All that the viewer sees. Seats are numbers; names and words are the reader's. */
export interface OZooLeMioView {
  viewer: number | null; // None for a spectator
  phase: string;
  year: number;
  factor: number; // what each unit counts at this year's end
  options: Record<string, unknown>; // true or false, numbers and words
  turn: number | null;
  lots: LotView[];
  to_turn_up: number | null; // tiles of this year that lie face down; None if nobody knows
  stack: number[]; // ids of the tiles that have not been turned up, in no order
  pole: number[]; // seats, from the top
  seats: Seat[];
  standings: number[]; // seats, best first
  sealed: number | null; // the viewer's own bid while others still bid
  bids: Bid[];
  offer: Offer | null;
  targets: Target[];
}

/** A tile of this year in the row of lots. */
export interface LotView {
  number: number; // in this year, from 1
  face: Face;
  state: string; // open, on_sale, placing, built, discarded or kept
  buyer: number | null;
  price: number | null; // of the lot sold last
}

/** One player and his zoo. */
export interface Seat {
  seat: number;
  key: string;
  name: string;
  colour: string;
  coins: number | null; // None where the viewer is not shown them
  flag: number | null; // 0 is the top
  points: number;
  place: number;
  last_bid: number | null;
  tiles: number;
  visitors: number;
  trees: number;
  benches: number;
  units: number;
  this_year: number; // points if the year ended now
  income: number; // at the year's end
  ranks: Rank[];
  sheet: Scored[];
  asked: boolean; // owes a decision; in a sealed round everybody else always seems to
  zoo: Zoo;
}

/** A bid that the viewer may make, or the first he cannot. */
export interface Bid {
  place: string; // bid:3
  coins: number;
  possible: boolean;
}

/** What the tile on sale could bring the viewer's zoo. */
export interface Offer {
  placements: number;
  gain: number; // units, at best: at once, or where allocation_timing is year_end then, as the ranks stand
  benches: number; // of that placement
}

/** A cell for half A. */
export interface Target {
  place: string; // cell:(0,1)
  cell: number[];
  turns: Turn[]; // all four if any is possible, else none
}

/** A tile as it is printed: half A in the west on (0,0), half B in the east on (1,0). */
export interface Face {
  id: number;
  a: HalfFace;
  b: HalfFace;
  bushes: number;
  lines: number[][][]; // its paths, each from point to point
}

/** How a zoo stands with one animal, or with bushes. */
export interface Rank {
  kind: string;
  strength: number; // stars of the best enclosure, or bushes
  number: number | null; // of the newest tile in it: of equals the newer is ranked first
  held: number; // visitors or trees that it has
  due: number; // that it would have if they were dealt out now
}

/** One year on a player's sheet. */
export interface Scored {
  year: number;
  visitors: number;
  trees: number;
  benches: number;
  points: number;
}

/** The map of one zoo. */
export interface Zoo {
  house: number[][];
  start: number[][];
  tiles: Placed[];
  grounds: Ground[];
  paths: number[][][]; // all paths, the starting tile's included, each from point to point
  ends: End[];
  bounds: number[]; // west, south, east, north
  enclosures: Enclosure[];
  benches: number[][]; // corners inside the surrounded areas
}

/** One way to lay the tile with half A on a cell, and what it would bring. */
export interface Turn {
  place: string; // turn:(0,1) r90
  rotation: number;
  other: number[]; // the cell of half B
  possible: boolean;
  lines: number[][][];
  benches: number;
  gain: number; // units more for the viewer; where allocation_timing is year_end, at the year's end as the ranks stand
}

/** One half of a tile. */
export interface HalfFace {
  animal: string;
  stars: number;
}

/** A tile in a zoo. */
export interface Placed {
  id: number;
  cell: number[]; // of half A
  other: number[]; // of half B
  rotation: number; // 0, 90, 180 or 270, clockwise
  number: number; // over all zoos: the higher the newer
  bushes: number;
}

/** A cell with animals. */
export interface Ground {
  cell: number[];
  animal: string;
  stars: number;
}

/** An open path end. */
export interface End {
  cell: number[];
  side: string;
  point: number[];
}

/** A combined enclosure. */
export interface Enclosure {
  animal: string;
  cells: number[][];
  stars: number;
  number: number; // of its newest tile
  best: boolean; // the one that counts in this zoo
  visitors: number;
}

export type View = OZooLeMioView;
