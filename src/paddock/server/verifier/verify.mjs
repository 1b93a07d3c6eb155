// Verifies the dice of a finished Paddock match, with nothing of Paddock.
//   node verify.mjs proof.json [receipt.json]
// or, in a page:   import { verify } from "./verify.mjs"; await verify(proof, receipt) // [] is valid
// A proof alone shows that the rolls follow from what its log says was fixed before. That the log was not written
// afterwards shows only the receipt of somebody who played: what their own client saw, and when.
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
const seals = list(text(/^([0-9a-f]{64})?$/)); // of each seat; empty: it adds nothing to the dice
const seats = (value) => value.length >= 1 && value.length <= 8;
const RECEIPT = {
  format: (value) => value === "paddock receipt", version: (value) => value === 1, table: text(WORD), commitment: text(HEX),
  seat: (value) => number(value) && value <= 7,
  starts: (value) => list(pair((shown) => seals(shown) && seats(shown), text(HEX)))(value) && value.length <= 8,
};
const PROOF = {
  format: (value) => value === "paddock proof", version: (value) => value === 2 || value === 3, table: text(WORD), game: text(WORD),
  rules: number, commitment: text(HEX), secret: text(HEX),
  nonces: (value) => list(text(HEX))(value) && seats(value),
  rolls: list(pair(list(number), number)), digest: text(HEX),
  log: (value) => list(pair(text(BASE64), text(HEX)))(value) && value.length >= 1,
};

/** What keeps a value from having this form; nothing if it has it. */
function misshapen(value, form) {
  if (typeof value !== "object" || value === null) return "it is no object";
  const fields = Object.keys(form);
  const wrong = fields.find((name) => !Object.hasOwn(value, name) || !form[name](value[name]));
  return wrong ? `its ${wrong} is malformed` : Object.keys(value).length === fields.length ? "" : "it has unknown fields";
}

/** What is wrong with a proof, one sentence a fault; an empty list if it is valid, and is what the receipt says. */
export async function verify(proof, receipt = null) {
  let wrong = misshapen(proof, PROOF);
  if (wrong) return [`this is no proof of version 2 or 3: ${wrong}`];
  wrong = receipt === null ? "" : misshapen(receipt, RECEIPT);
  if (wrong) return [`this is no receipt of version 1: ${wrong}`];
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
  found.push(...(await logFaults(proof, receipt)));
  return found;
}

/** Where the log is not whole, or not the one that this commitment, these nonces and these rolls are of. */
async function logFaults(proof, receipt) {
  const { table, nonces, rolls, log } = proof;
  const before = [await sha256(bytes(table)), ...log.map(([, link]) => unhex(link))];
  const links = await Promise.all(log.map(([body], at) => sha256(before[at], unbase64(body))));
  const broken = log.findIndex(([, link], at) => link !== hex(links[at]));
  if (broken >= 0) return [`the chain is broken at entry ${broken + 1}`];
  const told = await toldBy(proof);
  if (typeof told === "string") return [told];
  const found = nonces.flatMap((nonce, seat) => (told.nonces[seat] === nonce ? [] : [`the log has another nonce for seat ${seat}`]));
  const at = rolls.findIndex(([, outcome], k) => outcome !== told.rolls[k]);
  if (told.rolls.length !== rolls.length) found.push(`the log has ${told.rolls.length} rolls, the proof ${rolls.length}`);
  else if (at >= 0) found.push(`roll ${at + 1} is ${told.rolls[at]} in the log, ${rolls[at][1]} in the proof`);
  return receipt === null ? found : [...found, ...receiptFaults(proof, told, receipt)];
}

/** Where the log is not what this player's client saw while it happened. */
function receiptFaults(proof, told, { table, commitment, seat, starts }) {
  if (table !== proof.table || seat >= proof.nonces.length) return ["the receipt is of another table"];
  if (commitment !== proof.commitment) return ["the commitment is not the one that was shown before this seat gave its seal"];
  for (const [at, [sealed, nonce]] of starts.entries()) {
    const [start, number] = [told.starts[at], at + 1];
    if (!start) return [`the log hides start ${number}, for which seat ${seat} showed its nonce`];
    if (start.seals.join() !== sealed.join()) return [`the seals of start ${number} are not those that were fixed when seat ${seat} showed its nonce`];
    // A nonce that was late and one that was withheld look alike: then a further start goes on without the seat.
    if (start.shown[seat] !== nonce && (start.shown[seat] || number === told.starts.length)) return [`the log denies that seat ${seat} showed its nonce at start ${number}`];
  }
  return [];
}

/** Is what this player showed in the dice? Only then does a proof without faults prove anything to them. */
export const takesPart = (proof, { seat, starts }) => starts.length > 0 && proof.nonces[seat] === starts.at(-1)[1];

