import type { Say, Seat } from "../../lib/board/board";
import { placeOf } from "./moves/places";
import type { Item, View } from "./types";

export { default } from "./Board.svelte";
export { ariaText } from "./moves/ariaText";
export { pace, resultDelay, storyDelay } from "./pace";
export { figure, standing } from "./rounds/standing";

/** Whose turn it is stands beside the line: what the player before did stays to be read. */
export const shownElsewhere = ["next"];

export const choosing = ({ phase }: View, _seat: Seat, say: Say): string => say(`page-doing-${phase}`);

export function label(item: Item, say: Say): string {
  switch (item.type) {
    case "end_turn":
      return say(item.call ? "action-end_turn-call" : "action-end_turn");
    case "power":
      return say("page-coach-power", { whom: item.target });
    case "swap":
    case "take":
    case "quick_discard":
      return say(`page-coach-${item.type}`, { place: placeOf(item.slot, say) });
  }
  return say(`action-${item.type}`);
}
