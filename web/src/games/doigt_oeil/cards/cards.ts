/** The cards of the box: what a card asks of a piece, an eye and a hand. */
import { BOX, type DoigtOeilCard } from "../box";

export type Wood = DoigtOeilCard;
export type Position = Wood["position"];
export type Side = "left" | "right";

/** A wood card by its name. Null for an advantage. */
export const woodOf = (id: string): Wood | null => BOX.wood[id] ?? null;

/** What an advantage card does: `pivot`, `return`, `deflect`, `spoilsport`, `place`. */
export const powerOf = (id: string): string => id.replace(/-\d+$/, "");

/** A card in words, for screen readers: everything that is drawn on it. */
export function cardLabel(id: string, t: (id: string) => string): string {
  const wood = woodOf(id);
  if (!wood) return t(`page-power-${powerOf(id)}`);
  const what = [t(`length-${wood.length}`), t(`position-${wood.position}`), ...(wood.board ? [t("on-board")] : [])];
  return `${id}, ${[...what, t(`closed-${wood.closed}`), t(`hands-${wood.hands}`)].join(", ")}`;
}
