/** The contract between the shell and a game's board. The board draws and offers; it knows no rule. */
import type { Component } from "svelte";
import type { Args, Format, Lang } from "./texts";

export type Seat = number;
/** An item of the menu, or a template of one; sent back as it came (a template filled in). */
export type Item = { type: string } & Record<string, unknown>;
/** A line of the game as this viewer may read it. */
export type Line = {
  seq: number;
  actor: Seat | "dealer" | "world";
  action: Item;
  story: readonly { id: string; args?: Record<string, unknown> }[];
  margin?: number | null;
};
/** The physical world of a game that has one: frames to watch, a hand to move. */
export type World = {
  /** Hears binary messages as they come, and answers about the world (`spots`); gives the way to stop. */
  hear: (heed: (news: ArrayBuffer | Item) => void) => () => void;
  /** Says something that is no action and not numbered (`hand`, `lay`, `ask_spots`). */
  tell: (message: Item) => void;
};
export type Player = {
  name: string;
  /** A bot, or a person: emblems are square or round. */
  bot: boolean;
  level: string | null;
  here: boolean;
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a view's type belongs to its game
export type BoardProps<View = any> = {
  /** What this seat sees now: the fields of the game's ledger, "View". */
  view: View;
  /** The lines that led from the view before to this one: what to animate. Empty on arrival. */
  lines: readonly Line[];
  /** Every line so far, oldest first, for sheets and histories. */
  history: readonly Line[];
  /** All one may do now; empty when one may do nothing, or while an action is under way. */
  menu: readonly Item[];
  /** Sends an item back. The board is frozen (empty menu) until the answer. */
  act: (item: Item) => void;
  /** One's own seat; null for a spectator. */
  seat: Seat | null;
  players: readonly Player[];
  names: readonly string[];
  /** Those the game waits for now (`must_act`), and all who may act. */
  waiting: readonly Seat[];
  options: Record<string, unknown>;
  /** The texts of this game's fr.ftl / en.ftl. `say` fills `who`/`whom` seats and `$you` in. */
  t: Format;
  say: (id: string, args?: Record<string, unknown>) => string;
  lang: Lang;
  /** A whole number as people write it: `10 000`, `10,000`. */
  number: (value: number) => string;
  /** Seconds of the server, for things that run. */
  now: () => number;
  /** No flights, no turns: change places by a fade. */
  reduced: boolean;
  /** The result once the game is over. */
  result: Record<string, unknown> | null;
  /** What is only told when the game is over: 5 Millimètres' true lengths beside what each seat saw. */
  sight?: unknown;
  /** The item the coach would choose, when it was asked: light it up. */
  hint: Item | null;
  /** A replay or a lesson: nothing can be sent. */
  still: boolean;
  /** Frames and hands, where the game is physical; absent in a replay or a lesson. */
  world?: World;
  /** In a replay: what the fall at this step looked like, in the game's own bytes. Absent elsewhere, and where nothing fell. */
  fall?: (() => Promise<ArrayBuffer>) | undefined;
  /** Sounds: "dice" "wood" "tone" "card" "tick" "turn" "bank" "lost" "won"; louder, higher or later if told so. */
  play: (sound: import("./sound").Sound, stroke?: import("./sound").Stroke) => void;
};

/** A seat at the end: what is written beside its name, and a mark to put seats in order, more being better. */
export type Standing = { figure: string; mark: number };

/** What a board's module gives: `export { default } from "./Board.svelte"` and, if wanted, these. */
export type BoardModule = {
  default: Component<BoardProps>;
  /** How long a change stays alone on the table before the next is shown (ms); 0 where time is part of the game. */
  pace?: (lines: readonly Line[], view: unknown) => number;
  /** How long story, turn and scores wait with these lines (ms), so that they do not run ahead of the picture. */
  hush?: (lines: readonly Line[]) => number;
  /** A seat's figure in the row of opponents: its score, its money, its cards. */
  figure?: (view: unknown, seat: Seat, t: Format, number: (value: number) => string) => string;
  /** How a seat stands at the end; without it by `result.scores`, or by its figure where there are none. */
  standing?: (view: unknown, seat: Seat, t: Format, number: (value: number) => string) => Standing;
  /** How long the end stays in sight before the result covers it (ms); without it as long as `hush`. */
  linger?: (lines: readonly Line[]) => number;
  /** Whether an item may be sent although another is not answered yet; `held`: it is heard and waits for the others. */
  meanwhile?: (waiting: Item, item: Item, held: boolean) => boolean;
  /** What a seat is choosing now, as a short text; without it "is playing". */
  choosing?: (view: unknown, seat: Seat, say: (id: string, args?: Record<string, unknown>) => string) => string;
  /** Who is at it while the game waits for the world: the one whose hand it is. */
  acting?: (view: unknown) => Seat | null;
  /** What only the picture tells of a line, for those who listen; empty where the story has said it all. */
  aloud?: (line: Line, say: (id: string, args?: Record<string, unknown>) => string) => string;
  /** An item of the menu in words; without it `action-<type>`. */
  label?: (item: Item, say: (id: string, args?: Record<string, unknown>) => string) => string;
};

export type Say = (id: string, args?: Args) => string;
