// Made by tools/wire_ts.py from src/cinq/server/wire and the games' views. Do not edit.
// A field marked ? that is left out has the default named beside it.

/** An action, a menu item or a line of a game that the code does not know. */
export type AnyAction = { type: string; [field: string]: unknown };

/** A view of a game that the code does not know. */
export type AnyView = Record<string, unknown>;

/** The result of a game that the code does not know. */
export type AnyResult = { winners: number[]; scores?: number[]; [field: string]: unknown };

/** The coach's advice: the best action (None: wait), the reason, the chances. A game may add fields. */
export type CoachHint = {
  best: AnyAction;
  why: Sentence;
  chances: CoachChance[];
};

/** One sentence of the story before translation: a message id and its arguments. */
export type Sentence = {
  id: string;
  args: Record<string, number | string | number[]>;
};

/** The estimated chance of the seat to win after an action. */
export type CoachChance = {
  action: AnyAction;
  win: number;
};

/** The first message on a socket: which table, who, and what number is already known. */
export type Hello = {
  type: "hello";
  table: string;
  token?: string | null; // default: null
  last?: number | null; // default: null
  name?: string; // default: ""
  mixes?: boolean; // default: false
};

/** Take an open chair (any, or this one); answered by `seated`, with the chair's token. */
export type Sit = {
  type: "sit";
  name: string;
  seat?: number | null; // default: null
  ref?: string | null; // default: null
};

/** Get up. In a game a bot plays on, until one says hello again with the same token. */
export type Leave = {
  type: "leave";
  ref?: string | null; // default: null
};

/** Ready to begin; when every chair is taken and everyone ready, the game begins. */
export type Ready = {
  type: "ready";
  ready?: boolean; // default: true
  ref?: string | null; // default: null
};

/** A seat's own share of the shuffle, given before the game begins and after its commitment was seen. */
export type Nonce = {
  type: "nonce";
  nonce: string;
  commitment?: string | null; // default: null
  ref?: string | null; // default: null
};

/** The host changes the table before a game: only the named things. */
export type Configure = {
  type: "configure";
  options?: Record<string, unknown> | null; // default: null
  chairs?: number | null; // default: null
  clock?: "brisk" | "none" | "relaxed" | null; // default: null
  public?: boolean | null; // default: null
  coach?: boolean | null; // default: null
  ref?: string | null; // default: null
};

/** The host puts a bot on a chair that no person sits on. */
export type SeatBot = {
  type: "seat_bot";
  seat: number;
  level?: "beginner" | "champion" | "regular"; // default: "regular"
  ref?: string | null; // default: null
};

/** The host frees a chair: takes the bot away, or asks a person to get up, before a game. */
export type OpenSeat = {
  type: "open_seat";
  seat: number;
  ref?: string | null; // default: null
};

/** The host makes another person host. */
export type HandOn = {
  type: "hand_on";
  seat: number;
  ref?: string | null; // default: null
};

/** The host begins; `fill` sets bots of that level on the open chairs, `nonce` is the host's own. */
export type Start = {
  type: "start";
  fill?: "beginner" | "champion" | "regular" | null; // default: null
  nonce?: string | null; // default: null
  commitment?: string | null; // default: null
  ref?: string | null; // default: null
};

/** One item of the menu, or a filled-in template. `seq` is the number of the view it answers. */
export type Act = {
  type: "act";
  seq: number;
  action: AnyAction;
  ref?: string | null; // default: null
};

/** Undo one's own last action: only where nobody acted and nothing was revealed since. */
export type TakeBack = {
  type: "take_back";
  ref?: string | null; // default: null
};

/** Stop the clocks and the game, or go on. */
export type Pause = {
  type: "pause";
  paused?: boolean; // default: true
  ref?: string | null; // default: null
};

/** After a game: the same chairs again, dealt from a new secret. One who says it is ready. */
export type Rematch = {
  type: "rematch";
  ref?: string | null; // default: null
};

/** One of the set phrases, allowed at any time. */
export type Say = {
  type: "say";
  phrase: string;
  ref?: string | null; // default: null
};

/** A short free text, where the game allows it. */
export type Chat = {
  type: "chat";
  text: string;
  ref?: string | null; // default: null
};

/** Hear no more of a seat (`seat` null: of spectators). */
export type Mute = {
  type: "mute";
  seat?: number | null; // default: null
  muted?: boolean; // default: true
  ref?: string | null; // default: null
};

/** The whole menu, where an update said `more`. */
export type AskMenu = {
  type: "ask_menu";
  ref?: string | null; // default: null
};

/** What the coach would do: only against bots, at a table with a coach. */
export type AskHint = {
  type: "ask_hint";
  ref?: string | null; // default: null
};

