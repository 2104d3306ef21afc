/** Shared by the table, the replay and lessons: a game's texts and board, for one language. */
import type { BoardModule } from "./board";
import { boardOf } from "./boards";
import { breath } from "./breath";
import { type Format, gameTexts, type Lang } from "./texts";

export type Kit = { board: BoardModule; texts: Format };

export async function kit(game: string, lang: Lang): Promise<Kit> {
  const [board, texts] = await Promise.all([boardOf(game), gameTexts(game, lang)]);
  await breath();
  return { board, texts };
}
