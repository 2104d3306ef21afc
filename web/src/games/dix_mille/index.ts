import type { Item } from "../../lib/board";
import type { View } from "./view";

export { default } from "./Board.svelte";
export { hush, pace } from "./pace";

type Say = (id: string, args?: Record<string, unknown>) => string;


export const figure = (view: unknown, seat: number, _t: unknown, number: (value: number) => string): string =>
  number((view as View).scores[seat] ?? 0);

export function choosing(seen: unknown, _seat: number, say: Say): string {
  const { turn, offer } = seen as View;
  if (!turn) return say("page-rolls");
  if (offer) return say("page-takes");
  if (turn.can_bank) return say("page-chooses");
  return turn.points ? say("page-must") : say("page-rolls");
}

export const label = (item: Item, say: Say): string =>
  item.type === "throw" ? say(item.topinambour ? "page-coach-topinambour" : "page-coach-throw") : say(`page-coach-${item.type}`);
