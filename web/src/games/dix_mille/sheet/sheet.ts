/** The score sheet: each seat's column as the story wrote it down. */
import { numberArg, type Sentence } from "../../../lib/text/texts";
import type { Line } from "../types";

export type Entry = { kind: "total"; total: number } | { kind: "entry" } | { kind: "zero" };

/** Totals, entries and zeros in the order they were written; the last total is the view's, whatever was missed. */
export function columns(history: readonly Line[], scores: readonly number[]): Entry[][] {
  const sheet: Entry[][] = scores.map(() => []);
  for (const line of history) for (const sentence of line.story) write(sheet, sentence);
  scores.forEach((total, seat) => {
    const last = sheet[seat]!.findLast((entry) => entry.kind === "total");
    if (total !== 0 && (last?.kind !== "total" || last.total !== total)) sheet[seat]!.push({ kind: "total", total });
  });
  return sheet;
}

function write(sheet: Entry[][], sentence: Sentence): void {
  const { id } = sentence;
  const column = sheet[numberArg(sentence, "who")];
  const total = numberArg(sentence, "total");
  if (!column) return;
  if (id === "banked") column.push({ kind: "total", total });
  else if (id === "third-zero") column.push({ kind: "zero" }, { kind: "total", total });
  else if (id === "zero") column.push({ kind: "zero" });
  else if (id === "entered") column.push({ kind: "entry" });
}