/** Everything again. */
export type AskSync = {
  type: "ask_sync";
  ref?: string | null; // default: null
};

/** The hand of Au doigt & à l'œil: where it is, how it is turned, whether it lets go. */
export type Hand = {
  type: "hand";
  at: [number, number, number];
  turn?: [number, number, number, number] | null; // default: null
  release?: boolean; // default: false
  time?: number; // default: 0.0
};

/** Where could the piece in hand be laid? For those who choose from a list instead of pointing. */
export type AskSpots = {
  type: "ask_spots";
};

/** Lay the piece in hand on a spot of that list; `off` is the error of aim in metres (x, y). */
export type Lay = {
  type: "lay";
  spot: number;
  off?: [number, number]; // default: [0.0,0.0]
};

/** The answer to `ping`, sent at once: round trips are deducted from reactions in a race. */
export type Pong = {
  type: "pong";
  id: number;
};

export type FromSeat =
  | Hello
  | Sit
  | Leave
  | Ready
  | Nonce
  | Configure
  | SeatBot
  | OpenSeat
  | HandOn
  | Start
  | Act
  | TakeBack
  | Pause
  | Rematch
  | Say
  | Chat
  | Mute
  | AskMenu
  | AskHint
  | AskSync
  | Hand
  | AskSpots
  | Lay
  | Pong;

/** Everything a viewer may know now. */
export type Sync = {
  type: "sync";
  seq: number;
  table: Table;
  you?: number | null; // default: null
  view?: AnyView | null; // default: null
  menu?: AnyAction[]; // default: []
  more?: boolean; // default: false
  take_back?: boolean; // default: false
  to_act?: (number | "dealer" | "world")[]; // default: []
  must_act?: number[]; // default: []
  result?: AnyResult | null; // default: null
  clocks?: Clock[]; // default: []
  history?: RedactedLine[]; // default: []
  reveal?: Reveal | null; // default: null
  chain?: string; // default: ""
};

/** What everyone knows of a table apart from the game on it. */
export type Table = {
  id: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  phase: "lobby" | "over" | "playing";
  chairs: Chair[];
  clock: "brisk" | "none" | "relaxed";
  commitment: string;
  host?: number | null; // default: null
  public?: boolean; // default: false
  coach?: boolean; // default: false
  paused?: boolean; // default: false
  paused_by?: number | null; // default: null
  round?: number; // default: 0
  spectators?: number; // default: 0
  free_text?: boolean; // default: true
};

/** A place at the table, and who is on it. */
export type Chair = {
  kind: "bot" | "open" | "person";
  name?: string; // default: ""
  level?: "beginner" | "champion" | "regular" | null; // default: null
  ready?: boolean; // default: false
  here?: boolean; // default: false
  kept?: boolean; // default: false
  mixed?: boolean; // default: false
  bot_in?: number | null; // default: null
};

/** A clock that runs: seconds left of this decision, then of the bank. */
export type Clock = {
  seat: number;
  left: number;
  bank: number;
};

/** One line of the game as this viewer may read it, and the sentences it makes. */
export type RedactedLine = {
  seq: number;
  actor: number | "dealer" | "world";
  action: AnyAction;
  story?: Sentence[]; // default: []
  margin?: number | null; // default: null
};

/** What is shown when a game is over: its id, and all that its dealing followed from. */
export type Reveal = {
  game: string;
  secret: string;
  commitment: string;
  nonces: string[];
  sight?: unknown; // default: null
};

/** One or more lines of the game. `changes` are the fields of the view that are new. */
export type Update = {
  type: "update";
  after: number;
  seq: number;
  lines: RedactedLine[];
  chain: string;
  changes?: Record<string, unknown>; // default: {}
  menu?: AnyAction[]; // default: []
  more?: boolean; // default: false
  take_back?: boolean; // default: false
  to_act?: (number | "dealer" | "world")[]; // default: []
  must_act?: number[]; // default: []
  result?: AnyResult | null; // default: null
  clocks?: Clock[]; // default: []
  reveal?: Reveal | null; // default: null
  ref?: string | null; // default: null
};

/** The table changed: somebody sat, left, was ready, set something, paused. */
export type Changed = {
  type: "changed";
  after: number;
  seq: number;
  what: string;
  table: Table;
  seat?: number | null; // default: null
  ref?: string | null; // default: null
};

/** Somebody said something. */
export type Said = {
  type: "said";
  after: number;
  seq: number;
  name: string;
  seat?: number | null; // default: null
  phrase?: string | null; // default: null
  text?: string | null; // default: null
  ref?: string | null; // default: null
};

