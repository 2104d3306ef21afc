/** The types of this game, generated from its rules (`lib/wire.ts`). */
import type * as board from "../../lib/board/board";
import type * as lessons from "../../lesson/lessons";

type Game = "five-millimetres";
export type View = board.ViewOf<Game>;
export type Item = board.ItemOf<Game>;
export type Action = board.ActionOf<Game>;
export type Line = board.Line<Game>;
export type BoardProps = board.BoardProps<Game>;
export type BoardModule = board.BoardModule<Game>;
export type LessonScript = lessons.LessonScript<Game>;
export type LessonStep = lessons.LessonStep<Game>;
