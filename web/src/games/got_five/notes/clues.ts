/** The numbers that the note sheet shows as crossed out from the start, and those that a call may still be made of. */
import { colourOf, NUMBERS } from "../tiles/tiles";
import type { GotFiveNumbers } from "../../../lib/wire";
import type { View } from "../types";

/** Every number that lies face up before this viewer. */
export function inSight(view: View): Set<number> {
  const seen = new Set(view.open);
  for (const rack of view.racks) {
    const compared = rack.compared.flat().map((one) => one.tile);
    for (const tile of [...(rack.numbers ?? []), ...rack.notches.flat(), ...compared]) seen.add(tile);
  }
  return seen;
}

/** With assisted notes the view names what each slot may hold: all other numbers. Else what is in sight. */
export function crossedOut(view: View): Set<number> {
  if (!view.candidates) return inSight(view);
  const left = new Set(view.candidates.flat());
  return new Set(NUMBERS.filter((number) => !left.has(number)));
}

/** The numbers that each of one's tiles may still be, by its colour and by what is crossed out already. */
export function possible(view: View, seat: number): number[][] {
  const crossed = crossedOut(view);
  return (view.racks[seat]?.colours ?? []).map((colour) =>
    NUMBERS.filter((number) => colourOf(number) === colour && !crossed.has(number)),
  );
}

/** Whether these numbers stand in the order that the menu asks of a call. */
export function inOrder(numbers: readonly (number | null)[], form: GotFiveNumbers | undefined): boolean {
  return !form?.ascending || numbers.every((number, slot) => slot === 0 || (number ?? 0) > (numbers[slot - 1] ?? 0));
}