/** Something happened that this viewer may not know. */
export type Skip = {
  type: "skip";
  after: number;
  seq: number;
};

/** Who is here now. */
export type Presence = {
  type: "presence";
  chairs: Chair[];
  spectators?: number; // default: 0
};

/** The answer to `sit`: keep the token, it is the chair. */
export type Seated = {
  type: "seated";
  table: string;
  seat: number;
  token: string;
  ref?: string | null; // default: null
};

/** Done, or done before: the answer where nothing else carries the `ref`. */
export type Done = {
  type: "done";
  seq: number;
  ref?: string | null; // default: null
};

/** Not done, and why. */
export type Refused = {
  type: "refused";
  code:
    | "forbidden"
    | "full"
    | "illegal"
    | "limited"
    | "malformed"
    | "over"
    | "paused"
    | "stale"
    | "unavailable"
    | "unknown";
  message: string;
  rule?: string | null; // default: null
  ref?: string | null; // default: null
  seq?: number; // default: null
};

/** Heard, and waiting: for rivals of a claim, or for the others' chance to answer (OM-18). */
export type Held = {
  type: "held";
  seconds: number;
  ref?: string | null; // default: null
};

/** The answer to `ask_menu`. */
export type Menu = {
  type: "menu";
  seq: number;
  menu: AnyAction[];
  ref?: string | null; // default: null
};

/** The answer to `ask_hint`; null where there is nothing to decide. */
export type Hint = {
  type: "hint";
  seq: number;
  hint?: CoachHint | null; // default: null
  ref?: string | null; // default: null
};

/** The answer to `ask_spots`, the firmest first; empty where there is none. */
export type Spots = {
  type: "spots";
  spots?: Spot[]; // default: []
};

/** A place where the piece in hand would stand (metres, radians); `margin`: how far from tipping. */
export type Spot = {
  x: number;
  y: number;
  on: number;
  yaw: number;
  position: string;
  margin: number;
};

/** To be answered at once by `pong` with the same id. */
export type Ping = {
  type: "ping";
  id: number;
};

/** The last message before the socket is closed. `again`: seconds after which to come back. */
export type Bye = {
  type: "bye";
  why: string;
  again?: number | null; // default: null
};

export type ToSeat =
  | Sync
  | Update
  | Changed
  | Said
  | Skip
  | Presence
  | Seated
  | Done
  | Refused
  | Held
  | Menu
  | Hint
  | Spots
  | Ping
  | Bye;

/** Take the piece of an exercise in hand, again if need be; what the one before laid stays. */
export type Practise = {
  type: "practise";
  exercise: "fall" | "hand" | "list";
};

export type FromLearner =
  | Practise
  | Hand
  | AskSpots
  | Lay;

/** What became of the piece: a `placement` of the game, where everything stands now, and the story. */
export type Practised = {
  type: "practised";
  exercise: "fall" | "hand" | "list";
  card: string;
  fallen: string[];
  columns: string[];
  pose: Record<string, number[]>;
  story?: Sentence[]; // default: []
  draws?: number; // default: 0
};

export type ToLearner =
  | Practised
  | Spots
  | Bye;

/** One option of a game, for a form. */
export type OptionInfo = {
  name: string;
  kind: "choice" | "number" | "other" | "seat" | "switch";
  default: unknown;
  choices?: unknown[]; // default: []
};

/** A game of the catalogue. */
export type GameInfo = {
  name: string;
  title: string;
  players: [number, number];
  options: OptionInfo[];
  levels: ("beginner" | "champion" | "regular")[];
  minutes?: [number, number] | null; // default: null
  seats?: number; // default: 2
};

/** A table to be made. With `start` and a bot on every other chair the game begins at once. */
export type NewTable = {
  game: string;
  name?: string; // default: ""
  chairs?: number | null; // default: null
  options?: Record<string, unknown>; // default: {}
  bots?: ("beginner" | "champion" | "regular")[]; // default: []
  start?: boolean; // default: false
  public?: boolean; // default: false
  clock?: "brisk" | "none" | "relaxed"; // default: "none"
  coach?: boolean; // default: false
  nonce?: string; // default: ""
};

/** The table is made; keep the token, it is the chair. */
export type MadeTable = {
  table: string;
  commitment: string;
  seat?: number | null; // default: null
  token?: string | null; // default: null
};

/** Sit down by HTTP. */
export type NewSeat = {
  name: string;
  seat?: number | null; // default: null
};

/** A public table in the list. */
export type ListedTable = {
  id: string;
  game: string;
  phase: "lobby" | "over" | "playing";
  names: string[];
  open: number;
  spectators: number;
  since: number;
};

