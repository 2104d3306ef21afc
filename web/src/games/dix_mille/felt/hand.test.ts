import { expect, test } from "vitest";
import { arrive, follow, type Hand, settle } from "./hand";
import type { Fall, Line, View } from "../types";

const view = (points: number, dice: number, last: Fall | null, more: Partial<View> = {}): View => ({
  phase: "turn",
  first: 0,
  contenders: null,
  turn: { seat: 0, points, dice, can_bank: false, announced: false },
  offer: null,
  scores: [0, 0],
  entered: [true, true],
  zeros: [0, 0],
  final_round: false,
  last_throw: last,
  ...more,
});
const fall = (faces: number[], points: number, winners: number[], counted = faces): Fall => ({
  faces,
  counted,
  points,
  winners,
});
const line = (action: Line["action"]): Line => ({ seq: 1, actor: 0, action, story: [] });
const DICE = [line({ type: "throw", topinambour: false }), line({ type: "dice", values: [] })];
const rail = (hand: Hand) => hand.rail.map((group) => group.dice.map((die) => die.face));

test("winners wait in the tray until the dice have settled", () => {
  const before = view(0, 5, null);
  const after = view(100, 3, fall([2, 3, 5, 4, 5], 100, [2, 4]));
  const thrown = follow(arrive(before), before, after, DICE, 1);
  expect(thrown.tray).toHaveLength(5);
  expect(thrown.points).toBe(0);
  const settled = settle(thrown, after);
  expect(settled.tray.map((die) => die.face)).toEqual([2, 3, 4]);
  expect(rail(settled)).toEqual([[5, 5]]);
  expect(settled.points).toBe(100);
});

test("a second throw adds a group; a throw of five after five winners clears the rail", () => {
  const one = view(100, 3, fall([2, 3, 5, 4, 5], 100, [2, 4]));
  const two = view(350, 5, fall([1, 1, 5], 250, [0, 1, 2]));
  const hand = settle(
    follow(settle(follow(arrive(view(0, 5, null)), view(0, 5, null), one, DICE, 1), one), one, two, DICE, 2),
    two,
  );
  expect(rail(hand)).toEqual([
    [5, 5],
    [1, 1, 5],
  ]);
  const three = view(400, 4, fall([5, 2, 3, 3, 6], 50, [0]));
  const next = follow(hand, two, three, DICE, 3);
  expect(next.rail).toEqual([]);
  expect(next.points).toBe(350);
});

test("a throw without a winner loses what was at risk", () => {
  const before = view(250, 2, fall([1], 100, [0]));
  const after = view(0, 5, fall([3, 4], 0, []), {
    turn: { seat: 1, points: 0, dice: 5, can_bank: false, announced: false },
  });
  const hand = settle(follow({ ...arrive(before), points: 250 }, before, after, DICE, 4), after);
  expect(hand.lost).toBe(250);
  expect(hand.loser).toBe(before.turn!.seat);
  expect(hand.tray.every((die) => !die.won)).toBe(true);
});

test("one who comes late sees blank dice for the winners before", () => {
  const hand = arrive(view(450, 2, fall([1, 3, 4], 100, [0])));
  expect(rail(hand)).toEqual([[null, null], [1]]);
  expect(hand.tray.map((die) => die.face)).toEqual([3, 4]);
});

test("a banked hand stays on the table while it may be taken over, and goes when nobody may", () => {
  const before = view(350, 2, fall([5, 3, 4], 50, [0]));
  const settled = arrive(before);
  const offered = view(0, 5, before.last_throw, { offer: { points: 350, dice: 2 } });
  expect(follow(settled, before, offered, [line({ type: "bank" })], 5).rail).toHaveLength(2);
  expect(follow(settled, before, view(0, 5, before.last_throw), [line({ type: "bank" })], 5).rail).toEqual([]);
});

test("fresh dice clear a hand that was offered", () => {
  const offered = view(0, 5, fall([5, 3, 4], 50, [0]), { offer: { points: 350, dice: 2 } });
  const after = view(100, 4, fall([1, 2, 3, 3, 6], 100, [0]));
  const hand = follow(arrive(offered), offered, after, DICE, 6);
  expect(hand.rail).toEqual([]);
  expect(hand.points).toBe(0);
});

test("Topinambour turns the dice over", () => {
  const after = view(150, 1, fall([1, 2, 6], 150, [1, 2], [6, 5, 1]));
  expect(follow(arrive(view(0, 5, null)), view(0, 5, null), after, DICE, 7).tray.map((die) => die.flipped)).toEqual([
    true,
    true,
    true,
  ]);
});

test("whoever comes before the first throw sees who threw the lowest die", () => {
  const history = [
    { ...line({ type: "dice", values: [2, 2, 5] }), story: [{ id: "tied", args: { who: [0, 1] } }] },
    { ...line({ type: "dice", values: [4, 1] }), story: [{ id: "starts", args: { who: 1 } }] },
  ];
  const hand = arrive(view(0, 5, null), history);
  expect(hand.opening).toBe(true);
  expect(hand.tray.map((die) => [die.seat, die.face])).toEqual([
    [0, 4],
    [1, 1],
  ]);
});
