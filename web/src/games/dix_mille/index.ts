import type { Say, Seat } from "../../lib/board/board";
import type { BoardModule, Item, View } from "./types";

export { default } from "./Board.svelte";
export { pace, resultDelay, storyDelay } from "./pace";

export const figure: BoardModule["figure"] = (view, seat, _t, number) => number(view.scores[seat] ?? 0);

/** The score sheet of more than four has everybody's name and total. */
export const listsPlayers: BoardModule["listsPlayers"] = (seats) => seats > 4;

export function choosing({ turn, offer }: View, _seat: Seat, say: Say): string {
  if (!turn) return say("page-rolls");
  if (offer) return say("page-takes");
  if (turn.can_bank) return say("page-chooses");
  return turn.points ? say("page-must") : say("page-rolls");
}

export const label = (item: Item, say: Say): string =>
  item.type === "throw"
    ? say(item.topinambour ? "page-coach-topinambour" : "page-coach-throw")
    : say(`page-coach-${item.type}`);
