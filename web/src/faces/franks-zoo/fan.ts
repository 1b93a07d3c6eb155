// Fan: where the cards of a hand lie, so that every animal can be touched.

export interface Spot {
  x: number; // of the card's middle
  y: number;
  angle: number; // degrees
}
export interface Fan {
  card: number; // its width
  lift: number;
  height: number;
  spots: Spot[][]; // by animal, card by card
}

const NEAR = 34; // a card of this width shown is easily touched
const TOUCH = 46; // what must stay free of an animal
const CROWD = 9; // more cards than that lie in two rows on a phone
const RATIO = 1.4;

/** `groups` says how many cards of each animal; cards of an animal lie closer together when room is short. */
export function fan(groups: readonly number[], width: number): Fan {
  const phone = width < 560;
  const number = sum(groups);
  const rows = phone && number > CROWD ? split(groups) : [groups];
  const card = phone ? (rows.length > 1 ? 70 : 82) : width < 900 ? 100 : 118;
  const lift = phone ? 16 : 30;
  const apart = rows.length > 1 ? 62 : 0;
  const height = phone ? 172 : card * RATIO + 46;
  const spots = rows.flatMap((row, at) => spread(row, width, card, height - 8 - (card * RATIO) / 2 - apart * (rows.length - 1 - at), rows.length > 1));
  return { card, lift, height, spots };
}

function spread(groups: readonly number[], width: number, card: number, base: number, flat: boolean): Spot[][] {
  const [inside, between] = steps(groups, width - card - 16, card);
  const number = sum(groups);
  const whole = inside * (number - groups.length) + between * Math.max(0, groups.length - 1);
  const turn = flat ? 0 : Math.min(3.1, 22 / Math.max(1, number - 1));
  const drop = flat ? 0 : Math.min(0.9, 14 / Math.max(1, ((number - 1) / 2) ** 2));
  const top = base - drop * ((number - 1) / 2) ** 2;
  let [x, at] = [width / 2 - whole / 2, 0];
  return groups.map((count, group) => {
    if (group > 0) x += between - inside;
    return Array.from({ length: count }, (): Spot => {
      const off = at++ - (number - 1) / 2;
      const spot = { x, y: top + drop * off * off, angle: turn * off };
      x += inside;
      return spot;
    });
  });
}

/** From a card to the next one of its animal, and to the next animal. */
function steps(groups: readonly number[], room: number, card: number): [number, number] {
  const widest = card * 0.81;
  const gaps = sum(groups) - 1;
  const even = gaps > 0 ? Math.min(widest, room / gaps) : widest;
  const between = groups.length - 1;
  const inside = gaps - between;
  if (even >= NEAR || inside === 0) return [even, even];
  const wide = Math.min(TOUCH + 6, (room - 14 * inside) / Math.max(1, between));
  return [Math.max(8, Math.min(even, (room - wide * between) / inside)), wide];
}

/** Two rows with about as many animals each. */
function split(groups: readonly number[]): number[][] {
  const half = Math.ceil(groups.length / 2);
  return [groups.slice(0, half), groups.slice(half)];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
