// Lobby: the lists of the start page, asked for anew every few seconds while somebody looks.
import { mine, tables } from "../app/api.ts";
import type { OwnTableCard, TableCard } from "../types/wire.ts";

const OFTEN = 4000; // milliseconds

export class Lobby {
  own = $state.raw<OwnTableCard[] | null>(null); // null: not known yet
  open = $state.raw<TableCard[] | null>(null);
  watch = $state.raw<TableCard[] | null>(null);
  trouble = $state.raw("");
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Ask now and from now on; the result ends it. */
  follow = (): (() => void) => {
    let asked = true;
    const again = async (): Promise<void> => {
      clearTimeout(this.timer);
      if (document.visibilityState === "visible") await this.ask();
      if (asked) this.timer = setTimeout(again, OFTEN);
    };
    const seen = (): void => void (document.visibilityState === "visible" && again());
    document.addEventListener("visibilitychange", seen);
    void again();
    return () => {
      asked = false;
      clearTimeout(this.timer);
      document.removeEventListener("visibilitychange", seen);
    };
  };

  private async ask(): Promise<void> {
    try {
      const [own, lobby] = await Promise.all([mine(), tables()]);
      this.own = own.toSorted((a, b) => urgency(a) - urgency(b) || b.updated - a.updated);
      const sitting = new Set(own.map((card) => card.id));
      this.open = lobby.open.filter((card) => !sitting.has(card.id));
      this.watch = lobby.watch.filter((card) => !sitting.has(card.id));
      this.trouble = "";
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }
}

/** Whose turn it is comes first, then what is played, and what waits for people. */
export function urgency(card: OwnTableCard): number {
  return card.your_turn ? 0 : card.status === "playing" ? 1 : 2;
}
