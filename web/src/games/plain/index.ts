/** The plain board: makes any game playable by words alone, until it has a board of its own. */
import type { ViewOf } from "../../lib/board/board";

export { default } from "./Board.svelte";
export { label } from "./words";

const number = (value: unknown): value is number => typeof value === "number";

export function figure(view: ViewOf, seat: number): string {
  for (const name of ["scores", "money", "hand_counts", "piles"]) {
    const found = view[name];
    if (Array.isArray(found) && number(found[seat])) return String(found[seat]);
  }
  return "";
}
