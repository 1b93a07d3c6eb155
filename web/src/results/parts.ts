// Parts: the lines that a final score consists of, read from the last view; a game without parts has none.
import { text } from "../app/text.ts";
import type { View as FranksZoo } from "../types/franks-zoo.ts";
import type { View as NewYorkZoo } from "../types/new-york-zoo.ts";
import type { View as OZooLeMio } from "../types/o-zoo-le-mio.ts";
import type { Message } from "../types/wire.ts";
import type { View as Zooloretto } from "../types/zooloretto.ts";

export interface Part {
  label: string;
  about?: string;
  points: (number | null)[]; // a seat; null where there is nothing to score
  earlier?: true; // a sum of what came before, which tells nothing
  counts?: false; // a fact beside the score, not a part of it
}

/** Whose score is explained, in the words of the game. */
export interface Told {
  seat: number | null;
  say: (message: Message) => string;
}

const PARTS: Record<string, (view: never, told?: Told) => Part[]> = {
  "zooloretto": zooloretto,
  "o-zoo-le-mio": oZooLeMio,
  "franks-zoo": franksZoo,
  "new-york-zoo": newYorkZoo,
};

export function parts(game: string, view: unknown, told?: Told): Part[] {
  return view === null ? [] : (PARTS[game]?.(view as never, told) ?? []);
}

function zooloretto({ seats }: Zooloretto, told?: Told): Part[] {
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

function oZooLeMio({ seats }: OZooLeMio): Part[] {
  const years = [...new Set(seats.flatMap(({ sheet }) => sheet.map(({ year }) => year)))].sort((a, b) => a - b);
  return years.map((number) => ({
    label: text("part.year", { number }),
    about: text("part.year.about", { number }),
    points: seats.map(({ sheet }) => sheet.find(({ year }) => year === number)?.points ?? null),
  }));
}

function franksZoo({ seats, result }: FranksZoo): Part[] {
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

function newYorkZoo({ seats }: NewYorkZoo): Part[] {
  return [
    { label: text("part.open"), points: seats.map(({ uncovered }) => uncovered), counts: false },
    { label: text("part.animals"), points: seats.map(({ animals }) => animals.reduce((sum, { number }) => sum + number, 0)), counts: false },
  ];
}
