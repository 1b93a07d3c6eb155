// Ending: how a finished match ended for oneself, in a few words.
import { pointsText, text } from "../app/text.ts";
import { GAMES } from "../faces/games.ts";
import type { OwnTableCard } from "../types/wire.ts";

export function ending({ game, result, you, closed }: Pick<OwnTableCard, "game" | "result" | "you" | "closed">): string {
  if (!result) return closed ? text(`closed.${closed}`) : "";
  const points = (GAMES.get(game)?.outcome ?? pointsText)(result.scores[you] ?? 0);
  if (result.places.length < 2) return points; // alone there is nobody to beat
  const place = result.places[you] ?? result.places.length;
  const shared = result.places.filter((one) => one === 1).length > 1;
  const how = place > 1 ? text("mine.place", { place, count: result.places.length }) : text(shared ? "mine.shared" : "mine.won");
  return `${how}, ${points}`;
}
