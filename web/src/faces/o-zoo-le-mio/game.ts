// O Zoo le Mio: what the site says of it.
import type { GameEntry } from "../games.ts";
import Cover from "./Cover.svelte";

export default {
  title: "O Zoo le Mio",
  shelf: 2,
  colour: "#1F5340",
  side: "#123327",
  cover: Cover,
  thumb: "parrot",
  usual: ["rule_set", "start_tile"],
  face: () => import("./index.ts"),
} satisfies GameEntry;
