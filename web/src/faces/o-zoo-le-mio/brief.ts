// Brief: what a placement would bring, in as few words as a phone has room for.
import type { Effect, OZooLeMioView } from "../../types/o-zoo-le-mio.ts";
import { kindName } from "./kinds.ts";
import type { Scene } from "./scene.ts";
import { signed } from "./words.ts";

/** "This year 0 → 8: 1 bench, Mammals +2, Owl: Birds −1. 3 path ends open." */
export function brief({ benches, moved, ends, this_year }: Effect, { viewer, seats }: OZooLeMioView, scene: Scene): string {
  const { words } = scene;
  const own = viewer ?? 0;
  const [before, after] = [seats[own]?.this_year ?? 0, this_year[own] ?? 0];
  const parts = [...moved].sort((one, two) => Number(two.seat === own) - Number(one.seat === own)).map(({ kind, seat, before: had, after: has }) => {
    const what = `${kind === "bushes" ? words.treesHead : kindName(kind, scene.say)} ${signed(has - had)}`;
    return seat === own ? what : `${scene.seats[seat]?.name ?? ""}: ${what}`;
  });
  if (benches.length > 0) parts.unshift(words.newBench(benches.length));
  const year = `${words.thisYear} ${before === after ? before : `${before} → ${after}`}`;
  return `${[year, parts.join(", ")].filter(Boolean).join(": ")}. ${words.openEnds(ends)}.`;
}
