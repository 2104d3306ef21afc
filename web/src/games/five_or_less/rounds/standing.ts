/** How a seat stands: its points, or the rounds it has won. */
import type { FormatNumber, Seat, Standing } from "../../../lib/board/board";
import type { Format } from "../../../lib/text/texts";
import type { View } from "../types";

const inRounds = ({ options }: View): boolean => options.end.points == null;

/** In short, beside a name. */
export const figure = (view: View, seat: Seat, _t: Format, number: FormatNumber): string =>
  number((inRounds(view) ? view.rounds_won : view.scores)[seat] ?? 0);

/** In words where they are needed: rounds are no points. */
export const score = (view: View, seat: Seat, t: Format, number: FormatNumber): string =>
  inRounds(view) ? t("page-rounds", { rounds: view.rounds_won[seat] ?? 0 }) : figure(view, seat, t, number);

/** The fewest points, or the most rounds. */
export function standing(view: View, seat: Seat, t: Format, number: FormatNumber): Standing {
  const mark = inRounds(view) ? (view.rounds_won[seat] ?? 0) : -(view.scores[seat] ?? 0);
  return { figure: score(view, seat, t, number), mark };
}
