import { expect, test } from "vitest";
import type { Frame } from "./frames";
import type { Pose } from "./maths";
import { type Held, Theatre } from "./theatre";

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
function holding(): Theatre {
  const theatre = new Theatre(0, 2);
  theatre.rest(REST, 0);
  theatre.picture(10);
  theatre.take(HELD, REST);
  return theatre;
}

test("one's own piece is drawn at once, in the position the card wants", () => {
  const theatre = holding();
  for (let now = 10; now < 11; now += 0.016) theatre.picture(now);
  const before = theatre.picture(11).pieces.get("s1")!.at;
  theatre.grip!.move([0.01, 0, 0]);
  theatre.advance(11.016);
  expect(theatre.picture(11.1).pieces.get("s1")!.at[0]).toBeCloseTo(before[0] + 0.01, 4);
  expect(theatre.picture(11.1).pieces.get("s1")!.turn[2]).toBeCloseTo(Math.SQRT1_2);
});

test("when it touches, the server's truth is blended in, and the hand bends away from it", () => {
  const theatre = holding();
  for (let i = 0; i <= 30; i += 1) theatre.hear(frame(i * 2, 0.03, { touching: true, force: 0.6 }), 20 + i / 30);
  theatre.grip!.move([0, 0, -0.5]);
  for (let now = 20; now < 21.2; now += 0.016) theatre.picture(now);
  const { pieces, held } = theatre.picture(21.2);
  expect(pieces.get("s1")!.at[2]).toBeCloseTo(0.03, 3);
  expect(held!.hand.at[2]).toBeLessThan(0.01);
  expect(held!.press).toBeCloseTo(0.5);
});

test("frames win over views, views where no frame came", () => {
  const theatre = new Theatre(null, 2);
  theatre.hear(frame(0, 0.03), 20);
  theatre.rest(new Map(), 20.2);
  expect(theatre.picture(20.4).pieces.size).toBe(2);
  theatre.rest(REST, 30);
  expect([...theatre.picture(30).pieces.keys()]).toEqual(["l1"]);
});

test("a fall is shown again once and slowly, not with reduced motion", () => {
  const fall = Array.from({ length: 60 }, (_, i) => frame(i * 2, 0.1 - Math.max(0, i - 20) * 0.002, { hand: null }));
  const theatre = new Theatre(0, 2);
  theatre.again(fall, 50);
  expect(theatre.picture(50.1).slow).toBe(true);
  for (let now = 50; now < 54; now += 0.05) theatre.picture(now);
  expect(theatre.picture(54).slow).toBe(false);
  theatre.reduced = true;
  theatre.again(fall, 60);
  expect(theatre.slow).toBe(false);
});

test("after a reload the hand is where the server has it", () => {
  const theatre = holding();
  theatre.hear(frame(0, 0.3), 20);
  expect(theatre.grip!.hand.at).toEqual([0, 0, 0.3]);
  theatre.hear(frame(2, 0.2), 20.03);
  expect(theatre.grip!.hand.at).toEqual([0, 0, 0.3]);
});

test("another's piece hangs in the air until frames tell more", () => {
  const theatre = holding();
  theatre.take({ ...HELD, seat: 1 }, REST);
  expect(theatre.picture(11).held).toMatchObject({ id: "s1", seat: 1 });
  theatre.hear(frame(0, 0.05), 12);
  expect(theatre.picture(12.2).pieces.get("s1")!.at[2]).toBeCloseTo(0.05);
});

test("a still table is not drawn for ever", () => {
  for (const reduced of [false, true]) {
    const theatre = new Theatre(0, 2);
    theatre.reduced = reduced;
    theatre.rest(REST, 0);
    for (let now = 10; now < 14; now += 0.05) theatre.picture(now);
    expect(theatre.stirs(14)).toBe(false);
  }
});

test("the shadow that tells where a piece lands takes two eyes", () => {
  const theatre = holding();
  expect(theatre.picture(11).plumb).toBe(true);
  theatre.take({ ...HELD, closed: "left" }, REST);
  expect(theatre.picture(12).plumb).toBe(false);
});

test("one's own hand is in the very next picture", () => {
  const theatre = holding();
  for (let now = 10; now < 11; now += 0.016) theatre.picture(now);
  const before = theatre.picture(11).held!.hand.at;
  theatre.grip!.move([0.005, 0, 0]);
  expect(theatre.picture(11.016).held!.hand.at[0]).toBeCloseTo(before[0] + 0.005);
});
