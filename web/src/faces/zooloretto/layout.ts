// Layout: where enclosures, spaces and the barn lie, on a desk and on a phone.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}
export interface Pen {
  box: Box;
  spaces: Point[];
  stalls: Point[];
  sign: Box;
  tall: boolean; // a narrow sign in two lines
}
export interface Layout {
  phone: boolean;
  width: number;
  height: number;
  tile: number;
  stall: number;
  pens: Record<string, Pen>;
  barn: Box;
  side: number; // where the right column begins; the width on a phone
}

const STRIP = 114; // a second expansion makes the board so much wider
const ROW = 66; // and a phone's board so much taller

function box(x: number, y: number, width: number, height: number): Box {
  return { x, y, width, height };
}
function grid(x: number, y: number, columns: number, count: number, dx: number, dy: number): Point[] {
  return Array.from({ length: count }, (_, k) => ({ x: x + (k % columns) * dx, y: y + Math.floor(k / columns) * dy }));
}

const drawn = new Map<string, Layout>();

/** The board of a zoo with so many expansions; always the same object, so that nothing on it is drawn twice. */
export function layout(phone: boolean, expansions: number): Layout {
  const key = `${phone} ${expansions}`;
  const found = drawn.get(key) ?? (phone ? small(expansions) : large(expansions));
  drawn.set(key, found);
  return found;
}

function large(expansions: number): Layout {
  const by = (expansions - 1) * STRIP;
  const pens: Record<string, Pen> = {
    E5: { box: box(132 + by, 14, 322, 250), spaces: [...grid(214 + by, 32, 3, 3, 77, 0), ...grid(252 + by, 115, 2, 2, 77, 0)], stalls: [{ x: 148 + by, y: 32 }], sign: box(171 + by, 207, 244, 31), tall: false },
    E4: { box: box(474 + by, 14, 302, 250), spaces: grid(504 + by, 32, 2, 4, 77, 83), stalls: grid(690 + by, 38, 1, 2, 0, 83), sign: box(503 + by, 207, 244, 31), tall: false },
    E6: { box: box(474 + by, 284, 302, 250), spaces: grid(488 + by, 302, 3, 6, 74, 83), stalls: [{ x: 713 + by, y: 392 }], sign: box(503 + by, 477, 244, 31), tall: false },
  };
  for (let k = 1; k <= expansions; k++) {
    const at = (expansions - k) * STRIP;
    pens[`X${k}`] = { box: box(12 + at, 14, 102, 520), spaces: grid(29 + at, 62, 1, 5, 0, 78), stalls: [{ x: 36 + at, y: 456 }], sign: box(19 + at, 16, 88, 43), tall: true };
  }
  return { phone: false, width: 996 + by, height: 546, tile: 68, stall: 54, pens, barn: box(132 + by, 284, 322, 250), side: 796 + by };
}

function small(expansions: number): Layout {
  const pens: Record<string, Pen> = {
    E5: { box: box(6, 6, 202, 136), spaces: [...grid(54, 14, 3, 3, 48, 0), ...grid(78, 62, 2, 2, 48, 0)], stalls: [{ x: 13, y: 14 }], sign: box(44, 111, 140, 24), tall: false },
    E4: { box: box(216, 6, 152, 136), spaces: grid(226, 14, 2, 4, 48, 48), stalls: grid(325, 17, 1, 2, 0, 47), sign: box(247, 111, 117, 24), tall: false },
    E6: { box: box(166, 150, 202, 136), spaces: grid(174, 158, 3, 6, 48, 48), stalls: [{ x: 324, y: 210 }], sign: box(200, 255, 132, 24), tall: false },
  };
  for (let k = 1; k <= expansions; k++) {
    const y = 296 + (k - 1) * ROW;
    pens[`X${k}`] = { box: box(6, y, 362, 62), spaces: grid(16, y + 9, 5, 5, 49, 0), stalls: [{ x: 263, y: y + 13 }], sign: box(302, y + 8, 62, 44), tall: true };
  }
  return { phone: true, width: 374, height: 364 + (expansions - 1) * ROW, tile: 44, stall: 36, pens, barn: box(6, 150, 152, 136), side: 374 };
}

