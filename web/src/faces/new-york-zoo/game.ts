// New York Zoo: what the site says of it.
import { pointsText, text } from "../../app/text.ts";
import type { GameEntry } from "../games.ts";
import Cover from "./Cover.svelte";

export default {
  title: "New York Zoo",
  shelf: 4,
  colour: "#6F4187",
  side: "#45275A",
  cover: Cover,
  thumb: "penguin",
  outcome: (score) => {
    if (score > 0) return pointsText(score); // alone: the spaces that were left
    return score === 0 ? text("cells.none") : score === -1 ? text("cells.one") : text("cells", { count: -score });
  },
  usual: ["short_game_2p", "solo_board"],
  face: () => import("./index.ts"),
} satisfies GameEntry;
