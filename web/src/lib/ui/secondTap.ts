/** A second tap in the same place, on a button that has come there since the first, was not meant for it. */

/** Milliseconds and pixels within which two taps are one gesture. */
const SOON = 300;
const NEAR = 24;

type Tap = { at: number; x: number; y: number; meaning: string };

const meaning = (button: Element): string => button.getAttribute("aria-label") ?? button.textContent ?? "";

const follows = (tap: Tap, last: Tap): boolean =>
  tap.at - last.at < SOON && Math.hypot(tap.x - last.x, tap.y - last.y) < NEAR && tap.meaning !== last.meaning;

export function ignoreSecondTaps(element: Element): () => void {
  let last: Tap | null = null;
  function tapped(event: Event): void {
    const { timeStamp, clientX, clientY, detail, target } = event as MouseEvent;
    const button = detail ? (target as Element).closest("button") : null; // keys have no place
    if (!button) return;
    const tap = { at: timeStamp, x: clientX, y: clientY, meaning: meaning(button) };
    if (last && follows(tap, last)) event.stopImmediatePropagation();
    else last = tap;
  }
  element.addEventListener("click", tapped, { capture: true });
  return () => element.removeEventListener("click", tapped, { capture: true });
}
