/** Where a card lies in a pyramid, in words. */
type Format = (id: string, args: { slot: number }) => string;

/** Places of the pyramid that have a name of their own. */
const NAMED = 5;

export const placeOf = (slot: number, t: Format): string =>
  t(slot < NAMED ? `page-slot-${slot}` : "page-slot-more", { slot: slot + 1 });
