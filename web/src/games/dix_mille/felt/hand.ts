/**
 * What lies on the felt: the dice just thrown, and on the rail those that won before them.
 * Follows views and lines; counts nothing itself. What it has not seen (after a reload) is a blank die.
 */
import { seatsArg } from "../../../lib/text/texts";
import type { Fall, Line, View } from "../types";

export type Thrown = { id: string; face: number | null; flipped: boolean; won: boolean; seat: number | null };
export type Group = { points: number | null; dice: Thrown[] };
export type Hand = {
  /** Changes with every throw; 0 where nothing was thrown before our eyes. */
  throwId: number;
  tray: Thrown[];
  rail: Group[];
  points: number;
  /** The points that a throw without a winner has just taken. */
  lost: number | null;
  /** Whose they were. */
  loser: number | null;
  opening: boolean;
};

export const DICE = 5;
const NOTHING: Hand = { throwId: 0, tray: [], rail: [], points: 0, lost: null, loser: null, opening: false };

/** The table as a newcomer finds it: the last throw, and blanks for winners before it. */
export function arrive(view: View, history: readonly Line[] = []): Hand {
  const { turn, offer, last_throw: fall } = view;
  if (!fall && turn) return opening(view, history);
  const hand = offer ?? (turn && turn.points > 0 ? turn : null);
  if (!hand || !fall) return NOTHING;
  const tray = thrown(fall, 0);
  const won = tray.filter((die) => die.won);
  const rail: Group[] = won.length ? [{ points: fall.points, dice: won }] : [];
  return { ...NOTHING, points: hand.points, tray: tray.filter((die) => !die.won), rail: fit(rail, kept(hand.dice)) };
}

/** Before the first throw of the first turn: the dice that said who starts still lie there. */
function opening(view: View, history: readonly Line[]): Hand {
  const index = history.findLastIndex((line) => line.action.type === "dice");
  if (index < 0) return NOTHING;
  const tied = history.slice(0, index).findLast((line) => line.story.some((one) => one.id === "tied"));
  const sentence = tied?.story.find((one) => one.id === "tied");
  return opened(history[index]!, { ...view, contenders: sentence ? seatsArg(sentence, "who") : null }, 1);
}

/** What one change does to the felt. The winners of a new throw are still in the tray: `settle` moves them. */
export function follow(hand: Hand, before: View | null, view: View, lines: readonly Line[], throwId: number): Hand {
  const dice = lines.findLast((line) => line.action.type === "dice");
  if (dice && before?.phase === "opening") return opened(dice, before, throwId);
  const fresh = startsAfresh(before, lines) ? NOTHING : hand;
  const fall = view.last_throw;
  if (dice && fall) {
    const carried = railFull(fresh) ? [] : fresh.rail;
    const points = fresh.points;
    return {
      throwId,
      opening: false,
      tray: thrown(fall, throwId),
      rail: fit(carried, DICE - fall.faces.length),
      points,
      lost: fall.winners.length ? null : points,
      loser: before?.turn?.seat ?? null,
    };
  }
  if (lines.some((line) => line.action.type === "throw"))
    return { ...fresh, tray: [], rail: railFull(fresh) ? [] : fresh.rail, lost: null };
  if (lines.some((line) => line.action.type === "bank" && !view.offer)) return NOTHING;
  return { ...fresh, lost: null, opening: false };
}

/** After the dice have come to rest: winners go to the rail, and the points are what the view says. */
export function settle(hand: Hand, view: View): Hand {
  if (hand.opening || hand.lost !== null || !hand.throwId) return hand;
  const won = hand.tray.filter((die) => die.won);
  const points = view.turn?.points || view.offer?.points || hand.points;
  return {
    ...hand,
    points,
    tray: hand.tray.filter((die) => !die.won),
    rail: won.length ? [...hand.rail, { points: view.last_throw?.points ?? null, dice: won }] : hand.rail,
  };
}

const kept = (toThrow: number) => (toThrow === DICE ? DICE : DICE - toThrow);
const count = (rail: readonly Group[]) => rail.reduce((sum, group) => sum + group.dice.length, 0);
const railFull = (hand: Hand) => count(hand.rail) === DICE;

/** Somebody throws five new dice although a banked hand, or a lost one, still lies there. */
function startsAfresh(before: View | null, lines: readonly Line[]): boolean {
  const throws = lines.some((line) => line.action.type === "throw");
  const takes = lines.some((line) => line.action.type === "take_over");
  return throws && !takes && (before?.turn?.points ?? 0) === 0;
}

function thrown(fall: Fall, throwId: number): Thrown[] {
  return fall.faces.map((face, index) => ({
    id: `${throwId}-${index}`,
    face,
    flipped: fall.counted[index] !== face,
    won: fall.winners.includes(index),
    seat: null,
  }));
}

function opened(line: Line, before: View, throwId: number): Hand {
  const values = line.action.type === "dice" ? line.action.values : [];
  const seats = before.contenders ?? values.map((_, seat) => seat);
  const tray = values.map((face, index) => ({
    id: `${throwId}-${index}`,
    face,
    flipped: false,
    won: false,
    seat: seats[index] ?? null,
  }));
  return { ...NOTHING, throwId, tray, opening: true };
}

/** The rail must hold so many dice: blanks stand for winners one has not seen fall. */
function fit(rail: Group[], wanted: number): Group[] {
  const missing = wanted - count(rail);
  if (missing < 0) return fit(rail.slice(1), wanted);
  if (!missing) return rail;
  const blanks = Array.from({ length: missing }, (_, index) => ({
    id: `blank-${index}`,
    face: null,
    flipped: false,
    won: true,
    seat: null,
  }));
  return [{ points: null, dice: blanks }, ...rail];
}
