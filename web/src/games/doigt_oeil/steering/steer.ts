/** Which keys move what. A key means the same with every card; a single hand has only its own cluster (DO-12). */
import type { Hands } from "./grip";

export type Motion = { right: number; away: number; up: number; turn: number; lean: number };
type Keys = Partial<Record<keyof Motion, readonly [string, string]>>;

/** The key that lessens, and the key that adds; places on the keyboard, whatever letters are on them. */
const RIGHT: Keys = {
  right: ["ArrowLeft", "ArrowRight"],
  away: ["ArrowDown", "ArrowUp"],
  up: ["PageDown", "PageUp"],
  turn: ["End", "Home"],
};
const LEFT: Keys = { right: ["KeyA", "KeyD"], away: ["KeyS", "KeyW"], up: ["KeyF", "KeyR"], turn: ["KeyE", "KeyQ"] };
const HEAD: Keys = { lean: ["KeyZ", "KeyX"] };

/** Metres and radians a second; with Shift a quarter of it. */
const PACE: Motion = { right: 0.07, away: 0.07, up: 0.06, turn: 1.1, lean: 1 };

const sets = (hands: Hands): readonly Keys[] =>
  hands === "both" ? [RIGHT, LEFT, HEAD] : hands === "right" ? [RIGHT, HEAD] : [LEFT, HEAD];

export const steers = (code: string, hands: Hands): boolean =>
  sets(hands).some((keys) => Object.values(keys).some((pair) => pair.includes(code)));

export function motion(down: ReadonlySet<string>, hands: Hands, fine = false): Motion {
  const sum: Motion = { right: 0, away: 0, up: 0, turn: 0, lean: 0 };
  for (const keys of sets(hands))
    for (const [what, [less, more]] of Object.entries(keys) as [keyof Motion, [string, string]][])
      sum[what] += (down.has(more) ? 1 : 0) - (down.has(less) ? 1 : 0);
  const share = fine ? 0.25 : 1;
  for (const what of Object.keys(sum) as (keyof Motion)[]) sum[what] *= PACE[what] * (what === "lean" ? 1 : share);
  return sum;
}

/** Whether a touch may be this hand's: a single hand has its own half of the screen, and a mouse is a right hand. */
export function mayTouch(hands: Hands, kind: string, share: number): boolean {
  if (hands === "both") return true;
  if (kind === "mouse") return hands === "right";
  return hands === "right" ? share >= 0.5 : share <= 0.5;
}
