/** The score sheet: each seat's column as the story wrote it down. */
import type { Line } from "../../lib/board";

export type Entry = { kind: "total"; total: number } | { kind: "entry" } | { kind: "zero" };

/** Totals, entries and zeros in the order they were written; the last total is the view's, whatever was missed. */
export function columns(history: readonly Line[], scores: readonly number[]): Entry[][] {
  const sheet: Entry[][] = scores.map(() => []);
  for (const line of history) for (const { id, args } of line.story) write(sheet, id, args ?? {});
  scores.forEach((total, seat) => {
    const last = sheet[seat]!.findLast((entry) => entry.kind === "total");
    if (total !== 0 && (last?.kind !== "total" || last.total !== total)) sheet[seat]!.push({ kind: "total", total });
  });
  return sheet;
}

function write(sheet: Entry[][], id: string, args: Record<string, unknown>): void {
  const column = sheet[args.who as number];
  if (!column) return;
  if (id === "banked") column.push({ kind: "total", total: args.total as number });
  else if (id === "third-zero") column.push({ kind: "zero" }, { kind: "total", total: args.total as number });
  else if (id === "zero") column.push({ kind: "zero" });
  else if (id === "entered") column.push({ kind: "entry" });
}