/** A finished game in the list. */
export type FinishedGame = {
  id: string;
  game: string;
  players: number;
  names: string[];
  winners: number[];
  finished: number;
  lines: number;
};

/** A finished game as one viewer saw it; `everything` gives each frame every seat's view. */
export type Replay = {
  id: string;
  game: string;
  players: number;
  names: string[];
  options: Record<string, unknown>;
  levels: ("beginner" | "champion" | "regular" | null)[];
  viewer: number | null;
  result: AnyResult | null;
  reveal: Reveal;
  falls?: number[]; // default: []
  open?: boolean; // default: false
  frames: Frame[];
};

/** One moment of a replay: the line, its sentences, and the view after it. The first has no line. */
export type Frame = {
  view: AnyView;
  views?: AnyView[]; // default: []
  at?: number; // default: 0.0
  actor?: number | "dealer" | "world" | null; // default: null
  action?: AnyAction | null; // default: null
  story?: Sentence[]; // default: []
  margin?: number | null; // default: null
};

/** The moves of a seat that cost most, dearest first; `complete` unless the coach ran out of time. */
export type MoveReview = {
  id: string;
  seat: number;
  moves: CostlyMove[];
  complete?: boolean; // default: true
};

/** A move that could have been better: the replay's step before it, and by how much the chance fell. */
export type CostlyMove = {
  step: number;
  played: AnyAction;
  best: AnyAction;
  why: Sentence;
  lost: number;
};

/** Whether a finished game was dealt as promised. */
export type Verdict = {
  ok: boolean;
  lines: number;
  dealt: number;
  problems?: string[]; // default: []
  mixed?: number[]; // default: []
};

/** What HTTP answers where a socket would say `refused`. */
export type Problem = {
  code:
    | "forbidden"
    | "full"
    | "illegal"
    | "limited"
    | "malformed"
    | "over"
    | "paused"
    | "stale"
    | "unavailable"
    | "unknown";
  message: string;
  rule?: string | null; // default: null
};

/** Act by HTTP, as `act` on a socket; without a `ref` the server makes one up. */
export type NewAction = {
  seq: number;
  action: unknown;
  ref?: string | null; // default: null
};

/** The score sheet, the hand, the offer and the last throw. */
export type DixMilleView = {
  phase: string;
  first: number | null;
  contenders: number[] | null;
  turn: DixMilleTurn | null;
  offer: DixMilleOffer | null;
  scores: number[];
  entered: boolean[];
  zeros: number[];
  final_round: boolean;
  last_throw: DixMilleFall | null;
};

/** The hand being played. */
export type DixMilleTurn = {
  seat: number;
  points: number;
  dice: number;
  can_bank: boolean;
  announced: boolean;
};

/** A banked hand that the next player may take over (DM-14). */
export type DixMilleOffer = {
  points: number;
  dice: number;
};

/** How a throw fell and what it won. */
export type DixMilleFall = {
  faces: number[];
  counted: number[];
  points: number;
  winners: number[];
};

/** What a table may agree on beforehand. */
export type DixMilleOptions = {
  target: number;
  minimum: number;
  entry: boolean;
  zeros: boolean;
  takeover: boolean;
  topinambour: boolean;
  entry_offer: boolean;
};

/** The highest total wins (DM-20). */
export type DixMilleResult = {
  winners: number[];
  scores: number[];
};

/** Throw the dice that have not won; announce Topinambour first if you wish (DM-21). */
export type DixMilleThrow = {
  type: "throw";
  topinambour: boolean;
};

/** Keep the hand's points and pass the turn (DM-12). */
export type DixMilleBank = {
  type: "bank";
};

/** Go on with the hand that was just banked (DM-14). */
export type DixMilleTakeOver = {
  type: "take_over";
};

export type DixMilleAction =
  | DixMilleThrow
  | DixMilleBank
  | DixMilleTakeOver;

export type DixMilleMenuItem =
  | DixMilleThrow
  | DixMilleBank
  | DixMilleTakeOver;

/** The dealer: how the dice fell. */
export type DixMilleDice = {
  type: "dice";
  values: number[];
};

export type DixMilleLine =
  | DixMilleThrow
  | DixMilleBank
  | DixMilleTakeOver
  | DixMilleDice;

/** The table from one seat. */
export type GotFiveView = {
  phase: "ask" | "deal" | "over" | "reveal";
  turn: number | null;
  wanted: "blue" | "green" | "orange" | "pink" | "red" | null;
  racks: GotFiveShownRack[];
  open: number[];
  reserve: GotFiveReserve;
  announced: (boolean | null)[];
  said: (number[] | null)[];
  alive: boolean[];
  candidates?: number[][]; // default: null
};

