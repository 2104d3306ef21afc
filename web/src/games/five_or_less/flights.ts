/** Which cards fly from where to where: read from the lines, for the eye only. */
import type { Line } from "../../lib/board";
import type { View } from "./view";

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
  const slot = action.slot as number;
  const target = action.target as number;
  if (actor === "dealer") return dealt(before, after, story);
  const seat = actor as number;
  switch (action.type) {
    case "draw":
      return after.phase === "drawn" ? [{ from: "draw", to: "drawn", value: after.drawn }] : [];
    case "discard_drawn":
      return [{ from: "drawn", to: "discard", value: top }];
    case "swap":
      return [
        { from: "drawn", to: place(seat, slot), value: before.drawn },
        { from: place(seat, slot), to: "discard", value: top },
      ];
    case "take":
      return [
        { from: "discard", to: place(seat, slot), value: before.discard?.value ?? null },
        { from: place(seat, slot), to: "discard", value: top },
      ];
    case "quick_discard":
      return story.some((one) => one.id === "snapped") ? [{ from: place(seat, slot), to: "discard", value: top }] : [];
    case "power":
      return power(before, after, seat, target, action);
  }
  return [];
}

function power(before: View, after: View, seat: number, target: number, action: Line["action"]): Flight[] {
  const theirs = action.target_slot as number;
  const more = gained(before, after, target);
  switch (before.pending_power) {
    case 8:
      return [
        { from: place(target, theirs), to: "draw", value: null },
        { from: "draw", to: place(target, theirs), value: null },
      ];
    case 10:
      return [
        { from: place(seat, action.slot as number), to: place(target, theirs), value: null },
        { from: place(target, theirs), to: place(seat, action.slot as number), value: null },
      ];
    case 14:
      return more === null ? [] : [{ from: place(seat, action.slot as number), to: place(target, more), value: null }];
  }
  return more === null ? [] : [{ from: "draw", to: place(target, more), value: null }];
}

/** The first discard is turned up; a penalty goes to who was wrong. */
function dealt(before: View, after: View, story: Line["story"]): Flight[] {
  const penalty = story.find((one) => one.id === "penalty");
  if (penalty) {
    const who = penalty.args?.who as number;
    const more = gained(before, after, who);
    return more === null ? [] : [{ from: "draw", to: place(who, more), value: null }];
  }
  const opened = story.some((one) => one.id === "turned-up");
  return opened ? [{ from: "draw", to: "discard", value: after.discard?.value ?? null }] : [];
}
