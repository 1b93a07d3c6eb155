// Animals that a person may choose as a picture of itself.
import type { ArtName } from "../types/art.ts";

export const ANIMALS = [
  "fox", "elephant", "koala", "otter", "duck", "panda", "hedgehog", "penguin", "lion", "zebra", "turtle", "flamingo",
  "sloth", "frog", "parrot", "seal", "kangaroo", "giraffe", "meerkat", "mouse", "polar-bear", "crocodile", "leopard", "peacock",
] as const satisfies readonly ArtName[];

/** Those that the server gives to bots, so that no person looks like one. */
export const BOTS = ["shark", "owl", "gorilla", "octopus", "dolphin", "rhinoceros", "lizard"] as const satisfies readonly ArtName[];

const DRAWN: readonly ArtName[] = [...ANIMALS, ...BOTS, "orca", "snake"];

/** The picture of an avatar's name; whatever is unknown here shows a paw. */
export function animal(avatar: string): ArtName {
  return DRAWN.find((name) => name === avatar) ?? "paw";
}
