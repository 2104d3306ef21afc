/** Which cards fly from where to where: read from the lines, for the eye only. */
import { numberArg } from "../../../lib/text/texts";
import type { FiveOrLessPower as Power } from "../../../lib/wire";
import type { Line, View } from "../types";

/** Places: `draw`, `discard`, `drawn`, and `hand-<seat>-<slot>`. A null value flies face down. */
export type Flight = { from: string; to: string; value: number | null };

export const place = (seat: number, slot: number): string => `hand-${seat}-${slot}`;

const slots = (view: View, seat: number) => new Set(view.hands[seat]?.map((one) => one.slot));

/** The slot a hand has now and had not before. */
function gained(before: View, after: View, seat: number): number | null {
  const had = slots(before, seat);
  return after.hands[seat]?.find((one) => !had.has(one.slot))?.slot ?? null;
}

export function flights(before: View, after: View, lines: readonly Line[]): Flight[] {
  return lines.flatMap((line) => fly(before, after, line));
}

function fly(before: View, after: View, { actor, action, story }: Line): Flight[] {
  const top = after.discard?.value ?? null;
  if (typeof actor !== "number") return dealt(before, after, story);
  switch (action.type) {
    case "draw":
      return after.phase === "drawn" ? [{ from: "draw", to: "drawn", value: after.drawn }] : [];
    case "discard_drawn":
      return [{ from: "drawn", to: "discard", value: top }];
    case "swap":
      return [
        { from: "drawn", to: place(actor, action.slot), value: before.drawn },
        { from: place(actor, action.slot), to: "discard", value: top },
      ];
    case "take":
      return [
        { from: "discard", to: place(actor, action.slot), value: before.discard?.value ?? null },
        { from: place(actor, action.slot), to: "discard", value: top },
      ];
    case "quick_discard": {
      const snapped = story.some((one) => one.id === "snapped");
      return snapped ? [{ from: place(actor, action.slot), to: "discard", value: top }] : [];
    }
    case "power":
      return power(before, after, actor, action);
  }
  return [];
}

/** The cards that a power names say where they fly: two are swapped, one is renewed or given, none is added. */
function power(before: View, after: View, seat: number, { slot, target, target_slot: theirs }: Power): Flight[] {
  const more = gained(before, after, target);
  if (theirs != null) {
    const [mine, other] = [slot == null ? "draw" : place(seat, slot), place(target, theirs)];
    return [
      { from: other, to: mine, value: null },
      { from: mine, to: other, value: null },
    ];
  }
  const from = slot == null ? "draw" : place(seat, slot);
  return more === null ? [] : [{ from, to: place(target, more), value: null }];
}

/** The first discard is turned up; a penalty goes to who was wrong. */
function dealt(before: View, after: View, story: Line["story"]): Flight[] {
  const penalty = story.find((one) => one.id === "penalty");
  if (penalty) {
    const who = numberArg(penalty, "who");
    const more = gained(before, after, who);
    return more === null ? [] : [{ from: "draw", to: place(who, more), value: null }];
  }
  const opened = story.some((one) => one.id === "turned-up");
  return opened ? [{ from: "draw", to: "discard", value: after.discard?.value ?? null }] : [];
}
