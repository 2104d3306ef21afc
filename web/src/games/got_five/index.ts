import type { Item, Seat } from "../../lib/board";
import type { Format } from "../../lib/texts";
import type { GotFiveView as View } from "../../lib/wire";

export { default } from "./Board.svelte";

type Say = (id: string, args?: Record<string, unknown>) => string;

/** A clue slides into place before the next is shown. */
export const pace = (): number => 500;

/** How many clues a player has gathered. */
export const figure = (seen: unknown, seat: Seat, t: Format): string => {
  const rack = (seen as View).racks[seat];
  return t("page-clues", { clues: rack ? rack.notches.flat().length + rack.compared.flat().length : 0 });
};

export const choosing = (seen: unknown, _seat: Seat, say: Say): string =>
  say((seen as View).phase === "reveal" ? "page-reveals" : "page-asks");

export const label = (item: Item, say: Say): string =>
  say(`action-${item.type}`, { ...item, slot: Number(item.slot ?? 0) + 1 });
