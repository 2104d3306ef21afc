import { expect, test } from "vitest";
import { bestSide, eyeOf, perPixel, projected, seatAngle } from "../scene/camera";
import { Grip, type Hands, magnet, sprung } from "./grip";
import { apart, between, multiply, NO_TURN, type Pose, turned, yawed } from "../scene/maths";
import { above, airBelow, oriented, standing, topOf } from "../scene/pieces";
import { PHYSICS } from "../physics";

const START: Pose = { at: [0, 0, 0.2], turn: NO_TURN };
function after(seconds: number, hands: Hands, steps: number, wish: (grip: Grip) => void): Grip {
  const grip = new Grip(hands, START);
  wish(grip);
  for (let i = 0; i < steps; i += 1) grip.step(seconds / steps);
  return grip;
}

test("the spring is the same however often it is asked", () => {
  let [x, v] = [
    [0.1, 0, 0],
    [0, 0, 0],
  ] as [readonly [number, number, number], readonly [number, number, number]];
  for (let i = 0; i < 10; i += 1) [x, v] = sprung(x, v, 0.002);
  const [once] = sprung([0.1, 0, 0], [0, 0, 0], 0.02);
  expect(x[0]).toBeCloseTo(once[0], 9);
  expect(sprung([0.1, 0, 0], [0, 0, 0], 0.2)[0][0]).toBeLessThan(1e-5);
});

test("a carried piece lags by two over ninety seconds", () => {
  const grip = new Grip("both", START);
  for (let i = 0; i < 600; i += 1) {
    grip.move([0.25 / 600, 0, 0]);
    grip.step(1 / 600);
  }
  expect(grip.hand.at[0] - grip.piece.at[0]).toBeCloseTo((0.25 * 2) / 90, 3);
});

test("a hand goes a metre a second at most, at any frame rate", () => {
  for (const steps of [3, 30])
    expect(after(0.1, "both", steps, (grip) => grip.move([0.25, 0, 0])).hand.at[0]).toBeCloseTo(0.1, 6);
});

test("two hands move and turn at once, one hand one thing after the other", () => {
  const both = (grip: Grip) => {
    grip.move([0.02, 0, 0]);
    grip.turn(0.3);
  };
  const two = after(0.05, "both", 10, both);
  expect(two.hand.at[0]).toBeCloseTo(0.02);
  expect(apart(two.hand.turn, NO_TURN)).toBeCloseTo(0.3);
  const one = after(0.1, "left", 20, both);
  expect(one.hand.at[0]).toBeCloseTo(0.02);
  expect(apart(one.hand.turn, NO_TURN)).toBeCloseTo(0);
  const later = after(0.5, "left", 100, both);
  expect(apart(later.hand.turn, NO_TURN)).toBeCloseTo(0.3);
});

test("turns: half way is half way, and vectors turn with them", () => {
  expect(apart(between(NO_TURN, yawed(1), 0.5), yawed(0.5))).toBeCloseTo(0);
  turned(yawed(Math.PI / 2), [1, 0, 0]).forEach((value, axis) => expect(value).toBeCloseTo([0, 1, 0][axis]!));
  expect(apart(multiply(yawed(1), yawed(2)), yawed(3))).toBeCloseTo(0);
});

test("the wood: upright is tall, the first place is above everything", () => {
  expect(topOf("l1", { at: [0, 0, 0.045], turn: oriented("upright", 0.4) })).toBeCloseTo(0.09);
  expect(topOf("l1", { at: [0, 0, 0.005], turn: oriented("flat") })).toBeCloseTo(0.01);
  const poses = standing([{ id: "l1", length: "long", column: "l1", pose: null }]);
  const [x, y, z] = above("s1", poses, 0);
  expect([x + 0, y]).toEqual([0, -PHYSICS.inFront]);
  expect(z).toBeCloseTo(0.005 + 0.045 + PHYSICS.clearance + 0.015);
});

test("seats are round the board, clockwise, and look at its middle", () => {
  expect(seatAngle(1, 2)).toBeCloseTo(Math.PI);
  expect(seatAngle(1, 4)).toBeCloseTo(Math.PI / 2);
  const look = { angle: 0, top: 0.05, held: null, aspect: 1.5, lean: 0, closed: "none" as const };
  const eye = eyeOf(look);
  expect(eye.at[1]).toBeLessThan(-0.3);
  expect(Math.hypot(projected(eye, eye.look).x, projected(eye, eye.look).y)).toBeCloseTo(0);
  expect(projected(eye, [0.1, 0, eye.look[2]]).x).toBeGreaterThan(0);
  expect(eyeOf({ ...look, lean: 1 }).at[0]).toBeCloseTo(0.08);
  expect(eyeOf({ ...look, lean: 1, closed: "left" }).at[0]).toBeCloseTo(0.032);
  expect(eyeOf({ ...look, aspect: 0.5 }).at[1]).toBeLessThan(eye.at[1]);
  expect(perPixel(eye, eye.look, 500)).toBeGreaterThan(perPixel(eye, eye.look, 1000));
});

test("a fall to the side is seen from the front, one away from the side", () => {
  expect(
    Math.cos(
      bestSide(
        [
          [0.2, 0, 0],
          [-0.1, 0, 0],
        ],
        0,
      ),
    ),
  ).toBeCloseTo(1);
  expect(Math.cos(bestSide([[0, 0.2, 0]], 0.1))).toBeCloseTo(0);
  expect(bestSide([], 0.7)).toBe(0.7);
});

test("a turn catches at the eighths, without a jump anywhere", () => {
  const degree = Math.PI / 180;
  for (const caught of [0, 45, 90, -135])
    for (const off of [-3.9, 0, 3.9]) expect(magnet((caught + off) * degree)).toBeCloseTo(caught * degree);
  for (const free of [20, 60, -100]) expect(magnet(free * degree)).toBeCloseTo(free * degree);
  for (let at = -180; at < 180; at += 0.1)
    expect(magnet((at + 0.1) * degree) - magnet(at * degree)).toBeLessThan(0.21 * degree);
  const grip = after(0.5, "both", 50, (one) => [40, 3, 3].forEach((by) => one.turn(by * degree)));
  expect(apart(grip.hand.turn, yawed(45 * degree))).toBeCloseTo(0);
});

test("the air below a piece is that above the wood right below it; one eye closed, above all of it", () => {
  const rest = new Map<string, Pose>([["l1", { at: [0, 0, 0.005], turn: oriented("flat") }]]);
  const at = (x: number): Pose => ({ at: [x, 0, 0.045], turn: oriented("upright") });
  expect(airBelow("s1", at(0), rest, false)).toBeCloseTo(0.02);
  expect(airBelow("s1", at(0.1), rest, false)).toBeCloseTo(0.03);
  expect(airBelow("s1", at(0.1), rest, true)).toBeCloseTo(0.02);
});
