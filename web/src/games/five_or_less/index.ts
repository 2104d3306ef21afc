import type { FormatNumber, Say, Seat, Standing } from "../../lib/board";
import type { Format } from "../../lib/texts";
import type { Item, View } from "./types";

export { default } from "./Board.svelte";
export { ariaText } from "./ariaText";
export { pace, resultDelay, storyDelay } from "./pace";

export const figure = ({ options, scores, rounds_won }: View, seat: Seat, t: Format, number: FormatNumber): string =>
  options.end.points == null ? t("page-rounds", { rounds: rounds_won[seat] ?? 0 }) : number(scores[seat] ?? 0);

/** The fewest points, or the most rounds. */
export function standing(view: View, seat: Seat, t: Format, number: FormatNumber): Standing {
  const mark = view.options.end.points == null ? (view.rounds_won[seat] ?? 0) : -(view.scores[seat] ?? 0);
  return { figure: figure(view, seat, t, number), mark };
}

export const choosing = ({ phase }: View, _seat: Seat, say: Say): string => say(`page-doing-${phase}`);

export function label(item: Item, say: Say): string {
  switch (item.type) {
    case "end_turn":
      return say(item.call ? "action-end_turn-call" : "action-end_turn");
    case "power":
      return say("page-coach-power", { whom: item.target });
    case "swap":
    case "take":
    case "quick_discard":
      return say(`page-coach-${item.type}`, { slot: item.slot + 1 });
  }
  return say(`action-${item.type}`);
}
