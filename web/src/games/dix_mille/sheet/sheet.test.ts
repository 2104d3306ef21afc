import { expect, test } from "vitest";
import { columns } from "./sheet";
import type { Line } from "../types";

const told = (id: string, args: Record<string, number>): Line => ({
  seq: 1,
  actor: 0,
  action: { type: "bank" },
  story: [{ id, args }],
});

test("the sheet is what the story wrote", () => {
  const history = [
    told("entered", { who: 0, points: 300 }),
    told("banked", { who: 0, points: 350, total: 350 }),
    told("zero", { who: 1, zeros: 1 }),
    told("third-zero", { who: 0, total: -150 }),
  ];
  expect(columns(history, [-150, 0])).toEqual([
    [{ kind: "entry" }, { kind: "total", total: 350 }, { kind: "zero" }, { kind: "total", total: -150 }],
    [{ kind: "zero" }],
  ]);
});

test("what was missed is made good by the view", () => {
  expect(columns([], [1200, 0])).toEqual([[{ kind: "total", total: 1200 }], []]);
});