/** A rack from one side: all see its colours and clues (GF-15), not all its numbers. */
export type GotFiveShownRack = {
  colours: ("blue" | "green" | "orange" | "pink" | "red")[];
  numbers: number[] | null;
  notches: number[][];
  compared: GotFiveCompared[][];
};

/** A tile laid before a slot, and the answer (GF-9). */
export type GotFiveCompared = {
  tile: number;
  same: boolean;
};

/** How many tiles of each colour are face down. */
export type GotFiveReserve = {
  green: number;
  pink: number;
  blue: number;
  red: number;
  orange: number;
};

/** What a table may agree on beforehand (GF-4, GF-15). */
export type GotFiveOptions = {
  first: number | null;
  notes: "assisted" | "manual";
};

/** How a game ended; games add their own fields. */
export type GotFiveResult = {
  winners: number[];
};

/** Draw a tile of this colour from the reserve (GF-6). */
export type GotFiveReveal = {
  type: "reveal";
  colour: "blue" | "green" | "orange" | "pink" | "red";
};

/** Have this open tile laid in the notch of one's rack where it fits (GF-8). */
export type GotFiveRank = {
  type: "rank";
  tile: number;
};

/** Ask whether this open tile has as many dots as the tile of a slot of one's rack (GF-9). */
export type GotFiveCompare = {
  type: "compare";
  tile: number;
  slot: number;
};

/** Name one's five numbers aloud, once in the game (GF-10). */
export type GotFiveAnnounce = {
  type: "announce";
  numbers: number[];
};

/** There is nothing left to reveal nor to ask with (GF-14). */
export type GotFivePass = {
  type: "pass";
};

export type GotFiveAction =
  | GotFiveReveal
  | GotFiveRank
  | GotFiveCompare
  | GotFiveAnnounce
  | GotFivePass;

/** The template of an announcement: any five numbers in ascending order (GF-10). */
export type GotFiveAnyAnnouncement = {
  type: "announce";
  numbers: GotFiveNumbers;
};

/** What an announcement must look like (GF-10). */
export type GotFiveNumbers = {
  count: number;
  from: number;
  to: number;
  ascending: boolean;
};

export type GotFiveMenuItem =
  | GotFiveReveal
  | GotFiveRank
  | GotFiveCompare
  | GotFivePass
  | GotFiveAnyAnnouncement;

/** The dealer: the racks, the open tiles and who starts (GF-2, GF-3, GF-4). */
export type GotFiveDeal = {
  type: "deal";
  racks: number[][];
  open: number[];
  first?: number | null; // default: null
};

/** The dealer: the tile that was drawn (GF-6). */
export type GotFiveTile = {
  type: "tile";
  number: number;
};

/** The deal as a viewer reads it: numbers, or colours in slot order where the numbers are secret. */
export type GotFiveShownDeal = {
  type: "deal";
  racks: (number[] | ("blue" | "green" | "orange" | "pink" | "red")[])[];
  open: number[];
  first: number | null;
};

export type GotFiveLine =
  | GotFiveReveal
  | GotFiveRank
  | GotFiveCompare
  | GotFiveAnnounce
  | GotFivePass
  | GotFiveDeal
  | GotFiveTile
  | GotFiveShownDeal;

/** The track, the sticks as they look, the auction. */
export type FiveMillimetresView = {
  phase: string;
  manitou: number | null;
  money: number[];
  hands: FiveMillimetresHeld[][];
  stand: FiveMillimetresStand | null;
  auction: FiveMillimetresAuction | null;
  lengths: number[] | null;
};

/** A stick in a hand; `step` only in the viewer's own. */
export type FiveMillimetresHeld = {
  stick: number;
  step: number | null;
  apparent: number | null;
};

/** The stick in the stand. */
export type FiveMillimetresStand = {
  stick: number;
  apparent: number | null;
};

/** How the bidding stands. */
export type FiveMillimetresAuction = {
  high: number;
  leader: number | null;
  passed: number[];
  to_speak: number;
};

/** What a table may agree on beforehand. */
export type FiveMillimetresOptions = {
  sight: "exact" | "keen" | "none" | "normal" | "tired";
  lone_stick: boolean;
  first_manitou: number | null;
};

/** Who won, and why the game ended (MM-16, MM-20). */
export type FiveMillimetresResult = {
  winners: number[];
  scores: number[];
  reason: string;
};

/** Offer so much for the stick in the stand (MM-8). */
export type FiveMillimetresBid = {
  type: "bid";
  amount: number;
};

/** Leave this auction (MM-9). */
export type FiveMillimetresPass = {
  type: "pass";
};

