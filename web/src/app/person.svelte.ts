// Person: who this browser is to the server, without an account: a secret of its own, a name and an animal.
import { ANIMALS } from "../pieces/animals.ts";
import { hex } from "./connection.ts";

export interface Person {
  token: string; // 32 random bytes, base64url; never shown, never in an address
  name: string;
  avatar: string;
}

const KEY = "paddock.person";
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The stored person, or a new one where nothing usable is stored. */
export function known(stored: string | null, bytes: () => Uint8Array): Person {
  const person: Person = { token: base64url(bytes()), name: "", avatar: ANIMALS[(bytes()[0] ?? 0) % ANIMALS.length] ?? "fox" };
  try {
    const found = JSON.parse(stored ?? "{}") as Partial<Person>;
    if (typeof found.token === "string" && TOKEN.test(found.token)) person.token = found.token;
    if (typeof found.name === "string") person.name = found.name;
    if (ANIMALS.some((animal) => animal === found.avatar)) person.avatar = found.avatar ?? person.avatar;
  } catch {
    // what cannot be read is as good as absent
  }
  return person;
}

const random = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32));

export const person: Person = $state(known(globalThis.localStorage?.getItem(KEY) ?? null, random));

/** Keep the person; call it after every change. */
export function keepPerson(): void {
  localStorage.setItem(KEY, JSON.stringify(person));
}

/** A name for somebody who has given none: the animal and a number that stays the same. */
export function suggested(animal: string): string {
  const number = [...person.token].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 90;
  return `${animal} ${number + 10}`;
}

/** After "delete my data": a new secret, so that nothing leads back. */
export function forgetPerson(): void {
  Object.assign(person, known(null, random));
  keepPerson();
}

/** The last of this person's parts of the dice of one match: 32 bytes, as hexadecimal digits. */
export function newNonce(): string {
  return hex(random());
}

export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
