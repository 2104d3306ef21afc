/**
 * Keyboard shortcuts of a table: when a listener gets a key. Knows no key itself.
 * A focused field or an open sheet keeps its own keys. So does a button reached by keyboard; one that was only
 * clicked does not, or the keys printed on the bar would be wrong after every click beside it.
 */
import { getContext, setContext, tick } from "svelte";

const ANSWERING = Symbol("answering");
/** The shell says whether an action is under way: a key pressed meanwhile is kept for the answer. */
export const offerAnswering = (answering: () => boolean): void => void setContext(ANSWERING, answering);

let clicked = false;
addEventListener("pointerdown", () => (clicked = true), true);
addEventListener("keydown", (event) => (clicked &&= event.key !== "Tab" && !event.key.startsWith("Arrow")), true);

function free(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  const at = event.target as HTMLElement | null;
  if (at?.closest("input, select, textarea, dialog:modal") || document.querySelector("dialog:modal")) return false;
  if ((event.key !== " " && event.key !== "Enter") || !at?.closest("button, a, [role=button]")) return true;
  if (clicked) at.blur();
  return clicked;
}

/** A listener for the window; `handle` says whether the key was one of its own. */
export function keys(handle: (event: KeyboardEvent) => boolean): (event: KeyboardEvent) => void {
  const answering = getContext<(() => boolean) | undefined>(ANSWERING) ?? (() => false);
  let early = $state.raw<KeyboardEvent | null>(null);
  $effect(() => {
    if (!early || answering()) return;
    const event = early;
    early = null;
    // Once the board has followed its view: dice that have begun to roll take no second throw.
    void tick().then(() => handle(event));
  });
  return (event) => {
    if (!free(event)) return;
    if (handle(event)) event.preventDefault();
    else if (answering()) early = event;
  };
}
