import { describe, expect, it } from "vitest";
import { BOX } from "../box";
import { compare, gapOf, labelLines, OWN, places, row, runsOf, STAND, track, upright } from "./scene";

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

describe("true lengths", () => {
  it("are written once for equal sticks, and on two lines where they stand close", () => {
    expect(labelLines([60, 60, 65, 70, 70, 75], false)).toEqual([0, null, 0, 0, null, 0]);
    expect(labelLines([60, 60, 65, 70, 70, 75], true)).toEqual([0, null, 1, 0, null, 1]);
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
  it("is never crossed by another player's sticks, however many", () => {
    for (const width of [480, 900, 1400])
      for (const others of [1, 2, 3, 4])
        for (const { x, z } of places(others, width))
          for (const beside of row(8, gapOf(8, width))) {
            const stick = upright(x + beside, z, 0);
            expect(stick.left).toBeGreaterThan(-width / 2 + 34);
            expect(stick.left + stick.width).toBeLessThan(width / 2 - 34);
          }
  });
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
