// Verifies the dice of a finished Paddock match, with nothing of Paddock.
//   node verify.mjs proof.json      or, in a page:   import { verify } from "./verify.mjs"; await verify(proof) // [] is valid
const { subtle } = globalThis.crypto ?? (await import("node:crypto")).webcrypto; // node 18 has no global one
const bytes = (text) => new TextEncoder().encode(text);
const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
function join(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}
const sha256 = async (...parts) => new Uint8Array(await subtle.digest("SHA-256", join(...parts)));
const unbase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

const HEX = /^[0-9a-f]{64}$/;
const WORD = /^[!-~]{1,64}$/;
const BASE64 = /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const MOST = 2 ** 31; // of a weight, and of the weights of a roll together
const text = (form) => (value) => typeof value === "string" && form.test(value);
const number = (value) => Number.isInteger(value) && value >= 0 && value <= MOST;
const list = (item) => (value) => Array.isArray(value) && value.every(item);
const pair = (one, two) => (value) => Array.isArray(value) && value.length === 2 && one(value[0]) && two(value[1]);
const FORM = {
  format: (value) => value === "paddock proof", version: (value) => value === 2, table: text(WORD), game: text(WORD),
  rules: number, commitment: text(HEX), secret: text(HEX),
  nonces: (value) => list(text(HEX))(value) && value.length >= 1 && value.length <= 8,
  rolls: list(pair(list(number), number)), digest: text(HEX),
  log: (value) => list(pair(text(BASE64), text(HEX)))(value) && value.length >= 1,
};

/** What is wrong with a proof, one sentence a fault; an empty list if it is valid. */
export async function verify(proof) {
  const fields = Object.keys(FORM);
  if (typeof proof !== "object" || proof === null) return ["this is no proof of version 2: it is no object"];
  const wrong = fields.find((name) => !Object.hasOwn(proof, name) || !FORM[name](proof[name]));
  if (wrong || Object.keys(proof).length !== fields.length)
    return [`this is no proof of version 2: ${wrong ? `its ${wrong} is malformed` : "it has unknown fields"}`];
  const { table, game, rules, commitment, secret, nonces, rolls, log } = proof;
  const found = [];
  const lines = [`${proof.format} ${proof.version}`, `table ${table}`, `game ${game}`, `rules ${rules}`,
    `commitment ${commitment}`, `secret ${secret}`, ...nonces.map((nonce) => `nonce ${nonce}`),
    ...rolls.map(([weights, outcome]) => `roll ${weights.join(" ")} = ${outcome}`),
    ...log.map(([body, link]) => `entry ${body} ${link}`)];
  if (proof.digest !== hex(await sha256(bytes(lines.map((line) => `${line}\n`).join("")))))
    found.push("the digest does not fit: something in this proof was changed");
  const promised = hex(await sha256(unhex(secret), bytes(`\0${table}\0${game}\0${rules}`)));
  if (commitment !== promised) found.push(`the commitment is ${commitment} but the secret gives ${promised}`);
  found.push(...(await rollFaults(rolls, await seed(unhex(secret), table, nonces.map(unhex)))));
  found.push(...(await logFaults(proof)));
  return found;
}

/** Where the log is not whole, or not the one that this commitment, these nonces and these rolls are of. */
async function logFaults(proof) {
  const { table, nonces, rolls, log } = proof;
  const before = [await sha256(bytes(table)), ...log.map(([, link]) => unhex(link))];
  const links = await Promise.all(log.map(([body], at) => sha256(before[at], unbase64(body))));
  const broken = log.findIndex(([, link], at) => link !== hex(links[at]));
  if (broken >= 0) return [`the chain is broken at entry ${broken + 1}`];
  const bots = await Promise.all(nonces.map(async (_, seat) => hex(await sha256(bytes(`bot${table}${seat}`)))));
  const told = toldBy(log.map(([body]) => entry(unbase64(body))), bots, proof);
  if (typeof told === "string") return [told];
  const found = nonces.flatMap((nonce, seat) => (told.nonces[seat] === nonce ? [] : [`the log has another nonce for seat ${seat}`]));
  const at = rolls.findIndex(([, outcome], k) => outcome !== told.rolls[k]);
  if (told.rolls.length !== rolls.length) found.push(`the log has ${told.rolls.length} rolls, the proof ${rolls.length}`);
  else if (at >= 0) found.push(`roll ${at + 1} is ${told.rolls[at]} in the log, ${rolls[at][1]} in the proof`);
  return found;
}

