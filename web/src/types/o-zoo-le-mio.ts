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
  trial: Trial | null; // the tile that the viewer is to place
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

/** Everything about the tile that the viewer is to place. */
export interface Trial {
  targets: Target[];
  tries: Try[];
  obstacles: Obstacle[];
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
  tie: string | null; // another is as strong, and this one is "ahead" or "behind": the newer one, or the higher flag
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

/** A square beside the zoo, or one that the tile could cover. */
export interface Target {
  place: string; // cell:(0,1)
  cell: number[];
}

/** One way to lay the tile. Whatever is not listed is barred by an obstacle. */
export interface Try {
  place: string; // turn:(0,1) r90
  cell: number[]; // of half A
  other: number[]; // of half B
  rotation: number;
  effect: Effect | null; // None: it cannot lie so
}

/** What bars these squares: house, starting tile or tiles; without squares, all that lies away from the zoo. */
export interface Obstacle {
  place: string; // on:tile, or away
  cells: number[][];
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

/** What a placement would bring; where allocation_timing is year_end, at the year's end as the ranks stand. */
export interface Effect {
  benches: number[][]; // corners inside the areas that it surrounds
  enclosures: Joined[]; // of half A, then of half B
  bushes: number; // in the zoo
  moved: Moved[];
  ends: number; // path ends that stay open
  gain: number; // units more for the viewer
  this_year: number[]; // points of every seat if the year ended then
}

/** An enclosure as it would be with the tile. */
export interface Joined {
  animal: string;
  cells: number[][];
  stars: number;
  before: number; // stars that the zoo is ranked by now
  best: boolean; // would it be the one that the zoo is ranked by?
}

/** Visitors of an animal, or trees (bushes), that a seat would gain or lose. */
export interface Moved {
  kind: string;
  seat: number;
  before: number;
  after: number;
}

export type View = OZooLeMioView;
