/** Rounds and races as the story told them: nothing is counted here that the server has not said. */
import { numberArg, seatsArg, type Sentence } from "../../../lib/text/texts";
import type { Line, Place, View } from "../types";

export type CountedRound = {
  totals: readonly number[];
  winners: readonly number[];
  /** What the round brought each seat, and where it stands now; null where points are not written. */
  points: readonly number[] | null;
  scores: readonly number[] | null;
  /** Who called with too much, when nobody won: why the others score nothing. */
  failed: readonly number[];
};
/** A counted round as it is shown; the cards themselves only while they lie open. */
export type Tally = {
  counted: CountedRound;
  round: number;
  callers: readonly number[];
  hands: readonly (readonly Place[])[] | null;
  won: readonly number[];
};
export type Race = { id: string; args: Record<string, unknown> };
export type Back = { seat: number; slot: number; value: number; verdict: "late" | "wrong" };

const bySeat = (told: readonly Sentence[], id: string, field: string): number[] => {
  const found: number[] = [];
  for (const one of told) if (one.id === id) found[numberArg(one, "who")] = numberArg(one, field);
  return found;
};

/** Whether a round was counted in these lines. */
export const counted = (lines: readonly Line[]): boolean =>
  lines.some((line) => line.story.some((one) => one.id === "total"));

/** The last round that was counted; null before the first. */
export function lastRound(history: readonly Line[]): CountedRound | null {
  const ends = history.filter((line) => line.story.some((one) => one.id === "total"));
  const last = ends.at(-1)?.story;
  if (!last) return null;
  const before = bySeat(ends.at(-2)?.story ?? [], "score", "score");
  const scores = bySeat(last, "score", "score");
  const won = last.find((one) => one.id === "round-won");
  return {
    totals: bySeat(last, "total", "total"),
    winners: won ? seatsArg(won, "who") : [],
    points: scores.length ? scores.map((score, seat) => score - (before[seat] ?? 0)) : null,
    scores: scores.length ? scores : null,
    failed: last.flatMap((one) => (one.id === "call-failed" ? seatsArg(one, "who") : [])),
  };
}

/** All cards lie open between two rounds, and at the end. */
export const lieOpen = (view: View): boolean => (view.phase === "deal" && view.round > 0) || view.phase === "over";

/** The round that these views and lines have brought to its end. */
export function tallied(view: View, before: View | null, history: readonly Line[]): Tally | null {
  const found = lastRound(history);
  if (!found) return null;
  const open = lieOpen(view);
  const end = history.filter((line) => counted([line])).at(-1)!;
  const called = end.story.flatMap((one) => (one.id === "called" ? seatsArg(one, "who") : []));
  return {
    counted: found,
    round: open ? view.round : view.round - 1,
    callers: open ? view.callers : [...(before?.callers ?? []), ...called],
    hands: open ? view.hands : null,
    won: view.rounds_won,
  };
}

const verdict = (line: Line): string => line.story.find((one) => /^snap/.test(one.id))?.id ?? "";
const milliseconds = (seconds: number): number => Math.max(1, Math.round(seconds * 1000));

/** Who was first and by how much, who was late by how much, who was wrong: one sentence each. */
export function races(lines: readonly Line[], history: readonly Line[]): Race[] {
  return lines.flatMap((line) => {
    if (line.action.type !== "quick_discard") return [];
    const who = line.actor;
    switch (verdict(line)) {
      case "snapped":
        return line.margin == null
          ? [{ id: "page-first", args: { who } }]
          : [{ id: "page-first-by", args: { who, ms: milliseconds(line.margin) } }];
      case "snap-late": {
        const gap = behind(line, line.action.on, history);
        return gap === null
          ? [{ id: "page-late", args: { who } }]
          : [{ id: "page-late-by", args: { who, ms: milliseconds(gap) } }];
      }
      case "snap-wrong":
        return [{ id: "page-wrong", args: { who } }];
    }
    return [];
  });
}

/** A race is told as lines in its order, each ahead of the next by its margin. */
function behind(line: Line, on: number, history: readonly Line[]): number | null {
  let gap: number | null = null;
  const raced = history.filter(
    ({ seq, action }) => seq < line.seq && action.type === "quick_discard" && action.on === on,
  );
  for (const earlier of raced) {
    if (verdict(earlier) === "snapped") gap = earlier.margin ?? null;
    else if (gap !== null) gap = earlier.margin == null ? null : gap + earlier.margin;
  }
  return gap;
}

/** Cards that came back, seen by all, in these lines. */
export const cameBack = (lines: readonly Line[]): Back[] =>
  lines.flatMap((line) => {
    const told = line.story.find((one) => one.id === "snap-late" || one.id === "snap-wrong");
    if (!told || typeof line.actor !== "number" || line.action.type !== "quick_discard") return [];
    return [
      {
        seat: line.actor,
        slot: line.action.slot,
        value: numberArg(told, "value"),
        verdict: told.id === "snap-late" ? ("late" as const) : ("wrong" as const),
      },
    ];
  });

/** What a power did to a card that still lies there: seen on the card until its viewer has ended a turn. */
export type Mark = { seat: number; slot: number; sign: "renew" | "swap" | "add" | "give"; by: number };

const SIGNS: Record<string, Mark["sign"]> = {
  "power-renewed": "renew",
  "power-swapped": "swap",
  "power-added": "add",
  "power-gave": "give",
};

/** The sentences about powers since this viewer last ended a turn; a spectator's: those of the turn now played. */
export function powersToSee(history: readonly Line[], seat: number | null): Sentence[] {
  const ended = history.findLastIndex(
    ({ actor, action }) => action.type === "deal" || (action.type === "end_turn" && (seat === null || actor === seat)),
  );
  return history.slice(ended + 1).flatMap((line) => line.story.filter((one) => one.id in SIGNS));
}

/** The cards they moved, the newest mark of a card last. */
export const marksOf = (told: readonly Sentence[]): Mark[] =>
  told.flatMap((one) => {
    const [by, sign] = [numberArg(one, "who"), SIGNS[one.id]!];
    const theirs = { seat: numberArg(one, "whom"), slot: numberArg(one, "other") - 1, sign, by };
    return sign === "swap" ? [theirs, { seat: by, slot: numberArg(one, "slot") - 1, sign, by }] : [theirs];
  });
