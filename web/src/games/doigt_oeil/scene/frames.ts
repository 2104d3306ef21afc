/** The bytes of a frame, as `physics/frames.py` writes them. */
import type { Pose } from "./maths";
import { PHYSICS } from "../physics";

export type Frame = {
  /** Sixtieths of a second. */
  tick: number;
  /** The hand that holds a piece, if any. */
  hand: Pose | null;
  /** The held piece touches something. */
  touching: boolean;
  /** Newtons. */
  force: number;
  /** All pieces are in it; others are gone. */
  keyframe: boolean;
  pieces: ReadonlyMap<string, Pose>;
};
export type Message = { frame: Frame } | { trajectory: Frame[] };

const { header, piece, grain, middle, quaternion, holding, touching, keyframe, kinds, perKind } = PHYSICS.frame;

/** The piece that a byte means: s1… from 0, m1… from 40, l1… from 80. */
export const pieceOf = (code: number): string => `${kinds[Math.floor(code / perKind)] ?? "l"}${(code % perKind) + 1}`;

/** A binary message: its first byte says what it is. Null if it is nothing we know. */
export function read(data: ArrayBuffer): Message | null {
  const kind = new Uint8Array(data)[0];
  if (kind === 0) return { frame: decode(new DataView(data, 1)) };
  if (kind === 1) return { trajectory: trajectory(new DataView(data, 1)) };
  return null;
}

export function decode(data: DataView): Frame {
  const flags = data.getUint8(4);
  const count = data.getUint8(header - 1);
  const pieces = new Map<string, Pose>();
  for (let i = 0; i < count; i += 1) {
    const at = header + i * piece;
    pieces.set(pieceOf(data.getUint8(at)), pose(data, at + 1));
  }
  return {
    tick: data.getUint32(0, true),
    hand: flags & holding ? pose(data, 7) : null,
    touching: Boolean(flags & touching),
    force: data.getUint16(5, true) / 1000,
    keyframe: Boolean(flags & keyframe),
    pieces,
  };
}

/** Frames one after the other, each after its length. */
export function trajectory(data: DataView): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at + 2 <= data.byteLength;) {
    const size = data.getUint16(at, true);
    frames.push(decode(new DataView(data.buffer, data.byteOffset + at + 2, size)));
    at += 2 + size;
  }
  return frames;
}

/** Three numbers of 0.02 mm, then a turn without its largest component: two low bits say which one. */
function pose(data: DataView, at: number): Pose {
  const n = (index: number) => data.getInt16(at + 2 * index, true);
  const [a, b, c] = [n(3), n(4), n(5)];
  const small = [a, b, c].map((value) => (value >> 1) / quaternion);
  const largest = Math.sqrt(Math.max(0, 1 - small.reduce((sum, q) => sum + q * q, 0)));
  small.splice((a & 1) + 2 * (b & 1), 0, largest);
  return {
    at: [n(0) * grain, n(1) * grain, n(2) * grain + middle],
    turn: [small[0]!, small[1]!, small[2]!, small[3]!],
  };
}
