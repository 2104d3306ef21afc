/** Shared by the table, the replay and lessons: a game's texts and board, for one language. */
import type { BoardModule } from "./board";
import { loadBoard } from "./boards";
import { yieldToMain } from "../browser/scheduling";
import { type Format, gameTexts, type Lang } from "../text/texts";

export type GameAssets = { board: BoardModule; texts: Format };

export async function loadGameAssets(game: string, lang: Lang): Promise<GameAssets> {
  const [board, texts] = await Promise.all([loadBoard(game), gameTexts(game, lang)]);
  await yieldToMain();
  return { board, texts };
}
