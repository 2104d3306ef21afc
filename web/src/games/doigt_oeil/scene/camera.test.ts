import { expect, test } from "vitest";
import { eyeOf, type Look, projected, seatAngle, turnSeen } from "./camera";
import { long, less, type Vec } from "./maths";
import { BOARD_HALF } from "./pieces";

const REST: Look = { angle: 0, top: 0.02, held: null, aspect: 1.5, lean: 0, closed: "none" };
const ASPECTS = [0.6, 0.86, 1.3, 1.8, 2.6];
const CORNERS: Vec[] = [-1, 1].flatMap((x) => [-1, 1].map((y): Vec => [x * BOARD_HALF, y * BOARD_HALF, 0]));

test("at rest the whole board is in the picture, from every seat, and fills it", () => {
  for (const aspect of ASPECTS)
    for (const top of [0.02, 0.1, 0.3])
      for (const seat of [0, 1, 2, 3]) {
        const eye = eyeOf({ ...REST, aspect, top, angle: seatAngle(seat, 4) });
        const seen = [...CORNERS, [0, 0, top] as const].map((corner) => projected(eye, corner));
        for (const { x, y } of seen) {
          expect(Math.abs(x)).toBeLessThanOrEqual(aspect);
          expect(Math.abs(y)).toBeLessThanOrEqual(1);
        }
        const span = (values: number[]) => (Math.max(...values) - Math.min(...values)) / 2;
        const filled = Math.max(span(seen.map(({ x }) => x)) / aspect, span(seen.map(({ y }) => y)));
        expect(filled).toBeGreaterThan(0.8);
      }
});

test("the camera follows the hand and is never within arm's reach of it", () => {
  for (const aspect of ASPECTS)
    for (const x of [-0.3, 0, 0.15])
      for (const y of [-0.3, 0, 0.3])
        for (const z of [0.02, 0.2, 0.5]) {
          const held: Vec = [x, y, z];
          const eye = eyeOf({ ...REST, aspect, held });
          const { x: right, y: up, far } = projected(eye, held);
          expect(Math.abs(right)).toBeLessThanOrEqual(aspect);
          expect(Math.abs(up)).toBeLessThanOrEqual(1);
          expect(far).toBeGreaterThan(0.25);
        }
});

test("an eye alone does not move sideways with the hand", () => {
  const at = (x: number) => eyeOf({ ...REST, held: [x, 0, 0.1], closed: "left" }).at;
  expect(long(less(at(-0.1), at(0.1)))).toBeLessThan(1e-9);
});

test("a turn is told as its seat sees it, and by the shorter way", () => {
  const degrees = (turn: number) => (turn * Math.PI) / 180;
  const told = (turn: number, angle = 0) => turnSeen(degrees(turn), angle);
  expect([0, 30, 90, 91, 173, 180, -90, -135].map((turn) => told(turn))).toEqual([0, 30, 90, -89, -7, 0, 90, 45]);
  for (const seat of [0, 1, 2, 3, 4]) {
    // A piece that lies from left to right before a seat is not turned for whoever sits there.
    const angle = seatAngle(seat, 5);
    expect(turnSeen(-angle, angle)).toBe(0);
  }
});
