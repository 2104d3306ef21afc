/** How long things take on this table, in milliseconds. */
import type { Line } from "./types";

/** An announcement is a drum roll: five numbers, one after the other. */
export const ROLL = 320;
const DRUM = ROLL * 6;
const READ = 1800;

export const announced = (lines: readonly Line[]): boolean => lines.some((line) => line.action.type === "announce");

/** An announcement as far as it has been turned. */
export const spoken = (numbers: readonly number[], turned: number): string =>
  numbers.map((number, index) => (index < turned ? number : "?")).join(" · ");

/** A clue slides into place before the next is shown. */
export const pace = (lines: readonly Line[]): number => 500 + storyDelay(lines);

/** Right or wrong is said when the fifth number has been turned. */
export const storyDelay = (lines: readonly Line[]): number => (announced(lines) ? DRUM : 0);

/** The racks are read before the result covers them. */
export const resultDelay = (lines: readonly Line[]): number => (announced(lines) ? DRUM + READ : 0);
