// Seats: the people at a table as faces and panels show them.
import { animalText, text, type TextKey } from "../app/text.ts";
import { isMessage } from "../app/words.ts";
import type { SeatFace } from "../faces/contract.ts";
import type { Level, Line, Message, Seat, Table } from "../types/wire.ts";

const DELETED = "Guest"; // how the server calls whoever wanted to be forgotten

/** What somebody is called: a bot by its animal, a person whose data were deleted as a guest, everybody else as he likes. */
export function seatName(seat: Pick<Seat, "kind" | "name" | "avatar">): string {
  if (seat.kind === "open") return text("seat.open");
  if (seat.kind === "bot") return animalText(seat.avatar);
  return seat.name === DELETED ? text("guest") : seat.name;
}

/** What everybody is called in sentences, which speak of all alike in the third person: oneself with a mark. */
export function spokenNames(table: Pick<Table, "seats" | "you">): string[] {
  return table.seats.map((seat) => (seat.seat === table.you ? text("you.named", { name: seatName(seat) }) : seatName(seat)));
}

export function seatFaces(table: Table): SeatFace[] {
  return table.seats.map((seat) => ({
    seat: seat.seat,
    name: seat.seat === table.you ? text("you") : seatName(seat),
    avatar: seat.avatar,
    emblem: (seat.seat % 7) + 1,
    you: seat.seat === table.you,
    turn: table.pending.includes(seat.seat),
    bot: seat.kind === "bot",
  }));
}

/** What somebody said in the chat, with who said it. */
export function chatText(line: Line, names: string[]): string {
  const who = line.seat === null ? line.name : (names[line.seat] ?? line.name);
  return `${who}: ${line.phrase ? text(`phrase.${line.phrase}` as TextKey) : (line.text ?? "")}`;
}

/** What stands under a name: bot and level, friend, away. */
export function about(seat: Seat, you: boolean): string {
  if (seat.kind === "open") return "";
  const parts: string[] = [];
  if (seat.kind === "bot") parts.push(text("bot", { level: levelText(seat.level) }));
  else parts.push(you ? seatName(seat) : text("person"));
  if (seat.resigned) parts.push(text("resigned"));
  if (seat.stand_in) parts.push(text("stand_in", { level: levelText(seat.stand_in) }));
  else if (!seat.here) parts.push(text("away"));
  if (seat.hints > 0) parts.push(text("hints", { count: seat.hints }));
  if (seat.muted) parts.push(text("muted"));
  return parts.join(" · ");
}

/** Bots that can be asked to take a seat. */
export const LEVELS: readonly Level[] = ["easy", "medium", "hard", "expert"];

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
