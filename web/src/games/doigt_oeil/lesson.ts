/** Two minutes of Au doigt & à l'œil: one challenge each way, a fall, an advantage. */
import { lineMaker } from "../../lesson/lessons";
import type { DoigtOeilShownPiece as Piece } from "../../lib/wire";
import type { Item, LessonScript, LessonStep, View } from "./types";

const HALF = Math.SQRT1_2;
const piece = (id: string, length: Piece["length"], ...pose: number[]): Piece => ({ id, length, column: "l1", pose });
const STARTER = piece("l1", "long", 0, 0, 0.005, 1, 0, 0, 0);
const ACROSS = piece("m1", "medium", 0.004, 0, 0.015, HALF, 0, 0, HALF);
const ON_EDGE = piece("s1", "small", 0.004, 0.002, 0.0275, HALF, HALF, 0, 0);

const line = lineMaker<"doigt-oeil">();

const TAKE: Item = { type: "pick", card: "A4" };
const GIVE: Item = { type: "challenge", target: 1, cards: ["A2", "C3"] };
const ONE: Item = { type: "challenge", target: 1, cards: ["A2"] };
const PIVOT: Item = { type: "advantage", card: "pivot-1", with: "D9" };

const start: View = {
  phase: "answer",
  turn: 0,
  challenge: { from: 1, to: 0, cards: ["A4"], placed: [] },
  hand: ["A2", "C3", "B12", "pivot-1"],
  hand_counts: [4, 3],
  played: null,
  structure: [STARTER],
  held: null,
  stock: { small: 16, medium: 16, long: 19 },
  piles: null,
  draw_count: 44,
  to_draw: 0,
  drawer: null,
  pivoted: null,
  tied: null,
  winners: null,
  scores: null,
};
const composing: View = { ...start, phase: "challenge", challenge: null, structure: [STARTER, ACROSS] };
const fallen: View = {
  ...start,
  turn: 1,
  challenge: { from: 0, to: 1, cards: ["A2", "C3"], placed: ["A2", "C3"] },
  hand: ["B12", "pivot-1"],
  hand_counts: [2, 3],
  structure: [STARTER],
};
const hard: View = {
  ...fallen,
  turn: 0,
  challenge: { from: 1, to: 0, cards: ["D9"], placed: [] },
  hand_counts: [2, 5],
  structure: [STARTER, ACROSS],
};

const steps: LessonStep[] = [
  { view: start, menu: [TAKE], wants: TAKE, text: "page-lesson-1" },
  {
    view: { ...start, phase: "place", held: { seat: 0, card: "A4", id: "m1" } },
    lines: [line(0, TAKE, { id: "took", args: { who: 0, card: "A4" } })],
    text: "page-lesson-2",
  },
  {
    view: composing,
    lines: [
      line(
        "world",
        { type: "placement", card: "A4", fallen: [], columns: [] },
        { id: "stood", args: { who: 0, card: "A4" } },
      ),
    ],
    menu: [ONE, GIVE],
    wants: GIVE,
    text: "page-lesson-3",
  },
  {
    view: {
      ...fallen,
      phase: "place",
      challenge: { from: 0, to: 1, cards: ["A2", "C3"], placed: ["A2"] },
      structure: [STARTER, ACROSS, ON_EDGE],
      held: { seat: 1, card: "C3", id: "s2" },
    },
    lines: [line(0, GIVE, { id: "challenged", args: { who: 0, whom: 1, cards: "A2, C3" } })],
    text: "page-lesson-4",
  },
  {
    view: { ...fallen, to_draw: 3, drawer: 1 },
    lines: [
      line(
        "world",
        { type: "placement", card: "C3", fallen: ["s2", "s1", "m1"], columns: ["l1"] },
        { id: "fell", args: { who: 1, card: "C3", count: 3 } },
      ),
    ],
    text: "page-lesson-5",
  },
  { view: hard, menu: [PIVOT], wants: PIVOT, text: "page-lesson-6" },
  {
    view: { ...hard, hand: ["B12"], hand_counts: [1, 5], pivoted: "D9" },
    lines: [line(0, PIVOT, { id: "pivoted", args: { who: 0, card: "D9" } })],
    text: "page-lesson-7",
  },
];

export const lesson: LessonScript = { names: ["Ana", "Aline"], seat: 0, options: { rules: "basic" }, steps };
