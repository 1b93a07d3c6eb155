// Kinds: the five animals with their pictures, patterns and letters.
import type { ArtName } from "../../types/art.ts";
import type { Say } from "./words.ts";

export const ANIMALS = ["apes", "mammals", "birds", "reptiles", "sea"] as const;

const PICTURES: Record<string, readonly ArtName[]> = {
  apes: ["gorilla", "orangutan", "chimpanzee"],
  mammals: ["giraffe", "rhinoceros", "zebra", "camel"],
  birds: ["parrot", "owl", "peacock", "flamingo"],
  reptiles: ["turtle", "lizard", "snake", "crocodile"],
  sea: ["dolphin", "octopus", "shark", "orca"],
};

/** One of the pictures of a kind; the same number has the same picture. */
export function picture(kind: string, number = 0): ArtName {
  const all = PICTURES[kind];
  return all?.[number % all.length] ?? (kind === "bushes" ? "bush" : "bench");
}

export function letter(kind: string, say: Say): string {
  return say([`letter.${kind}`]);
}

/** "Sea life". */
export function kindName(kind: string, say: Say): string {
  const name = say([`animal.${kind}`]);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
