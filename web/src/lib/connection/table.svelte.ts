/**
 * One table as this browser sees it: one socket, gapless sequence numbers, resending, resync, pacing.
 * Owns what is shown and when; knows no rule of any game.
 */
import { api, type Wire } from "./api";
import type { BoardModule, Item, Line, PhysicsChannel } from "../board/board";
import { keepChair, tokenOf } from "./chairs";
import { type Delays, Pacer } from "./pacer";
import { PendingRequests } from "./pendingRequests";
import { Recording } from "../proof/recording";
import { Socket, type Status } from "./socket";
import { GAMES } from "../wire";

type Numbered = Wire.Update | Wire.Changed | Wire.Said | Wire.Skip;
type PhysicsListener = Parameters<PhysicsChannel["subscribe"]>[0];
/** What somebody said, or what the table says of somebody: who went, who is back. */
export type ChatMessage = {
  name: string;
  seat: number | null;
  phrase: string | null;
  text: string | null;
  order: number;
};
export type Refusal = { code: string; message: string; rule: string | null };

/** What is written beside the picture: whose turn it is and how the seats stand. */
type Displayed = {
  view: Wire.AnyView | null;
  toAct: readonly (number | string)[];
  mustAct: readonly number[];
  winners: readonly number[];
};

type Untold = { displayed: Displayed; history: readonly Line[]; lines: readonly Line[] };

/** Frames kept for a board that is still loading: four seconds of them. */
const MAX_BUFFERED_FRAMES = 120;

/** A line with everything in it that the wire leaves out when it is empty. */
const line = (redacted: Wire.RedactedLine): Line => ({ ...redacted, story: redacted.story ?? [] });

/** The phrase that says how a chair changed hands during a game, if it did. */
function companyChange(was: Wire.Chair, now: Wire.Chair): string | null {
  if (was.kind === "bot" && now.kind === "person") return "takes-bots-chair";
  if (was.kind !== "person" || now.kind !== "person") return null;
  if (!was.kept && now.kept) return "bot-plays";
  return was.kept && now.here ? "is-back" : null;
}

/** Newer lines after those that were known before them. */
const joined = (known: readonly Line[], newer: readonly Line[]): readonly Line[] => [
  ...known.filter(({ seq }) => seq < (newer[0]?.seq ?? 0)),
  ...newer,
];

export class TableStore {
  status = $state<Status>("connecting");
  table = $state.raw<Wire.Table | null>(null);
  /** When the table, as it is now, was told. */
  presentAt = 0;
  you = $state<number | null>(null);
  view = $state.raw<Wire.AnyView | null>(null);
  lines = $state.raw<readonly Line[]>([]);
  history = $state.raw<readonly Line[]>([]);
  /** All one may do in the newest view; a page shows what is `offered`. */
  menu = $state.raw<readonly Item[]>([]);
  /** The lines whose story has been told, and the newest of them: never ahead of the picture. */
  toldLines = $state.raw<readonly Line[]>([]);
  newLines = $state.raw<readonly Line[]>([]);
  /** Follows the view with the story's delay. */
  displayed = $state.raw<Displayed>({ view: null, toAct: [], mustAct: [], winners: [] });
  result = $state.raw<Wire.AnyResult | null>(null);
  reveal = $state.raw<Wire.Reveal | null>(null);
  /** What this browser keeps to check the end of a game against. */
  readonly recording = new Recording();
  clocks = $state.raw<{ at: number; running: readonly Wire.Clock[] }>({ at: 0, running: [] });
  chat = $state.raw<readonly ChatMessage[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  hint = $state.raw<Wire.CoachHint | null>(null);
  /** Whether the table would undo this seat's last action. */
  canTakeBack = $state(false);
  /** The coach was asked and has nothing to say. */
  noHint = $state(false);
  /** Why the table cannot be shown: `unknown` (no such table), `closed`. */
  gone = $state<string | null>(null);
  /** Actions sent and not yet answered, oldest first; seldom more than one. */
  pendingActions = $state.raw<readonly Item[]>([]);
  /** What may be sent now: the menu, while an action is pending only the game's claims, and nothing in a pause. */
  offered = $derived<readonly Item[]>(
    this.status === "open" && !this.table?.paused ? this.menu.filter((item) => this.#free(item)) : [],
  );
  /** The host has freed this person's chair. */
  unseated = $state(false);

  board = $state.raw<BoardModule | null>(null);
  /** How many times faster than usual this person wants to see others play. */
  speed = 1;
  #seq = 0;
  #said = 0;
  #socket: Socket;
  #pacer = new Pacer<Numbered>(
    (message) => this.#show(message),
    () => this.#tellStory(),
  );
  /** The story that waits for the picture: what to display, and the lines to tell. */
  #untold: Untold | null = null;
  #pending = new PendingRequests();
  #name: string;
  #physicsListeners = new Set<PhysicsListener>();
  #bufferedFrames: ArrayBuffer[] = [];
  readonly physics: PhysicsChannel = {
    subscribe: (listener) => {
      this.#physicsListeners.add(listener);
      for (const data of this.#bufferedFrames.splice(0)) listener(data);
      return () => this.#physicsListeners.delete(listener);
    },
    send: (message) => void this.#socket.send(message),
  };

  constructor(
    readonly id: string,
    name: string,
  ) {
    this.#name = name;
    this.#socket = new Socket(api.socket(), {
      opened: () => this.#resume(),
      message: (message) => this.#receive(message as Wire.ToSeat),
      frame: (data) => this.#frame(data),
      status: (status) => (this.status = status),
    });
  }

