/**
 * The table from one chair, in millimetres: an eye 260 mm above it, one's own sticks at 330 mm, the stand at 650 (more
 * than 30 cm from the hands), the others' behind it. Nothing here knows a true length before the end.
 */
export type Point = { x: number; y: number };
export type Upright = { left: number; width: number; foot: number; top: number; scale: number };

const EYE = 260;
const FOCUS = 680;
const HORIZON = 50;
export const HEIGHT = 600;
export const OWN = 330;
export const STAND = 650;
const THICK = 8;

/** Where a stick of that length stands in the picture. */
export function upright(x: number, z: number, length: number): Upright {
  const scale = FOCUS / z;
  const foot = HORIZON + EYE * scale;
  return { left: (x - THICK / 2) * scale, width: THICK * scale, foot, top: foot - length * scale, scale };
}

/** Left to right; nobody sits right behind the stand, where a stick could not be seen. */
const TURNS: Record<number, readonly number[]> = {
  1: [0.5],
  2: [-0.7, 0.7],
  3: [-1, 0.42, 1],
  4: [-1, -0.42, 0.42, 1],
  5: [-1, -0.7, -0.38, 0.42, 1],
};

/** The others' places: an arc behind the stand, from the left-hand neighbour clockwise. */
export function places(others: number, width: number): { x: number; z: number }[] {
  const reach = ((width / 2) * 820) / FOCUS - 105;
  return (TURNS[others] ?? []).map((turn) => ({ x: turn * reach, z: 930 - 110 * Math.abs(turn) }));
}

/** Sticks of one hand side by side about their place. */
export const row = (count: number, gap: number): number[] =>
  Array.from({ length: count }, (_, index) => (index - (count - 1) / 2) * gap);

/** Millimetres between the sticks of another player: eight of them, too, stand clear of the money track. */
export const gapOf = (count: number, width: number): number =>
  Math.min(23, Math.min(110, 0.17 * width) / Math.max(1, count));

/** On which of two lines the length of each stick is written; null where it is that of the stick before. */
export function labelLines(lengths: readonly number[], crowded: boolean): (0 | 1 | null)[] {
  let written = 0;
  return lengths.map((length, index) => (length === lengths[index - 1] ? null : crowded && written++ % 2 ? 1 : 0));
}

/** The money track bends round the table: up the left side, across the top, down the right. */
export function track(space: number, start: number, width: number): Point {
  const [left, right, up, down] = [-width / 2 + 26, width / 2 - 26, 26, HEIGHT - 90];
  const [side, across] = [down - up, right - left];
  const way = ((start - space) / start) * (2 * side + across);
  if (way <= side) return { x: left, y: down - way };
  if (way <= side + across) return { x: left + way - side, y: up };
  return { x: right, y: up + way - side - across };
}

/** How a stick compares with one's own by eye, for words instead of a picture, and no finer than the picture. */
export function compare(length: number, own: readonly number[]): { id: string; rank: number } {
  const sorted = [...own].sort((a, b) => a - b);
  const near = sorted.findIndex((mine) => Math.abs(mine - length) < 2.5);
  if (near >= 0) return { id: "page-like", rank: near + 1 };
  const above = sorted.filter((mine) => mine < length).length;
  if (above === 0) return { id: sorted[0]! - length < 7.5 ? "page-bit-shorter" : "page-much-shorter", rank: 1 };
  if (above === sorted.length)
    return { id: length - sorted.at(-1)! < 7.5 ? "page-bit-longer" : "page-much-longer", rank: above };
  return { id: "page-between", rank: above };
}

/** Runs of sorted lengths that follow each other by that step, by first and last stick; equal ones share a place. */
export function runsOf(lengths: readonly number[], step: number): { from: number; to: number; steps: number }[] {
  const runs: { from: number; to: number; steps: number }[] = [];
  lengths.forEach((length, index) => {
    const run = runs.at(-1);
    const rise = run ? length - lengths[run.to]! : Infinity;
    const next = Math.abs(rise - step) < 0.01;
    if (run && (next || Math.abs(rise) < 0.01)) Object.assign(run, { to: index, steps: run.steps + Number(next) });
    else runs.push({ from: index, to: index, steps: 0 });
  });
  return runs.filter((run) => run.steps > 0);
}
