// Sources: notes in the built site which sources it was made from, so that a stale build is noticed without node.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Plugin } from "vite";

/** What goes into the built site; `tests/web/test_built.py` reads the same list from the built `sources.json`. */
const PARTS = ["src", "art", "build", "public", "index.html", "package.json", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts"];
const MADE = ["src/look/sprite.svg"];

export function sources(root: string): Plugin {
  return {
    name: "paddock-sources",
    apply: "build",
    generateBundle() {
      const source = JSON.stringify({ parts: PARTS, made: MADE, sha256: fingerprint(root) }, null, 1) + "\n";
      this.emitFile({ type: "asset", fileName: "sources.json", source });
    },
  };
}

function fingerprint(root: string): string {
  const hash = createHash("sha256");
  const names = PARTS.flatMap((part) => listed(root, part)).filter((name) => !MADE.includes(name));
  for (const name of names.sort()) {
    const content = createHash("sha256").update(readFileSync(join(root, name))).digest("hex");
    hash.update(`${name} ${content}\n`);
  }
  return hash.digest("hex");
}

function listed(root: string, part: string): string[] {
  if (part.includes(".")) return [part];
  return readdirSync(join(root, part), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
}
