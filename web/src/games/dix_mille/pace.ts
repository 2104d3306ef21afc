/** How long things take on this table, in milliseconds. */
import type { Line, View } from "./types";

export const ROLL = 850;
export const LOSS = 1000;
const READ = 400;
const OPENING = 1400;
const END = 2600;

const rolled = (lines: readonly Line[]) => lines.some((line) => line.action.type === "dice");

/** Dice take their time to land and to be read; a lost hand a little longer, since it hurts. */
export function pace(lines: readonly Line[], { last_throw: fall }: View): number {
  if (!rolled(lines)) return 420;
  if (!fall) return ROLL + OPENING;
  return ROLL + (fall.winners.length ? READ : LOSS);
}

/** The last throw and the total it made are seen before the result covers them. */
export const resultDelay = (lines: readonly Line[]): number => storyDelay(lines) + END;

/** The story says how the dice fell when they have fallen, not before. */
export const storyDelay = (lines: readonly Line[]): number => (rolled(lines) ? ROLL : 0);
