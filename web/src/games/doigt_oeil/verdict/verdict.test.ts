import { expect, test } from "vitest";
import type { Line } from "../types";
import { failedCards, verdictOf } from "./verdict";

const told = [{ id: "not-laid-crooked", args: { who: 0, card: "A6", position: "upright", rule: "DO-12" } }];
const placed = (seq: number, ...fallen: string[]): Line => ({
  seq,
  actor: "world",
  action: { type: "placement", card: "A6", fallen, columns: [] },
  story: told,
});

test("a verdict is what the server told of the last placement, word for word", () => {
  expect(verdictOf([placed(1), placed(2, "m1")])).toEqual({ seq: 2, good: false, told });
  const next = { id: "composes", args: { who: 0 } };
  expect(verdictOf([{ ...placed(3), story: [...told, next] }])).toEqual({ seq: 3, good: true, told });
  expect(verdictOf([{ seq: 4, actor: 0, action: { type: "pick", card: "A6" }, story: [] }])).toBeNull();
});

test("a card whose piece fell is failed until the piece is laid again", () => {
  const laid = (card: string, ...fallen: string[]): Pick<Line, "action"> => ({
    action: { type: "placement", card, fallen, columns: [], on: [], pose: {} },
  });
  const given: Pick<Line, "action"> = { action: { type: "challenge", cards: ["A2"], target: 1 } };
  expect([...failedCards([laid("A1", "s1"), given, laid("A2", "s1"), laid("A3")])]).toEqual(["A2"]);
  expect([...failedCards([given, laid("A2", "s1"), laid("A2")])]).toEqual([]);
});
