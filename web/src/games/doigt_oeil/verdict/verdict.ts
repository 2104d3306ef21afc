/** What a placement did, as the server judged and told it: the page only shows it. */
import type { Sentence } from "../../../lib/wire";
import type { Line } from "../types";

/** The sentences of a placement; `good` if nothing fell. */
export type Verdict = { seq: number; good: boolean; told: readonly Sentence[] };

/** The verdict on the last placement among these lines; null where nothing was placed. */
export function verdictOf(lines: readonly Line[]): Verdict | null {
  const line = lines.findLast(({ action }) => action.type === "placement");
  if (line?.action.type !== "placement") return null;
  // Who is next is said elsewhere, and would soon be out of date here.
  const told = line.story.filter(({ id }) => id !== "composes");
  return { seq: line.seq, good: !line.action.fallen.length, told };
}

/** The cards of the present challenge whose piece fell: they get no tick. */
export function failedCards(history: readonly Pick<Line, "action">[]): Set<string> {
  const since = history.findLastIndex(({ action }) => action.type === "challenge" || action.type === "deal");
  const failed = new Set<string>();
  for (const { action } of history.slice(since + 1)) {
    if (action.type !== "placement") continue;
    if (action.fallen.length) failed.add(action.card);
    else failed.delete(action.card);
  }
  return failed;
}
