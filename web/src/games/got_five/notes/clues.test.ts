import { describe, expect, it } from "vitest";
import { crossedOut, inOrder, inSight } from "./clues";
import { lesson } from "../lesson";
import { colourOf, dotsOf, NUMBERS } from "../tiles/tiles";

const { view } = lesson.steps[0]!;

describe("the box", () => {
  it("gives colours and dots of sixty tiles", () => {
    expect(NUMBERS).toHaveLength(60);
    expect([colourOf(1), dotsOf(1), colourOf(60), dotsOf(60), dotsOf(28)]).toEqual(["green", 1, "orange", 3, 3]);
  });
});

describe("the note sheet", () => {
  it("crosses out what lies face up", () => {
    const seen = inSight({ ...view, open: [1, 2], racks: [{ ...view.racks[1]!, numbers: [6, 13, 22, 39, 50] }] });
    expect([...seen].sort((a, b) => a - b)).toEqual([1, 2, 6, 13, 22, 39, 50]);
    expect(crossedOut(view)).toEqual(inSight(view));
  });
  it("with assisted notes crosses out all that the view does not name", () => {
    const crossed = crossedOut({ ...view, candidates: [[2, 12], [16], [18, 28], [35], [44]] });
    expect(crossed.size).toBe(53);
    expect([2, 12, 16, 44].some((number) => crossed.has(number))).toBe(false);
  });
});

describe("a call", () => {
  const form = { count: 5, from: 1, to: 60, ascending: true };
  it("stands in the order that the menu asks for, and in any where it asks for none", () => {
    expect(inOrder([1, 8, 19, 37, 55], form)).toBe(true);
    expect(inOrder([8, 1, 19, 37, 55], form)).toBe(false);
    expect(inOrder([1, 1, 19, 37, 55], form)).toBe(false);
    expect(inOrder([8, 1, 19, 37, 55], { ...form, ascending: false })).toBe(true);
  });
});