/** The outline of an enclosure: a box drawn by hand, always the same for the same box. */
export function wobbly({ x, y, width: w, height: h }: Box, by: number): string {
  const r = Math.min(28, h / 3.4);
  const random = lottery(x * 7 + y * 13 + w);
  const off = (): number => Math.round((random() - 0.5) * 2 * by * 10) / 10;
  return [
    `M${x + r} ${y}`,
    `C${x + w * 0.36} ${y + off()} ${x + w * 0.66} ${y + off()} ${x + w - r} ${y}`,
    `Q${x + w} ${y} ${x + w} ${y + r}`,
    `C${x + w + off()} ${y + h * 0.36} ${x + w + off()} ${y + h * 0.66} ${x + w} ${y + h - r}`,
    `Q${x + w} ${y + h} ${x + w - r} ${y + h}`,
    `C${x + w * 0.66} ${y + h + off()} ${x + w * 0.36} ${y + h + off()} ${x + r} ${y + h}`,
    `Q${x} ${y + h} ${x} ${y + h - r}`,
    `C${x + off()} ${y + h * 0.66} ${x + off()} ${y + h * 0.36} ${x} ${y + r}`,
    `Q${x} ${y} ${x + r} ${y}z`,
  ].join("");
}

/** Tufts of grass, always the same for the same box. */
export function tufts({ x, y, width, height }: Box, count: number): string {
  const random = lottery(x + y * 3 + width * 5);
  return Array.from({ length: count }, () => {
    const [a, b] = [Math.round(x + 16 + random() * (width - 32)), Math.round(y + 20 + random() * (height - 30))];
    return `M${a} ${b}l-2.5 -5M${a} ${b}v-6M${a} ${b}l2.5 -5`;
  }).join("");
}

/** The outline of the barn: walls and a gable that rises above the box. */
export function gable({ x, y, width, height }: Box, phone: boolean): { wall: string; floor: string; roof: string; planks: string; around: string } {
  const [eaves, top, thick, over] = phone ? [22, -2, 7, 6] : [34, -2, 7, 6];
  const [right, low, middle] = [x + width, y + height, x + width / 2];
  const planks = Array.from({ length: 6 }, (_, k) => `M${x + thick} ${y + eaves + ((k + 1) * (height - eaves)) / 7}H${right - thick}`);
  return {
    wall: `M${x} ${y + eaves}L${middle} ${y + top}L${right} ${y + eaves}V${low}H${x}z`,
    floor: `M${x + thick} ${y + eaves + 4}L${middle} ${y + top + 9}L${right - thick} ${y + eaves + 4}V${low - 6}H${x + thick}z`,
    roof: `M${x - over} ${y + eaves + 6}L${middle} ${y + top - 6}L${right + over} ${y + eaves + 6}`,
    planks: planks.join(""),
    around: `M${x - over} ${y + eaves + 2}L${middle} ${y + top - 10}L${right + over} ${y + eaves + 2}V${low + 2}H${x - over}z`,
  };
}

/** What lies in a barn together. */
export interface Lot {
  place: string;
  type: string;
  count: number;
}
export interface LaidLot extends Box {
  place: string;
  tile: number; // the size of its tiles
  apart: number; // from tile to tile; 0: they lie on one another
}

/**
 * Lots side by side in rows, as large as fits. When they do not fit as single tiles of the least size, those of one lot lie
 * on one another; so there is room for any number.
 */
export function flow(lots: Lot[], room: Box, sizes: number[], least: number): LaidLot[] {
  const ways: [number, boolean][] = [...sizes.filter((size) => size >= least).map((size): [number, boolean] => [size, false]), ...sizes.map((size): [number, boolean] => [size, true])];
  for (const [size, piled] of ways) {
    const laid = tried(lots, room, size, piled);
    if (laid) return laid;
  }
  return tried(lots, { ...room, height: Infinity }, sizes.at(-1) ?? 20, true) ?? [];
}

function tried(lots: Lot[], room: Box, size: number, piled: boolean): LaidLot[] | null {
  const [gap, row] = size > 42 ? [8, size + 11] : [5, size + 6];
  const rows: LaidLot[][] = [[]];
  let x = 0;
  let before = "";
  for (const { place, type, count } of lots) {
    const apart = piled ? 0 : size + gap;
    const width = size + apart * (count - 1);
    const space = before === type || piled ? gap : gap * 2.4;
    let line = rows.at(-1) ?? [];
    if (line.length > 0 && x + space + width > room.width) {
      line = [];
      rows.push(line);
      x = 0;
    } else if (line.length > 0) x += space;
    if (width > room.width) return null;
    line.push({ place, x, y: 0, width, height: size, tile: size, apart });
    x += width;
    before = type;
  }
  if (rows.length * row > room.height) return null;
  const top = room.y + (Number.isFinite(room.height) ? Math.max(0, (room.height - rows.length * row) / 2) : 0);
  return rows.flatMap((line, k) => {
    const last = line.at(-1);
    const left = room.x + (room.width - (last ? last.x + last.width : 0)) / 2;
    return line.map((lot) => ({ ...lot, x: left + lot.x, y: top + k * row }));
  });
}

function lottery(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
