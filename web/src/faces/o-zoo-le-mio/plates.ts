// Plates: which enclosures show their sum, and in which quarter of which square it has room.
import type { Zoo } from "../../types/o-zoo-le-mio.ts";
import { furnished, middle, placed, type Half, type Point, type Thing } from "./chart.ts";

export interface Sum extends Point {
  key: string;
  cell: string; // whose quarter it takes
  animal: string;
  stars: number;
  visitors: number;
}

/** Every enclosure that has drawn visitors or has grown together. */
export function plates(zoo: Zoo, benches: readonly Point[]): Sum[] {
  const halves = new Map<string, { half: Half; from: Point }>();
  for (const tile of zoo.tiles) {
    const { halves: [a, b] } = placed(tile, zoo);
    const from = middle(tile.cell);
    halves.set(`${tile.cell}`, { half: a, from });
    halves.set(`${tile.other}`, { half: b, from });
  }
  return zoo.enclosures
    .filter(({ cells, visitors }) => visitors > 0 || cells.length > 1)
    .flatMap(({ animal, cells, stars, visitors }): Sum[] => {
      // The square with the fewest things on it, then the most northern.
      const free = [...cells].sort((one, two) => things(halves.get(`${one}`)) - things(halves.get(`${two}`)) || (two[1] ?? 0) - (one[1] ?? 0));
      const cell = `${free[0]}`;
      const found = halves.get(cell);
      if (!found) return [];
      const near = benches.map(({ x, y }) => ({ x: x - found.from.x, y: y - found.from.y }));
      const spot = furnished(found.half, ["animal", "plate"] satisfies Thing[], near).get("plate")!;
      return [{ key: `${animal} ${cells[0]}`, cell, animal, stars, visitors, x: found.from.x + spot.x, y: found.from.y + spot.y }];
    });
}

function things(found: { half: Half } | undefined): number {
  return found ? found.half.bushes + found.half.arms.filter(Boolean).length : 9;
}
