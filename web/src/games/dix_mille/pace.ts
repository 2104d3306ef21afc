/** How long things take on this table, in milliseconds. */
import type { Line } from "../../lib/board";
import type { View } from "./view";

export const ROLL = 850;
export const LOSS = 1200;
const READ = 650;
const OPENING = 1400;

const rolled = (lines: readonly Line[]) => lines.some((line) => line.action.type === "dice");

/** Dice take their time to land and to be read; a lost hand a little longer, since it hurts. */
export function pace(lines: readonly Line[], seen: unknown): number {
  if (!rolled(lines)) return 420;
  const fall = (seen as View).last_throw;
  if (!fall) return ROLL + OPENING;
  return ROLL + (fall.winners.length ? READ : LOSS);
}

/** The story says how the dice fell when they have fallen, not before. */
export const hush = (lines: readonly Line[]): number => (rolled(lines) ? ROLL : 0);
