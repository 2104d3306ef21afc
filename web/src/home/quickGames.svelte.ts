/** How this person wants their next quick game against bots, remembered for each game in this browser. */
import { seenGames } from "../lib/connection/chairs";
import { type Level, prefs } from "../lib/prefs.svelte";
import type { GameCardInfo } from "./gameCards";

export type QuickGame = {
  opponents: number;
  /** Null leaves it to the settings, or to how often one has played. */
  level: Level | null;
  /** Options that differ from those of a quick game. */
  options: Readonly<Record<string, unknown>>;
};

const KEY = "cinq:quick-games";
type QuickGames = Record<string, QuickGame>;

function read(): QuickGames {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as QuickGames;
  } catch {
    return {};
  }
}
let saved = $state.raw(read());

function write(kept: QuickGames): void {
  saved = kept;
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    /* private mode: remembered as long as this page */
  }
}

export const savedQuickGame = (game: string): QuickGame | null => saved[game] ?? null;

export function saveQuickGame(game: string, wanted: QuickGame): void {
  write({ ...saved, [game]: wanted });
}

/** A level chosen for all games counts for those that were set one by one, too. */
export function forgetLevels(): void {
  write(Object.fromEntries(Object.entries(saved).map(([game, one]) => [game, { ...one, level: null }])));
}

export const usualQuickGame = ({ seats }: GameCardInfo): QuickGame => ({
  opponents: seats - 1,
  level: null,
  options: {},
});

/** Bots as wanted; else gentle ones until this browser has seen a game of this kind to its end. */
export const levelOf = (game: string, chosen: Level | null): Level =>
  chosen ?? prefs.saved.level ?? (seenGames().some((one) => one.game === game) ? "regular" : "beginner");
