/** What the menu allows with the cards chosen so far. Nothing here knows a rule: everything is asked of the menu. */
import type { Item } from "../../lib/board";

const cardsOf = (item: Item): readonly string[] => (item.cards as string[] | undefined) ?? [];
const within = (some: readonly string[], all: readonly string[]) => some.every((card) => all.includes(card));
const challenges = (menu: readonly Item[]) => menu.filter((item) => item.type === "challenge");

/** The cards that may be tapped now: with those chosen they are, or become part of, something in the menu. */
export function choosable(menu: readonly Item[], chosen: readonly string[]): Set<string> {
  const found = new Set<string>(chosen);
  for (const item of challenges(menu)) if (within(chosen, cardsOf(item))) cardsOf(item).forEach((card) => found.add(card));
  for (const item of menu) if (item.type === "add" || item.type === "advantage") found.add(item.card as string);
  return found;
}

/** A tap on a card: into the challenge, out of it, or a new one where it does not fit. */
export function tapped(menu: readonly Item[], chosen: readonly string[], card: string): string[] {
  if (chosen.includes(card)) return chosen.filter((one) => one !== card);
  const more = [...chosen, card];
  const fits = challenges(menu).some((item) => within(more, cardsOf(item)));
  return fits ? more : [card];
}

/** The challenges of exactly these cards, one for each player who may be given it. */
export const challengesOf = (menu: readonly Item[], chosen: readonly string[]): Item[] =>
  challenges(menu).filter((item) => cardsOf(item).length === chosen.length && within(chosen, cardsOf(item)));

/** What may be answered with one card of the hand: add it, or play it as an advantage. */
export const answersOf = (menu: readonly Item[], card: string | undefined): Item[] =>
  menu.filter((item) => (item.type === "add" || item.type === "advantage") && item.card === card);

/** The challenge cards an advantage may act on; more than one, and the person chooses first. */
export const aims = (items: readonly Item[]): string[] => [
  ...new Set(items.flatMap((item) => (typeof item.with === "string" ? [item.with] : []))),
];
