import { expect, test } from "vitest";
import { BOX } from "./box";
import { pitchOf } from "./tones";

test("a longer stick sounds lower", () => {
  const pitches = BOX.lengths.map(pitchOf);
  expect(pitches).toEqual([...pitches].sort((a, b) => b - a));
  expect(new Set(pitches).size).toBe(BOX.lengths.length);
});

test("a step of five millimetres is two and a half semitones, wherever it is", () => {
  const step = 2 ** (2.5 / 12);
  for (const mm of [61.3, 74.8, 95.5]) expect(pitchOf(mm) / pitchOf(mm + 5)).toBeCloseTo(step);
});

test("it tells whole millimetres and no more", () => {
  expect(pitchOf(79.6)).toBe(pitchOf(80.4));
  expect(pitchOf(80.6)).not.toBe(pitchOf(80.4));
});

test("it stays where ears are good", () => {
  for (const mm of [BOX.lengths[0]! * 0.85, BOX.lengths.at(-1)! * 1.15]) {
    expect(440 * pitchOf(mm)).toBeGreaterThan(150);
    expect(440 * pitchOf(mm)).toBeLessThan(1200);
  }
});
