// Words of the shared parts.
import type { Language } from "../../app/settings.svelte.ts";

const EN = {
  turn: "Turn",
  flip: "Flip",
  keys: "Arrow keys move it, R turns it, F flips it, Enter places it.",
  keysUnflipped: "Arrow keys move it, R turns it, Enter places it.",
};
const DE: typeof EN = {
  turn: "Drehen",
  flip: "Wenden",
  keys: "Pfeiltasten bewegen, R dreht, F wendet, Enter legt ab.",
  keysUnflipped: "Pfeiltasten bewegen, R dreht, Enter legt ab.",
};

export function words(language: Language): typeof EN {
  return language === "de" ? DE : EN;
}
