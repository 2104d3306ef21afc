/** The chances worth comparing: three at most, and no second action of a kind that is as good as one before it. */
import type { CoachHint } from "../lib/wire";

type Chance = NonNullable<CoachHint["chances"]>[number];
const MOST = 3;
const percent = (win: number): number => Math.round(100 * win);

export function telling(chances: readonly Chance[]): Chance[] {
  const sorted = chances.toSorted((a, b) => b.win - a.win);
  const same = (one: Chance) => (other: Chance) =>
    other.action.type === one.action.type && percent(other.win) === percent(one.win);
  return sorted.filter((one, index) => sorted.findIndex(same(one)) === index).slice(0, MOST);
}
