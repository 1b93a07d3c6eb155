// Words: the fields of a view as a reader would call them. What a game's own catalogue has a word for comes from there.
import type { Language } from "../../app/settings.svelte.ts";
import { placeText, readable } from "../../app/text.ts";
import type { Message } from "../../types/wire.ts";

/** Of drawing and of the engine: nothing that somebody reads. */
const SILENT = new Set([
  "place", "viewer", "phase", "stage", "options", "key", "colour", "name", "rows", "width", "height", "board", "bounds", "lines", "paths", "cell", "cells", "other", "house",
  "start", "rotation", "point", "id", "seat", "asked", "active", "actor", "orientations", "ground", "grounds", "free", "legal", "possible", "turned", "flipped", "anchors",
  "position", "positions", "turns", "kind", "marker", "max_added_per_enclosure", "breeding_order", "solo_landing_on_start_breeds", "short_game", "undealt", "removed", "placements",
]);

/** Fields that hold seats. */
export const SEATED = new Set(["turn", "buyer", "pole", "standings"]);

const en: Record<string, string> = {
  // both
  seats: "Players", turn: "to move", points: "points", tiles: "tiles", enclosures: "enclosures", animals: "animals", species: "kind", attractions: "attractions", tile: "tile",
  number: "number", standing: "place", kind: "kind", state: "state", left: "left", buttons: "Or",
  // O Zoo le Mio
  year: "year", factor: "points count times", lots: "This year’s tiles", to_turn_up: "still face down", stack: "stack", pole: "flags, from the top", standings: "standings", sealed: "your bid",
  bids: "Your bid", offer: "The tile on sale", targets: "Where to lay it", coins: "coins", flag: "flag, from the top", last_bid: "last bid", visitors: "visitors", trees: "trees",
  benches: "benches", units: "visitors, trees and benches", this_year: "points this year", income: "income", ranks: "Enclosures and bushes", sheet: "Years so far", zoo: "zoo", bushes: "bushes",
  strength: "stars or bushes", held: "visitors or trees", due: "due now", ends: "open path ends", side: "to the", animal: "animal", stars: "stars", best: "the best of its kind", gain: "brings",
  buyer: "bought by", price: "for", face: "tile", a: "first half", b: "second half", bid: "bid", cell: "cell", place: "place",
  // New York Zoo
  elephant: "elephant", distance: "way so far", last: "no further than", strip: "The elephant’s way", breeding: "Breeding", markers: "Markers", offered: "Animals to take", second: "then also",
  target: "enclosure in question", leaving: "one may stay", piece: "The piece to lay", houses: "Houses", uncovered: "still to cover", hand: "start tiles", steps: "steps", gains: "gains", after: "after space",
  before: "before space", marker: "marker", ready: "ready", shown: "shown here", size: "size", bred: "has bred", space: "space", enclosure: "enclosure", house: "house", attraction: "attraction",
  // values
  slot: "tiles", acquisition: "animals", open: "face up", on_sale: "on sale", placing: "being laid", built: "laid", discarded: "out of the game", kept: "beside the zoo", main: "left",
  decline: "No, thank you", extra: "One more from a house", keep: "Keep one", walk: "Walk without a marker", way: "way round", empty_house: "free house", free: "free",
};
const de: Record<string, string> = {
  seats: "Mitspieler", turn: "am Zug", points: "Punkte", tiles: "Plättchen", enclosures: "Gehege", animals: "Tiere", species: "Tierart", attractions: "Attraktionen", tile: "Plättchen",
  number: "Anzahl", standing: "Platz", kind: "Art", state: "Stand", left: "übrig", buttons: "Oder",
  year: "Jahr", factor: "Punkte zählen mal", lots: "Plättchen dieses Jahres", to_turn_up: "noch verdeckt", stack: "Stapel", pole: "Fahnen von oben", standings: "Reihenfolge", sealed: "dein Gebot",
  bids: "Dein Gebot", offer: "Das angebotene Plättchen", targets: "Wohin damit", coins: "Münzen", flag: "Fahne von oben", last_bid: "letztes Gebot", visitors: "Besucher", trees: "Bäume",
  benches: "Bänke", units: "Besucher, Bäume und Bänke", this_year: "Punkte dieses Jahr", income: "Einkommen", ranks: "Gehege und Büsche", sheet: "Bisherige Jahre", zoo: "Zoo", bushes: "Büsche",
  strength: "Sterne oder Büsche", held: "Besucher oder Bäume", due: "stünden jetzt zu", ends: "offene Wegenden", side: "nach", animal: "Tier", stars: "Sterne", best: "das beste seiner Art", gain: "bringt",
  buyer: "ersteigert von", price: "für", face: "Plättchen", a: "erste Hälfte", b: "zweite Hälfte", bid: "Gebot", cell: "Feld", place: "Platz",
  elephant: "Elefant", distance: "Weg bisher", last: "höchstens bis", strip: "Der Weg des Elefanten", breeding: "Nachwuchs", markers: "Marker", offered: "Tiere zur Wahl", second: "danach auch",
  target: "Gehege, um das es geht", leaving: "eines darf bleiben", piece: "Was zu legen ist", houses: "Häuser", uncovered: "noch frei", hand: "Startplättchen", steps: "Schritte", gains: "Zuwachs", after: "nach Feld",
  before: "vor Feld", marker: "Marker", ready: "bereit", shown: "hier abgebildet", size: "Größe", bred: "hatte Nachwuchs", space: "Feld", enclosure: "Gehege", house: "Haus", attraction: "Attraktion",
  slot: "Plättchen", acquisition: "Tiere", open: "offen", on_sale: "wird versteigert", placing: "wird gelegt", built: "gelegt", discarded: "aus dem Spiel", kept: "neben dem Zoo", main: "übrig",
  decline: "Nein, danke", extra: "Noch eines aus einem Haus", keep: "Eines behalten", walk: "Ohne Marker gehen", way: "Drehung", empty_house: "freies Haus", free: "frei",
};
export const WORDS: Record<Language, Record<string, string>> = { en, de };
const CATALOGUED = ["kind", "animal", "attraction", "side"]; // where games keep the names of things
const LISTED = ", "; // between the things of a short list

