// Frank's Zoo: what the site says of it.
import type { GameEntry } from "../games.ts";
import Cover from "./Cover.svelte";

export default {
  title: "Frank's Zoo",
  shelf: 3,
  colour: "#B07A12",
  side: "#6F4C05",
  cover: Cover,
  thumb: "elephant",
  usual: ["variant", "target"],
  face: () => import("./index.ts"),
} satisfies GameEntry;
