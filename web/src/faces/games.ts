// Games: what the site knows of each game. A folder beside this file with a `game.ts` is all that enters one.
import type { Component } from "svelte";
import type { ArtName } from "../types/art.ts";
import type { FaceModule } from "./contract.ts";

/** What a `game.ts` says; the folder is called like the game. Whatever else there is to say, the server says. */
export interface GameEntry {
  title: string; // on its box until the server has answered
  shelf: number; // its place on the shelf, from the left
  colour: string; // of its box
  side: string; // of its box, in the shade
  cover: Component; // the picture on its box, 300 x 330; the upper 92 are covered by the title
  thumb: ArtName; // stands for it in lists
  outcome?: (score: number) => string; // a final score in a list, where it is no number of points
  usual?: readonly string[]; // the options that are shown first when a table is opened
  face: () => Promise<unknown>; // a FaceModule, fetched when a table is opened
}

const found = import.meta.glob<GameEntry>("./*/game.ts", { eager: true, import: "default" });
const named = Object.entries(found).map(([path, entry]): [string, GameEntry] => [path.split("/")[1] ?? "", entry]);

/** All of them in the order of the shelf. */
export const GAMES: ReadonlyMap<string, GameEntry> = new Map(named.toSorted(([, a], [, b]) => a.shelf - b.shelf));

/** The face of a game, or the plain one that plays any game, and shows matches of rules that a face does not know. */
export async function face(game: string, known = true): Promise<FaceModule> {
  const load = (known ? GAMES.get(game)?.face : undefined) ?? (() => import("./plain/Plain.svelte"));
  return (await load()) as FaceModule;
}
