import { describe, expect, it } from "vitest";
import { BOX } from "../box";
import { compare, OWN, runsOf, STAND, track, upright } from "./scene";

describe("the box", () => {
  it("is read from the game's own file", () => {
    expect(BOX.lengths).toHaveLength(9);
    expect(BOX.start).toBe(50);
    expect(new Map(BOX.chance).get(29)).toBe(31);
  });
});

describe("runs of one's own sticks", () => {
  it("are apart where a length is missing, and one where a length is held twice", () => {
    expect(runsOf([60, 65, 75, 80, 85], 5)).toEqual([
      { from: 0, to: 1, steps: 1 },
      { from: 2, to: 4, steps: 2 },
    ]);
    expect(runsOf([60, 65, 65, 70], 5)).toEqual([{ from: 0, to: 3, steps: 2 }]);
    expect(runsOf([60, 70, 70], 5)).toEqual([]);
  });
});

describe("perspective", () => {
  it("never lets one's own sticks hide the one in the stand", () => {
    const longest = BOX.lengths.at(-1)! * 1.15;
    expect(upright(0, OWN, longest).top).toBeGreaterThan(upright(0, STAND, 0).foot + 17);
  });
  it("shows a far stick smaller, in proportion to its distance", () => {
    const near = upright(0, OWN, 80);
    const far = upright(0, STAND, 80);
    expect((near.foot - near.top) / (far.foot - far.top)).toBeCloseTo(STAND / OWN);
  });
  it("keeps the stand at least 30 cm from the hands", () => {
    expect(STAND - OWN).toBeGreaterThanOrEqual(300);
  });
});

describe("the track", () => {
  it("goes round the table from start to nothing", () => {
    expect(track(50, 50, 1000).x).toBeLessThan(0);
    expect(track(25, 50, 1000)).toEqual({ x: 0, y: 26 });
    expect(track(0, 50, 1000).x).toBeGreaterThan(0);
  });
});

describe("words for a length", () => {
  it("names the stick of one's own that is about as long", () => {
    expect(compare(71, [80, 70])).toEqual({ id: "page-like", rank: 1 });
  });
  it("says longer, shorter or between", () => {
    expect(compare(90, [80, 70]).id).toBe("page-much-longer");
    expect(compare(85, [80, 70]).id).toBe("page-bit-longer");
    expect(compare(60, [80, 70]).id).toBe("page-much-shorter");
    expect(compare(75, [80, 70])).toEqual({ id: "page-between", rank: 1 });
  });
});
