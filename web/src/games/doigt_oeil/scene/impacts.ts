/** Detects impacts in the frames, for the sound: a piece that suddenly slows has hit something. */
import type { Frame } from "./frames";
import { less, long, times, type Vec } from "./maths";
import { sizeOf } from "./pieces";
import { PHYSICS } from "../physics";

/** How hard (0 … 1), and how high: a small piece rings higher than a long one. */
export type Impact = { loud: number; pitch: number };
type Track = { tick: number; at: Vec; speed: number };

const TICK = PHYSICS.tick;
/** Metres a second lost between two frames: a hand that puts down loses less. */
const SOFTEST = 0.12;
const HARDEST = 1.6;
/** Knocks of one frame: more are a noise anyway. */
const MOST = 3;

export class ImpactDetector {
  #tracks = new Map<string, Track>();

  /** The impacts of one more frame; what a hand holds does not impact, it is put down. */
  hear({ tick, pieces, keyframe, hand }: Frame, held: string | null): Impact[] {
    if (keyframe) this.#tracks.clear();
    const found: Impact[] = [];
    for (const [id, { at }] of pieces) {
      const was = this.#tracks.get(id);
      const speed = was && tick > was.tick ? long(times(less(at, was.at), 1 / ((tick - was.tick) * TICK))) : 0;
      const lost = (was?.speed ?? 0) - speed;
      if (lost > SOFTEST && !(hand && id === held))
        found.push({ loud: Math.min(1, lost / HARDEST), pitch: 0.06 / (0.03 + sizeOf(id)[0] / 2) });
      this.#tracks.set(id, { tick, at, speed });
    }
    return found.sort((a, b) => b.loud - a.loud).slice(0, MOST);
  }
}