export type FiveMillimetresAction =
  | FiveMillimetresBid
  | FiveMillimetresPass;

export type FiveMillimetresMenuItem =
  | FiveMillimetresBid
  | FiveMillimetresPass;

/** The dealer: everyone's first stick by length index, and the first Grand Manitou (MM-3, MM-5). */
export type FiveMillimetresDeal = {
  type: "deal";
  sticks: number[];
  manitou: number;
};

/** The dealer: the stick that the Grand Manitou puts in the stand (MM-6). */
export type FiveMillimetresStick = {
  type: "stick";
  length: number;
};

/** The world: how long each new stick looks to each seat, in millimetres (MM-4). */
export type FiveMillimetresSight = {
  type: "sight";
  apparent: number[][];
};

/** First sticks were drawn; their lengths are hidden. */
export type FiveMillimetresDealSeen = {
  type: "deal";
  manitou: number;
};

/** A stick was put in the stand. */
export type FiveMillimetresStickSeen = {
  type: "stick";
};

/** How long the new sticks look from this seat only; nothing for a spectator. */
export type FiveMillimetresSightSeen = {
  type: "sight";
  apparent: number[] | null;
};

export type FiveMillimetresLine =
  | FiveMillimetresBid
  | FiveMillimetresPass
  | FiveMillimetresDeal
  | FiveMillimetresStick
  | FiveMillimetresSight
  | FiveMillimetresDealSeen
  | FiveMillimetresStickSeen
  | FiveMillimetresSightSeen;

/** What one seat, or a spectator, may know. */
export type DoigtOeilView = {
  phase: string;
  turn: number | null;
  challenge: DoigtOeilShownChallenge | null;
  hand: string[] | null;
  hand_counts: number[];
  played: boolean[] | null;
  structure: DoigtOeilShownPiece[];
  held: DoigtOeilHeld | null;
  stock: DoigtOeilStock;
  piles: number[] | null;
  draw_count: number;
  to_draw: number;
  drawer: number | null;
  pivoted: string | null;
  tied: number[] | null;
  winners: number[] | null;
  scores: number[] | null;
  why?: "crooked" | "fallen" | "off_board" | "on_board" | null; // default: null
};

/** The challenge under way; `placed` are the cards done with. */
export type DoigtOeilShownChallenge = {
  from: number;
  to: number;
  cards: string[];
  placed: string[];
};

/** A piece that stands, and the base of its column. */
export type DoigtOeilShownPiece = {
  id: string;
  length: "long" | "medium" | "small";
  column: string;
  pose: number[] | null;
};

/** The piece in somebody's hand. */
export type DoigtOeilHeld = {
  seat: number;
  card: string;
  id: string;
};

/** The free pieces. */
export type DoigtOeilStock = {
  small: number;
  medium: number;
  long: number;
};

/** What a table may agree on beforehand. */
export type DoigtOeilOptions = {
  rules: "advanced" | "basic" | "simplified";
  hand: number;
  sets: number;
  first: number | null;
};

/** Points in the advanced game, else minus the cards left in hand (DO-19, DO-29). */
export type DoigtOeilResult = {
  winners: number[];
  scores: number[];
};

/** Give one to three wood cards to another player (DO-7). */
export type DoigtOeilChallenge = {
  type: "challenge";
  target: number;
  cards: string[];
};

/** Add one wood card of one's own to the challenge received (DO-9). */
export type DoigtOeilAdd = {
  type: "add";
  card: string;
};

/** Answer with an advantage card (DO-22); `with` is the challenge card it acts on. */
export type DoigtOeilAdvantage = {
  type: "advantage";
  card: string;
  target?: number | null; // default: null
  with?: string | null; // default: null
};

/** Take up the piece of one card of the challenge (DO-8). */
export type DoigtOeilPick = {
  type: "pick";
  card: string;
};

/** Say which of the tied players wins (DO-29). */
export type DoigtOeilVote = {
  type: "vote";
  seat: number;
};

export type DoigtOeilAction =
  | DoigtOeilChallenge
  | DoigtOeilAdd
  | DoigtOeilAdvantage
  | DoigtOeilPick
  | DoigtOeilVote;

export type DoigtOeilMenuItem =
  | DoigtOeilChallenge
  | DoigtOeilAdd
  | DoigtOeilAdvantage
  | DoigtOeilPick
  | DoigtOeilVote;

/** The dealer: everyone's cards, and who starts (DO-3, DO-5). */
export type DoigtOeilDeal = {
  type: "deal";
  hands: string[][];
  first: number;
};

/** The dealer: the cards drawn. */
export type DoigtOeilCards = {
  type: "cards";
  cards: string[];
};

