// Hushed: whose chat this browser does not show, a table; nobody else notices.
import { SvelteSet } from "svelte/reactivity";
import { remembered } from "./remembered.ts";

const kept = remembered<number[]>("paddock.hushed");

export class Hushed {
  readonly seats: SvelteSet<number>;

  constructor(private readonly table: string) {
    this.seats = new SvelteSet(kept.of(table) ?? []);
  }

  toggle = (seat: number): void => {
    if (!this.seats.delete(seat)) this.seats.add(seat);
    kept.keep(this.table, [...this.seats]);
  };
}

export const forgetHushed = kept.forget;
