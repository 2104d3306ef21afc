/** What a placement did, in words a player understands: what fell, and why the piece in hand did not count. */
import { woodOf } from "../cards/cards";
import { type Pose, turned, type Vec } from "../scene/maths";
import { PHYSICS } from "../physics";
import { bottomOf } from "../scene/pieces";
import type { Line } from "../types";

/** `others`: one's own piece stands, but something else fell. */
export type Reason = "stands" | "fallen" | "crooked" | "on-board" | "off-board" | "others";
export type Verdict = { seq: number; who: number; card: string; reason: Reason; others: number; drawn: number };

const { up, straight: STRAIGHT, sink } = PHYSICS.judge;
const AXES: readonly Vec[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
/** Metres: lower than this a piece lies on the board; lower still, beside it. */
const ON_BOARD = 0.003;
const BESIDE = -sink;

/** Why the piece of a card counts or does not; `pose` is where it was last seen, `free` if it was pivoted. */
export function reasonOf(card: string, id: string, fallen: readonly string[], pose?: Pose, free = false): Reason {
  if (!fallen.length) return "stands";
  if (!fallen.includes(id)) return "others";
  const wood = woodOf(card);
  if (!wood || !pose || bottomOf(id, pose) < BESIDE) return "fallen";
  const straight = free || Math.abs(turned(pose.turn, AXES[up[wood.position]]!)[2]) > STRAIGHT;
  const onBoard = bottomOf(id, pose) < ON_BOARD;
  if (wood.board) return straight ? (onBoard ? "fallen" : "off-board") : "crooked";
  if (onBoard) return straight ? "on-board" : "fallen";
  return straight ? "fallen" : "crooked";
}

/** The cards of the present challenge whose piece fell: they get no tick. */
export function failedCards(history: readonly Pick<Line, "action">[]): Set<string> {
  const since = history.findLastIndex(({ action }) => action.type === "challenge" || action.type === "deal");
  const failed = new Set<string>();
  for (const { action } of history.slice(since + 1)) {
    if (action.type !== "placement") continue;
    if (action.fallen.length) failed.add(action.card);
    else failed.delete(action.card);
  }
  return failed;
}