/** The world: what became of the piece in hand, and of the others (DO-14). */
export type DoigtOeilPlacement = {
  type: "placement";
  card: string;
  fallen: string[];
  columns: string[];
  on?: string[] | null; // default: null
  pose?: Record<string, number[]> | null; // default: null
  why?: "crooked" | "fallen" | "off_board" | "on_board" | null; // default: null
};

/** A deal as one seat sees it: its own cards, and how many the others got. */
export type DoigtOeilShownDeal = {
  type: "deal";
  hands: (string[] | null)[];
  counts: number[];
  first: number;
};

/** Cards that another drew: only how many. */
export type DoigtOeilShownCards = {
  type: "cards";
  count: number;
};

export type DoigtOeilLine =
  | DoigtOeilChallenge
  | DoigtOeilAdd
  | DoigtOeilAdvantage
  | DoigtOeilPick
  | DoigtOeilVote
  | DoigtOeilDeal
  | DoigtOeilCards
  | DoigtOeilPlacement
  | DoigtOeilShownDeal
  | DoigtOeilShownCards;

/** The table as one viewer sees it. */
export type FiveOrLessView = {
  options: FiveOrLessOptions;
  phase: string;
  turn: number | null;
  draw_count: number;
  discard: FiveOrLessTop | null;
  hands: FiveOrLessPlace[][];
  drawn: number | null;
  callers: number[];
  scores: number[];
  round: number;
  rounds_won: number[];
  pending_power: number | null;
  power_started: boolean;
  shown: FiveOrLessShown | null;
  moved?: FiveOrLessMoved | null; // default: null
};

/** What a table may agree on beforehand. */
export type FiveOrLessOptions = {
  end: FiveOrLessEnd;
  powers: boolean;
  memory_aid: boolean;
};

/** When the game ends: somebody reaches so many points (OM-26), or so many rounds are played (OM-27). */
export type FiveOrLessEnd = {
  points?: number | null; // default: null
  rounds?: number | null; // default: null
};

/** The top of the discard pile. */
export type FiveOrLessTop = {
  value: number;
  number: number;
  tied: boolean;
};

/** A slot in use; its card's value where the viewer may see it now. */
export type FiveOrLessPlace = {
  slot: number;
  value: number | null;
};

/** A card that came back from a quick discard, seen by all (OM-15, OM-16). */
export type FiveOrLessShown = {
  seat: number;
  slot: number;
  value: number;
  verdict: string;
};

/** What a power did, as all saw it: whose, with which card, to which card of whom (OM-9 to OM-12). */
export type FiveOrLessMoved = {
  seat: number;
  power: number;
  slot: number | null;
  target: number;
  target_slot: number;
};

/** The lowest total, or the most rounds, wins. */
export type FiveOrLessResult = {
  winners: number[];
  scores: number[];
};

/** Done looking at the bottom cards (OM-3). */
export type FiveOrLessReady = {
  type: "ready";
};

/** Draw a card (OM-5). */
export type FiveOrLessDraw = {
  type: "draw";
};

/** Put the drawn card on the discard pile (OM-6). */
export type FiveOrLessDiscardDrawn = {
  type: "discard_drawn";
};

/** Put the drawn card in place of one's own, which is discarded (OM-6). */
export type FiveOrLessSwap = {
  type: "swap";
  slot: number;
};

/** Take the top discard in place of one's own card, which is discarded (OM-7). */
export type FiveOrLessTake = {
  type: "take";
  slot: number;
};

/** Begin the power of the card just swapped out, before somebody covers it (OM-17). */
export type FiveOrLessStartPower = {
  type: "start_power";
};

/** Let the power go (OM-8, OM-17). */
export type FiveOrLessSkipPower = {
  type: "skip_power";
};

/** Play the power that was started: on whom, and with which cards (OM-9 to OM-12). */
export type FiveOrLessPower = {
  type: "power";
  slot?: number | null; // default: null
  target: number;
  target_slot?: number | null; // default: null
};

/** End the turn, saying "5 or less" or not (OM-18). */
export type FiveOrLessEndTurn = {
  type: "end_turn";
  call: boolean;
};

/** Put a card of the same value on the discard with this number, at any time (OM-13). */
export type FiveOrLessQuickDiscard = {
  type: "quick_discard";
  slot: number;
  on: number;
};

export type FiveOrLessAction =
  | FiveOrLessReady
  | FiveOrLessDraw
  | FiveOrLessDiscardDrawn
  | FiveOrLessSwap
  | FiveOrLessTake
  | FiveOrLessStartPower
  | FiveOrLessSkipPower
  | FiveOrLessPower
  | FiveOrLessEndTurn
  | FiveOrLessQuickDiscard;

