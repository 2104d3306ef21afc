/** First lessons: a scripted string of views with a word beside each. `src/games/<game>/lesson.ts` gives one. */
import type { Item, Line } from "../lib/board";
import { folder } from "../lib/texts";

export type LessonStep = {
  view: unknown;
  lines?: readonly Line[];
  menu?: readonly Item[];
  /** A message id of the board's own texts: what to look at, or what to do. */
  text: string;
  /** The item to choose; without it the step only wants to be read. */
  wants?: Item;
};
export type LessonScript = { names: readonly string[]; seat: number; options: Record<string, unknown>; steps: readonly LessonStep[] };

const found = import.meta.glob<{ lesson: LessonScript }>("../games/*/lesson.ts");

export async function lessonOf(game: string): Promise<LessonScript | null> {
  const load = found[`../games/${folder(game)}/lesson.ts`];
  return load ? (await load()).lesson : null;
}
