/** How long things take on this table, in milliseconds. */
import type { Line } from "../../lib/board";
import { counted } from "./rounds";
import type { View } from "./view";

export const FLIGHT = 220;
/** A card that came back lies open for a moment, then it is gone. */
export const BACK = 1600;
export const RACE = 3200;
/** The round is counted hand by hand, then who won, then what it brings. */
export const TURN_UP = 700;
export const HAND = 550;
const READ = 3200;

export const reckoning = (seats: number): number => TURN_UP + HAND * (seats + 2);

/** Time is part of this game: nothing waits but the counting between rounds. */
export const pace = (lines: readonly Line[], seen: unknown): number =>
  counted(lines) ? reckoning((seen as View).hands.length) + READ : 0;
