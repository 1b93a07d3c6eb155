// Verb: a choice in few words for its button.
import type { Words } from "./words.ts";

export function wording(path: readonly string[], words: Words): string | undefined {
  const kind = path[0]?.split(":")[0] ?? "";
  return words.verbs[kind];
}
