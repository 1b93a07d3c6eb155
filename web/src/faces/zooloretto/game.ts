// Zooloretto: what the site says of it.
import type { GameEntry } from "../games.ts";
import Cover from "./Cover.svelte";

export default {
  title: "Zooloretto",
  shelf: 1,
  colour: "#A8401F",
  side: "#6E2814",
  cover: Cover,
  thumb: "panda",
  usual: ["start_player", "animal_types"],
  face: () => import("./index.ts"),
} satisfies GameEntry;
