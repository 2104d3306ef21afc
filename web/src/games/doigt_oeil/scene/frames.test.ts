import { expect, test } from "vitest";
import { decode, type Frame, pieceOf, read } from "./frames";
import type { Pose } from "./maths";
import { DELAY, Replay, Timeline } from "./timeline";

// Made by physics/frames.py: a keyframe with three pieces under a pressing hand, and the frame after it.
const KEY =
  "4d00000007de02f401e8031ca8000000000000035000000000ca8b00000000000029f40118fcb38e" +
  "7ea5825a825a0278ec881368c51b12e6edb47e";
const NEXT = "4f0000000000000000000000000000000000000129260218fcb38e7ea5825a825a";
const bytes = (hex: string) => Uint8Array.from(hex.match(/../g)!.map((pair) => parseInt(pair, 16)));
const message = (kind: number, ...hex: string[]) =>
  Uint8Array.from([kind, ...hex.flatMap((one) => [...bytes(one)])]).buffer;
const key = decode(new DataView(bytes(KEY).buffer));

const close = (pose: Pose | null | undefined, at: number[], turn?: number[]) => {
  at.forEach((value, axis) => expect(pose!.at[axis]).toBeCloseTo(value, 4));
  turn?.forEach((value, axis) => expect(pose!.turn[axis]).toBeCloseTo(value, 3));
};

test("a frame is read as it was written", () => {
  expect([key.tick, key.touching, key.keyframe, key.force]).toEqual([77, true, true, 0.734]);
  close(key.hand, [0.01, 0.02, 0.15], [1, 0, 0, 0]);
  close(key.pieces.get("l1"), [0, 0, 0.005], [1, 0, 0, 0]);
  close(key.pieces.get("s3"), [-0.1, 0.1, 0.3], [0.1, 0.7, -0.1, 0.7]);
  expect([pieceOf(0), pieceOf(41), pieceOf(80)]).toEqual(["s1", "m2", "l1"]);
});

test("messages say what they are", () => {
  const [first, second] = [bytes(KEY), bytes(NEXT)];
  const told = read(message(1, size(first.length), KEY, size(second.length), NEXT));
  expect("trajectory" in told! && told.trajectory.map(({ tick }) => tick)).toEqual([77, 79]);
  expect("frame" in read(message(0, NEXT))!).toBe(true);
  expect(read(message(9))).toBeNull();
});
const size = (n: number) => n.toString(16).padStart(2, "0") + "00";

const at = (tick: number, x: number | null, keyframe = false): Frame => ({
  tick,
  hand: null,
  touching: false,
  force: 0,
  keyframe,
  pieces: new Map(x === null ? [] : [["s1", { at: [x, 0, 0], turn: [1, 0, 0, 0] }]]),
});

test("between two frames a piece is between two places", () => {
  const line = new Timeline();
  line.push(at(100, 0, true), 5);
  line.push(at(102, 0.02), 5 + 2 / 60);
  close(line.at(5 + DELAY + 1 / 60).poses.get("s1"), [0.01, 0, 0]);
  close(line.at(9).poses.get("s1"), [0.02, 0, 0]);
});

test("what was not sent had not moved until the frame before", () => {
  const line = new Timeline();
  line.push(at(0, 0, true), 1);
  for (let tick = 2; tick <= 60; tick += 2) line.push(at(tick, null), 1 + tick / 60);
  line.push(at(62, 0.03), 1 + 62 / 60);
  close(line.at(1 + 58 / 60 + DELAY).poses.get("s1"), [0, 0, 0]);
  close(line.at(1 + 61 / 60 + DELAY).poses.get("s1"), [0.015, 0, 0]);
});

test("a keyframe takes away what is not in it, and the server's clock may begin again", () => {
  const line = new Timeline();
  line.push(at(500, 0, true), 1);
  line.push({ ...at(2, null, true) }, 2);
  expect(line.at(1.5).poses.has("s1")).toBe(true);
  expect(line.at(3).poses.has("s1")).toBe(false);
});

test("late frames do not run back in time", () => {
  const line = new Timeline();
  line.push(at(0, 0, true), 1);
  line.push(at(2, 0.01), 1.12);
  line.push(at(4, 0.02), 1.13);
  const seen = [1.1, 1.15, 1.2, 1.25, 1.3].map((now) => line.at(now).poses.get("s1")!.at[0]);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
});

test("a collapse can be looked at again at any pace", () => {
  const replay = new Replay([at(10, 0, true), at(12, 0.01), at(14, 0.02)]);
  expect(replay.seconds).toBeCloseTo(4 / 60);
  close(replay.at(3 / 60).poses.get("s1"), [0.015, 0, 0]);
});
