import type { Item, Line } from "../../lib/board";
import type { View } from "./view";

export { default } from "./Board.svelte";

type Say = (id: string, args?: Record<string, unknown>) => string;

/** Dice take their time to land and to be read; a lost hand a little longer, since it hurts. */
export const ROLL = 900;
export function pace(lines: readonly Line[], seen: unknown): number {
  const view = seen as View;
  if (!lines.some((line) => line.action.type === "dice")) return 420;
  if (view.last_throw === null) return ROLL + 1300;
  return ROLL + (view.last_throw.winners.length ? 550 : 1200);
}

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
