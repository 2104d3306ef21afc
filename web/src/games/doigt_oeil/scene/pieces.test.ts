import { expect, test } from "vitest";
import type { Pose } from "./maths";
import { airBelow, BOARD_THICKNESS, heightAboveGround, oriented } from "./pieces";

const lying = (x: number, z: number): Pose => ({ at: [x, 0, z], turn: oriented("flat") });

test("a height is measured from the board, and beside it from the table", () => {
  expect(heightAboveGround("m1", lying(0, 0.005))).toBeCloseTo(0);
  expect(heightAboveGround("m1", lying(0, 0.015))).toBeCloseTo(0.01);
  expect(heightAboveGround("m1", lying(0.25, 0.005 - BOARD_THICKNESS))).toBeCloseTo(0);
  expect(heightAboveGround("m1", lying(0.175, 0.005))).toBeCloseTo(0); // an end still lies on the board
});

test("beside the board there is air down to the table", () => {
  expect(airBelow("m1", lying(0.25, 0.005), new Map(), false)).toBeCloseTo(BOARD_THICKNESS);
  expect(airBelow("m1", lying(0, 0.006), new Map(), false)).toBeCloseTo(0.001);
});
