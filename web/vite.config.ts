import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { sources } from "./build/sources.ts";
import { sprite } from "./build/sprite.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const server = process.env["PADDOCK_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [sprite(here("art"), here("src/look/sprite.svg")), svelte(), sources(here("."))],
  build: {
    outDir: here("../src/paddock/web"),
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy knows no data: URLs
    modulePreload: { polyfill: false },
    target: "es2022",
    chunkSizeWarningLimit: 300,
  },
  // In tests too, the Svelte of browsers: that of servers runs no effects.
  ...(process.env["VITEST"] ? { resolve: { conditions: ["browser"] } } : {}),
  server: { proxy: { "/api": server, "/verify.mjs": server, "/ws": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"], environment: "happy-dom", testTimeout: 60_000 },
});
