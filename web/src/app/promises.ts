// Promises: what this browser was told before a match and what it sent itself, so that the proof can be held against it.
import { remembered } from "./remembered.ts";

export interface Promised {
  table: string;
  commitment: string;
  nonce: string;
}

const promises = remembered<Promised>("paddock.promises");

export const keepPromise = (promised: Promised): void => promises.keep(promised.table, promised);
export const promiseOf = promises.of;
export const forgetPromises = promises.forget;
