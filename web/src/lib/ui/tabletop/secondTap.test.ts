import { expect, test } from "vitest";
import { type Area, TapGuard } from "./secondTap";

const area = (meaning: string, left: number): Area => ({ left, top: 0, right: left + 100, bottom: 60, meaning });
const HERE = { x: 50, y: 30 };
const ELSEWHERE = { x: 50, y: 400 };
const THROW = [area("Lancer 5 dés", 0)];
const BANK = [area("Garder 350", 0)];

function tapping(guard: TapGuard) {
  return (at: number, meaning: string, areas: readonly Area[], point = HERE): boolean => {
    guard.press(point, meaning);
    return guard.accepts(at, point, meaning, areas);
  };
}

test("a second tap at once on a button that has come since the first does not count, a later one does", () => {
  const tap = tapping(new TapGuard());
  expect(tap(1000, "Lancer 5 dés", THROW)).toBe(true);
  expect(tap(1200, "Garder 350", BANK)).toBe(false);
  expect(tap(1290, "Garder 350", BANK)).toBe(false);
  expect(tap(1301, "Garder 350", BANK)).toBe(true);
});

test("a button that was there before the first tap may be tapped at once, close to it as it is", () => {
  const tap = tapping(new TapGuard());
  const both = [area("Miser 3", 0), area("Miser 4", 100)];
  expect(tap(1000, "Miser 3", both, { x: 95, y: 30 })).toBe(true);
  expect(tap(1100, "Miser 4", both, { x: 105, y: 30 })).toBe(true);
});

test("a tap elsewhere in between shows that the next one is meant", () => {
  const guard = new TapGuard();
  const tap = tapping(guard);
  expect(tap(1000, "Prendre A1", [area("Prendre A1", 0)])).toBe(true);
  guard.press(ELSEWHERE, null); // a card of one's hand
  expect(tap(1250, "Défier Aline", [area("Défier Aline", 0)])).toBe(true);
});

test("a button whose meaning changes while it is held down does nothing", () => {
  const guard = new TapGuard();
  guard.press(HERE, "Lancer 5 dés");
  expect(guard.accepts(5000, HERE, "Garder 350", BANK)).toBe(false);
  guard.press(HERE, "Garder 350");
  expect(guard.accepts(5100, HERE, "Garder 350", BANK)).toBe(true);
});
