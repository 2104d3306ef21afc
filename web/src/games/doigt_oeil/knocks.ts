/** What a fall sounds like: a piece that suddenly slows has hit something. Heard in the frames, drawn by nobody. */
import type { Frame } from "./frames";
import { less, long, times, type Vec } from "./maths";
import { sizeOf } from "./wood";

/** How hard (0 … 1), and how high: a small piece rings higher than a long one. */
export type Knock = { loud: number; pitch: number };
type Track = { tick: number; at: Vec; speed: number };

const TICK = 1 / 60;
/** Metres a second lost between two frames: a hand that puts down loses less. */
const SOFTEST = 0.12;
const HARDEST = 1.6;
/** Knocks of one frame: more are a noise anyway. */
const MOST = 3;

export class Ear {
  #tracks = new Map<string, Track>();

  /** The knocks of one more frame; what a hand holds does not knock, it is put down. */
  hear({ tick, pieces, keyframe, hand }: Frame, held: string | null): Knock[] {
    if (keyframe) this.#tracks.clear();
    const found: Knock[] = [];
    for (const [id, { at }] of pieces) {
      const was = this.#tracks.get(id);
      const speed = was && tick > was.tick ? long(times(less(at, was.at), 1 / ((tick - was.tick) * TICK))) : 0;
      const lost = (was?.speed ?? 0) - speed;
      if (lost > SOFTEST && !(hand && id === held)) found.push({ loud: Math.min(1, lost / HARDEST), pitch: 0.06 / (0.03 + sizeOf(id)[0] / 2) });
      this.#tracks.set(id, { tick, at, speed });
    }
    return found.sort((a, b) => b.loud - a.loud).slice(0, MOST);
  }
}
