/** The order at the end: winners first, then by how each stands; equal ones share a place. */
import type { Standing } from "../../lib/board/board";

export type Ranked = { seat: number; place: number };

export function ranking(standings: readonly Standing[], winners: readonly number[]): Ranked[] {
  const better = (a: number, b: number) =>
    Number(winners.includes(b)) - Number(winners.includes(a)) ||
    (winners.includes(a) ? 0 : standings[b]!.mark - standings[a]!.mark);
  const seats = standings.map((_, seat) => seat);
  const place = (seat: number) => 1 + seats.filter((other) => better(other, seat) < 0).length;
  return seats.toSorted(better).map((seat) => ({ seat, place: place(seat) }));
}
