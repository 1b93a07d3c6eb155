// Trial: the tile in hand as the view and the prompt speak of it: where it can lie, what that brings, why not elsewhere.
import type { Choice, Message, Prompt } from "../../types/wire.ts";
import type { OZooLeMioView, Try } from "../../types/o-zoo-le-mio.ts";
import type { Held, Spot, Way } from "../shared/hand.svelte.ts";
import type { Box } from "../shared/camera.ts";
import { C, key, reach, type Cell } from "./chart.ts";
import type { Say } from "./words.ts";

export const ROTATIONS = [0, 90, 180, 270];

/** A tile of two squares, whichever way round. */
const WAYS: readonly Way[] = ROTATIONS.map((rotation, k) => ({ cells: [[0, 0], [reach(rotation).y, reach(rotation).x]], turned: (k + 1) % 4 }));

export function cellOf({ row, column }: Spot): Cell {
  return [column, -row + 0];
}

export function spotOf([x = 0, y = 0]: Cell): Spot {
  return { row: -y + 0, column: x };
}

export class Trials {
  readonly tries: ReadonlyMap<string, Try>;
  private readonly choices: ReadonlyMap<string, Choice>;
  private readonly whys: ReadonlyMap<string, Message>;
  private readonly barred: ReadonlyMap<string, string>; // by square
  private readonly spots: readonly Spot[][];

  constructor(
    readonly id: number,
    { tries, obstacles }: NonNullable<OZooLeMioView["trial"]>,
    prompt: Prompt,
    private readonly say: Say,
  ) {
    this.tries = new Map(tries.map((one) => [spelled(one.rotation, one.cell), one]));
    this.choices = new Map(prompt.choices.map((choice) => [choice.path.at(-1) ?? "", choice]));
    this.whys = new Map(prompt.blocked.map(({ path, why }) => [path.at(-1) ?? "", why]));
    this.barred = new Map(obstacles.flatMap(({ place, cells }) => cells.map((cell): [string, string] => [key(cell), place])));
    this.spots = ROTATIONS.map((rotation) => tries.filter((one) => one.rotation === rotation && one.effect !== null).map(({ cell }) => spotOf(cell)));
  }

  /** It stays where it is seen. */
  held(map: Box): Held {
    const [column, row] = [Math.ceil(map.x / C), Math.ceil(map.y / C)];
    const bounds = { row, column, rows: Math.floor((map.y + map.height) / C) - row + 1, columns: Math.floor((map.x + map.width) / C) - column + 1 };
    return { key: `${this.id}`, ways: WAYS, bounds, why: this.why, spots: (way) => this.spots[way] ?? [] };
  }

  find(way: number, at: Spot): Try | undefined {
    return this.tries.get(spelled(ROTATIONS[way] ?? 0, cellOf(at)));
  }

  /** The choice that laying it there amounts to. */
  choice(way: number, at: Spot): Choice | undefined {
    const found = this.find(way, at);
    return found && found.effect ? this.choices.get(found.place) : undefined;
  }

  why = (way: number, at: Spot): string | null => {
    const found = this.find(way, at);
    if (found?.effect) return null;
    const message = this.whys.get(found?.place ?? this.obstacle(way, at));
    return message ? this.say(message) : "";
  };

  /** What bars a spot of which nothing more is said. */
  private obstacle(way: number, at: Spot): string {
    const cells = WAYS[way]!.cells.map(([row = 0, column = 0]) => cellOf({ row: at.row + row, column: at.column + column }));
    return cells.map((cell) => this.barred.get(key(cell))).find((place) => place !== undefined) ?? "away";
  }

  /** The first way round, from the present one on, in which it can cover a square, and where it lies then. */
  covering(cell: Cell, way: number): { way: number; at: Spot } | null {
    for (let turn = 0; turn < 4; turn++) {
      const next = (way + turn) % 4;
      const found = [...this.tries.values()].filter((one) => one.rotation === ROTATIONS[next] && one.effect !== null);
      const there = found.find((one) => key(one.cell) === key(cell)) ?? found.find((one) => key(one.other) === key(cell));
      if (there) return { way: next, at: spotOf(there.cell) };
    }
    return null;
  }
}

/** Where a path says that the tile lies: its last place is `turn:(0,1) r90`. */
export function chosen(trials: Trials, path: readonly string[]): { way: number; at: Spot } | null {
  const found = [...trials.tries.values()].find(({ place }) => place === path.at(-1));
  return found ? { way: ROTATIONS.indexOf(found.rotation), at: spotOf(found.cell) } : null;
}

function spelled(rotation: number, cell: Cell): string {
  return `${key(cell)} r${rotation}`;
}
