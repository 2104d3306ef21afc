import { afterEach, expect, test, vi } from "vitest";

/** A keyboard whose letters the browser tells, or does not. */
async function keyboard(letters?: Record<string, string>) {
  vi.resetModules();
  const map = letters && { getLayoutMap: () => Promise.resolve(new Map(Object.entries(letters))) };
  vi.stubGlobal("navigator", map ? { keyboard: map } : {});
  const { layout } = await import("./layout.svelte");
  await Promise.resolve();
  await Promise.resolve();
  return layout;
}
afterEach(() => vi.unstubAllGlobals());

test("without a word of the browser the letters are those of the language", async () => {
  const layout = await keyboard();
  expect(layout.letters("fr")).toMatchObject({ w: "Z", a: "Q", q: "A", z: "W", s: "S", d: "D" });
  expect(layout.letters("en")).toMatchObject({ w: "W", a: "A", q: "Q", z: "Z" });
});

test("the browser knows the keyboard better than the language", async () => {
  const swiss = await keyboard({ KeyW: "w", KeyA: "a", KeyQ: "q", KeyZ: "y" });
  expect(swiss.letters("fr")).toMatchObject({ w: "W", a: "A", q: "Q", z: "Y" });
});

test("a pressed key teaches its letter; a sign is not one", async () => {
  const layout = await keyboard();
  layout.learn({ code: "KeyW", key: "w" });
  layout.learn({ code: "KeyA", key: "Dead" });
  layout.learn({ code: "Digit1", key: "&" });
  expect(layout.letters("fr")).toMatchObject({ w: "W", a: "Q" });
});
