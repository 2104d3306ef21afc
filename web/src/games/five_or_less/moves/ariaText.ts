/** Which card was moved, for screen readers: spoken, never written. A power's places are in the story. */
import type { Say } from "../../../lib/board/board";
import type { Line } from "../types";
import { placeOf } from "./places";

export function ariaText({ actor, action }: Line, say: Say): string {
  const slot = "slot" in action && action.type !== "power" ? action.slot : null;
  return slot == null ? "" : say("page-aloud-card", { who: actor, place: placeOf(slot, say) });
}
