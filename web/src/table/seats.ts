// Seats: the people at a table as faces and panels show them.
import { text } from "../app/text.ts";
import { isMessage } from "../app/words.ts";
import type { SeatFace } from "../faces/contract.ts";
import type { Message, Seat, Table } from "../types/wire.ts";

const BOTS = ["fox", "owl", "koala", "otter", "duck", "hedgehog", "penguin"]; // who stands for a bot, a seat

/** The picture of each seat: a person's own; a bot's is one that nobody else at the table has. */
function avatars(seats: Seat[]): string[] {
  const taken = new Set(seats.map(({ avatar }) => avatar));
  return seats.map(({ seat, avatar }) => {
    if (avatar) return avatar;
    const found = [...BOTS.slice(seat % BOTS.length), ...BOTS].find((one) => !taken.has(one)) ?? "fox";
    taken.add(found);
    return found;
  });
}

export function seatFaces(table: Table): SeatFace[] {
  const pictures = avatars(table.seats);
  return table.seats.map((seat, k) => ({
    seat: seat.seat,
    name: seat.seat === table.you ? text("you") : seat.kind === "open" ? text("seat.open") : seat.name,
    avatar: pictures[k] ?? "fox",
    emblem: (seat.seat % 7) + 1,
    you: seat.seat === table.you,
    turn: table.pending.includes(seat.seat),
    bot: seat.kind === "bot",
  }));
}

/** What stands under a name: bot and level, friend, away. */
export function about(seat: Seat, you: boolean): string {
  if (seat.kind === "open") return "";
  const parts: string[] = [];
  if (seat.kind === "bot") parts.push(text("bot", { level: levelText(seat.level) }));
  else parts.push(you ? seat.name : text("person"));
  if (seat.stand_in) parts.push(text("stand_in", { level: levelText(seat.stand_in) }));
  else if (!seat.here) parts.push(text("away"));
  if (seat.hints > 0) parts.push(text("hints", { count: seat.hints }));
  if (seat.muted) parts.push(text("muted"));
  return parts.join(" · ");
}

export function levelText(level: string | null): string {
  switch (level) {
    case "easy": return text("level.easy");
    case "medium": return text("level.medium");
    case "hard": return text("level.hard");
    case "expert": return text("level.expert");
    default: return level ?? "";
  }
}

/** The first seat that a message speaks of: whose emblem stands before a line of the log. */
export function speaker([id, args = {}]: Message): number | null {
  if (id === "seat") return typeof args["seat"] === "number" ? args["seat"] : null;
  for (const arg of Object.values(args)) {
    const inner = isMessage(arg) ? [arg] : typeof arg === "object" ? arg : [];
    for (const message of inner) {
      const found = speaker(message);
      if (found !== null) return found;
    }
  }
  return null;
}
