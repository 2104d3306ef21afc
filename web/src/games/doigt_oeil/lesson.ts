/** Two minutes of Au doigt & à l'œil: two pieces laid in real wood, a challenge, a fall of one's own, an advantage. */
import { lineMaker } from "../../lesson/lessons";
import type { DoigtOeilShownPiece as Piece } from "../../lib/wire";
import { type Exercise, WoodTrial } from "./trial.svelte";
import type { Item, LessonScript, LessonStep, View } from "./types";

const HALF = Math.SQRT1_2;
const piece = (id: string, length: Piece["length"], ...pose: number[]): Piece => ({ id, length, column: "l1", pose });
// As `server/physics/practice.py` has them, for whoever has laid nothing.
const STARTER = piece("l1", "long", 0, 0, 0.005, 1, 0, 0, 0);
const ACROSS = piece("m1", "medium", 0.004, 0, 0.015, HALF, 0, 0, HALF);
const ALONG = piece("m2", "medium", 0.004, 0, 0.025, 1, 0, 0, 0);

const line = lineMaker<"doigt-oeil">();

const TAKE: Item = { type: "pick", card: "A4" };
const GIVE: Item = { type: "challenge", target: 1, cards: ["A2", "C3"] };
const ONE: Item = { type: "challenge", target: 1, cards: ["A2"] };
const PIVOT: Item = { type: "advantage", card: "pivot-1", with: "D9" };
const trying = (exercise: Exercise): Exercise => exercise;

const start: View = {
  phase: "answer",
  turn: 0,
  challenge: { from: 1, to: 0, cards: ["A4", "D4"], placed: [] },
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
const second: View = {
  ...start,
  phase: "place",
  challenge: { from: 1, to: 0, cards: ["A4", "D4"], placed: ["A4"] },
  structure: [STARTER, ACROSS],
  held: { seat: 0, card: "D4", id: "m2" },
};
const composing: View = { ...start, phase: "challenge", challenge: null, structure: [STARTER, ACROSS, ALONG] };
const answered: View = {
  ...start,
  challenge: { from: 1, to: 0, cards: ["A9"], placed: [] },
  hand: ["B12", "pivot-1"],
  hand_counts: [2, 3],
  structure: [STARTER, ACROSS, ALONG],
};
const hard: View = {
  ...answered,
  challenge: { from: 1, to: 0, cards: ["D9"], placed: [] },
  structure: [STARTER],
};

const steps: LessonStep[] = [
  { view: start, menu: [TAKE], wants: TAKE, text: "page-lesson-1" },
  {
    view: { ...start, phase: "place", held: { seat: 0, card: "A4", id: "m1" } },
    practice: trying("hand"),
    text: "page-lesson-2",
  },
  { view: second, practice: trying("list"), text: "page-lesson-3" },
  { view: composing, menu: [ONE, GIVE], wants: GIVE, text: "page-lesson-4" },
  {
    view: { ...answered, phase: "place", held: { seat: 0, card: "A9", id: "l2" } },
    practice: trying("fall"),
    text: "page-lesson-5",
  },
  { view: hard, menu: [PIVOT], wants: PIVOT, text: "page-lesson-6" },
  {
    view: { ...hard, hand: ["B12"], hand_counts: [1, 3], pivoted: "D9" },
    lines: [line(0, PIVOT, { id: "pivoted", args: { who: 0, card: "D9" } })],
    text: "page-lesson-7",
  },
];

export const lesson: LessonScript = {
  names: ["Ana", "Aline"],
  seat: 0,
  options: { rules: "basic" },
  steps,
  trial: () => new WoodTrial(),
};
