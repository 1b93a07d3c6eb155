// Words: the fields of a view as a reader would call them. What a game's own catalogue has a word for comes from there.
import type { Language } from "../../app/settings.svelte.ts";
import { placeText, readable } from "../../app/text.ts";
import type { Message } from "../../types/wire.ts";

/** Of drawing and of the engine: nothing that somebody reads. */
const SILENT = new Set([
  "place", "viewer", "me", "phase", "stage", "options", "key", "colour", "name", "rows", "width", "height", "bounds", "cell", "cells", "id", "seat", "asked", "active", "actor",
  "legal", "x", "y",
]);

/** Fields that hold seats. */
export const SEATED = new Set(["turn", "standings"]);

/** What many games have. */
const en: Record<string, string> = {
  seats: "Players", turn: "to move", points: "points", standings: "standings", standing: "place", buttons: "To choose", hand: "hand", hands: "hands", deck: "deck", stack: "stack",
  board: "board", cell: "cell", space: "space", card: "card", cards: "cards", tile: "tile", tiles: "tiles", coins: "coins", round: "round", number: "number", left: "left", kind: "kind",
  state: "state", free: "free", position: "position",
};
const de: Record<string, string> = {
  seats: "Mitspieler", turn: "am Zug", points: "Punkte", standings: "Reihenfolge", standing: "Platz", buttons: "Zur Wahl", hand: "Hand", hands: "Hände", deck: "Stapel", stack: "Stapel",
  board: "Spielplan", cell: "Feld", space: "Feld", card: "Karte", cards: "Karten", tile: "Plättchen", tiles: "Plättchen", coins: "Münzen", round: "Runde", number: "Anzahl", left: "übrig", kind: "Art",
  state: "Stand", free: "frei", position: "Stellung",
};
const WORDS: Record<Language, Record<string, string>> = { en, de };
const CATALOGUED = ["kind", "animal"]; // where games keep the names of things
const LISTED = ", "; // between the things of a short list

export interface Labels {
  /** What a field of the view is called. */
  field: (key: string) => string;
  /** A word of the view: an animal, an attraction, a state; several with commas between them. */
  value: (value: string, key?: string) => string;
  /** What a place is called: `house:penguin`. */
  place: (place: string) => string;
}

/** The game's catalogue comes first: `field.<name>`, `place.<place>` or `place.<kind>`, `<field>.<value>` or `word.<value>`. */
export function labels(language: Language, say: (message: Message) => string): Labels {
  const words = WORDS[language];
  /** The first of these texts that the game has. */
  const own = (...ids: string[]): string | null => {
    const id = ids.find((one) => say([one]) !== one);
    return id === undefined ? null : say([id]);
  };
  const field = (key: string): string => own(`field.${key}`) ?? words[key] ?? readable(key);
  const value = (given: string, key = ""): string =>
    given.split(LISTED).map((one) => own(`${key}.${one}`, `word.${one}`, ...CATALOGUED.map((group) => `${group}.${one}`)) ?? words[one] ?? readable(one)).join(LISTED);
  const place = (given: string): string => {
    const at = given.indexOf(":");
    const named = own(`place.${given}`);
    if (named !== null) return named;
    if (at < 0) return words[given] ?? placeText(given);
    const [head, tail] = [given.slice(0, at), given.slice(at + 1)];
    return `${own(`place.${head}`) ?? field(head)} ${value(tail, head)}`;
  };
  return { field, value, place };
}

export function silent(key: string): boolean {
  return SILENT.has(key);
}
