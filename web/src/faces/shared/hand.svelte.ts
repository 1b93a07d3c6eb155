// Hand: a piece that is to be placed, which way round it is and where it is tried; knows no rules and draws nothing.
//
// Trying is free: nothing is played here. A face asks `hand.path` what to hand to `ontry`, draws the piece at `hand.at`, and
// `handling` (in handling.ts) turns pointers, fingers and keys into calls of this.

/** A cell of a board, row and column; fractions lie between cells. */
export interface Spot {
  row: number;
  column: number;
}

/** The piece one way round. */
export interface Way {
  cells: readonly (readonly number[])[]; // row and column of each cell, from the spot on which the piece is said to lie
  turned: number; // the number of the way after a quarter turn clockwise
  flipped?: number; // after turning it over, left to right; absent for pieces with one face
}

/** What a face knows of the piece; read again and again, so give it getters. */
export interface Held {
  key: string; // another key is another piece, which begins in the hand
  ways: readonly Way[];
  why: (way: number, at: Spot) => string | null; // why it cannot lie there; null if it can
  spots: (way: number) => readonly Spot[]; // where it can lie, this way round
  bounds?: { row?: number; column?: number; rows: number; columns: number }; // it never leaves these, which begin at (0,0) unless told; absent: a board without an edge
}

const MAGNET = 0.8; // cells: a place this near pulls the piece
const KICK = 1.6; // cells: so far a piece moves aside when it is turned

export class Hand {
  way = $state.raw(0);
  at = $state.raw<Spot | null>(null); // null: in the hand, on no board
  lifted = $state.raw(false); // under a pointer or finger
  held = $derived.by(() => this.source());
  now = $derived.by((): Way | null => this.held?.ways[this.way] ?? this.held?.ways[0] ?? null);
  /** Why it cannot lie where it is tried; null also while it is tried nowhere. */
  why = $derived.by((): string | null => (this.at && this.held ? this.held.why(this.way, this.at) : null));
  fits = $derived.by(() => this.at !== null && this.held !== null && this.why === null);
  private middle: Spot | null = null; // what turning leaves where it is, so that four turns lead back
  private before: { way: number; at: Spot | null } | null = null; // a drag that is called off

  /** Make it while a component is being made. `settled` is called whenever somebody has let go of it somewhere. */
  constructor(
    private readonly source: () => Held | null,
    private readonly settled: () => void = () => {},
  ) {
    const key = $derived(source()?.key ?? null);
    $effect.pre(() => {
      void key;
      this.reset();
    });
  }

  /** Into the hand, as it was dealt. */
  reset(): void {
    this.way = 0;
    this.home();
  }

  /** Off the board. */
  home(): void {
    this.at = this.middle = this.before = null;
    this.lifted = false;
  }

  /** As a path says that was chosen elsewhere: by a hint, say. */
  show(way: number, at: Spot): void {
    this.way = way;
    this.rest(at);
  }

  turn(back = false): void {
    const { held } = this;
    if (!held || !this.now) return;
    let next = this.now.turned;
    if (back) for (let k = 0; k < 2; k++) next = held.ways[next]?.turned ?? next; // three quarters forward
    this.become(next);
  }

  flip(): void {
    if (this.now?.flipped !== undefined) this.become(this.now.flipped);
  }

  /** By so many cells; a piece in the hand comes onto the board first. */
  nudge(rows: number, columns: number): void {
    if (!this.held) return;
    if (this.at === null) return this.enter();
    this.rest(this.within({ row: this.at.row + rows, column: this.at.column + columns }));
    this.settled();
  }

  /** Onto the board, where it fits first; the present way round, if it fits that way anywhere. */
  enter(): void {
    const { held } = this;
    if (!held) return;
    const ways = [this.way, ...held.ways.keys()];
    const way = ways.find((one) => held.spots(one).length > 0);
    const at = way === undefined ? undefined : held.spots(way)[0];
    if (way === undefined || !at) return;
    this.show(way, at);
    this.settled();
  }

