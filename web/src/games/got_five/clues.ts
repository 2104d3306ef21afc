/** What the clues on one's own rack leave possible: for a table that plays with assisted notes. */
import type { GotFiveView as View } from "../../lib/wire";
import { NUMBERS, colourOf, dotsOf } from "./tiles";

/** Every number that lies face up before this viewer. */
export function inSight(view: View): Set<number> {
  const seen = new Set(view.open);
  for (const rack of view.racks) {
    for (const tile of [...(rack.numbers ?? []), ...rack.notches.flat(), ...rack.compared.flat().map((one) => one.tile)])
      seen.add(tile);
  }
  return seen;
}

/** The numbers a slot may still hold. */
export function possible(view: View, seat: number, slot: number, seen = inSight(view)): number[] {
  const rack = view.racks[seat]!;
  const above = Math.max(0, ...rack.notches.slice(0, slot + 1).flat());
  const below = Math.min(61, ...rack.notches.slice(slot + 1).flat());
  return NUMBERS.filter(
    (number) =>
      !seen.has(number) &&
      colourOf(number) === rack.colours[slot] &&
      above < number &&
      number < below &&
      rack.compared[slot]!.every(({ tile, same }) => (dotsOf(tile) === dotsOf(number)) === same),
  );
}

/** The numbers that can be in no slot of one's rack. */
export function ruledOut(view: View, seat: number): Set<number> {
  const seen = inSight(view);
  const left = new Set(view.racks[seat]!.colours.flatMap((_, slot) => possible(view, seat, slot, seen)));
  return new Set(NUMBERS.filter((number) => !left.has(number)));
}
