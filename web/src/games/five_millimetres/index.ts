import type { Say, Seat } from "../../lib/board/board";
import type { BoardModule, Item, Line, View } from "./types";

export { default } from "./Board.svelte";

/** Bids follow quickly; a new stick is looked at for a moment. */
export const pace = (lines: readonly Line[]): number =>
  lines.some((line) => line.action.type === "stick") ? 1500 : 350;

export const figure: BoardModule["figure"] = (view, seat, _t, number) => number(view.money[seat] ?? 0);

/** A stick that stands there needs no words: who got the last one, and for how much, stays to be read. */
export const shownElsewhere = ["put-up"];

export const choosing = (_view: View, _seat: Seat, say: Say): string => say("page-bidding");

export const label = (item: Item, say: Say): string => say(`action-${item.type}`, { ...item });
