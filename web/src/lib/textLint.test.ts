/** Every text of every game and of the shell, in both languages, is spelled as print is. */
import { expect, test } from "vitest";

const files: Record<string, string> = {
  ...import.meta.glob<string>("@games/*/{fr,en}.ftl", { query: "?raw", import: "default", eager: true }),
  ...import.meta.glob<string>(["../texts/*.ftl", "../games/*/*.ftl"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
};

/** What no line may hold, by the language it is forbidden in. */
const FAULTS: Record<string, { in: RegExp; fault: RegExp }> = {
  "a straight apostrophe": { in: /\.ftl$/, fault: /'/ },
  "a hyphen for a minus": { in: /\.ftl$/, fault: /(?:^|[\s(=])-\d/ },
  "no elision before a name: DE($who), or other words": {
    in: /\bfr\.ftl$/,
    fault: /\b(?:de|que|jusque|lorsque) \{ *\$(?:who|whom|name|names|from|to|game) *\}/i,
  },
};

function faulty(path: string, source: string, fault: RegExp): string[] {
  const lines = source.split("\n").filter((line) => !line.startsWith("#"));
  return lines.filter((line) => fault.test(line)).map((line) => `${path}: ${line}`);
}

test("all texts are read", () => expect(Object.keys(files).length).toBeGreaterThanOrEqual(32));

test.each(Object.entries(FAULTS))("no text has %s", (_, { in: where, fault }) => {
  const found = Object.entries(files).filter(([path]) => where.test(path));
  expect(found.flatMap(([path, source]) => faulty(path, source, fault))).toEqual([]);
});
