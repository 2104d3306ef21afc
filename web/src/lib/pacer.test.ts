import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Pacer } from "./pacer";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("each change has its time, and none is lost", () => {
  const shown: number[] = [];
  const pacer = new Pacer<number>((change) => (shown.push(change), 100));
  [1, 2, 3].forEach((change) => pacer.push(change));
  expect(shown).toEqual([1]);
  expect(pacer.waits((change) => change === 3)).toBe(true);
  vi.advanceTimersByTime(100);
  expect(shown).toEqual([1, 2]);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([1, 2, 3]);
  pacer.push(4);
  expect(shown).toEqual([1, 2, 3, 4]);
});

test("what takes no time is shown at once", () => {
  const shown: number[] = [];
  const pacer = new Pacer<number>((change) => (shown.push(change), 0));
  [1, 2, 3].forEach((change) => pacer.push(change));
  expect(shown).toEqual([1, 2, 3]);
});

test("far behind it catches up", () => {
  const shown: number[] = [];
  const pacer = new Pacer<number>((change) => (shown.push(change), 1000));
  for (let change = 0; change < 12; change += 1) pacer.push(change);
  expect(shown.length).toBeGreaterThan(8);
});

test("one's own doing is shown at once, after what still waited", () => {
  const seen: string[] = [];
  const pacer = new Pacer<string>((change) => (seen.push(change), 500));
  pacer.push("theirs");
  pacer.push("theirs too");
  pacer.push("mine", true);
  expect(seen).toEqual(["theirs", "theirs too", "mine"]);
  pacer.push("theirs again");
  expect(seen).toHaveLength(3);
  vi.advanceTimersByTime(500);
  expect(seen).toHaveLength(4);
});
