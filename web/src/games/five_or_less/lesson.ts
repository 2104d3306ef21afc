/** Two minutes of 5 ou Moins: one round with Aline, with a word beside every step. */
import { lineMaker } from "../../lesson/lessons";
import type { Item, LessonScript, LessonStep, Place, View } from "./types";

const line = lineMaker<"five-or-less">();
const down = (...slots: number[]): Place[] => slots.map((slot) => ({ slot, value: null }));
const up = (...values: number[]): Place[] => values.map((value, slot) => ({ slot, value }));
const top = (value: number, number: number, tied = false) => ({ value, number, tied });

const READY: Item = { type: "ready" };
const DRAW: Item = { type: "draw" };
const START: Item = { type: "start_power" };
const CALL: Item = { type: "end_turn", call: true };
const PASS: Item = { type: "end_turn", call: false };
const swap = (slot: number): Item => ({ type: "swap", slot });
const quick = (slot: number, on: number): Item => ({ type: "quick_discard", slot, on });
const renew = (target_slot: number): Item => ({ type: "power", target: 1, target_slot });
const all = [0, 1, 2, 3, 4];

const look: View = {
  options: { end: { points: 100 }, powers: true, memory_aid: false },
  phase: "look",
  turn: 0,
  draw_count: 58,
  discard: null,
  hands: [[...up(-1, 9, 3), ...down(3, 4)], down(...all)],
  drawn: null,
  callers: [],
  scores: [0, 0],
  round: 1,
  rounds_won: [0, 0],
  pending_power: null,
  power_started: false,
  shown: null,
};
const first: View = {
  ...look,
  phase: "turn",
  draw_count: 57,
  discard: top(11, 1),
  hands: [down(...all), down(...all)],
};
const drew: View = { ...first, phase: "drawn", draw_count: 56, drawn: 2 };
const swapped: View = { ...first, phase: "end", draw_count: 56, discard: top(9, 2) };
const theirs: View = { ...swapped, turn: 1, draw_count: 55, discard: top(3, 3) };
const fewer = [down(0, 1, 3, 4), down(...all)];
const thrown: View = { ...theirs, phase: "turn", turn: 0, discard: top(3, 4, true), hands: fewer };
const again: View = { ...thrown, phase: "drawn", draw_count: 54, drawn: 0 };
const power: View = { ...thrown, phase: "power", draw_count: 54, discard: top(8, 5), pending_power: 8 };
const aiming: View = { ...power, power_started: true };
const renewed: View = { ...power, phase: "end", draw_count: 54, pending_power: null };
/** The other three powers, each just started. */
const left = [0, 1, 3, 4];
const playing = (value: number, number: number, hands: View["hands"]): View => ({
  ...aiming,
  discard: top(value, number),
  pending_power: value,
  hands,
});
const SWAP: Item = { type: "power", slot: 4, target: 1, target_slot: 2 };
const ADD: Item = { type: "power", target: 1 };
const GIVE: Item = { type: "power", slot: 4, target: 1 };
const swapping = playing(10, 6, [down(...left), down(...all)]);
const adding = playing(12, 7, [down(...left), down(...all)]);
const giving = playing(14, 8, [down(...left), down(...all, 5)]);
const given: View = { ...renewed, discard: top(14, 8), hands: [down(0, 1, 3), down(...all, 5, 6)] };
const over: View = {
  ...given,
  phase: "deal",
  turn: null,
  callers: [0],
  scores: [0, 37],
  rounds_won: [1, 0],
  hands: [
    [
      { slot: 0, value: -1 },
      { slot: 1, value: 2 },
      { slot: 3, value: 0 },
    ],
    up(6, 1, 7, 4, 5, 5, 9),
  ],
};

const steps: LessonStep[] = [
  { view: look, menu: [READY], wants: READY, text: "page-lesson-1" },
  { view: first, lines: [line(0, READY)], menu: [DRAW], wants: DRAW, text: "page-lesson-2" },
  { view: drew, lines: [line(0, DRAW)], menu: all.map(swap), wants: swap(1), text: "page-lesson-3" },
  { view: swapped, lines: [line(0, swap(1))], menu: [PASS], wants: PASS, text: "page-lesson-4" },
  {
    view: theirs,
    lines: [line(0, PASS), line(1, { type: "discard_drawn" })],
    menu: all.map((slot) => quick(slot, 3)),
    wants: quick(2, 3),
    text: "page-lesson-5",
  },
  {
    view: thrown,
    lines: [line(0, quick(2, 3), { id: "snapped", args: { who: 0, value: 3 } })],
    menu: [DRAW],
    wants: DRAW,
    text: "page-lesson-6",
  },
  { view: again, lines: [line(0, DRAW)], menu: [0, 1, 3, 4].map(swap), wants: swap(3), text: "page-lesson-7" },
  { view: power, lines: [line(0, swap(3))], menu: [START], wants: START, text: "page-lesson-8" },
  { view: aiming, lines: [line(0, START)], menu: all.map(renew), wants: renew(0), text: "page-lesson-9" },
  {
    view: swapping,
    lines: [line(0, renew(0), { id: "power-renewed", args: { who: 0, whom: 1, other: 1 } })],
    menu: [SWAP],
    wants: SWAP,
    text: "page-lesson-10",
  },
  {
    view: adding,
    lines: [line(0, SWAP, { id: "power-swapped", args: { who: 0, whom: 1, slot: 5, other: 3 } })],
    menu: [ADD],
    wants: ADD,
    text: "page-lesson-11",
  },
  {
    view: giving,
    lines: [line(0, ADD, { id: "power-added", args: { who: 0, whom: 1, other: 6 } })],
    menu: [GIVE],
    wants: GIVE,
    text: "page-lesson-12",
  },
  {
    view: given,
    lines: [line(0, GIVE, { id: "power-gave", args: { who: 0, whom: 1, slot: 5, other: 7 } })],
    menu: [CALL],
    wants: CALL,
    text: "page-lesson-13",
  },
  {
    view: over,
    lines: [
      line(0, CALL, { id: "called", args: { who: 0 } }),
      line(
        1,
        PASS,
        { id: "total", args: { who: 0, total: 1 } },
        { id: "total", args: { who: 1, total: 37 } },
        { id: "round-won", args: { who: [0], count: 1 } },
        { id: "score", args: { who: 0, score: 0 } },
        { id: "score", args: { who: 1, score: 37 } },
      ),
    ],
    text: "page-lesson-14",
  },
];

export const lesson: LessonScript = { names: ["Ana", "Aline"], seat: 0, options: { powers: true }, steps };
