// Camera: which part of a map is seen and how large; however it is moved, the map is never lost.
//
// A map has units of its own. Points of the window are pixels from its upper left corner.

export interface Point {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}
export interface Box extends Point, Size {}

/** The point of the map that lies in the middle of the window, and pixels a unit. */
export interface Camera extends Point {
  scale: number;
}

/** How large a unit is drawn if all of the map has room, and how large at most. */
export interface Reach {
  natural: number;
  largest: number;
  spare?: number; // pixels at the right edge that buttons take: where all is shown, nothing lies under them
}

/** All of the map, as large as there is room. */
export function whole(map: Box, window: Size, { natural, spare = 0 }: Reach): Camera {
  const fitting = (width: number): number => Math.min(width / map.width, window.height / map.height, natural);
  const middle = { x: map.x + map.width / 2, y: map.y + map.height / 2 };
  const scale = fitting(window.width);
  if (spare === 0 || map.width * scale <= window.width - 2 * spare) return { ...middle, scale };
  const beside = fitting(window.width - spare);
  return { ...middle, x: middle.x + spare / 2 / beside, scale: beside };
}

/** The nearest camera that shows map wherever it can: none of the window lies beyond an edge while the map goes on at the other. */
export function held(camera: Camera, map: Box, window: Size, reach: Reach): Camera {
  const least = whole(map, window, reach).scale;
  const scale = clamp(camera.scale, least, Math.max(least, reach.largest));
  return {
    x: along(camera.x, map.x, map.width, window.width / scale),
    y: along(camera.y, map.y, map.height, window.height / scale),
    scale,
  };
}

/** Pulled by so many pixels. */
export function pulled(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
}

/** Larger by a factor; what lies under a point of the window stays there. */
export function zoomed(camera: Camera, factor: number, at: Point, window: Size): Camera {
  const scale = camera.scale * factor;
  const [dx, dy] = [at.x - window.width / 2, at.y - window.height / 2];
  return { x: camera.x + dx / camera.scale - dx / scale, y: camera.y + dy / camera.scale - dy / scale, scale };
}

type Fingers = readonly [Point, Point];

/** What lay between two fingers lies between them again. */
export function pinched(camera: Camera, before: Fingers, after: Fingers, window: Size): Camera {
  const [old, now] = [middle(before), middle(after)];
  const grown = apart(before) > 0 ? apart(after) / apart(before) : 1;
  return zoomed(pulled(camera, now.x - old.x, now.y - old.y), grown, now, window);
}

/** The smallest move after which a spot of the map is seen, with some pixels to spare; what is too large is put in the middle. */
export function showing(camera: Camera, spot: Box, window: Size, spare = 24): Camera {
  const near = (at: number, from: number, length: number, seen: number): number => {
    const half = seen / 2 - spare / camera.scale;
    if (length > 2 * half) return from + length / 2;
    return clamp(at, from + length - half, from + half);
  };
  return {
    ...camera,
    x: near(camera.x, spot.x, spot.width, window.width / camera.scale),
    y: near(camera.y, spot.y, spot.height, window.height / camera.scale),
  };
}

/** How the map, drawn at one pixel a unit from its upper left corner, must be moved and scaled. */
export function transform(camera: Camera, map: Box, window: Size): string {
  const x = window.width / 2 - (camera.x - map.x) * camera.scale;
  const y = window.height / 2 - (camera.y - map.y) * camera.scale;
  return `translate(${round(x)}px, ${round(y)}px) scale(${camera.scale.toFixed(4)})`;
}

/** The map, and whatever the window shows around it. */
export function around(map: Box, camera: Camera, window: Size): Box {
  const [width, height] = [window.width / camera.scale, window.height / camera.scale];
  const [x, y] = [Math.min(map.x, camera.x - width / 2), Math.min(map.y, camera.y - height / 2)];
  return { x, y, width: Math.max(map.x + map.width, camera.x + width / 2) - x, height: Math.max(map.y + map.height, camera.y + height / 2) - y };
}

/** Where on the map a point of the window lies. */
export function onMap(camera: Camera, at: Point, window: Size): Point {
  return { x: camera.x + (at.x - window.width / 2) / camera.scale, y: camera.y + (at.y - window.height / 2) / camera.scale };
}

function along(at: number, from: number, length: number, seen: number): number {
  return length <= seen ? from + length / 2 : clamp(at, from + seen / 2, from + length - seen / 2);
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

function middle([one, two]: Fingers): Point {
  return { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 };
}

function apart([one, two]: Fingers): number {
  return Math.hypot(one.x - two.x, one.y - two.y);
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
