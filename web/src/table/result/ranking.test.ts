import { expect, test } from "vitest";
import { ranking } from "./ranking";

const standings = (...marks: number[]) => marks.map((mark) => ({ figure: String(mark), mark }));

test("the best comes first, also where few points are good", () => {
  expect(ranking(standings(-70, -12, -103), [1]).map(({ seat }) => seat)).toEqual([1, 0, 2]);
});

test("equal ones share a place, and the next place is left out", () => {
  expect(ranking(standings(5, 9, 5, 1), [1]).map(({ place }) => place)).toEqual([1, 2, 2, 4]);
  expect(ranking(standings(3, 3, 1), [0, 1]).map(({ place }) => place)).toEqual([1, 1, 3]);
});

test("who won is first whatever the figures say", () => {
  expect(ranking(standings(40, 7), [1])).toEqual([
    { seat: 1, place: 1 },
    { seat: 0, place: 2 },
  ]);
});
