/** Connects the table and the scene model: frames come in, the hand goes out. Knows when to send, no rule. */
import { untrack } from "svelte";
import type { PhysicsChannel } from "../../../lib/board/board";
import type { Spot, Spots as SpotList } from "../../../lib/wire";
import { type Position, woodOf } from "../cards/cards";
import { read, trajectory } from "../scene/frames";
import { type Pose, type Quat, type Vec, vectorOf, yawed, inverse, multiply } from "../scene/maths";
import { SceneModel } from "../scene/sceneModel";
import { oriented, standing } from "../scene/pieces";
import type { View } from "../types";

/** Seconds between two hands told: the server hears eighty messages a second, of all kinds. */
const EVERY = 0.0185;
/** A hand that rests is told again now and then, in case a message was lost. */
const AGAIN = 0.25;
/** Seconds until a release that the server did not hear may be repeated; a piece laid by itself flies longer. */
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
const rounded = (n: number) => Math.round(n * 1e6) / 1e6;
const vec = ([x, y, z]: Vec): [number, number, number] => [rounded(x), rounded(y), rounded(z)];
const quat = ([w, x, y, z]: Quat): [number, number, number, number] => [rounded(w), rounded(x), rounded(y), rounded(z)];

export class HandController {
  readonly model: SceneModel;
  /** Counts what may have changed the picture. */
  revision = $state(0);
  released = $state(false);
  /** A fall is being shown again. */
  slow = $state(false);
  /** One's own piece hangs low enough to be laid. */
  low = $state(false);
  /** Which of one's own pieces is in hand: counted, 0 for none. */
  holding = $state(0);
  spots = $state.raw<readonly Spot[] | null>(null);
  #channel: PhysicsChannel | undefined;
  #told = { time: 0, pose: null as Pose | null };
  #takes = 0;
  #taken = 0;
  #position: Position = "flat";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(seat: number | null, seats: number) {
    this.model = new SceneModel(seat, seats);
  }

  /** Counted without being read, so that an effect that calls this does not depend on it. */
  #changed(): void {
    untrack(() => (this.revision += 1));
  }

  listen(channel: PhysicsChannel | undefined): (() => void) | undefined {
    this.#channel = channel;
    return channel?.subscribe((message) => this.#receive(message));
  }

  #receive(received: ArrayBuffer | SpotList): void {
    if (!(received instanceof ArrayBuffer)) {
      this.spots = received.spots ?? [];
      return;
    }
    const message = read(received);
    if (!message) return;
    if ("frame" in message) this.model.hear(message.frame, now());
    else this.model.again(message.trajectory);
    this.slow = this.model.slow;
    this.#changed();
  }

  /** A fall of a finished game, once more; with reduced motion only if one asks for it. */
  again(fall: ArrayBuffer, asked = false): void {
    this.model.again(trajectory(new DataView(fall)), asked);
    this.#changed();
  }

  /** The view as it is now: what stands, for whoever has no frames. */
  show(view: View, seat: number | null, reduced: boolean): void {
    this.model.seat = seat;
    this.model.reduced = reduced;
    this.model.rest(standing(view.structure), now());
    this.#changed();
  }

  take(view: View, seat: number | null): void {
    clearTimeout(this.#timer);
    this.released = false;
    this.spots = null;
    this.#taken = now();
    const wood = view.held && woodOf(view.held.card);
    this.model.seat = seat;
    if (!view.held || !wood) this.model.take(null, new Map());
    else {
      this.#position = wood.position;
      this.model.take(
        { ...view.held, hands: wood.hands, closed: wood.closed, position: wood.position },
        standing(view.structure),
      );
    }
    this.holding = this.model.grip ? (this.#takes += 1) : 0;
    this.#changed();
  }

  /** Tells where the hand is, if it has moved and not too often. */
  send(): void {
    const grip = this.model.grip;
    if (!grip || this.released) return;
    const time = now();
    this.low = this.model.air(time) <= LOW;
    if (!this.model.met && time - this.#taken < PATIENCE) return;
    const still = this.#told.pose === grip.hand;
    if (time - this.#told.time < (still ? AGAIN : EVERY)) return;
    this.#tell(grip.hand, false);
  }

  #tell(pose: Pose, release: boolean): void {
    this.#told = { time: now(), pose };
    this.#channel?.send({
      type: "hand",
      at: vec(pose.at),
      turn: quat(pose.turn),
      release,
      time: Math.round(now() * 1000) / 1000,
    });
  }

  release(): void {
    const grip = this.model.grip;
    if (!grip || this.released || now() - this.#taken < CALM) return;
    this.model.advance(now());
    this.#tell(grip.hand, true);
    this.#letGo(UNHEARD);
  }

  /** Shows where the piece would lie; null: nowhere. */
  ghost(lies: SceneModel["ghost"]): void {
    this.model.ghost = lies;
    this.#changed();
  }

  askSpots(): void {
    this.spots = null;
    this.#channel?.send({ type: "ask_spots" });
  }

  lay(spot: number, off: [number, number]): void {
    this.#channel?.send({ type: "lay", spot, off: [rounded(off[0]), rounded(off[1])] });
    this.#letGo(FLIGHT);
  }

  #letGo(patience: number): void {
    this.released = this.model.released = true;
    this.#changed();
    this.#timer = setTimeout(() => {
      if (!this.model.line.holding || !this.model.grip) return;
      this.released = this.model.released = false;
    }, patience * 1000);
  }

  /** A pivoted piece may lie as one likes: the next position, turned as it was. */
  tip(): void {
    const grip = this.model.grip;
    if (!grip) return;
    const yaw = vectorOf(multiply(grip.wish.turn, inverse(oriented(this.#position))))[2];
    this.#position = ORDER[(ORDER.indexOf(this.#position) + 1) % ORDER.length]!;
    grip.wish = { ...grip.wish, turn: multiply(yawed(yaw), oriented(this.#position)) };
    if (this.model.held) this.model.held = { ...this.model.held, position: this.#position };
  }
}
