import { describe, expect, it } from "vitest";
import { flights } from "../cards/flights";
import { lesson } from "../lesson";
import { storyDelay, pace } from "../pace";
import { cameBack, counted, lastRound, marksOf, powersToSee, races } from "./rounds";
import type { Line } from "../types";

let seq = 0;
const line = (
  actor: Line["actor"],
  action: Line["action"],
  story: Line["story"] = [],
  margin: number | null = null,
): Line => ({ seq: (seq += 1), actor, action, story, margin });
const end = (totals: number[], scores: number[], winners: number[] | null) =>
  line(1, { type: "end_turn", call: false }, [
    ...totals.map((total, who) => ({ id: "total", args: { who, total } })),
    ...(winners
      ? [{ id: "round-won", args: { who: winners, count: winners.length } }]
      : [
          { id: "round-nobody", args: {} },
          { id: "call-failed", args: { who: [0], count: 1 } },
        ]),
    ...scores.map((score, who) => ({ id: "score", args: { who, score } })),
  ]);
const snap = (actor: number, verdict: string, margin: number | null = null, on = 7) =>
  line(actor, { type: "quick_discard", slot: actor, on }, [{ id: verdict, args: { who: actor, value: 4 } }], margin);

describe("a round as the story told it", () => {
  const first = end([3, 20], [0, 20], [0]);
  const second = end([12, 7], [0, 34], null);
  it("gives totals, winners, and what it brought", () => {
    expect(lastRound([])).toBeNull();
    expect(lastRound([first])).toEqual({ totals: [3, 20], winners: [0], points: [0, 20], scores: [0, 20], failed: [] });
    expect(lastRound([first, second])).toMatchObject({ totals: [12, 7], winners: [], points: [0, 14], failed: [0] });
    expect(lastRound([end([3, 20], [], [0])])?.points).toBeNull();
  });
  it("holds back the story until it is counted, and never the game", () => {
    expect(counted([first])).toBe(true);
    expect(pace()).toBe(0);
    expect(storyDelay([first])).toBeGreaterThan(0);
  });
});

describe("a race", () => {
  it("says by how much somebody was first, and late", () => {
    const told = [snap(0, "snapped", 0.084), snap(1, "snap-late", 0.016), snap(2, "snap-late")];
    expect(races(told, told)).toEqual([
      { id: "page-first-by", args: { who: 0, ms: 84 } },
      { id: "page-late-by", args: { who: 1, ms: 84 } },
      { id: "page-late-by", args: { who: 2, ms: 100 } },
    ]);
    expect(cameBack(told).map((one) => [one.seat, one.slot, one.verdict])).toEqual([
      [1, 1, "late"],
      [2, 2, "late"],
    ]);
  });
  it("does not invent a margin", () => {
    const told = [snap(0, "snapped"), snap(1, "snap-late"), snap(2, "snap-wrong")];
    expect(races(told, told).map((one) => one.id)).toEqual(["page-first", "page-late", "page-wrong"]);
  });
});

describe("what powers did", () => {
  const swapped = line(1, { type: "power", slot: 3, target: 0, target_slot: 1 }, [
    { id: "power-swapped", args: { who: 1, whom: 0, slot: 4, other: 2 } },
  ]);
  const given = line(2, { type: "power", slot: 0, target: 0 }, [
    { id: "power-gave", args: { who: 2, whom: 0, slot: 1, other: 6 } },
  ]);
  const ends = (actor: number) => line(actor, { type: "end_turn", call: false });
  it("stays marked on both cards until its viewer has ended a turn", () => {
    const told = [ends(0), swapped, ends(1), given, ends(2)];
    expect(marksOf(powersToSee(told, 0))).toEqual([
      { seat: 0, slot: 1, sign: "swap", by: 1 },
      { seat: 1, slot: 3, sign: "swap", by: 1 },
      { seat: 0, slot: 5, sign: "give", by: 2 },
    ]);
    expect(powersToSee([...told, ends(0)], 0)).toEqual([]);
  });
  it("is gone with the round", () => {
    expect(powersToSee([swapped, line("dealer", { type: "deal", hands: [] })], 0)).toEqual([]);
  });
});

describe("flights", () => {
  it("a swap sends one card in and one out", () => {
    const [before, after] = [lesson.steps[2]!, lesson.steps[3]!];
    expect(flights(before.view, after.view, after.lines!)).toEqual([
      { from: "drawn", to: "hand-0-1", value: 2 },
      { from: "hand-0-1", to: "discard", value: 9 },
    ]);
  });
  it("every step of the lesson can be flown", () => {
    lesson.steps
      .slice(1)
      .forEach((step, index) =>
        expect(() => flights(lesson.steps[index]!.view, step.view, step.lines ?? [])).not.toThrow(),
      );
  });
});