  /** Sends an item of the menu; it is sent again after a lost connection until it is answered. */
  act(item: Item): void {
    if (!this.#free(item)) return;
    this.refusal = null;
    this.hint = null;
    this.pendingActions = [...this.pendingActions, item];
    void this.request({ type: "act", seq: this.#seq, action: item });
  }

  /** A claim may be sent while another action waits for its answer: being first matters for it. */
  #free(item: Item): boolean {
    const [waiting, ...others] = this.pendingActions;
    const claims = GAMES.find(({ name }) => name === this.table?.game)?.claims ?? [];
    return !waiting || (!others.length && claims.includes(item.type) && !claims.includes(waiting.type));
  }

  /** Sends a request; resolves with the message that carries its `ref`. */
  request(message: Wire.FromSeat): Promise<Wire.ToSeat> {
    const { full, answer } = this.#pending.add(message);
    this.#socket.send(full);
    return answer;
  }

  async sit(name: string, seat?: number): Promise<void> {
    this.#name = name;
    await this.request({ type: "sit", name, ...(seat === undefined ? {} : { seat }) });
  }

  async askHint(): Promise<void> {
    this.noHint = false;
    const answer = await this.request({ type: "ask_hint" });
    if (answer.type !== "hint") return;
    this.hint = answer.hint ?? null;
    this.noHint = !this.hint;
  }

  /** Asks for the whole menu, where it was too long to be pushed. */
  async #askMenu(): Promise<void> {
    const answer = await this.request({ type: "ask_menu" });
    if (answer.type === "menu" && answer.seq === this.#seq) this.menu = answer.menu;
  }

  leave(): void {
    this.#pacer.clear();
    this.#socket.end();
  }

  /** Says which chair this connection speaks for; with another chair the whole view is another. */
  #hello(anew = false): void {
    const token = tokenOf(this.id);
    this.#socket.send({
      type: "hello",
      table: this.id,
      name: this.#name,
      mixes: true,
      ...(token ? { token } : {}),
      ...(this.#seq && this.view && !anew ? { last: this.#seq } : {}),
    });
  }

  /** On a new connection: what the old one left unanswered is sent again. */
  #resume(): void {
    this.#hello();
    for (const message of this.#pending.open()) this.#socket.send(message);
  }

  #receive(message: Wire.ToSeat): void {
    switch (message.type) {
      case "ping":
        this.#socket.send({ type: "pong", id: message.id });
        return;
      case "sync":
        this.#sync(message);
        break;
      case "update":
      case "changed":
      case "said":
      case "skip":
        this.#number(message);
        break;
      case "presence":
        if (this.table) this.#present({ ...this.table, chairs: message.chairs, spectators: message.spectators ?? 0 });
        break;
      case "seated":
        keepChair(message.table, message.token, this.table?.game);
        this.#hello(true);
        break;
      case "spots":
        for (const listener of this.#physicsListeners) listener(message);
        return;
      case "held": // the action was received and waits, for rivals or for the others' chance to answer
        return;
      case "refused":
        this.#refused(message);
        break;
      case "bye":
        this.#bye(message);
        break;
    }
    this.#answered(message);
  }

  /** Frames that come before a board listens are kept for it, the newest few. */
  #frame(data: ArrayBuffer): void {
    if (!this.#physicsListeners.size) {
      this.#bufferedFrames = [...this.#bufferedFrames.slice(1 - MAX_BUFFERED_FRAMES), data];
    }
    for (const listener of this.#physicsListeners) listener(data);
  }

