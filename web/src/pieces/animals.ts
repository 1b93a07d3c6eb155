// Animals that a person may choose as a picture of itself.
import type { ArtName } from "../types/art.ts";

export const ANIMALS = [
  "fox", "owl", "koala", "otter", "duck", "panda", "hedgehog", "penguin", "lion", "zebra", "turtle", "flamingo",
  "sloth", "frog", "parrot", "seal", "kangaroo", "giraffe", "octopus", "mouse", "polar-bear", "crocodile", "rhinoceros", "peacock",
] as const satisfies readonly ArtName[];

/** The picture of an avatar's name; whatever is unknown here shows a paw. */
export function animal(avatar: string): ArtName {
  return ANIMALS.find((name) => name === avatar) ?? "paw";
}
