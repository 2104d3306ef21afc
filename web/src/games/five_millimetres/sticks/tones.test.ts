import { expect, test } from "vitest";
import { BOX } from "../box";
import { heard, pitchOf } from "./tones";

test("a longer stick never sounds higher", () => {
  const pitches = BOX.lengths.map(pitchOf);
  expect(pitches).toEqual([...pitches].sort((a, b) => b - a));
});

test("it stays where ears are good", () => {
  for (const mm of [BOX.lengths[0]! * 0.85, BOX.lengths.at(-1)! * 1.15]) {
    expect(440 * pitchOf(mm)).toBeGreaterThan(150);
    expect(440 * pitchOf(mm)).toBeLessThan(1200);
  }
});

/** A fixed stream of normal deviates: the figures below are the same in every run. */
function normals(): () => number {
  let seed = 1;
  const uniform = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** How often the length of a stick is told rightly from what is perceived of it, guessing the likeliest. */
function rightly(spread: number, perceive: (looks: number, normal: () => number) => number): number {
  const normal = normals();
  const seen = new Map<number, Map<number, number>>();
  const trials = 60_000;
  for (let trial = 0; trial < trials; trial += 1) {
    const length = BOX.lengths[trial % BOX.lengths.length]!;
    const what = perceive(length * Math.exp(spread * normal()), normal);
    const counts = seen.get(what) ?? new Map<number, number>();
    seen.set(what, counts.set(length, (counts.get(length) ?? 0) + 1));
  }
  return [...seen.values()].reduce((sum, counts) => sum + Math.max(...counts.values()), 0) / trials;
}

/** A glance tells two lengths apart from about 3 % on: the eye's own error, on top of the table's. */
const EYE = 0.03;
const eye = (looks: number, normal: () => number) => Math.round(looks * Math.exp(EYE * normal()));
const ruler = (looks: number) => Math.round(2 * looks) / 2;

test("an ear tells no more than an eye", () => {
  const spread = BOX.spread["normal"]!;
  expect(rightly(spread, heard)).toBeLessThanOrEqual(rightly(spread, eye));
});

test("a ruler held to the screen leaves what the declared spread leaves", () => {
  for (const spread of Object.values(BOX.spread)) {
    // The likeliest length given the look itself: right when the error stays below half a step.
    const normal = normals();
    const trials = 60_000;
    let right = 0;
    for (let trial = 0; trial < trials; trial += 1) {
      const length = BOX.lengths[trial % BOX.lengths.length]!;
      const looks = length * Math.exp(spread * normal());
      const nearest = BOX.lengths.reduce((a, b) =>
        Math.abs(Math.log(b / looks)) < Math.abs(Math.log(a / looks)) ? b : a,
      );
      right += Number(nearest === length);
    }
    expect(rightly(spread, ruler)).toBeLessThan(right / trials + 0.02);
    expect(right / trials).toBeLessThan(0.95);
  }
});
