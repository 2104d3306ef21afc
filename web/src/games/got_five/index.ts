import type { FormatNumber, Say, Seat, Standing } from "../../lib/board/board";
import type { Format } from "../../lib/text/texts";
import type { Item, View } from "./types";

export { default } from "./Board.svelte";
export { pace, resultDelay, storyDelay } from "./pace";

export const choosing = ({ phase }: View, _seat: Seat, say: Say): string =>
  say(phase === "reveal" ? "page-reveals" : "page-asks");

/** Who was right, who is left, who was wrong. */
export function standing({ announced }: View, seat: Seat, t: Format, _number: FormatNumber): Standing {
  const right = announced[seat] ?? null;
  return {
    figure: right === null ? "" : t(right ? "page-right" : "page-out"),
    mark: right === null ? 0 : right ? 1 : -1,
  };
}

export const label = (item: Item, say: Say): string =>
  say(`action-${item.type}`, { ...item, slot: item.type === "compare" ? item.slot + 1 : 1 });
