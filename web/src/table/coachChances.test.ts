import { expect, test } from "vitest";
import { telling } from "./coachChances";

const bid = (amount: number, win: number) => ({ action: { type: "bid", amount }, win });
const pass = (win: number) => ({ action: { type: "pass" }, win });

test("bids that are as good as each other are named once, and passing is compared with them", () => {
  const chances = [bid(2, 0.352), bid(3, 0.349), bid(4, 0.351), bid(5, 0.341), pass(0.31)];
  expect(telling(chances)).toEqual([bid(2, 0.352), bid(5, 0.341), pass(0.31)]);
});

test("two actions of different kinds that are as good as each other are both named", () => {
  expect(telling([bid(1, 0.5), pass(0.501)])).toEqual([pass(0.501), bid(1, 0.5)]);
});

test("three are enough", () => {
  expect(telling([bid(1, 0.5), bid(2, 0.4), bid(3, 0.3), bid(4, 0.2)])).toHaveLength(3);
});
