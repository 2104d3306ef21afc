/** Two minutes of Got Five!: reveal, rank, compare, cross out, announce. */
import { lineMaker } from "../../lesson/lessons";
import type { GotFiveShownRack as Rack } from "../../lib/wire";
import type { Item, LessonScript, LessonStep, Practice, View } from "./types";

const line = lineMaker<"got-five">();
const bare = { notches: [[], [], [], [], [], []], compared: [[], [], [], [], []] } satisfies Partial<Rack>;
const mine: Rack = { colours: ["pink", "green", "blue", "orange", "red"], numbers: null, ...bare };
const theirs: Rack = { colours: ["green", "blue", "pink", "red", "orange"], numbers: [6, 13, 22, 39, 50], ...bare };

const start: View = {
  phase: "reveal",
  turn: 0,
  wanted: null,
  racks: [mine, theirs],
  open: [21, 57, 33, 9, 30],
  reserve: { green: 9, pink: 9, blue: 9, red: 9, orange: 9 },
  announced: [null, null],
  said: [null, null],
  alive: [true, true],
};
const REVEAL: Item = { type: "reveal", colour: "green" };
const RANK: Item = { type: "rank", tile: 30 };
const COMPARE: Item = { type: "compare", tile: 41, slot: 1 };
const ANNOUNCE: Item = { type: "announce", numbers: { count: 5, from: 1, to: 60, ascending: true } };
const asked: View = { ...start, phase: "ask", open: [...start.open, 41], reserve: { ...start.reserve, green: 8 } };
const ranked: View = {
  ...asked,
  phase: "ask",
  open: [21, 57, 33, 9, 41],
  racks: [{ ...mine, notches: [[], [], [30], [], [], []] }, theirs],
};
const compared: View = {
  ...ranked,
  phase: "reveal",
  turn: 1,
  open: [21, 57, 33, 9],
  racks: [
    { ...mine, notches: [[], [], [30], [], [], []], compared: [[], [{ tile: 41, same: false }], [], [], []] },
    theirs,
  ],
};

/** Green, below 30, without three dots: what the two clues rule out. */
const CROSS: Practice = { cross: [11, 26] };
/** Any five numbers: those that can be chosen are the right ones. */
const CALL = { type: "announce" } as Item;
const FIVE = [12, 16, 38, 45, 59];
const known: View = { ...compared, candidates: FIVE.map((number) => [number]) };
const won: View = {
  ...compared,
  phase: "over",
  turn: null,
  racks: compared.racks.map((rack, seat) => (seat === 0 ? { ...rack, numbers: FIVE } : rack)),
  announced: [true, null],
  said: [FIVE, null],
};

const steps: LessonStep[] = [
  { view: start, text: "page-lesson-1" },
  { view: start, menu: [REVEAL], wants: REVEAL, text: "page-lesson-2" },
  {
    view: asked,
    lines: [line(0, REVEAL), line("dealer", { type: "tile", number: 41 })],
    menu: [RANK],
    wants: RANK,
    text: "page-lesson-3",
  },
  {
    view: ranked,
    lines: [line(0, RANK)],
    menu: [COMPARE, { type: "rank", tile: 41 }],
    wants: COMPARE,
    text: "page-lesson-4",
  },
  { view: compared, lines: [line(0, COMPARE)], practice: CROSS, text: "page-lesson-5" },
  { view: known, menu: [ANNOUNCE], wants: CALL, text: "page-lesson-6" },
  { view: won, lines: [line(0, { type: "announce", numbers: FIVE })], text: "page-lesson-7" },
];

export const lesson: LessonScript = { names: ["Toi", "Aline"], seat: 0, options: { notes: "manual" }, steps };
