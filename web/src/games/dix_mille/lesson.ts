/** Two minutes of Dix Mille: a scripted hand each, with a word beside every step. */
import { lineMaker } from "../../lesson/lessons";
import type { Fall, Item, LessonScript, LessonStep, Line, View } from "./types";

const THROW: Item = { type: "throw", topinambour: false };
const UPSIDE: Item = { type: "throw", topinambour: true };
const BANK: Item = { type: "bank" };
const TAKE: Item = { type: "take_over" };

const line = lineMaker<"dix-mille">();
const dice = (...values: number[]): Line => line("dealer", { type: "dice", values });
const fall = (faces: number[], points: number, winners: number[], counted = faces): Fall => ({
  faces,
  counted,
  points,
  winners,
});

const start: View = {
  phase: "turn",
  first: 0,
  contenders: null,
  turn: { seat: 0, points: 0, dice: 5, can_bank: false, announced: false },
  offer: null,
  scores: [0, 0],
  entered: [false, true],
  zeros: [0, 0],
  final_round: false,
  last_throw: null,
};
const mine = (points: number, left: number, can_bank: boolean) => ({
  seat: 0,
  points,
  dice: left,
  can_bank,
  announced: false,
});

const steps: LessonStep[] = [
  { view: start, menu: [THROW], wants: THROW, text: "page-lesson-1" },
  {
    view: { ...start, turn: mine(100, 3, false), last_throw: fall([2, 3, 5, 4, 5], 100, [2, 4]) },
    lines: [line(0, THROW), dice(2, 3, 5, 4, 5)],
    menu: [THROW],
    wants: THROW,
    text: "page-lesson-2",
  },
  {
    view: { ...start, turn: mine(200, 2, false), last_throw: fall([1, 2, 6], 100, [0]) },
    lines: [line(0, THROW), dice(1, 2, 6)],
    menu: [THROW],
    wants: THROW,
    text: "page-lesson-3",
  },
  {
    view: { ...start, turn: mine(350, 5, true), last_throw: fall([5, 1], 150, [0, 1]) },
    lines: [line(0, THROW), dice(5, 1)],
    menu: [THROW, BANK],
    wants: BANK,
    text: "page-lesson-4",
  },
  {
    view: {
      ...start,
      entered: [true, true],
      turn: { ...mine(0, 5, false), seat: 1 },
      last_throw: fall([5, 1], 150, [0, 1]),
    },
    lines: [line(0, BANK, { id: "entered", args: { who: 0, points: 350 } })],
    text: "page-lesson-5",
  },
  {
    view: {
      ...start,
      entered: [true, true],
      scores: [0, 1050],
      offer: { points: 1050, dice: 1 },
      last_throw: fall([1, 1, 1, 5, 4], 1050, [0, 1, 2, 3]),
    },
    lines: [],
    menu: [THROW, TAKE],
    wants: TAKE,
    text: "page-lesson-6",
  },
  {
    view: {
      ...start,
      entered: [true, true],
      scores: [0, 1050],
      turn: mine(1050, 1, false),
      last_throw: fall([1, 1, 1, 5, 4], 1050, [0, 1, 2, 3]),
    },
    lines: [line(0, TAKE)],
    menu: [THROW, UPSIDE],
    wants: UPSIDE,
    text: "page-lesson-7",
  },
  {
    view: {
      ...start,
      entered: [true, true],
      scores: [0, 1050],
      turn: mine(1100, 5, true),
      last_throw: fall([2], 50, [0], [5]),
    },
    lines: [line(0, UPSIDE), dice(2)],
    menu: [THROW, BANK],
    wants: BANK,
    text: "page-lesson-8",
  },
  {
    view: {
      ...start,
      entered: [true, true],
      scores: [1100, 1050],
      turn: { ...mine(0, 5, false), seat: 1 },
      last_throw: fall([2], 50, [0], [5]),
    },
    lines: [line(0, BANK, { id: "banked", args: { who: 0, points: 1100, total: 1100 } })],
    text: "page-lesson-9",
  },
];

export const lesson: LessonScript = {
  names: ["Ana", "Aline"],
  seat: 0,
  options: { minimum: 300, target: 10_000 },
  steps,
};
