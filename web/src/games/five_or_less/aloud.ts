/** What a flight of cards shows, in words, for those who listen: which card of whom. Said once and written nowhere: this is a game of memory. */
import type { Line } from "../../lib/board";

type Say = (id: string, args?: Record<string, unknown>) => string;
const place = (slot: unknown): number => Number(slot) + 1;

export function aloud({ actor, action }: Line, say: Say): string {
  const { type, slot, target, target_slot: other } = action;
  if (type === "power" && other !== undefined) {
    const hit = { who: actor, whom: target, other: place(other) };
    return slot === undefined ? say("page-aloud-renewed", hit) : say("page-aloud-swapped", { ...hit, slot: place(slot) });
  }
  return slot === undefined ? "" : say("page-aloud-card", { who: actor, slot: place(slot) });
}
