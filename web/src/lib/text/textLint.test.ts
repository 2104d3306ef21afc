/** Every text of every game and of the shell, in both languages, is spelled as print is. */
import { expect, test } from "vitest";
import { formatter } from "./texts";

const files: Record<string, string> = {
  ...import.meta.glob<string>("@games/*/{fr,en}.ftl", { query: "?raw", import: "default", eager: true }),
  ...import.meta.glob<string>(["../../texts/*.ftl", "../../games/**/*.ftl"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
};

const FRENCH = /\bfr\.ftl$/;
const ENGLISH = /\ben\.ftl$/;
const BOTH = /\.ftl$/;

/** One pattern for several that have the same flags. */
const anyOf = (...patterns: [RegExp, ...RegExp[]]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join("|"), patterns[0].flags);

/** What no line may hold, by the language it is forbidden in. */
const FAULTS: Record<string, { in: RegExp; fault: RegExp }> = {
  "a straight apostrophe": { in: BOTH, fault: /'/ },
  "straight quotes": { in: BOTH, fault: /(?<!\{ )"(?! \})/ },
  "three dots for an ellipsis": { in: BOTH, fault: /\.\.\./ },
  "a hyphen for a minus": { in: BOTH, fault: /(?:^|[\s(=])-\d/ },
  "the code of an option or an action": { in: BOTH, fault: /(?:= |\] |\s)[a-z]+_[a-z_]+\b/ },
  "no elision before a name: DE($who), or other words": {
    in: FRENCH,
    fault: /\b(?:de|que|jusque|lorsque) \{ *\$(?:who|whom|name|names|from|to|game) *\}/i,
  },
  "no elision before a vowel": {
    in: FRENCH,
    fault: anyOf(
      /(?<![-\p{L}])(?:de|le|la|que|ne|se|me|te|je|jusque|lorsque|puisque) (?=[aeiouyâàéèêîïôûœ])(?!oui\b|onz)/iu,
      /\bsi ils?\b/iu,
    ),
  },
  "no space before a high sign": { in: FRENCH, fault: /(?<!\s|GOT FIVE|Got Five)[?!;:](?=\s|$)/ },
  "an agreement that only fits some: other words": {
    in: FRENCH,
    fault: anyOf(
      /(?:je suis|tu es|toi) (?:prête?|seule?|sûre?|le premier|désolée?|protégée?|parti|entré)\b/i,
      /= (?:prêt|parti|désolé|protégé|entré|connecté)\.?$/i,
    ),
  },
  "a space before a high sign": { in: ENGLISH, fault: /\w [?!;:](?=\s|$)/ },
  "a space before a per cent sign": { in: ENGLISH, fault: /[\d}] %/ },
  "“a” before a vowel, or “an” before none": {
    in: ENGLISH,
    fault: /\ba (?=[aeiou])(?!one\b|once|us|uni|eu)|\ban (?=[b-df-gj-np-tv-z])/i,
  },
  // 8 and 11 begin with a vowel: a message of its own chooses.
  "an article before a value that may be 8 or 11": {
    in: ENGLISH,
    fault: /(?<!\*\[other\] )\ban? \{ \$(?:value|out|power) \}/i,
  },
  "an article before a colour that may be orange": { in: ENGLISH, fault: /\ban? \{ [\w$-]*colour \}/i },
  // A place is feminine (1re tuile), a number is not.
  "a number with the place of a tile": { in: FRENCH, fault: /\{ place \} numéro/ },
  "a card that is called by a number: its place, in words": {
    in: BOTH,
    fault: /\b(?:carte|card) \{ \$slot \}/i,
  },
  "vous for tu": {
    in: FRENCH,
    fault: /\b(?:vous|votre|vos|[a-zéè]+[^e\W]ez)\b(?<!\b(?:assez|chez|nez|rez))/i,
  },
};

function faulty(path: string, source: string, fault: RegExp): string[] {
  const lines = source
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .map((line) => line.replace(/\{ [A-Z]+\(\$(?:lose|win|other)[^}]*\}/g, "1").replace('{ " " }', " "));
  return lines.filter((line) => fault.test(line)).map((line) => `${path}: ${line}`);
}

test("all texts are read", () => expect(Object.keys(files).length).toBeGreaterThanOrEqual(32));

test.each(Object.entries(FAULTS))("no text has %s", (_, { in: where, fault }) => {
  const found = Object.entries(files).filter(([path]) => where.test(path));
  expect(found.flatMap(([path, source]) => faulty(path, source, fault))).toEqual([]);
});

test.each(["fr", "en"] as const)("no text of a game shows the name of another: %s", (lang) => {
  const folders = new Set(Object.keys(files).flatMap((path) => /games\/(\w+)\//.exec(path)?.[1] ?? []));
  const shown = [...folders].flatMap((folder) => {
    const own = Object.entries(files).filter(
      ([path]) => path.includes(`games/${folder}/`) && path.endsWith(`${lang}.ftl`),
    );
    const source = own.map(([, text]) => text).join("\n");
    // Each by a new formatter: a message that was asked for before would be known.
    return formatter(source, lang)
      .ids.map((id) => formatter(source, lang)(id))
      .filter((text) => /\{[A-Za-z][\w-]*\}/.test(text));
  });
  expect(folders.size).toBeGreaterThanOrEqual(5);
  expect(shown).toEqual([]);
});

const refusals = Object.entries(files).flatMap(([path, source]) =>
  source.split("\n").flatMap((line) => (line.startsWith("refused-") ? [`${path}: ${line}`] : [])),
);

test("every refusal says what and why", () => {
  expect(refusals.length).toBeGreaterThanOrEqual(16);
  expect(refusals.filter((line) => !/= [^:]+?\s?: .+\.$/.test(line))).toEqual([]);
});

/** Sentences made in the page's code would have one language's punctuation. */
const code = import.meta.glob<string>(["../../**/*.svelte", "../../**/*.ts", "!../../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

test("no label is put together with a colon in code", () => {
  const glued = /\} ?: (?:\{|\$\{)(?=[a-z(])(?!.*\?.*\{)|aria-label="[^"]*\} ?: /;
  const found = Object.entries(code).flatMap(([path, source]) =>
    source.split("\n").flatMap((line) => (glued.test(line) ? [`${path}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

test("good evening is said in the evening only", () => {
  const greeting = Object.entries(files).filter(([, source]) => /Bonsoir|Good evening/.test(source));
  for (const [path, source] of greeting)
    expect(source.match(/(?:Bonsoir|Good evening)/g), path).toEqual(
      source.match(/(?<=\[yes\] )(?:Bonsoir|Good evening)/g),
    );
});