export type FiveOrLessMenuItem =
  | FiveOrLessReady
  | FiveOrLessDraw
  | FiveOrLessDiscardDrawn
  | FiveOrLessSwap
  | FiveOrLessTake
  | FiveOrLessStartPower
  | FiveOrLessSkipPower
  | FiveOrLessPower
  | FiveOrLessEndTurn
  | FiveOrLessQuickDiscard;

/** The dealer: five cards each in slot order; in the first round also who begins (OM-2, OM-4). */
export type FiveOrLessDeal = {
  type: "deal";
  hands: number[][];
  first?: number | null; // default: null
};

/** The dealer: the card that leaves the draw pile. */
export type FiveOrLessCard = {
  type: "card";
  value: number;
};

/** A card that left the draw pile unseen by this viewer. */
export type FiveOrLessHiddenCard = {
  type: "card";
};

/** A deal as a viewer reads it: null for the cards they may not look at. */
export type FiveOrLessHiddenDeal = {
  type: "deal";
  hands: ((number | null)[])[];
  first?: number | null; // default: null
};

export type FiveOrLessLine =
  | FiveOrLessReady
  | FiveOrLessDraw
  | FiveOrLessDiscardDrawn
  | FiveOrLessSwap
  | FiveOrLessTake
  | FiveOrLessStartPower
  | FiveOrLessSkipPower
  | FiveOrLessPower
  | FiveOrLessEndTurn
  | FiveOrLessQuickDiscard
  | FiveOrLessDeal
  | FiveOrLessCard
  | FiveOrLessHiddenCard
  | FiveOrLessHiddenDeal;

/** Every game's own types, by its name. */
export type Games = {
  "dix-mille": {
    view: DixMilleView;
    options: DixMilleOptions;
    result: DixMilleResult;
    action: DixMilleAction;
    item: DixMilleMenuItem;
    line: DixMilleLine;
  };
  "got-five": {
    view: GotFiveView;
    options: GotFiveOptions;
    result: GotFiveResult;
    action: GotFiveAction;
    item: GotFiveMenuItem;
    line: GotFiveLine;
  };
  "five-millimetres": {
    view: FiveMillimetresView;
    options: FiveMillimetresOptions;
    result: FiveMillimetresResult;
    action: FiveMillimetresAction;
    item: FiveMillimetresMenuItem;
    line: FiveMillimetresLine;
  };
  "doigt-oeil": {
    view: DoigtOeilView;
    options: DoigtOeilOptions;
    result: DoigtOeilResult;
    action: DoigtOeilAction;
    item: DoigtOeilMenuItem;
    line: DoigtOeilLine;
  };
  "five-or-less": {
    view: FiveOrLessView;
    options: FiveOrLessOptions;
    result: FiveOrLessResult;
    action: FiveOrLessAction;
    item: FiveOrLessMenuItem;
    line: FiveOrLessLine;
  };
};

export type GameName = keyof Games;

/** What the page says of a game before it has asked the server. */
export type GameFacts = {
  name: GameName;
  title: string;
  players: readonly [number, number];
  minutes: readonly [number, number] | null;
  seats: number; // chairs of a quick game against bots
  options: Readonly<Record<string, unknown>>; // its options that differ from the defaults
  claims: readonly string[]; // actions that race: they may be sent while another is not answered yet
};

/** The games in the order in which they are listed. */
export const GAMES: readonly GameFacts[] = [
  {
    name: "dix-mille",
    title: "Dix Mille",
    players: [2, 8],
    minutes: [6, 15],
    seats: 3,
    options: {},
    claims: [],
  },
  {
    name: "got-five",
    title: "Got Five!",
    players: [2, 4],
    minutes: [3, 7],
    seats: 3,
    options: {},
    claims: ["announce"],
  },
  {
    name: "five-millimetres",
    title: "5 Millimètres",
    players: [2, 5],
    minutes: [2, 11],
    seats: 4,
    options: {},
    claims: [],
  },
  {
    name: "doigt-oeil",
    title: "Au doigt & à l’œil",
    players: [2, 10],
    minutes: [5, 25],
    seats: 3,
    options: { hand: 10 },
    claims: [],
  },
  {
    name: "five-or-less",
    title: "5 ou Moins",
    players: [2, 6],
    minutes: [11, 25],
    seats: 3,
    options: {},
    claims: ["quick_discard", "start_power"],
  },
];

export const PHRASES = [
  "hello",
  "good-luck",
  "well-played",
  "thanks",
  "oops",
  "wow",
  "thinking",
  "hurry",
  "sorry",
  "again",
  "bye",
] as const;
