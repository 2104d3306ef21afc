/** Where hands hold a piece, and which hand is where: for the drawn picture and for the one in three dimensions. */
import type { Side } from "../cards/cards";
import type { Eye } from "../scene/camera";
import { add, cross, dot, less, type Pose, times, turned, unit, type Vec } from "../scene/maths";
import { sizeOf } from "../scene/pieces";
import type { Hands } from "../steering/grip";

/** Where a hand holds a piece: the middle of the grip, the side its two fingertips are on, half of what is between. */
export type Grip = { at: Vec; across: Vec; half: number };
const UP: Vec = [0, 0, 1];

/** The grips of one hand or of both, each with the hand that it is of. */
export function gripsOf(id: string, piece: Pose, hands: Hands, eye: Eye): (Grip & { side: Side })[] {
  const held = grips(id, piece, hands === "both");
  return held.map((grip, index) => ({ ...grip, side: hands === "both" ? sideOf(index, held, eye) : hands }));
}

/** Where one or two hands hold a piece. */
function grips(id: string, pose: Pose, two: boolean): Grip[] {
  const size = sizeOf(id);
  const axes = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  ).map((axis, index) => ({ way: turned(pose.turn, axis), size: size[index]! }));
  const upright = axes.reduce((best, axis) => (Math.abs(axis.way[2]) > Math.abs(best.way[2]) ? axis : best));
  const level = axes.filter((axis) => axis !== upright).sort((a, b) => a.size - b.size);
  const [thin, wide] = [level[0]!, level[1]!];
  const raise = Math.max(0, upright.size / 2 - 0.006);
  if (!two) return [{ at: add(pose.at, times(UP, raise)), across: thin.way, half: thin.size / 2 }];
  // Two hands: at both ends of what lies, one over the other on what stands.
  const ends =
    wide.size > 0.02
      ? [times(wide.way, wide.size * 0.4), times(wide.way, -wide.size * 0.4)]
      : [times(UP, 0), times(UP, -0.014)];
  return ends.map((end, index) => ({
    at: add(add(pose.at, times(UP, raise)), end),
    across: wide.size > 0.02 ? thin.way : index ? wide.way : thin.way,
    half: (wide.size > 0.02 || !index ? thin.size : wide.size) / 2,
  }));
}

/** Of two hands each is on the side its end is on; of two grips one over the other, the upper is the right hand. */
function sideOf(index: number, held: readonly Grip[], eye: Eye): Side {
  const other = held[1 - index]!;
  const right = cross(UP, less([eye.at[0], eye.at[1], 0], [other.at[0], other.at[1], 0]));
  const aside = dot(less(held[index]!.at, other.at), unit(right));
  return Math.abs(aside) > 0.004 ? (aside > 0 ? "right" : "left") : index ? "left" : "right";
}
