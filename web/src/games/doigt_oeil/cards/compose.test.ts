import { expect, test } from "vitest";
import { cardLabel, woodOf } from "./cards";
import { aims, answersOf, challengesOf, choosable, tapped } from "./compose";
import type { Item } from "../types";

const give = (target: number, ...cards: string[]): Item => ({ type: "challenge", target, cards });
const MENU: Item[] = [
  give(1, "A1"),
  give(2, "A1"),
  give(1, "A2"),
  give(1, "C9"),
  give(1, "A1", "A2"),
  give(2, "A1", "A2"),
];

test("the box is read as the rules read it", () => {
  expect(woodOf("B7")).toMatchObject({
    length: "long",
    position: "flat",
    board: false,
    closed: "left",
    hands: "right",
    value: 3,
  });
  expect(woodOf("F7")).toMatchObject({ suit: "F", number: 7, closed: "left" });
  expect(woodOf("pivot-1")).toBeNull();
});

test("a card says everything to those who hear it", () => {
  const t = (id: string) => id;
  expect(cardLabel("A13", t)).toBe("A13, length-long, position-upright, on-board, closed-none, hands-both");
  expect(cardLabel("return-2", t)).toBe("page-power-return");
});

test("only what leads to an item of the menu can be tapped", () => {
  expect([...choosable(MENU, [])].sort()).toEqual(["A1", "A2", "C9"]);
  expect([...choosable(MENU, ["A1"])].sort()).toEqual(["A1", "A2"]);
});

test("taps gather a challenge, take back, or begin anew", () => {
  expect(tapped(MENU, [], "A1")).toEqual(["A1"]);
  expect(tapped(MENU, ["A2"], "A1")).toEqual(["A2", "A1"]);
  expect(tapped(MENU, ["A2", "A1"], "A2")).toEqual(["A1"]);
  expect(tapped(MENU, ["A1"], "C9")).toEqual(["C9"]);
});

test("targets are those of exactly the chosen cards, whatever their order", () => {
  expect(challengesOf(MENU, ["A2", "A1"]).map((item) => item.target)).toEqual([1, 2]);
  expect(challengesOf(MENU, ["A2"]).map((item) => item.target)).toEqual([1]);
  expect(challengesOf(MENU, [])).toEqual([]);
});

test("answers with one card, and what an advantage acts on", () => {
  const menu: Item[] = [
    { type: "pick", card: "A1" },
    { type: "advantage", card: "place-1", with: "A1", target: 1 },
    { type: "advantage", card: "place-1", with: "B1", target: 1 },
    { type: "add", card: "C3" },
  ];
  expect(answersOf(menu, "place-1")).toHaveLength(2);
  expect(aims(answersOf(menu, "place-1"))).toEqual(["A1", "B1"]);
  expect(answersOf(menu, undefined)).toEqual([]);
});
