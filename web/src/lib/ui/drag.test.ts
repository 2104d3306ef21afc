import { expect, test } from "vitest";
import { type Drag, drag } from "./drag";

/** As much of an element as a drag needs; pointers that have left it are heard by its document. */
class Thing extends EventTarget {
  style = {};
  ownerDocument = Object.assign(new EventTarget(), { elementFromPoint: () => null });
  setPointerCapture(): void {}
}

function stroke(thing: Thing, ms: number, ...path: readonly [number, number][]): void {
  path.forEach(([clientX, clientY], at) => {
    const last = path.length - 1;
    const event = new Event(at === 0 ? "pointerdown" : at === last ? "pointerup" : "pointermove");
    Object.assign(event, { clientX, clientY, pointerId: 1, button: 0 });
    Object.defineProperty(event, "timeStamp", { value: (ms * at) / last });
    (at === 0 ? thing : thing.ownerDocument).dispatchEvent(event);
  });
}

function told(ms: number, ...path: readonly [number, number][]): string[] {
  const [thing, heard] = [new Thing(), [] as string[]];
  const tell = (word: keyof Drag) => () => void heard.push(word);
  drag({ start: tell("start"), drop: tell("drop"), flick: tell("flick"), cancel: tell("cancel") })(
    thing as unknown as HTMLElement,
  );
  stroke(thing, ms, ...path);
  return heard;
}

test("a swift stroke upward is a flick, even without a movement in between", () => {
  expect(told(120, [50, 200], [52, 120], [55, 40])).toEqual(["start", "flick"]);
  expect(told(40, [50, 200], [60, -300])).toEqual(["start", "flick"]);
});

test("what is slow, short, downward or slanting is no flick", () => {
  expect(told(600, [50, 200], [50, 100])).toEqual(["start", "drop"]);
  expect(told(100, [50, 200], [50, 160])).toEqual(["start", "drop"]);
  expect(told(100, [50, 200], [50, 300])).toEqual(["start", "drop"]);
  expect(told(100, [50, 200], [150, 90])).toEqual(["start", "drop"]);
});

test("a tap stays a tap", () => {
  expect(told(80, [50, 200], [53, 196])).toEqual([]);
});