/** An entry of the log; an empty one if it is none. */
function entry(body) {
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** The nonces and the rolls that the log itself tells of; a sentence if it is the log of another table. */
function toldBy(entries, bots, proof) {
  const [nonces, rolls] = [[...bots], []];
  const whole = (value) => Number.isInteger(value) && Math.abs(value) <= MOST;
  const here = { table: proof.table, game: proof.game, rules: proof.rules, commitment: proof.commitment, seats: bots.length };
  let begun = false;
  for (const [at, { type, seat, nonce, events, ...rest }] of entries.entries()) {
    if ((type === "opened") !== (at === 0)) return "the log does not open a table once, at its beginning";
    if (type === "opened") {
      const other = Object.keys(here).find((name) => rest[name] !== here[name]);
      if (other) return `the log is of another table: its ${other} differs`;
    } else if (type === "played" && list(pair(whole, whole))(events)) {
      begun = true;
      rolls.push(...events.filter(([who]) => who === -1).map(([, action]) => action + 0)); // -0 is 0
    } else if ((type === "sat" || type === "left") && whole(seat) && seat >= 0 && seat < bots.length && !(begun && type === "sat")) {
      if (!begun) nonces[seat] = type === "sat" ? nonce : bots[seat];
    } else if (typeof type !== "string" || ["sat", "left", "played"].includes(type)) return `entry ${at + 1} cannot be read`;
  }
  return { nonces, rolls };
}

/** HMAC-SHA-256 with the secret as key, over the table and the nonces of all seats. */
async function seed(secret, table, nonces) {
  const key = await subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await subtle.sign("HMAC", key, join(bytes(`${table}\0`), ...nonces)));
}

/** Roll again: word k is SHA-256(key, k); one past the last whole multiple of the weights' sum is skipped. */
async function rollFaults(rolls, seed) {
  const key = await sha256(bytes("paddock dice 1\0"), seed);
  const word = async (k) => new DataView((await sha256(key, unhex(k.toString(16).padStart(16, "0")))).buffer).getBigUint64(0);
  const words = await Promise.all(rolls.map((_, k) => word(k)));
  const wrong = [];
  let count = 0;
  for (const [at, [weights, outcome]] of rolls.entries()) {
    const sum = weights.reduce((one, two) => one + two, 0);
    if (sum < 1 || sum > MOST) return [`roll ${at + 1} has weights that no dice can follow`];
    const limit = 2n ** 64n - (2n ** 64n % BigInt(sum));
    let drawn;
    do { drawn = words[count] ?? (await word(count)); count += 1; } while (drawn >= limit);
    let rest = Number(drawn % BigInt(sum));
    const rolled = weights.findIndex((weight) => (rest -= weight) < 0);
    if (rolled !== outcome) wrong.push(`roll ${at + 1} says ${outcome} but the seed gives ${rolled}`);
  }
  return wrong.length > 1 ? [`${wrong[0]}, and ${wrong.length - 1} more differ`] : wrong;
}

/** What a proof without faults shows, in one line. */
export function summary({ table, game, commitment, rolls, log }) {
  const chained = `${log.length} entries with the same rolls and nonces are chained up to ${log.at(-1)[1]}`;
  return `table ${table}, ${game}, commitment ${commitment}, ${rolls.length} rolls follow from the seed, ${chained}`;
}

if (globalThis.process?.argv?.[1] && import.meta.url.startsWith("file:")) {
  const [{ existsSync, readFileSync, realpathSync }, { pathToFileURL }] = [await import("node:fs"), await import("node:url")];
  const [, program, file] = process.argv;
  if (existsSync(program) && pathToFileURL(realpathSync(program)).href === import.meta.url) {
    let found, proof;
    try {
      proof = JSON.parse(readFileSync(file, "utf8"));
      found = await verify(proof);
    } catch (error) {
      found = [`this is no proof of version 2: ${error.message}`];
    }
    console.log(found.length ? found.map((fault) => `invalid: ${fault}`).join("\n") : `valid: ${summary(proof)}`);
    process.exitCode = found.length ? 1 : 0;
  }
}
