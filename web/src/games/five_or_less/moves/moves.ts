/** Choosing among the menu's items by taps: what may be touched now follows from the menu alone. */
import { itemOf, itemsOf } from "../../../lib/board/menu";
import type { IconName } from "../../../lib/ui/drawings/Icon.svelte";
import type { FiveOrLessPower as Power } from "../../../lib/wire";
import type { Item } from "../types";

/** What has been pointed at so far for a power. */
export type Aim = { slot?: number | undefined; target?: number | undefined; target_slot?: number | undefined };
const FIELDS = ["slot", "target", "target_slot"] as const;
/** The sign of each power, on its card and on what it moved. */
export const SIGNS = { renew: "again", swap: "turn", add: "plus", give: "exit" } satisfies Record<string, IconName>;
/** Items that name one of one's own cards. */
export type SlotType = "swap" | "take" | "quick_discard";

export const find = itemOf<Item, Item["type"]>;
export const withSlot = (menu: readonly Item[], type: SlotType, slot: number): Item | undefined =>
  itemsOf(menu, type).find((item) => item.slot === slot);

const fits = (item: Power, aim: Aim, but: readonly string[] = []) =>
  FIELDS.every((field) => but.includes(field) || aim[field] === undefined || item[field] === aim[field]);

/** The item that has exactly what was pointed at; undefined while something is missing. */
export const aimed = (ways: readonly Power[], aim: Aim): Power | undefined =>
  ways.find((item) => FIELDS.every((field) => (item[field] ?? undefined) === aim[field]));

/** Own cards that may still be pointed at. */
export const ownSlots = (ways: readonly Power[], aim: Aim): number[] => [
  ...new Set(ways.filter((item) => fits(item, aim, ["slot"])).flatMap((item) => item.slot ?? [])),
];

/** Whether one card of this hand, or this hand as a whole, may be pointed at. */
export function targets(ways: readonly Power[], aim: Aim, seat: number): { whole: boolean; slots: number[] } {
  const these = ways.filter((item) => item.target === seat && fits(item, aim, ["target", "target_slot"]));
  return {
    whole: these.some((item) => item.target_slot == null),
    slots: [...new Set(these.flatMap((item) => item.target_slot ?? []))],
  };
}

/** A digit key as a slot: keys 1 to 3 are the bottom row, 4 and 5 the top, then the added cards. */
export function slotOfKey(code: string): number | null {
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code);
  return digit ? Number(digit[1]) - 1 : null;
}

/** Where a slot lies: a pyramid of half-columns, added cards to its right, the lower row first. */
export function spot(slot: number): { column: number; row: number } {
  if (slot < 3) return { column: 1 + 2 * slot, row: 2 };
  if (slot < 5) return { column: 2 + 2 * (slot - 3), row: 1 };
  return { column: 7 + 2 * Math.floor((slot - 5) / 2), row: slot % 2 ? 2 : 1 };
}

/** How many card widths a hand takes. */
export const columns = (slots: readonly number[]): number =>
  Math.max(3, ...slots.map((slot) => (spot(slot).column + 1) / 2));

/** A card's number as it is printed: with a real minus. */
export const printed = (value: number): string => String(value).replace("-", "−");
