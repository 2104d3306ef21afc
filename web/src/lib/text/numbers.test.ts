import { expect, test } from "vitest";
import { whole } from "./numbers";
import { formatter } from "./texts";

test.each(["fr", "en"] as const)("whole numbers are written as Intl writes them in %s, with a true minus", (lang) => {
  for (const value of [0, 7, 999, 1000, 10_000, 999_999, 1_234_567, -13, -1300])
    expect(whole(value, lang)).toBe(value.toLocaleString(lang).replace("-", "−"));
});

test("texts write numbers so, choose by them, and leave fractions to Intl", () => {
  const t = formatter("points = { $n ->\n    [one] un point\n   *[other] { $n } points\n}\nexact = { $n }", "fr");
  expect([t("points", { n: 1 }), t("points", { n: 10_000 }), t("exact", { n: 2.5 })]).toEqual([
    "un point",
    "10\u202f000 points",
    "2,5",
  ]);
});
