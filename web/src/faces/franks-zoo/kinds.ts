// Kinds: how the thirteen kinds of cards are pictured, lettered and named.
import type { Language } from "../../app/settings.svelte.ts";
import type { ArtName } from "../../types/art.ts";
import type { Number } from "../../types/franks-zoo.ts";
import type { Message } from "../../types/wire.ts";

type Ground = "water" | "plain" | "swamp" | "ice" | "grass" | "dusk" | "rose";
interface Kind {
  art: ArtName;
  ground: Ground;
  letter: Record<Language, string>;
}

const KINDS: Record<string, Kind> = {
  whale: { art: "orca", ground: "water", letter: { en: "W", de: "O" } },
  elephant: { art: "elephant", ground: "plain", letter: { en: "E", de: "El" } },
  crocodile: { art: "crocodile", ground: "swamp", letter: { en: "C", de: "K" } },
  polar_bear: { art: "polar-bear", ground: "ice", letter: { en: "Po", de: "Ei" } },
  lion: { art: "lion", ground: "plain", letter: { en: "L", de: "L" } },
  seal: { art: "seal", ground: "water", letter: { en: "S", de: "R" } },
  fox: { art: "fox", ground: "grass", letter: { en: "Fo", de: "F" } },
  perch: { art: "perch", ground: "water", letter: { en: "Pe", de: "B" } },
  hedgehog: { art: "hedgehog", ground: "grass", letter: { en: "H", de: "I" } },
  fish: { art: "fish", ground: "water", letter: { en: "Fi", de: "S" } },
  mouse: { art: "mouse", ground: "grass", letter: { en: "Mo", de: "Ma" } },
  mosquito: { art: "mosquito", ground: "dusk", letter: { en: "Mq", de: "Mü" } },
  joker: { art: "chameleon", ground: "rose", letter: { en: "J", de: "C" } },
};
const UNKNOWN: Kind = { art: "paw", ground: "grass", letter: { en: "?", de: "?" } };

export function look(kind: string): Kind {
  return KINDS[kind] ?? UNKNOWN;
}

/** `Polar bear`, as a heading. */
export function title(kind: string, say: (message: Message) => string): string {
  return capital(say([`kind.${kind}`]));
}

/** `2 polar bears`. */
export function several(kind: string, count: number, say: (message: Message) => string): string {
  return say([`cards.${kind}`, { count }]);
}

/** `2 elephants + 1 mosquito`. */
export function list(cards: readonly Number[], say: (message: Message) => string): string {
  return cards.map(({ kind, number }) => several(kind, number, say)).join(" + ");
}

/** Each card by itself. */
export function single(cards: readonly Number[]): string[] {
  return cards.flatMap(({ kind, number }) => Array.from({ length: number }, () => kind));
}

export function numberOf(cards: readonly Number[], kind: string): number {
  return cards.find((card) => card.kind === kind)?.number ?? 0;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
