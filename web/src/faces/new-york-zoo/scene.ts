// Scene: what every part of the face needs beside its own piece of the view.
import type { Language } from "../../app/settings.svelte.ts";
import type { Marks, SeatFace } from "../contract.ts";
import type { Cell } from "./poly.ts";
import type { Say, Words } from "./words.ts";

/** Made of getters, so that a part is drawn anew only when something that it reads has changed. */
export interface Scene {
  language: Language;
  say: Say;
  words: Words;
  letters: boolean;
  phone: boolean;
  seats: SeatFace[];
  marks: Marks;
  shapes: ReadonlyMap<string, Cell[]>; // of tiles and attractions, as they lie in the box
  you: number | null;
  onpick: (place: string) => void;
  onpeek: (place: string | null) => void;
}

