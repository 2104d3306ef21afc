import { expect, test } from "vitest";
import type { Frame } from "./frames";
import { awayOf, rightOf, seatAngle } from "./camera";
import { dot, type Pose, turned } from "./maths";
import { type Held, SceneModel } from "./sceneModel";

const REST = new Map<string, Pose>([["l1", { at: [0, 0, 0.005], turn: [1, 0, 0, 0] }]]);
const HELD: Held = { id: "s1", seat: 0, hands: "both", closed: "none", position: "upright" };
const frame = (tick: number, z: number, more: Partial<Frame> = {}): Frame => ({
  tick,
  hand: { at: [0, 0, z], turn: [1, 0, 0, 0] },
  touching: false,
  force: 0,
  keyframe: tick === 0,
  pieces: new Map<string, Pose>([["s1", { at: [0, 0, z], turn: [1, 0, 0, 0] }], ...(tick === 0 ? REST : [])]),
  ...more,
});
function holding(): SceneModel {
  const model = new SceneModel(0, 2);
  model.rest(REST, 0);
  model.picture(10);
  model.take(HELD, REST);
  return model;
}

test("one's own piece is drawn at once, in the position the card wants", () => {
  const model = holding();
  for (let now = 10; now < 11; now += 0.016) model.picture(now);
  const before = model.picture(11).pieces.get("s1")!.at;
  model.grip!.move([0.01, 0, 0]);
  model.advance(11.016);
  expect(model.picture(11.1).pieces.get("s1")!.at[0]).toBeCloseTo(before[0] + 0.01, 4);
  expect(model.picture(11.1).pieces.get("s1")!.turn[2]).toBeCloseTo(Math.SQRT1_2);
});

test("when it touches, the server's truth is blended in, and the hand bends away from it", () => {
  const model = holding();
  for (let i = 0; i <= 30; i += 1) model.hear(frame(i * 2, 0.03, { touching: true, force: 0.6 }), 20 + i / 30);
  model.grip!.move([0, 0, -0.5]);
  for (let now = 20; now < 21.2; now += 0.016) model.picture(now);
  const { pieces, held } = model.picture(21.2);
  expect(pieces.get("s1")!.at[2]).toBeCloseTo(0.03, 3);
  expect(held!.hand.at[2]).toBeLessThan(0.01);
  expect(held!.press).toBeCloseTo(0.5);
});

test("frames win over views, views where no frame came", () => {
  const model = new SceneModel(null, 2);
  model.hear(frame(0, 0.03), 20);
  model.rest(new Map(), 20.2);
  expect(model.picture(20.4).pieces.size).toBe(2);
  model.rest(REST, 30);
  expect([...model.picture(30).pieces.keys()]).toEqual(["l1"]);
});

test("a fall is shown again once and slowly, not with reduced motion", () => {
  const fall = Array.from({ length: 60 }, (_, i) => frame(i * 2, 0.1 - Math.max(0, i - 20) * 0.002, { hand: null }));
  const model = new SceneModel(0, 2);
  model.again(fall);
  expect(model.picture(50.1).slow).toBe(true);
  for (let now = 50; now < 54; now += 0.05) model.picture(now);
  expect(model.picture(54).slow).toBe(false);
  model.reduced = true;
  model.again(fall);
  expect(model.slow).toBe(false);
});

test("a fall that no picture could show at once is shown from its beginning", () => {
  const fall = Array.from({ length: 60 }, (_, i) => frame(i * 2, 0.1 - Math.max(0, i - 20) * 0.002, { hand: null }));
  const model = new SceneModel(0, 2);
  model.picture(50);
  model.again(fall); // the tab is hidden for ten seconds
  expect(model.picture(60).slow).toBe(true);
  expect(model.picture(61).slow).toBe(true);
});

test("after a reload the hand is where the server has it", () => {
  const model = holding();
  model.hear(frame(0, 0.3), 20);
  expect(model.grip!.hand.at).toEqual([0, 0, 0.3]);
  model.hear(frame(2, 0.2), 20.03);
  expect(model.grip!.hand.at).toEqual([0, 0, 0.3]);
});

test("a hand that was moved before the server's was seen stays where it was moved", () => {
  const model = holding();
  const [x, y, z] = model.grip!.hand.at;
  model.grip!.move([0, 0.06, 0]);
  for (let now = 10; now < 11; now += 0.016) model.picture(now);
  const moved = model.grip!.hand.at;
  expect(moved[1] - y).toBeCloseTo(0.06, 3);
  model.hear(frame(0, z, { hand: { at: [x, y, z], turn: [1, 0, 0, 0] } }), 20);
  expect(model.grip!.hand.at).toEqual(moved);
});

test("another's piece hangs in the air until frames tell more", () => {
  const model = holding();
  model.take({ ...HELD, seat: 1 }, REST);
  expect(model.picture(11).held).toMatchObject({ id: "s1", seat: 1 });
  model.hear(frame(0, 0.05), 12);
  expect(model.picture(12.2).pieces.get("s1")!.at[2]).toBeCloseTo(0.05);
});

test("a still table is not drawn for ever", () => {
  for (const reduced of [false, true]) {
    const model = new SceneModel(0, 2);
    model.reduced = reduced;
    model.rest(REST, 0);
    for (let now = 10; now < 14; now += 0.05) model.picture(now);
    expect(model.needsRedraw(14)).toBe(false);
  }
});

test("the shadow that tells where a piece lands takes two eyes", () => {
  const model = holding();
  expect(model.picture(11).plumb).toBe(true);
  model.take({ ...HELD, closed: "left" }, REST);
  expect(model.picture(12).plumb).toBe(false);
});

test("one's own hand is in the very next picture", () => {
  const model = holding();
  for (let now = 10; now < 11; now += 0.016) model.picture(now);
  const before = model.picture(11).held!.hand.at;
  model.grip!.move([0.005, 0, 0]);
  expect(model.picture(11.016).held!.hand.at[0]).toBeCloseTo(before[0] + 0.005);
});

test("a piece is taken up on one's own side, and lies from left to right before one", () => {
  for (const seats of [2, 3, 5, 10])
    for (let seat = 0; seat < seats; seat += 1) {
      const model = new SceneModel(seat, seats);
      model.take({ ...HELD, seat, position: "flat" }, REST);
      const angle = seatAngle(seat, seats);
      expect(dot(model.grip!.wish.at, awayOf(angle))).toBeCloseTo(-0.06);
      expect(dot(model.grip!.wish.at, rightOf(angle))).toBeCloseTo(0);
      expect(Math.abs(dot(turned(model.grip!.wish.turn, [1, 0, 0]), rightOf(angle)))).toBeCloseTo(1);
    }
});
