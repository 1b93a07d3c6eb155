// Words: what the face itself writes beside the pieces, and the letters and pictures of animals.
import type { Language } from "../../app/settings.svelte.ts";
import type { ArtName } from "../../types/art.ts";
import type { Message } from "../../types/wire.ts";

export type Say = (message: Message) => string;

const LETTERS: Record<Language, Record<string, string>> = {
  en: { meerkat: "M", flamingo: "F", tree_kangaroo: "K", penguin: "P", arctic_fox: "A" },
  de: { meerkat: "E", flamingo: "F", tree_kangaroo: "B", penguin: "Pi", arctic_fox: "Po" },
};
const STANDS: Record<string, ArtName> = {
  "a1": "fountain",
  "a2": "carousel-horse",
  "a3-straight": "stall-popcorn",
  "a3-corner": "stall-fruit",
  "a4-square": "stall-snack",
  "a4-straight": "stall-drinks",
  "a6": "ferris-wheel",
  "a8": "ferris-wheel",
};

export function letter(species: string, language: Language): string {
  return LETTERS[language][species] ?? "?";
}

/** The picture of an animal. */
export function picture(species: string): ArtName {
  return species.replace("_", "-") as ArtName;
}

/** The picture on an attraction. */
export function stand(kind: string): ArtName {
  return STANDS[kind] ?? "star";
}

const plural = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`;

const EN = {
  park: "The way round the park",
  toGo: (count: number): string => (count === 1 ? "cell to go" : "cells to go"),
  toGoShort: "to go",
  go: (count: number) => plural(count, "cell to go", "cells to go"),
  finished: "finished",
  after: (count: number) => (count === 0 ? "finished after this" : `after this: ${count} to go`),
  yourZoo: "Your zoo",
  zooOf: (who: string) => `The zoo of ${who}`,
  backToYours: "Back to your zoo",
  look: (who: string) => `Look at the zoo of ${who}`,
  houses: "Houses",
  house: (animal: string, count: number) => (count === 1 ? `House: ${animal}` : `${count} houses: ${animal}`),
  freeHouse: (count: number) => (count === 1 ? "Free house" : `${count} free houses`),
  cells: (count: number) => plural(count, "cell", "cells"),
  pen: (what: string, count: number, size: number) => `${what}, ${count} of ${size}`,
  emptyPen: (size: number) => `Empty enclosure of ${size} cells`,
  steps: (count: number) => plural(count, "step", "steps"),
  here: "The elephant is here",
  start: "start",
  slot: (sizes: string) => `Enclosures of ${sizes} cells`,
  one: (size: string) => `Enclosure of ${size} cells`,
  emptySlot: "Empty slot, not counted",
  and: " and ",
  gate: (kinds: string, gains: string) => `Gate: ${kinds} breed when the elephant passes. ${gains}`,
  gains: (list: string) => `Now: ${list}`,
  noGain: "Nobody could breed now",
  gain: (who: string, count: number) => `${who} +${count}`,
  breed: (kinds: string) => `${kinds} breed`,
  breedNow: "Breeding now",
  breedNext: "After that",
  bonus: "Bonus breeding",
  bonusFor: "All who had young get one more in another enclosure",
  nobody: "nobody",
  inHand: "In your hand",
  inHandOf: (who: string) => `${who} places`,
  under: "Below it",
  offer: "Take these two",
  offerOther: "or any one",
  taken: "Take this one too",
  attractions: "Attractions",
  attractionsAbout: "one for each full enclosure",
  choose: "Choose one",
  left: (count: number | null) => (count === null ? "always there" : count === 0 ? "none left" : `${count} left`),
  fitsNot: "does not fit on your board",
  fits: "fits on your board",
  starters: "Your first enclosures",
  tile: (size: number) => `Enclosure of ${size} cells`,
  tried: (what: string, where: string) => `${what}, tried on ${where}`,
  held: (what: string) => `${what}, in your hand`,
  itFits: "It fits here",
  place: "Place",
  move: "Move",
  choosing: "to decide",
  turn: "to move",
  waits: "waits",
  rank: (place: number) => ["", "1st", "2nd", "3rd"][place] ?? `${place}th`,
  bot: "bot",
  hole: (cells: number) => (cells === 1 ? "a hole of 1 cell: only an attraction fits" : `a hole of ${cells} cells: only attractions fit`),
  markers: "Range markers",
  marker: (name: string) => `Marker ${name}`,
  used: "laid away",
  way: (far: number, last: number) => `${far} of ${last}`,
  wayAbout: (left: number) => plural(left, "space left", "spaces left"),
  stay: "stay",
  stepsOf: (name: string) => `${name} steps`,
  enlarge: "Show large",
  animals: (count: number) => plural(count, "animal", "animals"),
  next: (who: string) => `${who} plays next`,
  aim: "The first full zoo wins",
  yourTurn: "Your turn",
  turnOf: (who: string) => `${who}'s turn`,
  end: {
    you: "You are finished first",
    other: (who: string, count: number) => `${who} ${count === 1 ? "is" : "are"} finished`,
    otherThanYou: (who: string, count: number, left: number) => `${who} ${count === 1 ? "is" : "are"} finished; you had ${plural(left, "cell to go", "cells to go")}`,
    had: (who: string, left: number) => `${who} had ${left} to go`,
    tie: "They finished together, with as many animals.",
    soloWon: "Your zoo is finished in time",
    soloLost: (left: number) => `Time is up: ${plural(left, "cell to go", "cells to go")}`,
    points: (count: number) => `${plural(count, "point", "points")}: so many spaces of the way were left.`,
  },
  howTo: "Drag it onto your board or tap a cell. You can try freely.",
  verbs: { piece: "Place", strip: "Go there", marker: "Go there", walk: "Go there", animal: "Take it", tile: "Take it", attraction: "Take it", house: "Move in", enclosure: "Choose" } as Record<string, string>,
};

