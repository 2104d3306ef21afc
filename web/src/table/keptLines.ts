/** Lines of the game shown last in this tab, for when the page is loaded again: the server sends the newest only. */
import type { Line } from "../lib/board/board";
import type { Table } from "../lib/wire";

const STORED = "cinq:lines";

/** Names one seat's view of one game: what another seat saw is not shown to this one. */
export const gameKey = ({ id, round }: Table, you: number | null): string => `${id} ${round ?? 0} ${you}`;

export function keepLines(key: string, lines: readonly Line[]): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ key, lines }));
  } catch {
    // A browser that keeps nothing: the newest lines come from the server.
  }
}

export function keptLines(key: string): readonly Line[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORED) ?? "{}") as { key?: string; lines?: readonly Line[] };
    return kept.key === key ? (kept.lines ?? []) : [];
  } catch {
    return [];
  }
}
