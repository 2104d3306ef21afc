/** What the menu allows with the cards chosen so far. Everything is asked of the menu. */
import { itemsOf } from "../../../lib/board/menu";
import type { DoigtOeilAdd, DoigtOeilAdvantage, DoigtOeilChallenge } from "../../../lib/wire";
import type { Item } from "../types";

export type Answer = DoigtOeilAdd | DoigtOeilAdvantage;

const within = (some: readonly string[], all: readonly string[]) => some.every((card) => all.includes(card));
const answers = (menu: readonly Item[]): Answer[] => [...itemsOf(menu, "add"), ...itemsOf(menu, "advantage")];

/** The cards that may be tapped now: with those chosen they are, or become part of, something in the menu. */
export function choosable(menu: readonly Item[], chosen: readonly string[]): Set<string> {
  const found = new Set<string>(chosen);
  for (const { cards } of itemsOf(menu, "challenge"))
    if (within(chosen, cards)) cards.forEach((card) => found.add(card));
  for (const { card } of answers(menu)) found.add(card);
  return found;
}

/** A tap on a card: into the challenge, out of it, or a new one where it does not fit. */
export function tapped(menu: readonly Item[], chosen: readonly string[], card: string): string[] {
  if (chosen.includes(card)) return chosen.filter((one) => one !== card);
  const more = [...chosen, card];
  const fits = itemsOf(menu, "challenge").some(({ cards }) => within(more, cards));
  return fits ? more : [card];
}

/** The challenges of exactly these cards, one for each player who may be given it. */
export const challengesOf = (menu: readonly Item[], chosen: readonly string[]): DoigtOeilChallenge[] =>
  itemsOf(menu, "challenge").filter(({ cards }) => cards.length === chosen.length && within(chosen, cards));

/** What may be answered with one card of the hand: add it, or play it as an advantage. */
export const answersOf = (menu: readonly Item[], card: string | undefined): Answer[] =>
  answers(menu).filter((item) => item.card === card);

/** The challenge card that an answer acts on, if any. */
export const aimOf = (item: Answer): string | null => (item.type === "advantage" ? (item.with ?? null) : null);

/** The challenge cards an advantage may act on; more than one, and the person chooses first. */
export const aims = (items: readonly Answer[]): string[] => [...new Set(items.flatMap((item) => aimOf(item) ?? []))];
