import { beforeEach, expect, test, vi } from "vitest";
import { gameKey, keepLines, keptLines } from "./keptLines";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
});

const line = { seq: 3, actor: 0, action: { type: "throw" }, story: [] };
const table = (round: number) => ({ id: "t1", round }) as Parameters<typeof gameKey>[0];

test("the lines of a game are kept for the seat that saw them, and for no other", () => {
  const key = gameKey(table(1), 0);
  keepLines(key, [line]);
  expect(keptLines(key)).toEqual([line]);
  expect(keptLines(gameKey(table(2), 0))).toEqual([]);
  expect(keptLines(gameKey(table(1), 1))).toEqual([]);
});

test("what cannot be read is nothing", () => {
  stored.set("cinq:lines", "{");
  expect(keptLines("t1 1 0")).toEqual([]);
});
