import type { FormatNumber, Say, Seat, Standing } from "../../lib/board/board";
import type { Format } from "../../lib/text/texts";
import { powerOf } from "./cards/cards";
import type { Item, View } from "./types";

export { default } from "./Board.svelte";
export { pace, storyDelay } from "./pace";

/** Cards in hand; where many sit at the table the word gives way to their names. */
export const figure = ({ hand_counts: counts }: View, seat: Seat, t: Format): string =>
  counts.length > 2 ? String(counts[seat]) : t("page-cards", { count: counts[seat] ?? 0 });

/** At the end: cards left, or points where points are counted. */
export function standing({ scores, piles, hand_counts }: View, seat: Seat, t: Format, number: FormatNumber): Standing {
  const mark = scores?.[seat] ?? 0;
  return { figure: piles ? number(mark) : t("page-cards", { count: hand_counts[seat] ?? 0 }), mark };
}

export function choosing({ phase, held }: View, _seat: Seat, say: Say): string {
  if (held) return say("page-places");
  return say(phase === "vote" ? "page-votes" : phase === "answer" ? "page-answers" : "page-composes");
}

/** While a piece is in somebody's hand it is their turn, though they owe no action. */
export const acting = ({ held }: View): Seat | null => held?.seat ?? null;

export function label(item: Item, say: Say): string {
  if (item.type === "vote") return say("action-vote", { ...item, whom: item.seat });
  if (item.type === "challenge") return say("action-challenge", { ...item, whom: item.target });
  if (item.type !== "advantage") return say(`action-${item.type}`, { ...item });
  const power = powerOf(item.card);
  const away = power === "deflect" && item.target == null;
  const args = { ...item, whom: item.target, card: item.with ?? item.card };
  return say(`action-advantage-${power}${away ? "-away" : ""}`, args);
}
