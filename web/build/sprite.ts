// Sprite: every picture of `art/` as a symbol in one file, so that the site loads all of them once.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

export function sprite(art: string, goal: string): Plugin {
  return {
    name: "paddock-sprite",
    config() {
      mkdirSync(dirname(goal), { recursive: true });
      writeFileSync(goal, drawn(art));
    },
  };
}

function drawn(art: string): string {
  const files = readdirSync(art, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".svg"))
    .sort();
  const symbols = files.map((name) => symbol(name.replace(/^.*[\\/]|\.svg$/g, ""), readFileSync(join(art, name), "utf8")));
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
}

function symbol(name: string, text: string): string {
  const found = /<svg[^>]*viewBox="([^"]+)"[^>]*>([\s\S]*)<\/svg>/.exec(text);
  if (!found) throw new Error(`the picture '${name}' has no viewBox`);
  if (/\bid="|url\(#|\bstyle="/.test(text)) throw new Error(`the picture '${name}' must do without ids and styles`);
  return `<symbol id="${name}" viewBox="${found[1]}">${found[2]?.replace(/\s*\n\s*/g, "")}</symbol>`;
}
