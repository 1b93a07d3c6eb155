// Scene: what every part of the board needs beside its own piece of the view.
import type { Language } from "../../app/settings.svelte.ts";
import type { Marks, SeatFace } from "../contract.ts";
import type { Preview } from "./foresee.ts";
import type { Pieces } from "./keys.ts";
import type { Say, Words } from "./words.ts";

/** Made of getters, so that a part is drawn anew only when something that it reads has changed. */
export interface Scene {
  language: Language;
  say: Say;
  words: Words;
  letters: boolean;
  phone: boolean;
  seats: SeatFace[];
  pieces: Pieces;
  marks: Marks;
  choosing: "truck" | "home" | null; // what a tile in hand is to be given: only such places are hatched when they are barred
  preview: Preview | null;
  onpick: (place: string) => void;
  onpeek: (place: string | null) => void;
}
