// Parts: the lines of the final score.
import { text } from "../../app/text.ts";
import type { View } from "../../types/zooloretto.ts";
import type { Part, Told } from "../contract.ts";

export function parts({ seats }: View, told?: Told): Part[] {
  const names = ["E4", "E5", "E6", "X1", "X2"] as const;
  const own = told && told.seat !== null ? seats[told.seat] : undefined;
  const herd = (name: string): Pick<Part, "about"> => {
    const pen = own?.enclosures.find((one) => one.name === name);
    if (!told || !pen?.type) return {};
    return { about: text("part.herd", { herd: told.say([`animals.${pen.type}`]), count: pen.tiles.length, spaces: pen.spaces }) };
  };
  const kinds = (count: number): Pick<Part, "about"> => (own && count > 0 ? { about: text("part.kinds", { count }) } : {});
  const pens = names.map((name, at): Part => ({
    label: text(`part.${name}`),
    ...herd(name),
    points: seats.map(({ enclosures, score }) => (enclosures.some((pen) => pen.name === name && pen.built) ? (score.enclosures[at] ?? 0) : null)),
  }));
  return [
    ...pens.filter((part) => part.points.some((points) => points !== null)),
    { label: text("part.stalls"), ...kinds((own?.score.stalls ?? 0) / 2), points: seats.map(({ score }) => score.stalls) },
    { label: text("part.barn"), ...kinds(own?.barn.groups.length ?? 0), points: seats.map(({ score }) => score.barn) },
  ];
}
