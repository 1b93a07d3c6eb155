// Film: a match step by step, as one viewer may see it; fetched piece by piece, a little ahead of who looks.
import { replay } from "../app/api.ts";
import type { Message, ReplayFrame } from "../types/wire.ts";

export const PIECE = 40; // steps that are fetched together

type Fetch = (from: number, to: number) => Promise<{ steps: number; frames: ReplayFrame[] }>;

export class Film {
  steps = $state.raw(0);
  trouble = $state.raw("");
  private frames = $state.raw<ReadonlyMap<number, ReplayFrame>>(new Map());
  private readonly asked = new Set<number>();

  constructor(private readonly fetch: Fetch) {}

  /** The film of a table as `seat` saw it, or as everybody did. */
  static of(table: string, seat: number | null, token: string | null): Film {
    return new Film((from, to) => replay(table, from, to, seat, token));
  }

  frame(step: number): ReplayFrame | null {
    return this.frames.get(step) ?? null;
  }

  /** What happened up to a step, oldest first; the beginning may not have been fetched. */
  told(step: number): Message[] {
    let first = step;
    while (this.frames.has(first - 1)) first -= 1;
    return Array.from({ length: step - first + 1 }, (_, k) => this.frames.get(first + k)?.news ?? []).flat();
  }

  /** Have this step at hand, and what comes before it or after it, whichever is nearer to be needed: what a year of a game has brought is told by the steps before. */
  async need(step: number): Promise<void> {
    const piece = Math.floor(step / PIECE);
    await this.load(piece);
    const wanted = step % PIECE < (3 * PIECE) / 4 ? piece - 1 : piece + 1;
    if (wanted >= 0 && wanted * PIECE < this.steps) void this.load(wanted);
  }

  private async load(piece: number): Promise<void> {
    if (this.asked.has(piece)) return;
    this.asked.add(piece);
    try {
      const found = await this.fetch(piece * PIECE, (piece + 1) * PIECE);
      this.steps = found.steps;
      this.frames = new Map([...this.frames, ...found.frames.map((frame): [number, ReplayFrame] => [frame.step, frame])]);
      this.trouble = "";
    } catch (error) {
      this.asked.delete(piece);
      this.trouble = (error as Error).message;
    }
  }
}
