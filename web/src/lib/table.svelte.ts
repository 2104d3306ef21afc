/**
 * One table as this browser sees it: one socket, gapless numbers, resending, resync, pacing.
 * Owns what is shown and when; must never know a rule of any game.
 */
import { nonce } from "./proof";
import { Asks, type Word } from "./asks";
import { api, type CoachHint, type Wire } from "./api";
import type { BoardModule, Item, Line, World } from "./board";
import { keepChair, tokenOf } from "./chairs";
import { Pacer } from "./pacer";
import { Socket, type Status } from "./socket";

type Update = Wire.Update;
type Numbered = Update | Wire.Changed | Wire.Said | Wire.Skip;
export type Talk = { name: string; seat: number | null; phrase: string | null; text: string | null; seq: number };
export type Refusal = { code: string; message: string; rule: string | null };

type Settled = {
  view: Record<string, unknown> | null;
  toAct: readonly (number | string)[];
  mustAct: readonly number[];
  winners: readonly number[];
};

/** Frames kept for a board that is still loading: four seconds of them. */
const UNSEEN = 119;

/** A line with everything in it that the wire leaves out when it is empty. */
const line = (told: Wire.Told): Line => ({ ...told, story: told.story ?? [] }) as unknown as Line;

export class TableStore {
  status = $state<Status>("connecting");
  table = $state.raw<Wire.Table | null>(null);
  you = $state<number | null>(null);
  view = $state.raw<Record<string, unknown> | null>(null);
  lines = $state.raw<readonly Line[]>([]);
  history = $state.raw<readonly Line[]>([]);
  /** All one may do in the newest view; a page shows what is `offered`. */
  menu = $state.raw<readonly Item[]>([]);
  /** What the story has told so far, and its newest part: never ahead of the picture. */
  told = $state.raw<readonly Line[]>([]);
  news = $state.raw<readonly Line[]>([]);
  /** What is written beside the picture, whose turn and what score: it too waits until the picture is there. */
  settled = $state.raw<Settled>({ view: null, toAct: [], mustAct: [], winners: [] });
  result = $state.raw<Record<string, unknown> | null>(null);
  reveal = $state.raw<Wire.Reveal | null>(null);
  /** The promise as this browser saw it while the game was still being played. */
  promised: string | null = null;
  clocks = $state.raw<{ at: number; running: readonly Wire.Clock[] }>({ at: 0, running: [] });
  talk = $state.raw<readonly Talk[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  hint = $state.raw<CoachHint | null>(null);
  /** The coach was asked and has nothing to say. */
  silent = $state(false);
  /** Why the table cannot be shown: `unknown` (no such table), `closed`. */
  gone = $state<string | null>(null);
  /** Actions sent and not yet answered, oldest first; seldom more than one. */
  underWay = $state.raw<readonly Item[]>([]);
  /** The action under way was heard and waits, for rivals or for the others' chance to answer. */
  held = $state(false);
  /** What may be sent now: the menu, and while an action is under way only what its board allows meanwhile. */
  offered = $derived<readonly Item[]>(this.status === "open" ? this.menu.filter((item) => this.#free(item)) : []);

  board = $state.raw<BoardModule | null>(null);
  /** How many times faster than usual this person wants to see others play. */
  speed = 1;
  #seq = 0;
  #socket: Socket;
  #pacer = new Pacer<Numbered>((message) => this.#show(message));
  #teller: ReturnType<typeof setTimeout> | undefined;
  #hushed = 0;
  #untold: readonly Line[] = [];
  #asks = new Asks();
  #name: string;
  #watchers = new Set<(news: ArrayBuffer | Item) => void>();
  #unseen: ArrayBuffer[] = [];
  /** What a board with a physical world hears and says beside the numbered messages. */
  readonly world: World = {
    hear: (heed) => {
      this.#watchers.add(heed);
      for (const data of this.#unseen.splice(0)) heed(data);
      return () => this.#watchers.delete(heed);
    },
    tell: (message) => this.tell(message),
  };

  constructor(
    readonly id: string,
    name: string,
  ) {
    this.#name = name;
    this.#socket = new Socket(api.socket(), {
      opened: () => this.#hello(),
      heard: (message) => this.#hear(message as Wire.ToSeat),
      frame: (data) => this.#frame(data),
      status: (status) => (this.status = status),
    });
  }

  /** Sends an item of the menu; it is sent again after a lost line until it is answered. */
  act(item: Item): void {
    if (!this.#free(item)) return;
    this.refusal = null;
    this.hint = null;
    this.underWay = [...this.underWay, item];
    this.ask({ type: "act", seq: this.#seq, action: item });
  }

  #free(item: Item): boolean {
    const [waiting, ...others] = this.underWay;
    return !waiting || (!others.length && !!this.board?.meanwhile?.(waiting, item, this.held));
  }

  /** Says something that wants an answer; resolves with the message that carries its `ref`. */
  ask(message: Word): Promise<Word> {
    const { full, answer } = this.#asks.ask(message);
    this.#socket.send(full);
    return answer;
  }

  async sit(name: string, seat?: number): Promise<void> {
    this.#name = name;
    await this.ask({ type: "sit", name, ...(seat === undefined ? {} : { seat }) });
    void this.ask({ type: "nonce", nonce: nonce() });
  }

  async askHint(): Promise<void> {
    const answer = await this.ask({ type: "ask_hint" });
    if (answer.type !== "hint") return;
    this.hint = (answer.hint as CoachHint | undefined) ?? null;
    this.silent = !this.hint;
  }

  /** The whole menu, where it was too long to be pushed. */
  async #askMenu(): Promise<void> {
    const answer = await this.ask({ type: "ask_menu" });
    if (answer.type === "menu" && answer.seq === this.#seq) this.menu = (answer.menu as Item[]) ?? [];
  }

  leave(): void {
    this.#pacer.clear();
    clearTimeout(this.#teller);
    this.#socket.end();
  }


  /** Something that needs no answer, as the hand of Au doigt & à l'œil. */
  tell(message: Word): void {
    this.#socket.send(message);
  }

  #hello(): void {
    const token = tokenOf(this.id);
    this.#socket.send({
      type: "hello",
      table: this.id,
      name: this.#name,
      ...(token ? { token } : {}),
      ...(this.#seq && this.view ? { last: this.#seq } : {}),
    });
    for (const message of this.#asks.open()) this.#socket.send(message);
  }

  #hear(message: Wire.ToSeat): void {
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
        if (this.table) this.table = { ...this.table, chairs: message.chairs, spectators: message.spectators ?? 0 };
        break;
      case "seated":
        keepChair(message.table, message.token, this.table?.game);
        this.#hello();
        break;
      case "spots":
        for (const heed of this.#watchers) heed(message as unknown as Item);
        return;
      case "held":
        this.held = true;
        return;
      case "refused":
        this.#refused(message);
        break;
      case "bye":
        this.#bye(message);
        break;
    }
    this.#answered(message as unknown as Word);
  }

  /** The first picture comes before a board is there to see it: the newest few are kept for it. */
  #frame(data: ArrayBuffer): void {
    if (!this.#watchers.size) this.#unseen = [...this.#unseen.slice(-UNSEEN), data];
    for (const heed of this.#watchers) heed(data);
  }

  #answered(message: Word): void {
    const asked = this.#asks.answered(message);
    if (asked?.type !== "act") return;
    this.underWay = this.underWay.filter((item) => item !== asked.action);
    if (!this.underWay.length) this.held = false;
  }

  #refused(message: Wire.Refused): void {
    if (!this.table && message.code === "unknown") {
      this.gone = "unknown";
      this.#socket.end();
      return;
    }
    // A stale action met a newer table: ask for everything, and let the person choose again.
    if (message.code === "stale") this.#socket.send({ type: "ask_sync" });
    else this.refusal = { code: message.code, message: message.message, rule: message.rule ?? null };
  }

  #bye(message: Wire.Bye): void {
    if (typeof message.again === "number") this.#socket.later(message.again);
    else {
      this.gone = message.why;
      this.#socket.end();
    }
  }

  /** Numbered messages follow each other without a gap; where one is missing everything is asked again. */
  #number(message: Numbered): void {
    if (message.seq <= this.#seq) return;
    if (message.after !== this.#seq) {
      this.#socket.send({ type: "ask_sync" });
      return;
    }
    this.#seq = message.seq;
    // What waits to be shown has already ended the menu that is on the screen.
    if (message.type === "update") this.menu = [];
    this.#pacer.push(message, "ref" in message && !!message.ref);
  }

  /** Puts one change on the screen; how long it wants to be alone there. */
  #show(message: Numbered): number {
    if (message.type === "update") this.#update(message);
    else if (message.type === "changed") this.#changed(message);
    else if (message.type === "said") {
      const { name, seq, seat = null, phrase = null, text = null } = message;
      this.talk = [...this.talk.slice(-99), { name, seq, seat, phrase, text }];
    }
    return message.type === "update" ? (this.board?.pace?.(this.lines, this.view) ?? 0) / this.speed : 0;
  }

