// Foresee: which choice is under the pointer, and what it would put where.
import type { Marks } from "../contract.ts";
import type { Choice, Prompt } from "../../types/wire.ts";
import type { OutlookView, Tile, ZoolorettoView } from "../../types/zooloretto.ts";
import type { Piece, Pieces } from "./keys.ts";

export interface Ghost {
  tile: Tile;
  to: string; // the spot where it would lie; a barn is zoo:0:barn
  born: boolean;
}
export interface Preview {
  choice: Choice;
  outlook: OutlookView | null;
  ghosts: Ghost[];
  leaving: ReadonlySet<string>; // keys of pieces that would go away
}

export function picked(marks: Marks): string[] {
  return [...marks].filter(([, mark]) => mark.state === "picked").map(([place]) => place);
}

/** The choice that picking the place under the pointer would settle, or the one that is settled. */
export function intended(prompt: Prompt | null, marks: Marks, peeked: string | null, settled: Choice | null): Choice | null {
  const picks = picked(marks);
  if (peeked === null || prompt === null || picks.includes(peeked) || marks.get(peeked)?.state === "blocked") return settled;
  for (let kept = picks.length; kept >= 0; kept--) {
    const places = [...picks.slice(0, kept), peeked];
    const found = prompt.choices.filter(({ path }) => places.every((place) => path.includes(place)));
    const exact = found.filter(({ path }) => path.length === places.length);
    if (exact.length === 1 || found.length === 1) return exact[0] ?? found[0] ?? null;
    if (found.length > 0) return null;
  }
  return settled;
}

export function preview(view: ZoolorettoView, pieces: Pieces, choice: Choice | null): Preview | null {
  if (choice === null) return null;
  const outlook = view.outlooks.find((one) => one.choice === choice.notation) ?? null;
  const [first = "", last = first] = [choice.path[0], choice.path.at(-1)];
  const swap = view.exchanges.find((one) => one.place === last);
  const moved: [Piece, string][] = [];
  let home = last; // where young are born
  if (swap) {
    const [one = "", two = ""] = swap.between;
    for (const piece of pieces.get(one) ?? []) moved.push([piece, two]);
    for (const piece of herd(pieces, two, swap.types[1] ?? "")) moved.push([piece, one]);
    home = one;
  } else if (last.startsWith("truck:") && view.revealed) {
    for (const piece of pieces.get("revealed") ?? []) moved.push([piece, last]);
  } else if (first !== last) {
    const piece = named(view, pieces, first);
    if (piece) moved.push([piece, last]);
  }
  const ghosts: Ghost[] = moved.filter(([, to]) => to !== "discard").map(([piece, to]) => ({ tile: piece.tile, to, born: false }));
  const type = moved.find(([, to]) => to === home)?.[0].tile.type ?? "";
  for (let k = 0; k < (outlook?.born ?? 0); k++) {
    const crowded = k >= (outlook?.born ?? 0) - (outlook?.born_in_barn ?? 0);
    ghosts.push({ tile: { name: `${type} young`, sort: "animal", type, kind: "young" }, to: crowded ? `zoo:${view.viewer}:barn` : home, born: true });
  }
  return { choice, outlook, ghosts, leaving: new Set(moved.map(([piece]) => piece.key)) };
}

/** All animals of a type in an enclosure or in the barn. */
function herd(pieces: Pieces, where: string, type: string): Piece[] {
  const [, seat, name] = where.split(":");
  if (name !== "barn") return pieces.get(where) ?? [];
  return [...pieces].filter(([spot]) => spot.startsWith(`barn:${seat}:`)).flatMap(([, lot]) => lot.filter(({ tile }) => tile.type === type));
}

/** The piece that a first pick means: of a barn, of the hand, or a stall. */
function named(view: ZoolorettoView, pieces: Pieces, place: string): Piece | undefined {
  const [kind, seat, house, type] = place.split(":");
  if (kind === "barn") return pieces.get(place)?.[0];
  if (kind === "stall") return pieces.get(`stalls:${seat}:${house}`)?.find(({ tile }) => tile.type === type);
  return held(view, pieces, place);
}

/** The piece in hand behind a place like `carried:zebra M`. */
export function held(view: ZoolorettoView, pieces: Pieces, place: string): Piece | undefined {
  const tile = view.carried.find((one) => one.place === place)?.tile;
  return pieces.get("carried")?.find((piece) => piece.tile.name === tile?.name);
}

/** How decisions name a lot: those that can breed apart, all others by their type. */
export function lotName(tile: Tile): string {
  return tile.kind === "male" || tile.kind === "female" ? tile.name : tile.type;
}
