import { expect, test } from "vitest";
import { ariaText } from "./ariaText";
import type { Line } from "../types";

const say = (id: string, args?: Record<string, unknown>): string =>
  id.startsWith("page-slot") ? id : `${id} ${JSON.stringify(args)}`;
const told = (action: Line["action"]): string => ariaText({ seq: 1, actor: 2, action, story: [] }, say);

test("a card that left is named by its place", () => {
  expect(told({ type: "swap", slot: 0 })).toBe('page-aloud-card {"who":2,"place":"page-slot-0"}');
  expect(told({ type: "quick_discard", slot: 4, on: 7 })).toBe('page-aloud-card {"who":2,"place":"page-slot-4"}');
});

test("cards that a power moved are named by the story", () => {
  expect(told({ type: "power", slot: 3, target: 0, target_slot: 1 })).toBe("");
});

test("nothing is said where no card is touched", () => {
  expect(told({ type: "draw" })).toBe("");
});
