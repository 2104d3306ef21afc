import type { Item, Seat, Standing } from "../../lib/board";
import type { Format } from "../../lib/texts";
import type { GotFiveView as View } from "../../lib/wire";

export { default } from "./Board.svelte";
export { hush, linger, pace } from "./pace";

type Say = (id: string, args?: Record<string, unknown>) => string;

/** Five numbers are said at any moment, and never for nothing. */
export const meanwhile = (waiting: Item, item: Item): boolean => item.type === "announce" && waiting.type !== "announce";

export const choosing = (seen: unknown, _seat: Seat, say: Say): string =>
  say((seen as View).phase === "reveal" ? "page-reveals" : "page-asks");

/** Who was right, who is left, who was wrong. */
export function standing(seen: unknown, seat: Seat, t: Format): Standing {
  const said = (seen as View).announced[seat] ?? null;
  return { figure: said === null ? "" : t(said ? "page-right" : "page-out"), mark: said === null ? 0 : said ? 1 : -1 };
}

export const label = (item: Item, say: Say): string =>
  say(`action-${item.type}`, { ...item, slot: Number(item.slot ?? 0) + 1 });
