/** Sizes and positions of the pieces. A pose on the wire is seven numbers: x y z, then w x y z. */
import type { DoigtOeilShownPiece } from "../../../lib/wire";
import type { Position } from "../cards/cards";
import { dot, multiply, type Pose, type Quat, times, type Vec, yawed } from "./maths";
import { PHYSICS } from "../physics";

const LENGTH: Record<string, number> = PHYSICS.lengths;
export const { width: WIDTH, thickness: THICKNESS, boardHalf: BOARD_HALF, boardThickness: BOARD_THICKNESS } = PHYSICS;
const TURNED: Record<Position, Quat> = PHYSICS.turned;

export const sizeOf = (piece: string): Vec => [LENGTH[piece[0]!]!, WIDTH, THICKNESS];
export const oriented = (position: Position, yaw = 0): Quat => multiply(yawed(yaw), TURNED[position]);
const poseOf = (n: readonly number[]): Pose => ({
  at: [n[0]!, n[1]!, n[2]!],
  turn: [n[3]!, n[4]!, n[5]!, n[6]!],
});

/** Where a piece begins in the hand of whoever sits at that angle: as the server takes it up. */
export function above(piece: string, rest: ReadonlyMap<string, Pose>, angle: number): Vec {
  const top = Math.max(0, ...[...rest].map(([id, { at }]) => at[2] + sizeOf(id)[0] / 2));
  const { clearance, inFront } = PHYSICS;
  return [-inFront * Math.sin(angle), -inFront * Math.cos(angle), top + clearance + sizeOf(piece)[0] / 2];
}

/** How far a turned piece reaches from its middle: to the right, away and up. */
function reach(piece: string, [w, x, y, z]: Quat): Vec {
  const half = times(sizeOf(piece), 0.5);
  const along = (...row: [number, number, number]) => dot(half, [Math.abs(row[0]), Math.abs(row[1]), Math.abs(row[2])]);
  return [
    along(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
    along(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
    along(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
  ];
}

/** How high a pose reaches. */
export const topOf = (piece: string, { turn, at }: Pose): number => at[2] + reach(piece, turn)[2];

/** How high a piece is in a position. */
export const heightOf = (piece: string, position: Position): number => 2 * reach(piece, oriented(position))[2];

/** How low a pose reaches. */
const bottomOf = (piece: string, { turn, at }: Pose): number => at[2] - reach(piece, turn)[2];

/** How high the ground below a piece is: the board, or the table beside it. */
function groundBelow(piece: string, { turn, at }: Pose): number {
  const [right, away] = reach(piece, turn);
  const over = Math.abs(at[0]) < BOARD_HALF + right && Math.abs(at[1]) < BOARD_HALF + away;
  return over ? 0 : -BOARD_THICKNESS;
}

/** How high the bottom of a piece is above the board, or above the table beside it. */
export const heightAboveGround = (piece: string, pose: Pose): number =>
  bottomOf(piece, pose) - groundBelow(piece, pose);

/** The air between a piece and what is right below it; `blind`, below it or anywhere: one eye does not see which. */
export function airBelow(piece: string, pose: Pose, others: ReadonlyMap<string, Pose>, blind: boolean): number {
  const size = reach(piece, pose.turn);
  const under = (id: string, { at, turn }: Pose) =>
    [0, 1].every((axis) => Math.abs(at[axis]! - pose.at[axis]!) < size[axis]! + reach(id, turn)[axis]!);
  const below = [...others].filter(([id, other]) => id !== piece && (blind || under(id, other)));
  return pose.at[2] - size[2] - Math.max(groundBelow(piece, pose), ...below.map(([id, other]) => topOf(id, other)));
}

/**
 * Where everything stands. Pieces without a pose (a table without physics, the starter before anything
 * was laid) are stacked crosswise on their column, and columns stand in a row.
 */
export function standing(structure: readonly DoigtOeilShownPiece[]): Map<string, Pose> {
  const poses = new Map<string, Pose>();
  const columns = [...new Set(structure.map((piece) => piece.column))];
  const heights = new Map<string, number>();
  for (const piece of structure) {
    const level = heights.get(piece.column) ?? 0;
    heights.set(piece.column, level + 1);
    const x = (columns.indexOf(piece.column) + 1) % 2 ? 0 : 0.08;
    const y = Math.floor(columns.indexOf(piece.column) / 2) * 0.07;
    const made: Pose = { at: [x, y, THICKNESS * (level + 0.5)], turn: yawed((level * Math.PI) / 2 + level * 0.1) };
    poses.set(piece.id, piece.pose ? poseOf(piece.pose) : made);
  }
  return poses;
}
