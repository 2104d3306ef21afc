/**
 * Ignores a hasty second tap on a button that has appeared under the finger since the first tap.
 * Any other tap counts: a press elsewhere in between, or a button that was there before, is no second tap.
 */

/** Milliseconds and pixels within which two taps are one gesture. */
const SOON = 300;
const NEAR = 24;

export type Point = { x: number; y: number };
/** Where a button is, and what it means. */
export type Area = { left: number; top: number; right: number; bottom: number; meaning: string };
type Tap = Point & { at: number; areas: readonly Area[] };

const near = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) < NEAR;
const meaningAt = ({ x, y }: Point, areas: readonly Area[]): string | undefined =>
  areas.find(({ left, top, right, bottom }) => x >= left && x <= right && y >= top && y <= bottom)?.meaning;

export class TapGuard {
  #last: Tap | null = null;
  #pressed: string | null = null;

  /** The pointer comes down, on a button with a meaning or on something else (null). */
  press(point: Point, meaning: string | null): void {
    if (this.#last && !near(point, this.#last)) this.#last = null;
    this.#pressed = meaning;
  }

  /** Whether a tap counts. `areas`: the buttons as they are now, before the tap changes anything. */
  accepts(at: number, point: Point, meaning: string, areas: readonly Area[]): boolean {
    const last = this.#last;
    const hasty = !!last && at - last.at < SOON && near(point, last) && meaningAt(point, last.areas) !== meaning;
    const changed = this.#pressed !== null && this.#pressed !== meaning; // between finger down and finger up
    this.#pressed = null;
    if (hasty || changed) return false;
    this.#last = { ...point, at, areas };
    return true;
  }
}

const meaningOf = (button: Element): string =>
  button.getAttribute("aria-label") ?? (button.querySelector(".label") ?? button).textContent ?? "";

function areaOf(button: Element): Area {
  const { left, top, right, bottom } = button.getBoundingClientRect();
  return { left, top, right, bottom, meaning: meaningOf(button) };
}

/** Milliseconds for which a button shows that a tap on it did not count. */
const SHOWN_FOR = 600;

function showIgnored(button: Element): void {
  button.classList.add("ignored");
  setTimeout(() => button.classList.remove("ignored"), SHOWN_FOR);
}

/** Guards all buttons inside an element; a tap that does not count is shown on its button and told to `ignored`. */
export function guardTaps(element: Element, ignored?: () => void): () => void {
  const guard = new TapGuard();
  const buttonAt = (event: Event): Element | null => {
    const button = (event.target as Element | null)?.closest?.("button");
    return button && element.contains(button) ? button : null;
  };
  /** Measured while the finger goes down, not before what the tap sends: measuring lays the page out. */
  let areas: Area[] = [];
  function pressed(event: PointerEvent): void {
    const button = buttonAt(event);
    areas = button ? [...element.querySelectorAll("button")].map(areaOf) : [];
    guard.press({ x: event.clientX, y: event.clientY }, button && meaningOf(button));
  }
  function tapped(event: Event): void {
    const { timeStamp, clientX: x, clientY: y, detail } = event as MouseEvent;
    const button = detail ? buttonAt(event) : null; // keys have no place
    if (!button) return;
    if (guard.accepts(timeStamp, { x, y }, meaningOf(button), areas)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    showIgnored(button);
    ignored?.();
  }
  document.addEventListener("pointerdown", pressed, { capture: true });
  element.addEventListener("click", tapped, { capture: true });
  return () => {
    document.removeEventListener("pointerdown", pressed, { capture: true });
    element.removeEventListener("click", tapped, { capture: true });
  };
}