const DE: typeof EN = {
  park: "Der Weg rund um den Park",
  toGo: (count) => (count === 1 ? "Feld fehlt" : "Felder fehlen"),
  toGoShort: "übrig",
  go: (count) => plural(count, "Feld fehlt", "Felder fehlen"),
  finished: "fertig",
  after: (count) => (count === 0 ? "danach fertig" : `danach fehlen ${count}`),
  yourZoo: "Dein Zoo",
  zooOf: (who) => `Der Zoo von ${who}`,
  backToYours: "Zurück zu deinem Zoo",
  look: (who) => `Den Zoo von ${who} ansehen`,
  houses: "Häuser",
  house: (animal, count) => (count === 1 ? `Haus: ${animal}` : `${count} Häuser: ${animal}`),
  freeHouse: (count) => (count === 1 ? "Freies Haus" : `${count} freie Häuser`),
  cells: (count) => plural(count, "Feld", "Felder"),
  pen: (what, count, size) => `${what}, ${count} von ${size}`,
  emptyPen: (size) => `Leeres Gehege mit ${size} Feldern`,
  steps: (count) => plural(count, "Schritt", "Schritte"),
  here: "Hier steht der Elefant",
  start: "Start",
  slot: (sizes) => `Gehege mit ${sizes} Feldern`,
  one: (size) => `Gehege mit ${size} Feldern`,
  emptySlot: "Leerer Platz, zählt nicht",
  and: " und ",
  gate: (kinds, gains) => `Tor: ${kinds} bekommen Nachwuchs, wenn der Elefant vorbeigeht. ${gains}`,
  gains: (list) => `Jetzt: ${list}`,
  noGain: "Jetzt bekäme niemand etwas",
  gain: (who, count) => `${who} +${count}`,
  breed: (kinds) => `Nachwuchs: ${kinds}`,
  breedNow: "Nachwuchs",
  breedNext: "Danach",
  bonus: "Bonus-Nachwuchs",
  bonusFor: "Wer Nachwuchs bekam, bekommt noch ein Tier in einem anderen Gehege",
  nobody: "niemand",
  inHand: "In deiner Hand",
  inHandOf: (who) => `${who} legt`,
  under: "Darunter",
  offer: "Nimm diese zwei",
  offerOther: "oder irgendeins",
  taken: "Nimm auch dieses",
  attractions: "Attraktionen",
  attractionsAbout: "eine für jedes volle Gehege",
  choose: "Wähle eine",
  left: (count) => (count === null ? "immer da" : count === 0 ? "keine mehr" : `noch ${count}`),
  fitsNot: "passt nicht auf deinen Plan",
  fits: "passt auf deinen Plan",
  starters: "Deine ersten Gehege",
  tile: (size) => `Gehege mit ${size} Feldern`,
  tried: (what, where) => `${what}, versuchsweise auf ${where}`,
  held: (what) => `${what}, in deiner Hand`,
  itFits: "Hier passt es",
  place: "Legen",
  move: "Ziehen",
  choosing: "entscheidet",
  turn: "am Zug",
  waits: "wartet",
  rank: (place) => `${place}.`,
  bot: "Bot",
  hole: (cells) => (cells === 1 ? "eine Lücke von 1 Feld: hier passt nur eine Attraktion" : `eine Lücke von ${cells} Feldern: hier passen nur Attraktionen`),
  markers: "Schrittmarker",
  marker: (name) => `Marker ${name}`,
  used: "abgelegt",
  way: (far, last) => `${far} von ${last}`,
  wayAbout: (left) => plural(left, "Feld Weg übrig", "Felder Weg übrig"),
  stay: "bleiben",
  stepsOf: (name) => `${name} Schritte`,
  enlarge: "Groß zeigen",
  animals: (count) => plural(count, "Tier", "Tiere"),
  next: (who) => `Danach: ${who}`,
  aim: "Der erste volle Zoo gewinnt",
  yourTurn: "Du bist am Zug",
  turnOf: (who) => `${who} ist am Zug`,
  end: {
    you: "Du bist als Erstes fertig",
    other: (who, count) => `${who} ${count === 1 ? "ist" : "sind"} fertig`,
    otherThanYou: (who, count, left) => `${who} ${count === 1 ? "ist" : "sind"} fertig; dir ${left === 1 ? "fehlte noch 1 Feld" : `fehlten noch ${left} Felder`}`,
    had: (who, left) => `${who} ${left === 1 ? "fehlte" : "fehlten"} noch ${left}`,
    tie: "Sie wurden zugleich fertig und haben gleich viele Tiere.",
    soloWon: "Dein Zoo ist rechtzeitig fertig",
    soloLost: (left) => `Die Zeit ist um: ${plural(left, "Feld fehlt", "Felder fehlen")}`,
    points: (count) => `${plural(count, "Punkt", "Punkte")}: So viele Felder Weg waren noch übrig.`,
  },
  howTo: "Zieh es auf deinen Plan oder tippe ein Feld an. Du kannst frei probieren.",
  verbs: { piece: "Legen", strip: "Hingehen", marker: "Hingehen", walk: "Hingehen", animal: "Nehmen", tile: "Nehmen", attraction: "Nehmen", house: "Einziehen", enclosure: "Wählen" },
};

export type Words = typeof EN;

export function words(language: Language): Words {
  return language === "de" ? DE : EN;
}

/** Room for the cells to go of any board at this table: what stands beside a number does not move when it gets shorter. */
export function digits({ seats }: { seats: readonly { width: number }[] }): number {
  return seats.some(({ width }) => width > 11) ? 3 : 2;
}

/** The first letter large. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function listed(items: readonly string[], and: string): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")}${and}${last}`;
}
