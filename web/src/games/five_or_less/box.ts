// Made by tools/wire_ts.py from src/cinq/games/five_or_less/box_data.py. Do not edit.

/** The power of a card by its value. */
export type FiveOrLessBoxData = {
  powers: Record<number, "add" | "give" | "renew" | "swap">;
};

export const BOX: FiveOrLessBoxData = { powers: {"8": "renew", "10": "swap", "12": "add", "14": "give"} };
