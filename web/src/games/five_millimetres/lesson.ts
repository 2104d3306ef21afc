/** Two minutes of 5 Millimètres: look, bid, pay, and what wins. */
import { lineMaker } from "../../lesson/lessons";
import type { FiveMillimetresHeld as Held } from "../../lib/wire";
import type { Item, LessonScript, LessonStep, View } from "./types";

const line = lineMaker<"five-millimetres">();
const held = (stick: number, apparent: number, step: number | null = null): Held => ({ stick, apparent, step });
const bids = (from: number): Item[] =>
  Array.from({ length: 11 - from }, (_, index) => ({ type: "bid", amount: from + index }));
const PASS: Item = { type: "pass" };

const start: View = {
  phase: "auction",
  manitou: 1,
  money: [50, 50],
  hands: [[held(0, 74, 0)], [held(1, 86)]],
  stand: { stick: 2, apparent: 80.5 },
  auction: { high: 0, leader: null, passed: [], to_speak: 0 },
  lengths: null,
};
const bid = (amount: number): Item => ({ type: "bid", amount });
const won: View = {
  ...start,
  manitou: 0,
  money: [46, 50],
  hands: [[held(0, 74, 0), held(2, 79, 1)], [held(1, 86)]],
  stand: { stick: 3, apparent: 101 },
  auction: { high: 0, leader: null, passed: [], to_speak: 1 },
};

const steps: LessonStep[] = [
  { view: start, text: "page-lesson-1" },
  { view: start, menu: [...bids(1), PASS], wants: bid(2), text: "page-lesson-2" },
  {
    view: { ...start, auction: { high: 3, leader: 1, passed: [], to_speak: 0 } },
    lines: [line(0, bid(2)), line(1, bid(3))],
    menu: [...bids(4), PASS],
    wants: bid(4),
    text: "page-lesson-3",
  },
  { view: won, lines: [line(0, bid(4)), line(1, PASS), line("dealer", { type: "stick" })], text: "page-lesson-4" },
  {
    view: { ...won, auction: { high: 6, leader: 1, passed: [], to_speak: 0 } },
    lines: [line(1, bid(6))],
    menu: [...bids(7), PASS],
    wants: PASS,
    text: "page-lesson-5",
  },
  {
    view: {
      ...won,
      manitou: 1,
      money: [46, 44],
      hands: [won.hands[0]!, [held(1, 86), held(3, 101)]],
      stand: null,
      auction: null,
      phase: "stick",
    },
    lines: [line(0, PASS)],
    text: "page-lesson-6",
  },
];

export const lesson: LessonScript = { names: ["Toi", "Aline"], seat: 0, options: { sight: "normal" }, steps };
