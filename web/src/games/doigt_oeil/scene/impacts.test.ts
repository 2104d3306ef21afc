import { expect, test } from "vitest";
import type { Frame } from "./frames";
import { ImpactDetector } from "./impacts";
import type { Pose } from "./maths";

const frame = (tick: number, id: string, z: number, more: Partial<Frame> = {}): Frame => ({
  tick,
  hand: null,
  touching: false,
  force: 0,
  keyframe: false,
  pieces: new Map<string, Pose>([[id, { at: [0, 0, z], turn: [1, 0, 0, 0] }]]),
  ...more,
});
/** A piece that falls from 20 cm and stays where it lands. */
const drop = (id: string, more: Partial<Frame> = {}) =>
  Array.from({ length: 20 }, (_, i) => frame(i * 2, id, Math.max(0.005, 0.2 - 4.905 * (i / 30) ** 2), more));

test("a piece that falls impacts once, when it lands", () => {
  const detector = new ImpactDetector();
  const heard = drop("m1").map((one) => detector.hear(one, null).length);
  expect(heard.reduce((sum, n) => sum + n)).toBeLessThanOrEqual(2);
  expect(heard.indexOf(1)).toBe(7); // it lands after 0.2 s
});

test("from higher it is louder, and a small piece rings higher than a long one", () => {
  const impacts = (id: string) => {
    const detector = new ImpactDetector();
    return drop(id).flatMap((one) => detector.hear(one, null));
  };
  expect(impacts("s1")[0]!.pitch).toBeGreaterThan(impacts("l1")[0]!.pitch);
  expect(impacts("s1")[0]!.loud).toBeGreaterThan(0.5);
  const detector = new ImpactDetector();
  const low = [0.02, 0.0146, 0.005, 0.005].flatMap((z, i) => detector.hear(frame(i * 2, "s1", z), null));
  expect(low[0]!.loud).toBeLessThan(impacts("s1")[0]!.loud);
});

test("what rests is silent, and so is what a hand carries", () => {
  const detector = new ImpactDetector();
  expect(
    drop("m1", { hand: { at: [0, 0, 0], turn: [1, 0, 0, 0] } }).flatMap((one) => detector.hear(one, "m1")),
  ).toEqual([]);
  expect([40, 42, 44].flatMap((tick) => detector.hear(frame(tick, "m1", 0.005), null))).toEqual([]);
});