/** The start at which this player's nonce was not taken, as a proof without faults says; 0 for none. */
async function missed(proof, { seat, starts: { length } }) {
  return length && !(await toldBy(proof)).starts[length - 1].shown[seat] ? length : 0;
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

/** The seals, nonces and rolls that the log itself tells of; a sentence if it cannot be the log of this table. */
async function toldBy(proof) {
  const { table, log, version } = proof;
  const here = { table, game: proof.game, rules: proof.rules, commitment: proof.commitment, seats: proof.nonces.length };
  const bots = await Promise.all(proof.nonces.map(async (_, seat) => hex(await sha256(bytes(`bot${table}${seat}`)))));
  const whole = (value) => Number.isInteger(value) && Math.abs(value) <= MOST;
  const sealing = version === 3; // are nonces sealed before they are shown? Older tables' were not
  const [starts, rolls, given] = [[], [], bots.map(() => "")];
  let [nonces, begun] = [[...bots], false];
  const unopened = () => (starts.at(-1)?.seals ?? []).flatMap((seal, seat) => (seal && !starts.at(-1).shown[seat] ? [seat] : []));
  for (const [at, { type, seat, nonce, events, seal, seals: fixed, ...rest }] of log.map(([body]) => entry(unbase64(body))).entries()) {
    const unread = `entry ${at + 1} cannot be read`;
    const seated = whole(seat) && seat >= 0 && seat < bots.length;
    if ((type === "opened") !== (at === 0)) return "the log does not open a table once, at its beginning";
    if (type === "opened") {
      const other = Object.keys(here).find((name) => rest[name] !== here[name]);
      if (other) return `the log is of another table: its ${other} differs`;
    } else if (type === "sat") {
      const one = seal === undefined ? "" : seal;
      if (!seated || begun || starts.length || (sealing && !seals([one]))) return unread;
      given[seat] = one;
      if (!sealing) nonces[seat] = nonce;
    } else if (type === "left") {
      if (!seated) return unread;
      if (!begun && !starts.length) [nonces[seat], given[seat]] = [bots[seat], ""];
    } else if (type === "sealed" && sealing) {
      // The seals that count: those that people gave, or, after a start that failed, what they have shown.
      if (begun || !seals(fixed) || fixed.length !== bots.length) return unread;
      if (starts.length && !unopened().length) return `start ${starts.length + 1} was made although every seal was opened`;
      const due = starts.at(-1)?.shown ?? given.map((one, k) => (fixed[k] ? one : ""));
      const wrong = fixed.findIndex((one, k) => one !== due[k]);
      if (wrong >= 0) return `start ${starts.length + 1} does not have the seal that seat ${wrong} gave`;
      starts.push({ seals: fixed, shown: fixed.map(() => "") });
      nonces = [...bots];
    } else if (type === "revealed" && sealing) {
      if (!seated || begun || !unopened().includes(seat + 0) || !text(HEX)(nonce)) return unread; // -0 is 0
      if (hex(await sha256(unhex(nonce))) !== starts.at(-1).seals[seat]) return `what seat ${seat + 0} showed at start ${starts.length} is not what it had sealed`;
      starts.at(-1).shown[seat] = nonces[seat] = nonce;
    } else if (type === "played") {
      if (!list(pair(whole, whole))(events)) return unread;
      if (sealing && !starts.length) return "the match begins before the seals are fixed";
      if (unopened().length) return `the match begins before seat ${unopened()[0]} has opened its seal`;
      begun = true;
      rolls.push(...events.filter(([who]) => who === -1).map(([, action]) => action + 0));
    } else if (typeof type !== "string") return unread;
  }
  return { nonces, rolls, starts };
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

// Whoever rolled what they liked could state weights by which every roll looks right; `paddock verify` plays the log again.
const STATED = "the stated weights (not checked: that takes the rules)";

/** What a proof without faults shows, in one line. */
export async function summary(proof, receipt = null) {
  const { table, game, commitment, rolls, log } = proof;
  const chained = `${log.length} entries with the same rolls and nonces are chained up to ${log.at(-1)[1]}`;
  const facts = [`table ${table}`, game, `commitment ${commitment}`, `${rolls.length} rolls follow from the seed by ${STATED}`, chained, await sealedBy(proof)];
  if (receipt !== null) {
    const said = takesPart(proof, receipt) ? "is in the dice" : "is not in the dice, so nothing is proved to it";
    facts.push(`the receipt fits, and what seat ${receipt.seat} showed ${said}`);
    const number = await missed(proof, receipt);
    if (number) facts.push(`its nonce was not taken at start ${number}: it came late, or was withheld`);
  }
  return facts.join(", ");
}

/** How often the dice were drawn before the match began; 0 where nothing was sealed. */
export const startsOf = async (proof) => (await toldBy(proof)).starts.length;

/** Whose nonces the dice hold, and whether anybody could have chosen theirs by those of others. */
async function sealedBy(proof) {
  if (proof.version === 2) return "nonces were not sealed, so whoever sat down last could have chosen theirs";
  const { starts } = await toldBy(proof);
  const taking = (starts.at(-1)?.seals ?? []).flatMap((seal, seat) => (seal ? [seat] : []));
  if (!taking.length) return "no player added a nonce, so whoever ran the server could have chosen the dice";
  const tries = starts.length > 1 ? ` at start ${starts.length}, so dice were thrown away before` : "";
  return `nonces of seats ${taking.join(" ")} were sealed before any was shown${tries}`;
}

if (globalThis.process?.argv?.[1] && import.meta.url.startsWith("file:")) {
  const [{ existsSync, readFileSync, realpathSync }, { pathToFileURL }] = [await import("node:fs"), await import("node:url")];
  const [, program, file, kept] = process.argv;
  if (existsSync(program) && pathToFileURL(realpathSync(program)).href === import.meta.url) {
    const parsed = (name) => JSON.parse(readFileSync(name, "utf8"));
    let found, proof, receipt = null;
    try {
      proof = parsed(file);
      if (kept) receipt = parsed(kept);
      found = await verify(proof, receipt);
    } catch (error) {
      found = [`this is no ${proof ? "receipt of version 1" : "proof of version 2 or 3"}: ${error.message}`];
    }
    console.log(found.length ? found.map((fault) => `invalid: ${fault}`).join("\n") : `valid: ${await summary(proof, receipt)}`);
    process.exitCode = found.length ? 1 : 0;
  }
}
