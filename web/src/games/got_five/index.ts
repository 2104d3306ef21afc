import type { Item, Seat } from "../../lib/board";
import type { GotFiveView as View } from "../../lib/wire";

export { default } from "./Board.svelte";

type Say = (id: string, args?: Record<string, unknown>) => string;

/** A clue slides into place before the next is shown. */
export const pace = (): number => 500;

export const choosing = (seen: unknown, _seat: Seat, say: Say): string =>
  say((seen as View).phase === "reveal" ? "page-reveals" : "page-asks");

export const label = (item: Item, say: Say): string =>
  say(`action-${item.type}`, { ...item, slot: Number(item.slot ?? 0) + 1 });