  #update(message: Update): void {
    this.view = { ...this.view, ...message.changes };
    this.lines = message.lines.map(line);
    this.history = [...this.history, ...this.lines];
    this.#tell((this.board?.hush?.(this.lines) ?? 0) / this.speed, message);
    this.result = (message.result as Record<string, unknown> | null | undefined) ?? null;
    this.reveal = message.reveal ?? null;
    this.clocks = { at: performance.now(), running: message.clocks ?? [] };
    this.hint = null;
    this.silent = false;
    if (this.result && this.table) this.table = { ...this.table, phase: "over" };
    this.#offer(message.menu, message.more);
  }

  /** What comes while the story is still hushed is told with it, not before it. */
  #tell(wait: number, message: Update | Wire.Sync): void {
    clearTimeout(this.#teller);
    this.#hushed = Math.max(this.#hushed, performance.now() + wait);
    const left = this.#hushed - performance.now();
    const winners = (message.result as { winners?: number[] } | null | undefined)?.winners ?? [];
    this.#untold = [...this.#untold, ...this.lines];
    const [history, view] = [this.history, this.view];
    const now = () => {
      this.told = history;
      [this.news, this.#untold] = [this.#untold, []];
      this.settled = { view, toAct: message.to_act ?? [], mustAct: message.must_act ?? [], winners };
    };
    if (left > 0) this.#teller = setTimeout(now, left);
    else now();
  }

  /** A menu belongs to the newest view only: what is still to be shown makes it empty. */
  #offer(menu: readonly unknown[] | undefined, more: boolean | undefined): void {
    const newest = !this.#pacer.waits((later) => later.type === "update");
    this.menu = newest ? ((menu ?? []) as Item[]) : [];
    if (newest && more) void this.#askMenu();
  }

  #changed(message: Wire.Changed): void {
    // Whatever changes the game itself (a game begun, a move taken back) is followed by a sync.
    this.table = message.table;
    this.#remember();
    if (message.what === "closed") this.gone = "closed";
  }

  #remember(): void {
    if (this.table?.phase === "playing") this.promised = this.table.commitment;
  }

  #sync(message: Wire.Sync): void {
    this.#pacer.clear();
    [this.#hushed, this.#untold] = [0, []];
    this.#seq = message.seq;
    this.table = message.table;
    this.#remember();
    this.you = message.you ?? null;
    this.view = (message.view as Record<string, unknown> | null | undefined) ?? null;
    this.lines = [];
    this.history = (message.history ?? []).map(line);
    this.#tell(0, message);
    this.result = (message.result as Record<string, unknown> | null | undefined) ?? null;
    this.reveal = message.reveal ?? null;
    this.clocks = { at: performance.now(), running: message.clocks ?? [] };
    this.gone = null;
    this.#offer(message.menu, message.more);
  }
}
