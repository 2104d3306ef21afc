import { expect, test } from "vitest";
import { eyeOf } from "./eye";

const truth = [60, 75, 100, 80];

test("the distance from the truth, of what was estimated only", () => {
  expect(eyeOf({ 1: 75, 2: 90 }, truth)).toEqual({ count: 2, right: 1, off: 5 });
});

test("too long and too short do not cancel out", () => {
  expect(eyeOf({ 0: 65, 3: 75 }, truth)).toEqual({ count: 2, right: 0, off: 5 });
});

test("nobody who estimated nothing has an eye", () => expect(eyeOf({}, truth)).toBeNull());
