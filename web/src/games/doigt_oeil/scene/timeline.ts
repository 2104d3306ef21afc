/**
 * What the server showed, on this screen's clock: frames come thirty times a second and not evenly, pictures
 * are drawn a tenth of a second later, smoothly between them.
 */
import type { Frame } from "./frames";
import { ImpactDetector, type Impact } from "./impacts";
import { type Pose, posed } from "./maths";
import { PHYSICS } from "../physics";

export type Seen = { poses: Map<string, Pose>; hand: Pose | null; touching: boolean; force: number };
type Sample = { time: number; pose: Pose | null };

const TICK = PHYSICS.tick;
export const DELAY = 0.1;
/** Seconds after which a frame is not early or late but from another time. */
const STALL = 0.3;
/** Samples of one piece: more than two seconds. */
const KEPT = 80;

export class Timeline {
  /** When the last frame came, on this screen's clock; it may sleep when nothing comes. */
  heard = -Infinity;
  #tracks = new Map<string, Sample[]>();
  #hand: Sample[] = [];
  #presses: { time: number; touching: boolean; force: number }[] = [];
  #offset = 0;
  #last = -Infinity;

  constructor(readonly kept = KEPT) {}

  /** Seconds (this screen's clock) that a tick of the server means: the quickest arrivals set the clock. */
  #time(tick: number, now: number): number {
    const late = now - (tick * TICK + this.#offset);
    if (!(Math.abs(late) < STALL)) this.#offset = now - tick * TICK;
    else if (late < 0) this.#offset += late;
    else this.#offset += late * 0.02;
    // Time never runs back, whatever the clock learnt.
    return Math.max(tick * TICK + this.#offset, this.#last + 1e-4);
  }

  push(frame: Frame, now: number): void {
    const before = this.#last;
    const time = this.#time(frame.tick, now);
    for (const [id, pose] of frame.pieces) this.#put(this.#track(id), pose, time, before);
    if (frame.keyframe)
      for (const [id, track] of this.#tracks)
        if (!frame.pieces.has(id) && track.at(-1)?.pose) this.#put(track, null, time, before);
    this.#put(this.#hand, frame.hand, time, before);
    this.#presses.push({ time, touching: frame.touching, force: frame.force });
    this.#presses = this.#presses.slice(-this.kept);
    this.#last = time;
    this.heard = now;
  }

  /** Everything at once, as a view says it: no frames were there to tell. */
  rest(poses: ReadonlyMap<string, Pose>): void {
    this.#tracks = new Map([...poses].map(([id, pose]) => [id, [{ time: -Infinity, pose }]]));
    this.#hand = [];
    this.#presses = [];
  }

  get empty(): boolean {
    return this.#tracks.size === 0;
  }

  /** The newest pose of every piece, drawn or not. */
  newest(): Map<string, Pose> {
    const found = [...this.#tracks].map(([id, track]) => [id, track.at(-1)?.pose ?? null] as const);
    return new Map(found.filter((one): one is readonly [string, Pose] => one[1] !== null));
  }

  /** The newest hand of all, drawn or not. */
  get holding(): Pose | null {
    return this.#hand.at(-1)?.pose ?? null;
  }

  at(now: number): Seen {
    const time = now - DELAY;
    const poses = new Map<string, Pose>();
    for (const [id, track] of this.#tracks) {
      const pose = sampled(track, time);
      if (pose) poses.set(id, pose);
    }
    const press = this.#presses.findLast((one) => one.time <= time);
    return { poses, hand: sampled(this.#hand, time), touching: press?.touching ?? false, force: press?.force ?? 0 };
  }

  #track(id: string): Sample[] {
    const found = this.#tracks.get(id) ?? [];
    this.#tracks.set(id, found);
    return found;
  }

  /** Only what moved is sent: a piece that had been still was still until the frame before this one. */
  #put(track: Sample[], pose: Pose | null, time: number, before: number): void {
    const last = track.at(-1);
    if (last && last.time < before) track.push({ time: before, pose: last.pose });
    track.push({ time, pose });
    if (track.length > this.kept) track.splice(0, track.length - this.kept);
  }
}

function sampled(track: readonly Sample[], time: number): Pose | null {
  const next = track.findIndex((one) => one.time > time);
  if (next < 0) return track.at(-1)?.pose ?? null;
  const [a, b] = [track[next - 1], track[next]!];
  if (!a) return null;
  if (!a.pose || !b.pose || a.time === -Infinity) return a.pose;
  return posed(a.pose, b.pose, (time - a.time) / (b.time - a.time));
}

/** The frames of a collapse, to be shown once more: a picture for every moment of it. */
export class Replay {
  readonly seconds: number;
  /** When something knocked, in seconds from the start. */
  readonly impacts: readonly (Impact & { at: number })[];
  #line = new Timeline(Infinity);
  #start: number;

  constructor(frames: readonly Frame[]) {
    const ticks = frames.map(({ tick }) => tick);
    this.#start = (ticks[0] ?? 0) * TICK;
    this.seconds = frames.length ? (ticks.at(-1)! - ticks[0]!) * TICK : 0;
    for (const frame of frames) this.#line.push(frame, frame.tick * TICK);
    const detector = new ImpactDetector();
    this.impacts = frames.flatMap((frame) =>
      detector.hear(frame, null).map((impact) => ({ ...impact, at: frame.tick * TICK - this.#start })),
    );
  }

  at(seconds: number): Seen {
    return this.#line.at(this.#start + seconds + DELAY);
  }
}
