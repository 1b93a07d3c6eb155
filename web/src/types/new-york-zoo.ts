// Written by tools/typescript.py from paddock/games/new_york_zoo: change it there.

/** All that there is to see. Seats are numbers; names and words are the reader's. */
export interface NewYorkZooView {
  viewer: number | null; // None for a spectator
  phase: string;
  stage: string;
  max_added_per_enclosure: string;
  breeding_order: string;
  solo_landing_on_start_breeds: boolean;
  short_game: boolean;
  turn: number | null;
  actor: number | null; // who decides now
  elephant: number;
  distance: number;
  last: number | null; // solo: no further than this
  strip: Space[];
  lines: Line[];
  breeding: Breeding[];
  markers: Marker[];
  offered: Offered[];
  second: string | null; // the other animal shown, still to come
  target: string | null; // the tile of the enclosure in question
  leaving: string | null; // the species of which one may be kept
  attractions: Supply[];
  piece: Piece | null;
  seats: Seat[];
  buttons: Button[];
  undealt: number;
  removed: string[];
  tiles: Shape[];
}

/** A space of the strip; spaces come clockwise from the start. */
export interface Space {
  place: string | null; // strip:5
  position: number;
  kind: string; // slot or acquisition
  species: string[]; // the two animals of a blue space
  stack: string[]; // tiles, bottom to top
  steps: number | null; // counted from the elephant; None for empty slots and the space it stands on
  elephant: boolean;
  legal: boolean; // may the viewer move there now?
  breeds: boolean; // do the gates on the way breed then? Not if the match is over before
}

/** A breeding line between two spaces of the strip. */
export interface Line {
  species: string;
  after: number;
  before: number;
  gains: Gain[]; // who would breed here, clockwise from whose turn it is
}

/** A line that breeds now or after the main action. */
export interface Breeding {
  species: string;
  gains: Gain[];
}

/** A range marker of the solo game. */
export interface Marker {
  place: string | null; // marker:4+
  marker: string;
  ready: boolean; // or laid away
  positions: number[]; // where it leads now
}

/** An animal that may be acquired now. */
export interface Offered {
  place: string | null; // animal:penguin
  species: string;
  shown: boolean; // on this space, or the one animal of choice
}

/** A kind of attraction beside the strip. */
export interface Supply {
  place: string | null; // attraction:a8
  kind: string;
  cells: number;
  rows: string[];
  left: number | null; // None: never runs out
  fits: boolean | null; // on the viewer's board; None for a spectator
}

/** The piece to be placed now. */
export interface Piece {
  id: string;
  cells: number;
  seat: number;
  hole: number; // what is left in groups of no more cells than this, only attractions fit on
  orientations: Turned[];
  ground: Spot[];
}

/** One player's zoo. */
export interface Seat {
  seat: number;
  board: string;
  width: number;
  height: number;
  rows: string[]; // `#` is barn, `.` is to be covered
  houses: House[];
  enclosures: Pen[];
  attractions: Stand[];
  free: number[][];
  uncovered: number;
  animals: Number[];
  hand: Start[];
  points: number;
  standing: number;
  asked: boolean;
  active: boolean; // is it this seat's turn?
}

/** A choice that is a word alone: decline, extra, keep or walk. */
export interface Button {
  place: string;
}

/** A tile or attraction as it lies in the box; `#` is a cell, `.` is none. */
export interface Shape {
  id: string;
  cells: number;
  rows: string[];
}

/** In how many enclosures a seat would breed, as its board is now; in bonus breeding who has the bonus. */
export interface Gain {
  seat: number;
  number: number;
}

/** The piece to be placed, one way round. */
export interface Turned {
  place: string | null; // piece:3
  cells: number[][]; // from the first cell in reading order, which lies on the anchor
  turned: number; // the way round after a quarter turn clockwise
  flipped: number; // the way round after turning it over, left to right
  anchors: string[]; // the cells on which its first cell may lie
}

/** A free cell of the viewer's board while a piece is placed. */
export interface Spot {
  place: string; // cell:E4
  cell: number[];
}

/** Houses with the same in them. */
export interface House {
  place: string | null; // house:penguin, or house for free ones
  species: string | null; // None: free
  number: number;
}

/** An enclosure on a board. */
export interface Pen {
  place: string | null; // enclosure:e5-03
  tile: string;
  cells: number[][];
  species: string | null;
  animals: number;
  size: number;
  bred: boolean; // in part 1 of the line that breeds now
}

/** An attraction on a board. */
export interface Stand {
  kind: string;
  cells: number[][];
}

/** So many animals of a species. */
export interface Number {
  species: string;
  number: number;
}

/** A start tile of the short game, still to be laid. */
export interface Start {
  place: string | null; // tile:e7-03
  tile: string;
}

export type View = NewYorkZooView;
