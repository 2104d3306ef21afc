/** How a seat stands: its points, or the rounds it has won. */
import type { FormatNumber, Seat, Standing } from "../../../lib/board/board";
import type { Format } from "../../../lib/text/texts";
import type { View } from "../types";

export const figure = ({ options, scores, rounds_won }: View, seat: Seat, t: Format, number: FormatNumber): string =>
  options.end.points == null ? t("page-rounds", { rounds: rounds_won[seat] ?? 0 }) : number(scores[seat] ?? 0);

/** The fewest points, or the most rounds. */
export function standing(view: View, seat: Seat, t: Format, number: FormatNumber): Standing {
  const mark = view.options.end.points == null ? (view.rounds_won[seat] ?? 0) : -(view.scores[seat] ?? 0);
  return { figure: figure(view, seat, t, number), mark };
}
