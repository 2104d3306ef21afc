/**
 * The contract between the shell and a game's board. The board draws the view and offers the menu; it knows no rule.
 * A board names its game (`BoardProps<"got-five">`) and gets the types generated from the rules; the shell, which
 * knows no game, uses the same types without a name.
 */
import type { Component } from "svelte";
import type { Sound, SoundOptions } from "../browser/sound";
import type { Format, Lang } from "../text/texts";
import type {
  AnyAction,
  AnyResult,
  AnyView,
  AskSpots,
  GameName,
  Games,
  Hand,
  Lay,
  RedactedLine,
  Sentence,
  Spots,
} from "../wire";

type AnyGame = {
  view: AnyView;
  options: Record<string, unknown>;
  result: AnyResult;
  action: AnyAction;
  item: AnyAction;
  line: AnyAction;
};
type TypesOf<Game> = Game extends GameName ? Games[Game] : AnyGame;

export type ViewOf<Game = unknown> = TypesOf<Game>["view"];
export type OptionsOf<Game = unknown> = TypesOf<Game>["options"];
export type ResultOf<Game = unknown> = TypesOf<Game>["result"];
/** An item of the menu, or a template of one. */
export type ItemOf<Game = unknown> = TypesOf<Game>["item"];
/** What may be sent: an item of the menu as it came, or a template filled in. */
export type ActionOf<Game = unknown> = TypesOf<Game>["action"];

export type Seat = number;
export type Item = ItemOf;
/** A line of the game as this viewer may read it. */
export type Line<Game = unknown> = {
  seq: number;
  actor: RedactedLine["actor"];
  action: TypesOf<Game>["line"];
  story: readonly Sentence[];
  margin?: number | null;
};
/** What a physical game sends and hears beside the numbered messages. */
export type PhysicsChannel = {
  /** Calls the listener with every binary message and every list of spots; returns the way to stop. */
  subscribe: (listener: (message: ArrayBuffer | Spots) => void) => () => void;
  send: (message: Hand | Lay | AskSpots) => void;
};
export type Player = {
  name: string;
  /** A bot, or a person: emblems are square or round. */
  bot: boolean;
  level: string | null;
  here: boolean;
  /** Whether a bot plays for a person who is away. */
  kept?: boolean;
  /** Of a person who was disconnected: when a bot will play for them, on the page's clock in milliseconds. */
  botAt?: number | null;
};
/** Formats a text of the game; `who` and `whom` are seats, and `$you` is set. */
export type Say = (id: string, args?: Record<string, unknown>) => string;
export type FormatNumber = (value: number) => string;

export type BoardProps<Game = unknown> = {
  /** What this seat sees now. */
  view: ViewOf<Game>;
  /** The lines that led from the view before to this one: what to animate. Empty on arrival. */
  lines: readonly Line<Game>[];
  /** Every line so far, oldest first, for sheets and histories. */
  history: readonly Line<Game>[];
  /** All one may do now; empty when one may do nothing, or while an action is not answered yet. */
  menu: readonly ItemOf<Game>[];
  /** Sends an action. The menu is empty until the answer. */
  act: (action: ActionOf<Game>) => void;
  /** One's own seat; null for a spectator. */
  seat: Seat | null;
  players: readonly Player[];
  names: readonly string[];
  /** The seats that the game waits for now. */
  waiting: readonly Seat[];
  options: OptionsOf<Game>;
  /** The texts of this game's fr.ftl / en.ftl. */
  t: Format;
  say: Say;
  lang: Lang;
  /** A whole number as people write it: `10 000`, `10,000`. */
  number: FormatNumber;
  /** Seconds, for things that run. */
  now: () => number;
  /** Reduced motion: no flights, no turns, fades only. */
  reduced: boolean;
  /** The result once the game is over. */
  result: ResultOf<Game> | null;
  /** What is only shown when the game is over: 5 Millimètres' true lengths beside what each seat saw. */
  sight?: unknown;
  /** The action the coach would choose, when it was asked: the board lights it up. */
  hint: ItemOf<Game> | ActionOf<Game> | null;
  /** A replay or a lesson: nothing can be sent. */
  still: boolean;
  /** A replay that shows what was hidden: the view has it all. */
  faceUp?: boolean;
  /** In a lesson: something to try that is no action of the game, and whom to tell when it is done. */
  practice?: { what: unknown; done: () => void } | undefined;
  /** Names this game and seat, for what a board keeps in the browser; absent in a replay or a lesson. */
  keep?: string;
  /** Frames and hands, where the game is physical; absent in a replay, and in a lesson that tries nothing. */
  physics?: PhysicsChannel;
  /** In a replay: loads the recorded fall of this step. Absent elsewhere, and where nothing fell. */
  fall?: (() => Promise<ArrayBuffer>) | undefined;
  play: (sound: Sound, options?: SoundOptions) => void;
};

/** A seat at the end: what is written beside its name, a rank value (more is better), how the figure came about. */
export type Standing = { figure: string; mark: number; note?: string };

/** What a board's `index.ts` exports: `export { default } from "./Board.svelte"` and, if wanted, the rest. */
export type BoardModule<Game = unknown> = {
  default: Component<BoardProps<Game>>;
  /** Milliseconds that a change stays alone before the next is shown; 0 where time is part of the game. */
  pace?: (lines: readonly Line<Game>[], view: ViewOf<Game>) => number;
  /** Milliseconds that story, turn and scores wait with these lines, so that they do not run ahead of the picture. */
  storyDelay?: (lines: readonly Line<Game>[]) => number;
  /** Milliseconds that the end stays in sight before the result covers it (default: `storyDelay`). */
  resultDelay?: (lines: readonly Line<Game>[]) => number;
  /** A seat's figure in the row of opponents: its score, its money, its cards. */
  figure?: (view: ViewOf<Game>, seat: Seat, t: Format, number: FormatNumber) => string;
  /** How a seat stands at the end (default: `result.scores`, or its figure where there are none). */
  standing?: (view: ViewOf<Game>, seat: Seat, t: Format, number: FormatNumber, result: ResultOf<Game>) => Standing;
  /** Whether the board itself shows everybody's name, figure and turn at a table of so many. */
  listsPlayers?: (seats: number) => boolean;
  /** What a seat is choosing now, as a short text (default: "is playing"). */
  choosing?: (view: ViewOf<Game>, seat: Seat, say: Say) => string;
  /** The seat that acts while the game waits for the physics: the one whose hand it is. */
  acting?: (view: ViewOf<Game>) => Seat | null;
  /** What only the picture shows of a line, for screen readers; empty where the story says it all. */
  ariaText?: (line: Line<Game>, say: Say) => string;
  /** Ids of sentences that the turn or the felt already shows: the line under the felt keeps the one before them. */
  shownElsewhere?: readonly string[];
  /** An item of the menu in words (default: the text `action-<type>`). */
  label?: (item: ItemOf<Game> | ActionOf<Game>, say: Say) => string;
};
