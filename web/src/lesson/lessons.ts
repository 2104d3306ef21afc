/** First lessons: a script of views with a text beside each. `src/games/<game>/lesson.ts` exports one. */
import type { ItemOf, Line, OptionsOf, PhysicsChannel, ViewOf } from "../lib/board/board";
import { folder } from "../lib/text/texts";

export type LessonStep<Game = unknown> = {
  view: ViewOf<Game>;
  lines?: readonly Line<Game>[];
  menu?: readonly ItemOf<Game>[];
  /** A message id of the board's own texts: what to look at, or what to do. */
  text: string;
  /** The item to choose; without it the step only wants to be read. */
  wants?: ItemOf<Game>;
  /** Something to try that is no action of the game (crossing out notes): the board knows what it means. */
  practice?: unknown;
};
/** What a learner tries for real, in physics: the board is shown this in place of the step's own view. */
export interface Trial<Game = unknown> {
  /** `none` until it was tried; `absent` where it cannot be tried. */
  readonly outcome: "none" | "good" | "bad" | "absent";
  readonly view: ViewOf<Game> | null;
  readonly lines: readonly Line<Game>[];
  readonly history: readonly Line<Game>[];
  readonly physics: PhysicsChannel;
  begin: (step: LessonStep<Game>) => void;
  again: () => void;
  end: () => void;
}
export type LessonScript<Game = unknown> = {
  names: readonly string[];
  seat: number;
  /** The options that the board reads. */
  options: Partial<OptionsOf<Game>>;
  steps: readonly LessonStep<Game>[];
  /** For a game of physics: makes what the steps with `practice` are tried in. */
  trial?: () => Trial<Game>;
};

/** Numbers the lines of a script. */
export function lineMaker<Game>() {
  let seq = 0;
  return (actor: Line["actor"], action: Line<Game>["action"], ...story: Line["story"]): Line<Game> => ({
    seq: (seq += 1),
    actor,
    action,
    story,
  });
}

const found = import.meta.glob<{ lesson: LessonScript }>("../games/*/lesson.ts");

export async function loadLesson(game: string): Promise<LessonScript | null> {
  const load = found[`../games/${folder(game)}/lesson.ts`];
  return load ? (await load()).lesson : null;
}
