import { describe, expect, it } from "vitest";
import { best, errors } from "./sightErrors";

describe("the better eye", () => {
  const off = errors({
    truth: [60, 100],
    seen: [
      [61, 97],
      [60, 101],
      [null, null],
    ],
  });
  it("is how far off one was, in millimetres", () => expect(off).toEqual([2, 0.5, null]));
  it("is the smallest error", () => expect(best(off)).toEqual([1]));
});
