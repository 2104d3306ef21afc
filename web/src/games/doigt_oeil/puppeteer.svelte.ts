/** Between the table and the theatre: frames in, the hand out. Knows when, never what is allowed. */
import { untrack } from "svelte";
import type { Item, World } from "../../lib/board";
import type { DoigtOeilView as View, Spot } from "../../lib/wire";
import { type Position, woodOf } from "./cards";
import { read, trajectory } from "./frames";
import { type Pose, vectorOf, yawed, inverse, multiply } from "./maths";
import { Theatre } from "./theatre";
import { oriented, standing } from "./wood";

/** Seconds between two hands told: the server hears eighty messages a second, of all kinds. */
const EVERY = 0.0185;
/** A hand that rests is told again now and then, in case a message was lost. */
const AGAIN = 0.25;
/** Seconds after which a hand that the server still sees closed may be opened again; a piece laid by itself flies longer. */
const UNHEARD = 2.5;
const FLIGHT = 20;
/** Seconds before a new piece can be let go: the tap that took it up must not drop it. */
const CALM = 0.7;
/** Metres above what is below from which a piece may be let go in earnest. */
const LOW = 0.015;
/** Seconds to wait for the server's own hand before telling it ours. */
const PATIENCE = 1.5;
const ORDER: readonly Position[] = ["flat", "edge", "upright"];
const now = () => performance.now() / 1000;
const short = (numbers: readonly number[]) => numbers.map((n) => Math.round(n * 1e6) / 1e6);

export class Puppeteer {
  readonly theatre: Theatre;
  /** Counts what may have changed the picture. */
  stirred = $state(0);
  released = $state(false);
  /** One's own piece hangs low enough to be laid. */
  low = $state(false);
  /** Which of one's own pieces is in hand: counted, 0 for none. */
  holding = $state(0);
  spots = $state.raw<readonly Spot[] | null>(null);
  #world: World | undefined;
  #told = { time: 0, pose: null as Pose | null };
  #takes = 0;
  #taken = 0;
  #position: Position = "flat";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(seat: number | null, seats: number) {
    this.theatre = new Theatre(seat, seats);
  }

  /** Counted without being read: whoever stirs does not wait for what stirs. */
  #stir(): void {
    untrack(() => (this.stirred += 1));
  }

  listen(world: World | undefined): (() => void) | undefined {
    this.#world = world;
    return world?.hear((news) => this.#hear(news));
  }

  #hear(news: ArrayBuffer | Item): void {
    if (!(news instanceof ArrayBuffer)) {
      if (news.type === "spots") this.spots = (news.spots as Spot[] | undefined) ?? [];
      return;
    }
    const message = read(news);
    if (!message) return;
    if ("frame" in message) this.theatre.hear(message.frame, now());
    else this.theatre.again(message.trajectory, now());
    this.#stir();
  }

  /** A fall of a finished game, once more; with reduced motion only if one asks for it. */
  again(fall: ArrayBuffer, asked = false): void {
    this.theatre.again(trajectory(new DataView(fall)), now(), asked);
    this.#stir();
  }

  /** The view as it is now: what stands, for whoever has no frames. */
  show(view: View, seat: number | null, reduced: boolean): void {
    this.theatre.seat = seat;
    this.theatre.reduced = reduced;
    this.theatre.rest(standing(view.structure), now());
    this.#stir();
  }

  take(view: View, seat: number | null): void {
    clearTimeout(this.#timer);
    this.released = false;
    this.spots = null;
    this.#taken = now();
    const wood = view.held && woodOf(view.held.card);
    this.theatre.seat = seat;
    if (!view.held || !wood) this.theatre.take(null, new Map());
    else {
      this.#position = wood.position;
      this.theatre.take({ ...view.held, hands: wood.hands, closed: wood.closed, position: wood.position }, standing(view.structure));
    }
    this.holding = this.theatre.grip ? (this.#takes += 1) : 0;
    this.#stir();
  }

  /** Tells where the hand is, if it has moved and not too often. */
  send(): void {
    const grip = this.theatre.grip;
    if (!grip || this.released) return;
    const time = now();
    this.low = this.theatre.air(time) <= LOW;
    if (!this.theatre.met && time - this.#taken < PATIENCE) return;
    const still = this.#told.pose === grip.hand;
    if (time - this.#told.time < (still ? AGAIN : EVERY)) return;
    this.#tell(grip.hand, false);
  }

  #tell(pose: Pose, release: boolean): void {
    this.#told = { time: now(), pose };
    this.#world?.tell({ type: "hand", at: short(pose.at), turn: short(pose.turn), release, time: Math.round(now() * 1000) / 1000 });
  }

  release(): void {
    const grip = this.theatre.grip;
    if (!grip || this.released || now() - this.#taken < CALM) return;
    this.theatre.advance(now());
    this.#tell(grip.hand, true);
    this.#letGo(UNHEARD);
  }

  askSpots(): void {
    this.spots = null;
    this.#world?.tell({ type: "ask_spots" });
  }

  lay(spot: number, off: [number, number]): void {
    this.#world?.tell({ type: "lay", spot, off: short(off) });
    this.#letGo(FLIGHT);
  }

  #letGo(patience: number): void {
    this.released = this.theatre.released = true;
    this.#stir();
    this.#timer = setTimeout(() => {
      if (!this.theatre.line.holding || !this.theatre.grip) return;
      this.released = this.theatre.released = false;
    }, patience * 1000);
  }

  /** A pivoted piece may lie as one likes: the next position, turned as it was. */
  tip(): void {
    const grip = this.theatre.grip;
    if (!grip) return;
    const yaw = vectorOf(multiply(grip.wish.turn, inverse(oriented(this.#position))))[2];
    this.#position = ORDER[(ORDER.indexOf(this.#position) + 1) % ORDER.length]!;
    grip.wish = { ...grip.wish, turn: multiply(yawed(yaw), oriented(this.#position)) };
    if (this.theatre.held) this.theatre.held = { ...this.theatre.held, position: this.#position };
  }
}