export interface Labels {
  /** What a field of the view is called. */
  field: (key: string) => string;
  /** A word of the view: an animal, an attraction, a state; several with commas between them. */
  value: (value: string) => string;
  /** What a place is called: `house:penguin`. */
  place: (place: string) => string;
}

export function labels(language: Language, say: (message: Message) => string): Labels {
  const words = WORDS[language];
  const field = (key: string): string => words[key] ?? readable(key);
  const catalogued = (value: string): string | null => {
    const id = CATALOGUED.map((group) => `${group}.${value}`).find((one) => say([one]) !== one);
    return id === undefined ? null : say([id]);
  };
  const value = (given: string): string =>
    given.split(LISTED).map((one) => catalogued(one) ?? words[one] ?? readable(one)).join(LISTED);
  const place = (given: string): string => {
    const at = given.indexOf(":");
    if (at < 0) return given === "house" ? field("empty_house") : (words[given] ?? placeText(given));
    const [head, tail] = [given.slice(0, at), given.slice(at + 1)];
    switch (head) {
      case "turn": return say([`turn.${tail.split(" r")[1] ?? ""}`]);
      case "strip": return `${field("space")} ${tail}`;
      case "piece": return `${field("way")} ${Number(tail) + 1}`;
      case "animal":
      case "attraction": return value(tail);
      default: return head in words ? `${field(head)} ${value(tail)}` : readable(given);
    }
  };
  return { field, value, place };
}

export function silent(key: string): boolean {
  return SILENT.has(key);
}
