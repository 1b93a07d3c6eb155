// Words: what the face itself writes on signs and slips, and the names and letters of tiles.
import type { Language } from "../../app/settings.svelte.ts";
import { minus } from "../../app/text.ts";
import type { ArtName } from "../../types/art.ts";
import type { Message } from "../../types/wire.ts";
import type { Tile } from "../../types/zooloretto.ts";

export type Say = (message: Message) => string;

const LETTERS: Record<Language, Record<string, string>> = {
  en: { flamingo: "F", camel: "Ca", leopard: "L", elephant: "E", panda: "P", chimpanzee: "Ch", zebra: "Z", kangaroo: "K" },
  de: { flamingo: "F", camel: "Km", leopard: "L", elephant: "E", panda: "P", chimpanzee: "S", zebra: "Z", kangaroo: "Kg" },
};
const PICTURES: Record<string, ArtName> = {
  snack_cart: "stall-snack",
  drinks_kiosk: "stall-drinks",
  fruit_cart: "stall-fruit",
  popcorn_booth: "stall-popcorn",
  coin: "coin",
};

const EN = {
  stack: "Stack",
  stackName: (main: number | null, end: number | null) =>
    main === null ? "Stack" : main > 0 ? `Stack, ${main} tiles until the disc, then the last ${end}` : `Stack, the last ${end} tiles, under the disc`,
  withWhom: (who: string | null) => `with ${who ?? "you"}`,
  unloading: (who: string | null) => (who === null ? "yours, unloading" : `${who} unloads`),
  free: (count: number) => (count === 0 ? "full" : count === 1 ? "1 space free" : `${count} spaces free`),
  empty: "empty",
  full: "full",
  short: "one short",
  shorter: "1 short",
  build: "Build",
  kinds: (count: number) => (count === 1 ? "1 kind" : `${count} kinds`),
  stalls: (count: number) => (count === 1 ? "1 kind of stall" : `${count} kinds of stall`),
  pens: { E4: "Four", E5: "Five", E6: "Six", X1: "Expansion", X2: "Expansion 2" } as Record<string, string>,
  yourZoo: "Your zoo",
  zooOf: (who: string) => `The zoo of ${who}`,
  born: "born here",
  bornBarn: "no room: to the barn",
  backToYours: "Back to your zoo",
  look: (who: string) => `Look at the zoo of ${who}`,
  lastRound: "Last round",
  exchange: "Exchange",
  exchanges: "Which two groups change places?",
  discard: "Discard",
  place: "Place",
  buy: "Buy",
  spread: "Spread out the barn",
  rank: (place: number) => `place ${place}`,
  take: "Take",
  draw: "Draw",
  load: "Load",
  move: "Move",
  left: "Not drawn yet",
  leftName: (name: string, count: number) => `${name}: ${count}`,
  took: (truck: number) => `took truck ${truck}`,
  choosing: "to move",
  waits: "in the round",
  bank: (count: number) => `${count} ${count === 1 ? "coin" : "coins"} in the bank`,
  trucks: "Trucks",
  points: "points",
  spaces: (taken: number, all: number) => `${taken} of ${all} spaces`,
  worth: (full: number, short: number, coins: number) => `full ${full}, one short ${short}, ${coins === 0 ? "no coin" : coins === 1 ? "1 coin when full" : `${coins} coins when full`}`,
  now: (points: number) => `now ${minus(points)} ${points === 1 ? "point" : "points"}`,
  notBuilt: "not built",
  site: "not built", // the same where there is little room
  times: (count: number, name: string) => `${count} × ${name}`,
  kind: { male: "male", female: "female", father: "male, has bred", mother: "female, has bred", young: "young" } as Record<string, string>,
};

const DE: typeof EN = {
  stack: "Stapel",
  stackName: (main, end) =>
    main === null ? "Stapel" : main > 0 ? `Stapel, ${main} Plättchen bis zur Scheibe, dann die letzten ${end}` : `Stapel, die letzten ${end} Plättchen, unter der Scheibe`,
  withWhom: (who) => `bei ${who ?? "dir"}`,
  unloading: (who) => (who === null ? "du lädst ab" : `${who} lädt ab`),
  free: (count) => (count === 0 ? "voll" : count === 1 ? "1 Platz frei" : `${count} Plätze frei`),
  empty: "leer",
  full: "voll",
  short: "einer frei",
  shorter: "1 frei",
  build: "Bauen",
  kinds: (count) => (count === 1 ? "1 Sorte" : `${count} Sorten`),
  stalls: (count) => (count === 1 ? "Stände, 1 Sorte" : `Stände, ${count} Sorten`),
  pens: { E4: "Vierer", E5: "Fünfer", E6: "Sechser", X1: "Anbau", X2: "Anbau 2" },
  yourZoo: "Dein Zoo",
  zooOf: (who) => `Der Zoo von ${who}`,
  born: "hier geboren",
  bornBarn: "kein Platz: in den Stall",
  backToYours: "Zurück zu deinem Zoo",
  look: (who) => `Den Zoo von ${who} ansehen`,
  lastRound: "Letzte Runde",
  exchange: "Tauschen",
  exchanges: "Welche zwei Gruppen tauschen die Plätze?",
  discard: "Entfernen",
  place: "Setzen",
  buy: "Kaufen",
  spread: "Den Stall ausbreiten",
  rank: (place) => `Platz ${place}`,
  take: "Nehmen",
  draw: "Ziehen",
  load: "Laden",
  move: "Versetzen",
  left: "Noch nicht gezogen",
  leftName: (name, count) => `${name}: ${count}`,
  took: (truck) => `nahm Wagen ${truck}`,
  choosing: "am Zug",
  waits: "in der Runde",
  bank: (count) => `${count} ${count === 1 ? "Münze" : "Münzen"} in der Bank`,
  trucks: "Wagen",
  points: "Punkte",
  spaces: (taken, all) => `${taken} von ${all} Plätzen`,
  worth: (full, short, coins) => `voll ${full}, einer frei ${short}, ${coins === 0 ? "ohne Münze" : coins === 1 ? "1 Münze, wenn voll" : `${coins} Münzen, wenn voll`}`,
  now: (points) => `jetzt ${minus(points)} ${points === 1 ? "Punkt" : "Punkte"}`,
  notBuilt: "nicht gebaut",
  site: "Bauplatz",
  times: (count, name) => `${count} × ${name}`,
  kind: { male: "Männchen", female: "Weibchen", father: "Männchen, hat Nachwuchs", mother: "Weibchen, hat Nachwuchs", young: "Jungtier" },
};

export type Words = typeof EN;

export function words(language: Language): Words {
  return language === "de" ? DE : EN;
}

/** The letter of a species; a stall and a coin have none. */
export function letter(type: string, language: Language): string {
  return LETTERS[language][type] ?? "";
}

export function picture(type: string): ArtName {
  return PICTURES[type] ?? (type as ArtName);
}

/** "Leopard, male". */
export function tileName(tile: Tile, say: Say, language: Language): string {
  const kind = words(language).kind[tile.kind];
  return kind === undefined ? typeName(tile, say) : `${typeName(tile, say)}, ${kind}`;
}

/** "Leopard", "Snack cart", "Coin". */
export function typeName({ sort, type }: Pick<Tile, "sort" | "type">, say: Say): string {
  return capital(say([sort === "coin" ? "coin.name" : `${sort}.${type}`]));
}

/** "Zebras". */
export function herdName(type: string, say: Say): string {
  return say([`animals.${type}`]);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** +3 or −4, with a true minus. */
export function signed(number: number): string {
  return number < 0 ? minus(number) : `+${number}`;
}
