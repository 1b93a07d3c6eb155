// Library: what is fetched once and kept: catalogues, guides, rules, the list of games.
import type { GameCard } from "../types/games.ts";
import type { Texts } from "../types/wire.ts";
import * as api from "./api.ts";

const kept = new Map<string, Promise<unknown>>();

/** Ask once; a failure is forgotten, so that the next one asks again. */
function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const found = kept.get(key) as Promise<T> | undefined;
  if (found) return found;
  const asked = ask();
  kept.set(key, asked);
  asked.catch(() => kept.delete(key));
  return asked;
}

export const games = (): Promise<GameCard[]> => once("games", api.games);
export const words = (game: string, language: string): Promise<Texts> => once(`words ${game} ${language}`, () => api.words(game, language));
export const guide = (game: string, language: string): Promise<string> => once(`guide ${game} ${language}`, () => api.guide(game, language));
export const rules = (game: string): Promise<string> => once(`rules ${game}`, () => api.rules(game));
export const title = async (game: string): Promise<string> => (await games()).find((card) => card.name === game)?.title ?? game;
