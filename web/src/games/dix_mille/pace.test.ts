import { expect, test } from "vitest";
import { pace, resultDelay, ROLL, storyDelay } from "./pace";
import type { Fall, Line, View } from "./types";

const line = (action: Line["action"]): Line => ({ seq: 1, actor: 0, action, story: [] });
const dice = line({ type: "dice", values: [1] });
const bank = line({ type: "bank" });
const after = (fall: Partial<Fall> | null): View => ({ last_throw: fall }) as View;

test("a throw is told when its dice lie still, and what is said of it stays until it is read", () => {
  expect(storyDelay([dice])).toBe(ROLL);
  expect(storyDelay([bank])).toBe(0);
  expect(pace([dice], after({ winners: [0] }))).toBeGreaterThan(ROLL);
  expect(pace([dice], after({ winners: [] }))).toBeGreaterThan(pace([dice], after({ winners: [0] })));
});

test("the last hand is seen for two seconds before the result covers it", () => {
  expect(resultDelay([bank])).toBeGreaterThanOrEqual(2000);
  expect(resultDelay([dice])).toBeGreaterThanOrEqual(ROLL + 2000);
});
