import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Pacer } from "./pacer";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("each change has its time, and none is lost", () => {
  const shown: number[] = [];
  const pacer = new Pacer<number>(
    (change) => (shown.push(change), { next: 100, story: 0 }),
    () => undefined,
  );
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
  const pacer = new Pacer<number>(
    (change) => (shown.push(change), { next: 0, story: 0 }),
    () => undefined,
  );
  [1, 2, 3].forEach((change) => pacer.push(change));
  expect(shown).toEqual([1, 2, 3]);
});

test("far behind it catches up", () => {
  const shown: number[] = [];
  const pacer = new Pacer<number>(
    (change) => (shown.push(change), { next: 1000, story: 0 }),
    () => undefined,
  );
  for (let change = 0; change < 12; change += 1) pacer.push(change);
  expect(shown.length).toBeGreaterThan(8);
});

test("one's own doing is shown at once, after what still waited", () => {
  const seen: string[] = [];
  const pacer = new Pacer<string>(
    (change) => (seen.push(change), { next: 500, story: 0 }),
    () => undefined,
  );
  pacer.push("theirs");
  pacer.push("theirs too");
  pacer.push("mine", true);
  expect(seen).toEqual(["theirs", "theirs too", "mine"]);
  pacer.push("theirs again");
  expect(seen).toHaveLength(3);
  vi.advanceTimersByTime(500);
  expect(seen).toHaveLength(4);
});

test("the story follows the picture, and what comes meanwhile is told with it", () => {
  const [shown, told] = [[] as string[], [] as string[]];
  const pacer = new Pacer<{ name: string; story: number }>(
    ({ name, story }) => (shown.push(name), { next: 0, story }),
    () => void told.push(shown.join(" ")),
  );
  pacer.push({ name: "dice", story: 850 });
  vi.advanceTimersByTime(400);
  pacer.push({ name: "bank", story: 0 });
  expect([shown, told]).toEqual([["dice", "bank"], []]);
  vi.advanceTimersByTime(449);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(["dice bank"]);
  pacer.push({ name: "pass", story: 0 });
  expect(told).toEqual(["dice bank", "dice bank pass"]);
});

test("a change without a story tells nothing, and what was cleared is never told", () => {
  const told: number[] = [];
  const pacer = new Pacer<number>(
    (change) => (change ? { next: 0, story: change } : null),
    () => void told.push(1),
  );
  pacer.push(0);
  pacer.push(500);
  pacer.clear();
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([]);
});
