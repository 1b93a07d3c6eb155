// Parts: the lines of the final score.
import { text } from "../../app/text.ts";
import type { View } from "../../types/o-zoo-le-mio.ts";
import type { Part, Told } from "../contract.ts";

export function parts({ seats }: View, told?: Told): Part[] {
  const years = [...new Set(seats.flatMap(({ sheet }) => sheet.map(({ year }) => year)))].sort((a, b) => a - b);
  const own = told && told.seat !== null ? seats[told.seat] : undefined;
  /** "3 visitors, 2 trees, 1 bench × 4". */
  const counted = (number: number): string => {
    const scored = own?.sheet.find(({ year }) => year === number);
    const kinds = (["visitors", "trees", "benches"] as const).filter((kind) => scored && scored[kind] > 0);
    if (!told || !scored || kinds.length === 0) return text("part.year.about", { number });
    return `${kinds.map((kind) => told.say([kind, { count: scored[kind] }])).join(", ")} × ${number}`;
  };
  return years.map((number) => ({
    label: text("part.year", { number }),
    about: counted(number),
    points: seats.map(({ sheet }) => sheet.find(({ year }) => year === number)?.points ?? null),
  }));
}
