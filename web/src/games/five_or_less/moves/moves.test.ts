import { describe, expect, it } from "vitest";
import { aimed, columns, ownSlots, printed, slotOfKey, spot, targets } from "./moves";

const give = [0, 1].flatMap((slot) => [1, 2].map((target) => ({ type: "power" as const, slot, target })));
const swap = [0, 3].flatMap((slot) =>
  [0, 4].map((target_slot) => ({ type: "power" as const, slot, target: 1, target_slot })),
);
const add = [{ type: "power" as const, target: 1 }];

describe("pointing at the ends of a power", () => {
  it("takes one end after the other, in either order", () => {
    expect(aimed(swap, { slot: 3 })).toBeUndefined();
    expect(aimed(swap, { target: 1, target_slot: 4 })).toBeUndefined();
    expect(aimed(swap, { slot: 3, target: 1, target_slot: 4 })).toEqual(swap[3]);
  });
  it("needs a tap even where there is one way only", () => {
    expect(aimed(add, {})).toBeUndefined();
    expect(aimed(add, { target: 1 })).toBe(add[0]);
  });
  it("knows whole hands from single cards", () => {
    expect(targets(give, { slot: 0 }, 2)).toEqual({ whole: true, slots: [] });
    expect(targets(swap, {}, 1)).toEqual({ whole: false, slots: [0, 4] });
    expect(targets(swap, {}, 2)).toEqual({ whole: false, slots: [] });
    expect(ownSlots(swap, { slot: 0 })).toEqual([0, 3]);
    expect(ownSlots(add, {})).toEqual([]);
  });
});

describe("the pyramid", () => {
  it("has three below, two on top, added cards beside", () => {
    expect([0, 1, 2].map((slot) => spot(slot))).toEqual([1, 3, 5].map((column) => ({ column, row: 2 })));
    expect([3, 4].map((slot) => spot(slot))).toEqual([2, 4].map((column) => ({ column, row: 1 })));
    expect([5, 6, 7].map((slot) => spot(slot))).toEqual([
      { column: 7, row: 2 },
      { column: 7, row: 1 },
      { column: 9, row: 2 },
    ]);
  });
  it("widens with what is added", () => {
    expect(columns([0, 1, 2, 3, 4])).toBe(3);
    expect(columns([0, 5])).toBe(4);
    expect(columns([0, 5, 6, 7])).toBe(5);
  });
});

it("digit keys are places, whatever the keyboard writes with them", () => {
  expect([slotOfKey("Digit1"), slotOfKey("Numpad5"), slotOfKey("Digit0"), slotOfKey("KeyA")]).toEqual([
    0,
    4,
    null,
    null,
  ]);
});

it("a card is printed with a minus", () => expect(printed(-1)).toBe("−1"));
