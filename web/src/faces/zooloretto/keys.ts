// Keys: knows a tile again from one view to the next, by its kind and where it can have come from.
import { kept } from "../../app/kept.ts";
import type { SeatView, Tile, ZoolorettoView } from "../../types/zooloretto.ts";

export interface Piece {
  key: string;
  tile: Tile;
  fresh: boolean; // was not there before: drawn, or born
  bred: boolean; // has just become a parent
}
export type Pieces = ReadonlyMap<string, Piece[]>;

/** Where tiles lie: `revealed`, `carried`, `truck:1`, `zoo:0:E4`, `stalls:0:E4`, `barn:0:zebra M`. */
export function spots(view: ZoolorettoView): [string, Tile[]][] {
  const found: [string, Tile[]][] = view.trucks.map((truck) => [truck.place, truck.tiles]);
  if (view.revealed) found.push(["revealed", [view.revealed]]);
  found.push(["carried", view.carried.map(({ tile }) => tile)]);
  for (const seat of view.seats) found.push(...zooSpots(seat));
  return found;
}

function zooSpots({ seat, enclosures, barn }: SeatView): [string, Tile[]][] {
  const found: [string, Tile[]][] = [];
  for (const pen of enclosures) found.push([pen.place, pen.tiles], [`stalls:${seat}:${pen.name}`, pen.stalls.map(({ tile }) => tile)]);
  for (const { lots } of barn.groups) for (const lot of lots) found.push([lot.place, lot.tiles]);
  return found;
}

interface Known extends Piece {
  spot: string;
}

export class Keys {
  private known: Known[] | null = null;
  private next = 0;
  private seen: ZoolorettoView | null = null;
  private last: Pieces = new Map();

  /** Tiles by where they lie; those that stayed keep their order, newcomers follow. */
  assign(view: ZoolorettoView): Pieces {
    if (view === this.seen) return this.last;
    const old = [...(this.known ?? [])];
    const wanted = spots(view).map(([spot, tiles]) => ({ spot, tiles: [...tiles], pieces: [] as Known[] }));
    const claim = (fits: (piece: Known, spot: string, tile: Tile) => boolean): void => {
      for (const want of wanted) {
        for (const tile of [...want.tiles]) {
          const at = old.findIndex((piece) => fits(piece, want.spot, tile));
          const piece = old[at];
          if (!piece) continue;
          old.splice(at, 1);
          want.tiles.splice(want.tiles.indexOf(tile), 1);
          want.pieces.push({ ...piece, tile, spot: want.spot, fresh: false, bred: bred(piece.tile, tile) });
        }
      }
    };
    claim((piece, spot, tile) => piece.spot === spot && piece.tile.name === tile.name);
    claim((piece, spot, tile) => piece.spot === spot && bred(piece.tile, tile));
    const order = new Map((this.known ?? []).map(({ key }, k) => [key, k]));
    for (const want of wanted) want.pieces.sort((a, b) => (order.get(a.key) ?? 0) - (order.get(b.key) ?? 0));
    for (let far = 0; far < 4; far++) {
      claim((piece, spot, tile) => way(piece.spot, spot) === far && (piece.tile.name === tile.name || bred(piece.tile, tile)));
    }
    const first = this.known === null;
    for (const want of wanted) {
      for (const tile of want.tiles) want.pieces.push({ key: `tile-${this.next++}`, tile, spot: want.spot, fresh: !first, bred: false });
    }
    const before = this.last;
    this.last = new Map(wanted.map(({ spot, pieces }) => [spot, kept(before.get(spot), pieces)]));
    this.known = [...this.last.values()].flat() as Known[];
    this.seen = view;
    return this.last;
  }
}

/** Has the one become the other by breeding? */
function bred(before: Tile, after: Tile): boolean {
  return before.type === after.type && ((before.kind === "male" && after.kind === "father") || (before.kind === "female" && after.kind === "mother"));
}

/** How likely a tile goes from one spot to the other: 0 as usual, 3 hardly. */
function way(from: string, to: string): number {
  const [a = "", seatA = ""] = from.split(":");
  const [b = "", seatB = ""] = to.split(":");
  if (a === "revealed" || b === "revealed") return b === "truck" ? 0 : 3;
  if (b === "carried") return a === "truck" ? 0 : 1;
  if (a === "carried") return 0;
  if (a === "truck") return b === "truck" ? 3 : 1;
  if (b === "truck") return 3;
  return seatA === seatB ? 0 : 2;
}
