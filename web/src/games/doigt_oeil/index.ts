import type { Item, Line, Standing } from "../../lib/board";
import type { Format } from "../../lib/texts";
import type { DoigtOeilView as View } from "../../lib/wire";
import { powerOf } from "./cards";

export { default } from "./Board.svelte";

type Say = (id: string, args?: Record<string, unknown>) => string;

/** A card is read before the next one comes; a fall is shown again before anybody goes on. */
export function pace(lines: readonly Line[]): number {
  const types = lines.map(({ action }) => action.type);
  const placed = lines.find(({ action }) => action.type === "placement")?.action;
  if (placed) return (placed.fallen as string[]).length ? 3200 : 700;
  return types.includes("pick") ? 0 : 900;
}

/** A fall is seen before it is told. */
export const hush = (lines: readonly Line[]): number => (lines.some(({ action }) => (action.fallen as string[] | undefined)?.length) ? 1200 : 0);

/** Cards in hand; where many sit at the table the word gives way to their names. */
export function figure(seen: unknown, seat: number, t: Format): string {
  const counts = (seen as View).hand_counts;
  return t(counts.length > 2 ? "page-figure" : "page-cards", { count: counts[seat] ?? 0 });
}

/** At the end: cards left, or points where points are counted. */
export function standing(seen: unknown, seat: number, t: Format, number: (value: number) => string): Standing {
  const { scores, piles, hand_counts } = seen as View;
  const mark = scores?.[seat] ?? 0;
  return { figure: piles ? number(mark) : t("page-cards", { count: hand_counts[seat] ?? 0 }), mark };
}

export function choosing(seen: unknown, _seat: number, say: Say): string {
  const { phase, held } = seen as View;
  if (held) return say("page-places");
  return say(phase === "vote" ? "page-votes" : phase === "answer" ? "page-answers" : "page-composes");
}

/** While a piece is in somebody's hand it is their turn, though they owe no action. */
export const acting = (seen: unknown): number | null => (seen as View).held?.seat ?? null;

export function label(item: Item, say: Say): string {
  const args = { ...item, whom: item.target ?? item.seat, card: item.with ?? item.card };
  if (item.type !== "advantage") return say(`action-${item.type}`, args);
  const power = powerOf(item.card as string);
  return say(`action-advantage-${power}${power === "deflect" && typeof item.target !== "number" ? "-away" : ""}`, args);
}
