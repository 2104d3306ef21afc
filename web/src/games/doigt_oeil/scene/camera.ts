/** Where everyone sits round the board, and where their eye is (DO-12). */
import type { Side } from "../cards/cards";
import { BOARD_HALF } from "./pieces";
import { PHYSICS } from "../physics";
import { add, clamp, cross, dot, less, times, unit, type Vec } from "./maths";

export type Eye = { at: Vec; look: Vec };
/** Half the distance between two eyes, and how far a head with both eyes open may lean. */
const { half: HALF_GAZE, lean: PARALLAX } = PHYSICS.eyes;
/** Degrees, from bottom to top of the picture. */
export const FIELD = 32;
/** Metres: the least distance of the eye from what it looks at and from the hand. */
const NEAREST = 0.34;
/** Metres of board shown around the hand, and of the hand itself. */
const AROUND = 0.1;
const HAND = 0.06;
/** The share of the picture that is used. */
const FILL = 0.94;
const TAN = Math.tan((FIELD * Math.PI) / 360);

/** The board has four smiles, or six for five players and more; two players sit face to face. */
export const smiles = (seats: number): number => (seats <= 4 ? 4 : Math.max(6, seats));
export function seatAngle(seat: number, seats: number): number {
  const place = seats === 2 ? seat * 2 : seat;
  return (place / smiles(seats)) * 2 * Math.PI;
}
/** To the right and away, as this seat sees the board; clockwise round the table. */
export const rightOf = (angle: number): Vec => [Math.cos(angle), -Math.sin(angle), 0];
export const awayOf = (angle: number): Vec => [Math.sin(angle), Math.cos(angle), 0];
/** Degrees that a piece is turned, as this seat sees it: −89 … 90, for half a turn looks the same. */
export function turnSeen(yaw: number, angle: number): number {
  const degrees = Math.round(((yaw + angle) * 180) / Math.PI);
  return 90 - ((((90 - degrees) % 180) + 180) % 180);
}

export type Look = {
  angle: number;
  /** How high the structure reaches. */
  top: number;
  /** The top of the held piece, if there is one: the camera follows it. */
  held: Vec | null;
  /** Width of the picture by its height. */
  aspect: number;
  /** −1 … 1: how far the head leans; only with both eyes open. */
  lean: number;
  closed: Side | "none";
};

const square = (half: number, [x, y]: Vec = [0, 0, 0]): Vec[] => [
  [x - half, y - half, 0],
  [x + half, y - half, 0],
  [x - half, y + half, 0],
  [x + half, y + half, 0],
];

/** What must be in the picture: at rest the whole board; else the wood around the hand, and the hand. */
function wanted({ top, held, closed }: Look): Vec[] {
  if (held === null) return [...square(BOARD_HALF), [0, 0, top + 0.02]];
  // An eye alone does not follow sideways: that would tell how far things are.
  const [x, y, z] = closed === "none" ? held : ([0, 0, held[2]] as const);
  const hand: Vec = [x, y, Math.max(z, top) + HAND];
  return [...square(AROUND, [x / 2, y / 2, 0]), [0, 0, top], hand, [x - HAND, y, z], [x + HAND, y, z]];
}

/** From how high one looks: at rest from well above the board, more so on a tall screen; else from eye height. */
const slope = ({ held, aspect }: Look): number => (held !== null ? 0.34 : aspect < 1.2 ? 0.95 : 0.62);

/** The nearest eye in a direction from which all points are seen, in the middle of the picture. */
function framed(points: readonly Vec[], back: Vec, aspect: number): { look: Vec; far: number } {
  let look = times(points.reduce(add), 1 / points.length);
  let far = 0.6;
  for (let round = 0; round < 12; round += 1) {
    const eye = { at: add(look, times(back, far)), look };
    const seen = points.map((point) => projected(eye, point));
    const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
    const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const ahead = unit(less(look, eye.at));
    const aside = unit(cross(ahead, [0, 0, 1]));
    const shift = add(times(aside, (left + right) / 2), times(cross(aside, ahead), (low + high) / 2));
    look = add(look, times(shift, far * TAN));
    far *= Math.max((right - left) / 2 / aspect, (high - low) / 2) / FILL;
  }
  return { look, far };
}

export function eyeOf(sight: Look): Eye {
  const { angle, held, aspect, lean, closed } = sight;
  const back = unit(add(times(awayOf(angle), -1), [0, 0, slope(sight)]));
  const found = framed(wanted(sight), back, aspect);
  // Never nearer than an arm: the hand is held in front of the eye.
  const arm = held === null ? 0 : dot(less(held, found.look), back) + NEAREST;
  const far = Math.max(found.far, NEAREST, arm);
  const aside = closed === "none" ? clamp(lean, -1, 1) * PARALLAX : closed === "left" ? HALF_GAZE : -HALF_GAZE;
  const at = add(add(found.look, times(back, far)), times(rightOf(angle), aside));
  return { at, look: found.look };
}

/** Metres at a place that one pixel stands for. */
export const perPixel = (eye: Eye, place: Vec, pixels: number): number =>
  (2 * TAN * Math.max(0.1, dot(less(place, eye.at), unit(less(eye.look, eye.at))))) / pixels;

/** A point as it is seen: x and y from −aspect … aspect and −1 … 1, and how far away. */
export function projected(eye: Eye, place: Vec): { x: number; y: number; far: number } {
  const ahead = unit(less(eye.look, eye.at));
  const right = unit(cross(ahead, [0, 0, 1]));
  const up = cross(right, ahead);
  const to = less(place, eye.at);
  const far = Math.max(0.01, dot(to, ahead));
  return { x: dot(to, right) / far / TAN, y: dot(to, up) / far / TAN, far };
}

/** The side from which a fall is best seen: square to where most of it goes, and near one's own side. */
export function bestSide(moved: readonly Vec[], angle: number): number {
  // Directions without a sign: doubled angles add up.
  let [x, y] = [0, 0];
  for (const [dx, dy] of moved) {
    const way = 2 * Math.atan2(dx, dy);
    const size = Math.hypot(dx, dy);
    x += Math.cos(way) * size;
    y += Math.sin(way) * size;
  }
  if (Math.hypot(x, y) < 1e-3) return angle;
  const square = Math.atan2(y, x) / 2 + Math.PI / 2;
  const turns = Math.round((angle - square) / Math.PI);
  return square + turns * Math.PI;
}
