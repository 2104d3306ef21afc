import { describe, expect, it } from "vitest";
import type { GotFiveView as View } from "../../lib/wire";
import { possible, ruledOut } from "./clues";
import { colourOf, dotsOf } from "./tiles";

const bare = { notches: [[], [], [], [], [], []], compared: [[], [], [], [], []] };
const view = (mine: object = {}): View =>
  ({
    open: [1, 2, 3, 4, 5],
    racks: [
      { colours: ["green", "pink", "blue", "red", "orange"], numbers: null, ...bare, ...mine },
      { colours: ["green", "pink", "blue", "red", "orange"], numbers: [6, 7, 8, 9, 10], ...bare },
    ],
  }) as unknown as View;

describe("the box", () => {
  it("reads colours and dots", () => {
    expect([colourOf(1), dotsOf(1), colourOf(60), dotsOf(60), dotsOf(28)]).toEqual(["green", 1, "orange", 3, 3]);
  });
});

describe("what is possible", () => {
  it("leaves out what lies in sight", () => {
    expect(possible(view(), 0, 0)).toEqual([11, 16, 21, 26, 31, 36, 41, 46, 51, 56]);
  });
  it("keeps to the notches", () => {
    expect(possible(view({ notches: [[], [30], [], [], [], []] }), 0, 0)).toEqual([11, 16, 21, 26]);
    expect(possible(view({ notches: [[], [30], [], [], [], []] }), 0, 1)[0]).toBe(32);
  });
  it("keeps to the dots", () => {
    const same = view({ compared: [[{ tile: 1, same: true }], [], [], [], []] });
    expect(possible(same, 0, 0)).toEqual([16, 31, 46]);
    expect(ruledOut(same, 0).has(11)).toBe(true);
    expect(ruledOut(same, 0).has(12)).toBe(false);
  });
});
