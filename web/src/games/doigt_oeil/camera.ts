/** Where everyone sits round the board, and where their eye is (DO-12). */
import type { Side } from "./cards";
import { PHYSICS } from "./physics";
import { add, clamp, cross, dot, less, times, unit, type Vec } from "./maths";

export type Eye = { at: Vec; look: Vec };
/** Half the distance between two eyes, and how far a head with both eyes open may lean. */
export const { half: HALF_GAZE, lean: PARALLAX } = PHYSICS.eyes;
/** Degrees, from bottom to top of the picture. */
export const FIELD = 32;
const NEAREST = 0.36;
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

export type Look = {
  angle: number;
  /** How high the structure reaches, and the held piece if there is one. */
  top: number;
  held: number | null;
  /** Width of the picture by its height. */
  aspect: number;
  /** −1 … 1: how far the head leans; only with both eyes open. */
  lean: number;
  closed: Side | "none";
};

export function eyeOf({ angle, top, held, aspect, lean, closed }: Look): Eye {
  // With a piece in hand: from a little below the top of the structure to the hand above the piece.
  const [low, high] =
    held === null
      ? [-0.02, Math.max(0.09, top + 0.035)]
      : [Math.max(-0.03, Math.min(top, held) - 0.09), Math.max(held, top) + 0.055];
  const tall = Math.max(high - low, 0.13);
  const wide = held === null ? 0.31 : 0.24;
  const far = Math.max(NEAREST, tall / 2 / TAN, wide / 2 / TAN / aspect);
  const look: Vec = [0, 0, (low + high) / 2];
  const aside = closed === "none" ? clamp(lean, -1, 1) * PARALLAX : closed === "left" ? HALF_GAZE : -HALF_GAZE;
  const back = add(times(awayOf(angle), -far), times(rightOf(angle), aside));
  // Eye height: a little above what one looks at, so that tops can be seen.
  return { at: add(look, [back[0], back[1], far * 0.3]), look };
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
