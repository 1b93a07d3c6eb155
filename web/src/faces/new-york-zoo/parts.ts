// Parts: the lines of the final score.
import { text } from "../../app/text.ts";
import type { View } from "../../types/new-york-zoo.ts";
import type { Part } from "../contract.ts";

export function parts({ seats }: View): Part[] {
  return [
    { label: text("part.open"), points: seats.map(({ uncovered }) => uncovered), counts: false },
    { label: text("part.animals"), points: seats.map(({ animals }) => animals.reduce((sum, { number }) => sum + number, 0)), counts: false },
  ];
}
