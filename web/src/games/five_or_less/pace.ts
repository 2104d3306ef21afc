/** How long things take on this table, in milliseconds. */
import { counted } from "./rounds/rounds";
import type { Line } from "./types";

export const FLIGHT = 220;
/** A card that came back lies open for a moment, then it is gone. */
export const BACK = 1600;
export const RACE = 3200;
/** The round is counted hand by hand, then who won, then what it brings. */
export const TURN_UP = 700;
export const HAND = 550;
const READ = 3200;

const countDuration = (seats: number): number => TURN_UP + HAND * (seats + 2);

const hands = (lines: readonly Line[]): number =>
  lines.flatMap((line) => line.story).filter((one) => one.id === "total").length;

/** Where the board itself goes on when nobody is there to press a button. */
export const shownFor = (seats: number): number => countDuration(seats) + READ;

/** Time is part of this game: nothing waits. A counted round stays in sight by itself. */
export const pace = (): number => 0;

/** The last count is read before the result covers it. */
export const resultDelay = (lines: readonly Line[]): number => (counted(lines) ? shownFor(hands(lines)) : 0);

/** The story tells the points when they have been counted. */
export const storyDelay = (lines: readonly Line[]): number => (counted(lines) ? countDuration(hands(lines)) : 0);
