import type { Item, Seat, Standing } from "../../lib/board";
import type { Format } from "../../lib/texts";
import type { View } from "./view";

export { default } from "./Board.svelte";
export { aloud } from "./aloud";
export { hush, linger, pace } from "./pace";

type Say = (id: string, args?: Record<string, unknown>) => string;

export function figure(seen: unknown, seat: Seat, t: Format, number: (value: number) => string): string {
  const { options, scores, rounds_won } = seen as View;
  return options.end.points == null ? t("page-rounds", { rounds: rounds_won[seat] ?? 0 }) : number(scores[seat] ?? 0);
}

/** The fewest points, or the most rounds. */
export function standing(seen: unknown, seat: Seat, t: Format, number: (value: number) => string): Standing {
  const { options, scores, rounds_won } = seen as View;
  return { figure: figure(seen, seat, t, number), mark: options.end.points == null ? (rounds_won[seat] ?? 0) : -(scores[seat] ?? 0) };
}

/** While the others may still answer the last discard, so may one's self (OM-13, OM-18). */
export const meanwhile = (waiting: Item, item: Item, held: boolean): boolean => held && waiting.type === "end_turn" && item.type === "quick_discard";

export const choosing = (seen: unknown, _seat: Seat, say: Say): string => say(`page-doing-${(seen as View).phase}`);

export function label(item: Item, say: Say): string {
  const slot = Number(item.slot ?? 0) + 1;
  if (item.type === "end_turn") return say(item.call ? "action-end_turn-call" : "action-end_turn");
  if (item.type === "power") return say("page-coach-power", { whom: item.target });
  if (item.slot !== undefined) return say(`page-coach-${item.type}`, { slot });
  return say(`action-${item.type}`);
}