  /** With its middle on a cell, or where it fits and covers that cell, whichever can be. */
  put(cell: Spot): void {
    const { held, now } = this;
    if (!held || !now) return;
    const wished = this.within(rounded(aside(cell, centre(now))));
    const covering = held.spots(this.way).filter((at) => now.cells.some(([row = 0, column = 0]) => at.row + row === cell.row && at.column + column === cell.column));
    this.rest(held.why(this.way, wished) === null ? wished : (nearest(covering, wished) ?? wished));
    this.settled();
  }

  // Dragging.

  lift(): void {
    this.before = { way: this.way, at: this.at };
    this.lifted = true;
  }

  /** The middle of the piece is over this point of the board, or over none. */
  hover(point: Spot | null): void {
    const { held, now } = this;
    if (!held || !now) return;
    if (point === null) {
      if (this.at !== null) this.at = null;
      return;
    }
    this.middle = point;
    const exact = aside(point, centre(now));
    const near = nearest(held.spots(this.way), exact);
    const at = near && distance(near, exact) < MAGNET ? near : this.within(rounded(exact));
    if (this.at?.row !== at.row || this.at.column !== at.column) this.at = at;
  }

  drop(): void {
    this.lifted = false;
    this.before = null;
    if (this.at) this.rest(this.at);
    this.settled();
  }

  /** Back to where the drag began. */
  cancel(): void {
    if (!this.before) return;
    const { way, at } = this.before;
    this.home();
    this.way = way;
    if (at) this.rest(at);
    this.settled();
  }

  private rest(at: Spot): void {
    this.at = at;
    const now = this.held?.ways[this.way];
    if (now) this.middle = { row: at.row + centre(now).row, column: at.column + centre(now).column };
  }

  private become(way: number): void {
    const { held, middle } = this;
    const next = held?.ways[way];
    if (!held || !next) return;
    this.way = way;
    if (this.lifted) {
      if (this.at) this.hover(middle);
      return;
    }
    if (this.at && middle) {
      const exact = aside(middle, centre(next));
      const at = this.within(rounded(exact));
      const kicked = held.why(way, at) === null ? at : nearest(held.spots(way), exact);
      this.at = kicked && distance(kicked, exact) < KICK ? kicked : at;
    }
    this.settled();
  }

  /** The nearest spot at which no cell of the piece is beyond the edge. */
  private within(at: Spot): Spot {
    const [bounds, now] = [this.held?.bounds, this.held?.ways[this.way]];
    if (!bounds || !now) return at;
    const box = extent(now);
    const { row = 0, column = 0, rows, columns } = bounds;
    return {
      row: Math.max(row - box.top, Math.min(row + rows - 1 - box.bottom, at.row)),
      column: Math.max(column - box.left, Math.min(column + columns - 1 - box.right, at.column)),
    };
  }
}

/** The cells that a piece covers. */
export function covered(way: Way, at: Spot): Spot[] {
  return way.cells.map(([row = 0, column = 0]) => ({ row: at.row + row, column: at.column + column }));
}

export function extent({ cells }: Way): { top: number; left: number; bottom: number; right: number } {
  const [rows, columns] = [cells.map(([row = 0]) => row), cells.map(([, column = 0]) => column)];
  return { top: Math.min(...rows), left: Math.min(...columns), bottom: Math.max(...rows), right: Math.max(...columns) };
}

/** The middle of the box around it, from the middle of its own spot. */
export function centre(way: Way): Spot {
  const { top, left, bottom, right } = extent(way);
  return { row: (top + bottom) / 2, column: (left + right) / 2 };
}

function aside(a: Spot, b: Spot): Spot {
  return { row: a.row - b.row, column: a.column - b.column };
}

function rounded({ row, column }: Spot): Spot {
  return { row: Math.round(row) + 0, column: Math.round(column) + 0 }; // no −0
}

function distance(a: Spot, b: Spot): number {
  return Math.hypot(a.row - b.row, a.column - b.column);
}

function nearest(spots: readonly Spot[], to: Spot): Spot | undefined {
  let best: Spot | undefined;
  for (const spot of spots) if (!best || distance(spot, to) < distance(best, to)) best = spot;
  return best;
}
