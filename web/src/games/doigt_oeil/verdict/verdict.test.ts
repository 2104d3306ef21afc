import { expect, test } from "vitest";
import type { Pose } from "../scene/maths";
import { oriented } from "../scene/pieces";
import { failedCards, reasonOf } from "./verdict";
import type { Line } from "../types";

const lying = (z: number, position: "flat" | "edge" | "upright" = "flat"): Pose => ({
  at: [0, 0, z],
  turn: oriented(position),
});

test("a piece that stands counts; one whose neighbours fell stands but costs cards", () => {
  expect(reasonOf("A4", "m1", [])).toBe("stands");
  expect(reasonOf("A4", "m1", ["s1"], lying(0.015))).toBe("others");
});

test("fallen, crooked and in the wrong place are told apart", () => {
  expect(reasonOf("A4", "m1", ["m1"], lying(-0.007))).toBe("fallen"); // on the table beside the board
  expect(reasonOf("A4", "m1", ["m1"], lying(0.005))).toBe("on-board"); // as asked, but not on the wood
  expect(reasonOf("A6", "m1", ["m1"], lying(0.005))).toBe("fallen"); // wanted upright, lies on the board
  expect(reasonOf("A6", "m1", ["m1"], lying(0.015))).toBe("crooked"); // lies on the wood, wanted upright
  expect(reasonOf("A6", "m1", ["m1"], lying(0.005), true)).toBe("on-board"); // pivoted: any position will do
  expect(reasonOf("A11", "m1", ["m1"], lying(0.015))).toBe("off-board"); // wood and board, laid on wood
  expect(reasonOf("A11", "m1", ["m1"])).toBe("fallen"); // nothing was seen of it
});

test("a card whose piece fell is failed until the piece is laid again", () => {
  const laid = (card: string, ...fallen: string[]): Pick<Line, "action"> => ({
    action: { type: "placement", card, fallen, columns: [], on: [], pose: {} },
  });
  const given: Pick<Line, "action"> = { action: { type: "challenge", cards: ["A2"], target: 1 } };
  expect([...failedCards([laid("A1", "s1"), given, laid("A2", "s1"), laid("A3")])]).toEqual(["A2"]);
  expect([...failedCards([given, laid("A2", "s1"), laid("A2")])]).toEqual([]);
});