  #answered(message: Wire.ToSeat): void {
    const asked = this.#pending.resolve(message);
    if (asked?.type === "act") this.pendingActions = this.pendingActions.filter((item) => item !== asked.action);
  }

  #refused(message: Wire.Refused): void {
    if (!this.table && message.code === "unknown") {
      this.gone = "unknown";
      this.#socket.end();
      return;
    }
    // A nonce that came too late is the game's loss, not the person's.
    if (this.#pending.isFor(message, "nonce")) return;
    // A stale action met a newer table: ask for everything, and let the person choose again.
    if (message.code === "stale") this.#socket.send({ type: "ask_sync" });
    // The server knows of no such game: not with these options and so many chairs.
    const code = message.code === "unknown" && this.#pending.isFor(message, "configure") ? "options" : message.code;
    this.refusal = { code, message: message.message, rule: message.rule ?? null };
  }

  #bye(message: Wire.Bye): void {
    if (typeof message.again === "number") this.#socket.later(message.again);
    else {
      this.gone = message.why;
      this.#socket.end();
    }
  }

  /** Numbered messages follow each other without a gap; after a gap the whole table is requested again. */
  #number(message: Numbered): void {
    if (message.seq <= this.#seq) return;
    if (message.after !== this.#seq) {
      this.#socket.send({ type: "ask_sync" });
      return;
    }
    this.#seq = message.seq;
    if (message.type === "update") this.recording.add(message.chain, message.lines);
    // Not when it is shown: a start may wait for the nonce.
    if (message.type === "changed") this.#giveNonce(message.table, this.you);
    // What waits to be shown has already ended the menu that is on the screen.
    if (message.type === "update") this.menu = [];
    this.#pacer.push(message, "ref" in message && !!message.ref);
  }

  /** Puts one change on the screen; returns how long it and its story take, null where it has none. */
  #show(message: Numbered): Delays | null {
    switch (message.type) {
      case "update":
        return this.#update(message);
      case "changed":
        this.#changed(message);
        return null;
      case "said": {
        const { name, seat = null, phrase = null, text = null } = message;
        this.#say({ name, seat, phrase, text });
        return null;
      }
      case "skip":
        return null;
    }
  }

  #say(said: Omit<ChatMessage, "order">): void {
    this.chat = [...this.chat.slice(-99), { ...said, order: (this.#said += 1) }];
  }

  /** Shows the table; everybody is told for whom a bot plays now, and who is back. */
  #present(table: Wire.Table): void {
    this.presentAt = performance.now();
    const before = this.table?.id === table.id ? this.table.chairs : [];
    this.table = table;
    if (table.phase !== "playing") return;
    before.forEach((was, seat) => {
      const now = table.chairs[seat];
      const change = now && companyChange(was, now);
      if (change) this.#say({ name: now.name ?? "", seat, phrase: change, text: null });
    });
  }

  #update(message: Wire.Update): Delays {
    this.view = { ...this.view, ...message.changes };
    this.lines = message.lines.map(line);
    this.history = [...this.history, ...this.lines];
    this.#untold = this.#story(message, [...(this.#untold?.lines ?? []), ...this.lines]);
    this.result = message.result ?? null;
    this.reveal = message.reveal ?? null;
    this.clocks = { at: performance.now(), running: message.clocks ?? [] };
    this.hint = null;
    this.noHint = false;
    this.canTakeBack = !!message.take_back;
    if (this.result && this.table) this.table = { ...this.table, phase: "over" };
    this.#offer(message.menu, message.more);
    return {
      next: (this.board?.pace?.(this.lines, this.view) ?? 0) / this.speed,
      story: (this.board?.storyDelay?.(this.lines) ?? 0) / this.speed,
    };
  }

  #story(message: Wire.Update | Wire.Sync, lines: readonly Line[]): Untold {
    const displayed = {
      view: this.view,
      toAct: message.to_act ?? [],
      mustAct: message.must_act ?? [],
      winners: message.result?.winners ?? [],
    };
    return { displayed, history: this.history, lines };
  }

  #tellStory(): void {
    if (!this.#untold) return;
    this.displayed = this.#untold.displayed;
    this.toldLines = this.#untold.history;
    this.newLines = this.#untold.lines;
    this.#untold = null;
  }

  /** A menu belongs to the newest view only: what is still to be shown makes it empty. */
  #offer(menu: readonly Item[] | undefined, more: boolean | undefined): void {
    const newest = !this.#pacer.waits((later) => later.type === "update");
    this.menu = newest ? (menu ?? []) : [];
    if (newest && more) void this.#askMenu();
  }

  #changed(message: Wire.Changed): void {
    // Whatever changes the game itself (a game begun, a move taken back) is followed by a sync.
    this.#present(message.table);
    if (message.what === "closed") this.gone = "closed";
  }

  /** The server sends the last lines only: those before them are known here. */
  #withOlder({ table, you, history = [] }: Wire.Sync): readonly Line[] {
    const same = this.table?.round === table.round && this.you === (you ?? null);
    return joined(same ? this.history : [], history.map(line));
  }

  /** Lines that this page showed before it was loaded again. */
  recall(lines: readonly Line[]): void {
    this.history = this.toldLines = joined(lines, this.history);
  }

  #seatAs(you: number | null): void {
    this.unseated = you === null && (this.unseated || (this.you !== null && this.table?.phase === "lobby"));
    this.you = you;
  }

  #giveNonce(table: Wire.Table, you: number | null): void {
    const nonce = this.recording.see(table, you);
    if (nonce) void this.request(nonce);
  }

  #sync(message: Wire.Sync): void {
    this.#pacer.clear();
    this.#seq = message.seq;
    this.history = this.#withOlder(message);
    this.#present(message.table);
    this.canTakeBack = !!message.take_back;
    this.#seatAs(message.you ?? null);
    this.recording.sync(message);
    this.#giveNonce(message.table, this.you);
    this.view = message.view ?? null;
    this.lines = [];
    this.#untold = this.#story(message, []);
    this.#tellStory();
    this.result = message.result ?? null;
    this.reveal = message.reveal ?? null;
    this.clocks = { at: performance.now(), running: message.clocks ?? [] };
    this.gone = null;
    this.#offer(message.menu, message.more);
  }
}
