/** How long what happened stays in view before the next thing is shown. */
import type { Line } from "./types";

/** Whether something fell; null where nothing was placed. */
const fell = (lines: readonly Line[]): boolean | null => {
  const placed = lines.flatMap(({ action }) => (action.type === "placement" ? [action.fallen.length > 0] : []));
  return placed[0] ?? null;
};

/** Milliseconds: a card is read, a piece that stands is seen, a fall is shown again slowly (`lab/pace.py`). */
const READ = 800;
const STANDS = 600;
const FALL = 3300;
/** Milliseconds that a fall is shown again; not where motion is unwelcome. */
const again = (): number => (matchMedia("(prefers-reduced-motion: reduce)").matches ? STANDS : FALL);

/** A card is read before the next one comes; a fall is shown again before anybody goes on. */
export function pace(lines: readonly Line[]): number {
  const fallen = fell(lines);
  if (fallen !== null) return fallen ? again() : STANDS;
  return lines.some(({ action }) => action.type === "pick") ? 0 : READ;
}

/** A fall is seen before it is told. */
export const storyDelay = (lines: readonly Line[]): number => (fell(lines) ? again() : 0);
