/** Finds a game's board: each in its own chunk, the plain board where there is none yet. */
import type { BoardModule } from "./board";
import { folder } from "../text/texts";

const found = import.meta.glob<BoardModule>("../../games/*/index.ts");

export async function loadBoard(game: string): Promise<BoardModule> {
  const load = found[`../../games/${folder(game)}/index.ts`] ?? found["../../games/plain/index.ts"]!;
  return await load();
}
