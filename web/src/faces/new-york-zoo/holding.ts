// Holding: what the hand must know of the piece to be placed, read from the view.
import type { NewYorkZooView, Seat } from "../../types/new-york-zoo.ts";
import type { Message } from "../../types/wire.ts";
import { covered, type Held, type Spot } from "../shared/hand.svelte.ts";
import { cellOf } from "./ahead.ts";
import { parts, type Cell } from "./poly.ts";
import type { Say } from "./words.ts";

const key = (row: number, column: number): string => `${row} ${column}`;

/** Null while the viewer has nothing to place. */
export function held(view: NewYorkZooView, you: number | null, say: Say): Held | null {
  const { piece } = view;
  const seat = you === null ? undefined : view.seats[you];
  if (!piece || !seat || piece.seat !== you || piece.ground.length === 0) return null;
  const spots = piece.orientations.map(({ anchors }) => anchors.map(cellOf));
  const fitting = spots.map((some) => new Set(some.map(({ row, column }) => key(row, column))));
  const under = lying(seat);
  return {
    key: `${piece.id} ${seat.uncovered}`,
    ways: piece.orientations,
    spots: (way) => spots[way] ?? [],
    bounds: { rows: seat.height, columns: seat.width },
    why: (way, at) => (fitting[way]?.has(key(at.row, at.column)) ? null : say(["why.spot", { what: reason(under, seat, piece.orientations[way]?.cells ?? [], at) }])),
  };
}

type Under = ReadonlyMap<string, string | null>; // what lies on a cell: a species, "" for an attraction, null for an empty enclosure

function lying(seat: Seat): Under {
  const found = new Map<string, string | null>();
  for (const { cells, species } of seat.enclosures) for (const [row = 0, column = 0] of cells) found.set(key(row, column), species);
  for (const { cells } of seat.attractions) for (const [row = 0, column = 0] of cells) found.set(key(row, column), "");
  return found;
}

function reason(under: Under, seat: Seat, cells: readonly Cell[], at: Spot): Message {
  const all = covered({ cells, turned: 0 }, at);
  const ground = all.map(({ row, column }) => seat.rows[row]?.[column]);
  if (ground.includes(undefined)) return ["why.spot.edge", {}];
  if (ground.includes("#")) return ["why.spot.barn", {}];
  const there = all.map(({ row, column }) => under.get(key(row, column))).filter((what) => what !== undefined);
  const species = there.find((what) => what);
  if (species) return ["why.spot.animals", { kinds: [`kinds.${species}`] }];
  return [there.includes(null) ? "why.spot.enclosure" : "why.spot.attraction", {}];
}

/** The small holes that would be left if these cells were covered: of so many cells that only attractions fit. */
export function holesLeft(seat: Seat, taken: readonly Spot[], most: number): Cell[][] {
  const gone = new Set(taken.map(({ row, column }) => key(row, column)));
  const rest = seat.free.filter(([row = 0, column = 0]) => !gone.has(key(row, column)));
  return parts(rest).filter((part) => part.length <= most);
}
