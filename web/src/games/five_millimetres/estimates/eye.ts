/** How good an eye was: one's own estimates beside the true lengths. */

/** Estimates in millimetres, by stick. */
export type Estimates = Readonly<Record<number, number>>;
export type Eye = {
  /** How many sticks were estimated, and how many of these exactly. */
  count: number;
  right: number;
  /** The mean distance from the truth, in millimetres. */
  off: number;
};

/** `truth` has the length of every stick in millimetres, by stick. Null for whoever estimated nothing. */
export function eyeOf(estimates: Estimates, truth: readonly number[]): Eye | null {
  const errors = Object.entries(estimates).map(([stick, mm]) => Math.abs(mm - truth[Number(stick)]!));
  if (!errors.length) return null;
  return {
    count: errors.length,
    right: errors.filter((error) => error === 0).length,
    off: errors.reduce((sum, error) => sum + error, 0) / errors.length,
  };
}
