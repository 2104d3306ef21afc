import type { Say, Seat } from "../../lib/board/board";
import { BOX } from "./box";
import type { BoardModule, Item, Line, View } from "./types";

export { default } from "./Board.svelte";

/** Bids follow quickly; a new stick is looked at for a moment. */
export const pace = (lines: readonly Line[]): number =>
  lines.some((line) => line.action.type === "stick") ? 1500 : 350;

/** The true lengths are read before the result covers them. */
const ENDS = ["eight", "broke", "four-alike"];
export const resultDelay = (lines: readonly Line[]): number =>
  lines.some((line) => line.story.some((one) => ENDS.includes(one.id))) ? 5000 : 0;

export const figure: BoardModule["figure"] = (view, seat, _t, number) => number(view.money[seat] ?? 0);

/** What the sticks and the money brought; four alike win without counting. */
export const standing: BoardModule["standing"] = (view, seat, t, number, result) => {
  const score = result.scores[seat] ?? 0;
  const money = Math.min(view.money[seat] ?? 0, BOX.most_points);
  const alike = result.reason === "four_alike" && result.winners.includes(seat);
  const note = alike ? t("page-count-alike") : t("page-count", { sticks: score - money, money });
  return { figure: number(score), mark: score, note };
};

/** A stick that stands there needs no words: who got the last one, and for how much, stays to be read. */
export const shownElsewhere = ["put-up"];

export const choosing = (_view: View, _seat: Seat, say: Say): string => say("page-bidding");

export const label = (item: Item, say: Say): string => say(`action-${item.type}`, { ...item });
