// Scene: what every part of the face needs beside its own piece of the view.
import type { Language } from "../../app/settings.svelte.ts";
import type { SeatFace } from "../contract.ts";
import type { Say, Words } from "./words.ts";

/** Made of getters, so that a part is drawn anew only when something that it reads has changed. */
export interface Scene {
  language: Language;
  say: Say;
  words: Words;
  letters: boolean;
  phone: boolean;
  seats: SeatFace[];
}
