/** The cards of the box, from the same file that the rules read: what a card asks of a piece, an eye and a hand. */
import box from "../../../../src/cinq/games/doigt_oeil/box.toml?raw";

export type Length = "small" | "medium" | "long";
export type Position = "flat" | "edge" | "upright";
export type Side = "left" | "right";
export type Wood = {
  length: Length;
  position: Position;
  board: boolean;
  closed: Side | "none";
  hands: Side | "both";
  value: number;
};
export type WoodCard = Wood & { id: string; suit: string; number: number };
type Say = (id: string, args?: Record<string, string | number>) => string;

const SUITS = "ABCD";
const SECOND = "EFGH";

/** `A1 = { length = "small", …, board = false, value = 1 }`, one card a line. */
export function readBox(text: string): Map<string, Wood> {
  const cards = new Map<string, Wood>();
  for (const row of text.split("\n")) {
    const named = /^([A-D]\d+)\s*=\s*\{(.+)\}/.exec(row);
    if (!named) continue;
    const fields = [...named[2]!.matchAll(/(\w+)\s*=\s*("(\w+)"|[\w.]+)/g)];
    const found = Object.fromEntries(fields.map(([, name, raw, word]) => [name, word ?? (JSON.parse(raw!) as unknown)]));
    cards.set(named[1]!, found as Wood);
  }
  return cards;
}

const BOX = readBox(box);

/** A wood card by its name; the second set's suits are called E to H. Null for an advantage. */
export function woodOf(id: string): WoodCard | null {
  const named = /^([A-H])(\d+)$/.exec(id);
  if (!named) return null;
  const [, suit, number] = named as unknown as [string, string, string];
  const like = SECOND.includes(suit) ? SUITS[SECOND.indexOf(suit)]! : suit;
  const wood = BOX.get(`${like}${number}`);
  return wood ? { ...wood, id, suit, number: Number(number) } : null;
}

/** What an advantage card does: `pivot`, `return`, `deflect`, `spoilsport`, `place`. */
export const powerOf = (id: string): string => id.replace(/-\d+$/, "");

/** A card in words, for those who hear it: everything that is drawn on it. */
export function cardLabel(id: string, t: Say): string {
  const wood = woodOf(id);
  if (!wood) return t(`advantage-${powerOf(id)}`);
  const what = [t(`length-${wood.length}`), t(`position-${wood.position}`), ...(wood.board ? [t("on-board")] : [])];
  return `${id}, ${[...what, t(`closed-${wood.closed}`), t(`hands-${wood.hands}`)].join(", ")}`;
}

/** A piece's length from its name: `s1`, `m1`, `l1`. */
export const lengthOf = (piece: string): Length => ({ s: "small", m: "medium", l: "long" })[piece[0]!] as Length;
