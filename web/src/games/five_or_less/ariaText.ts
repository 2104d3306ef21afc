/** What a flight of cards shows, for screen readers. Spoken and never written: this is a game of memory. */
import type { Say } from "../../lib/board";
import type { Line } from "./types";

const place = (slot: number): number => slot + 1;

export function ariaText({ actor, action }: Line, say: Say): string {
  const slot = "slot" in action ? action.slot : null;
  if (action.type === "power" && action.target_slot != null) {
    const hit = { who: actor, whom: action.target, other: place(action.target_slot) };
    return slot == null ? say("page-aloud-renewed", hit) : say("page-aloud-swapped", { ...hit, slot: place(slot) });
  }
  return slot == null ? "" : say("page-aloud-card", { who: actor, slot: place(slot) });
}
