/** What the bar offers and what it says, from the menu and the first of two taps. */
import { itemsOf } from "../../../lib/board/menu";
import type { Format } from "../../../lib/text/texts";
import type { BarAction } from "../../../lib/ui/tabletop/ActionBar.svelte";
import { type Aim, find } from "./moves";
import type { BoardProps, Item, View } from "../types";

/** The first of two taps: the discard taken up, a quick discard armed, "5 ou moins" on the lips. */
export type Held = "take" | "quick" | "call" | null;
type Now = {
  view: View;
  menu: readonly Item[];
  held: Held;
  aim: Aim;
  hint: BoardProps["hint"];
  seat: number | null;
  t: Format;
};
type Does = { send: (item: Item | undefined) => void; arm: (what: Held) => void; cancel: () => void };

export function bar({ view, menu, held, aim, hint, seat, t }: Now, does: Does): BarAction[] {
  const ends = itemsOf(menu, "end_turn");
  const call = ends.find((item) => item.call);
  if (held === "call" && call)
    return [
      { label: t("page-not-yet"), key: "Escape", onclick: does.cancel },
      { label: t("action-end_turn-call"), icon: "flag", main: true, key: "c", onclick: () => does.send(call) },
    ];
  if ((held === "take" && find(menu, "take")) || (held === "quick" && find(menu, "quick_discard")))
    return [{ label: t("page-cancel"), key: "Escape", onclick: does.cancel }];
  const made: BarAction[] = [];
  const calls = (item: Item) => item.type === "end_turn" && item.call;
  const hinted = (item: Item) => hint?.type === item.type && calls(hint) === calls(item);
  const add = (item: Item | undefined, rest: Omit<BarAction, "onclick">, onclick = () => does.send(item)) => {
    if (item) made.push({ ...rest, hinted: hinted(item), onclick });
  };
  const top = view.discard?.value ?? "";
  const power = view.pending_power ?? 0;
  add(find(menu, "ready"), { label: t("action-ready"), icon: "eye", main: true, key: " " });
  add(find(menu, "take"), { label: t("page-take", { value: top }), icon: "hand", key: t("page-take-key") }, () =>
    does.arm("take"),
  );
  add(find(menu, "draw"), { label: t("action-draw"), main: true, key: " " });
  add(find(menu, "discard_drawn"), {
    label: t("page-discard", { value: view.drawn ?? 0 }),
    icon: "down",
    key: t("page-discard-key"),
  });
  if (aim.slot !== undefined || aim.target !== undefined)
    made.push({ label: t("page-cancel"), key: "Escape", onclick: does.cancel });
  add(find(menu, "skip_power"), { label: t("page-skip"), key: t("page-skip-key") });
  add(find(menu, "start_power"), { label: t("page-start", { power }), main: true, key: " " });
  add(call, { label: t("action-end_turn-call"), icon: "flag", key: "c" }, () => does.arm("call"));
  add(
    ends.find((item) => !item.call),
    { label: t("action-end_turn"), icon: "check", main: true, key: " " },
  );
  if (made.length < 3 && view.discard)
    add(
      find(menu, "quick_discard"),
      {
        label: t("page-quick"),
        // Out of turn the sentence above asks it.
        ...(view.turn === seat ? { note: t("page-quick-note", { value: top }) } : {}),
        icon: "up",
        key: "q",
      },
      () => does.arm("quick"),
    );
  return made;
}

/** One sentence: what may be done, or why something may not. */
export function guide({ view, menu, held, aim, seat, t }: Now, ending: boolean): string {
  const value = view.discard?.value ?? "";
  if (ending) return t("page-ending");
  if (held === "call" && itemsOf(menu, "end_turn").some((item) => item.call)) return t("page-call-sure");
  if (held === "take" && find(menu, "take")) return t("page-take-where", { value });
  if (held === "quick" && find(menu, "quick_discard")) return t("page-quick-which", { value });
  if (find(menu, "ready")) return t("page-look");
  if (find(menu, "draw"))
    return t(find(menu, "take") ? "page-turn" : view.discard?.tied ? "page-must-draw" : "page-turn-draw", { value });
  if (find(menu, "swap")) return t("page-drawn-where", { value: view.drawn ?? 0 });
  if (find(menu, "discard_drawn")) return t("page-drawn-only");
  if (find(menu, "start_power")) return t(`page-power-${view.pending_power}`);
  if (find(menu, "end_turn")) return t("page-end");
  const ways = itemsOf(menu, "power");
  if (ways.length) {
    const own = ways.some((item) => item.slot != null) && aim.slot === undefined;
    return t(`page-aim-${view.pending_power}${own ? "-own" : ""}`);
  }
  if (find(menu, "quick_discard") && view.turn !== seat)
    return t(matchMedia("(hover: hover)").matches ? "page-flick-keys" : "page-flick", { value });
  return "";
}
