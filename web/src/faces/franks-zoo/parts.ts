// Parts: the lines of the final score.
import { text } from "../../app/text.ts";
import type { View } from "../../types/franks-zoo.ts";
import type { Part } from "../contract.ts";

export function parts({ seats, result }: View): Part[] {
  if (!result) return [];
  const scored = seats.map(({ seat }) => result.scores.find((one) => one.seat === seat));
  const line = (label: string, points: (score: NonNullable<(typeof scored)[number]>) => number): Part => ({ label, points: scored.map((one) => (one ? points(one) : null)) });
  const lines = [
    { ...line(text("part.before"), (one) => one.points - one.gained), earlier: true as const },
    line(text("part.place"), (one) => one.place_points),
    line(text("part.partner"), (one) => one.shared),
    line(text("part.lions"), (one) => one.lions),
    line(text("part.hedgehog"), (one) => one.hedgehog),
  ];
  return lines.filter((part) => part.points.some((points) => points));
}
