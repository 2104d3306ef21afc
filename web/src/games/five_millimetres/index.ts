import type { Item, Line, Seat } from "../../lib/board";
import type { Format } from "../../lib/texts";
import type { FiveMillimetresView as View } from "../../lib/wire";

export { default } from "./Board.svelte";

type Say = (id: string, args?: Record<string, unknown>) => string;

/** Quick taps in the auction; who got the last stick is read, and the new one looked at, for a moment. */
export const pace = (lines: readonly Line[]): number => (lines.some((line) => line.action.type === "stick") ? 1500 : 350);

export const figure = (seen: unknown, seat: Seat, _t: Format, number: (value: number) => string): string =>
  number((seen as View).money[seat] ?? 0);

export const choosing = (_seen: unknown, _seat: Seat, say: Say): string => say("page-bidding");

export const label = (item: Item, say: Say): string => say(`action-${item.type}`, { ...item });
