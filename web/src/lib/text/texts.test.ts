import { expect, test } from "vitest";
import { formatter, rules, tell } from "./texts";
import firstEn from "../../texts/en.ftl?raw";
import firstFr from "../../texts/fr.ftl?raw";
import laterEn from "../../texts/later.en.ftl?raw";
import laterFr from "../../texts/later.fr.ftl?raw";

const source = `
banked = { $you ->
    [who] Tu gardes { $points }.
   *[other] { $who } garde { $points }.
}
XX-10 = dix
XX-2 = deux
`;

test("`$you` and names are filled in as the server does", () => {
  const t = formatter(source, "fr");
  const sentence = { id: "banked", args: { who: 1, points: 350 } };
  expect(tell(t, "fr", sentence, ["Ana", "Bob"], 1)).toBe("Tu gardes 350.");
  expect(tell(t, "fr", sentence, ["Ana", "Bob"], 0)).toBe("Bob garde 350.");
  expect(tell(t, "fr", { id: "banked", args: { who: [0, 1], points: 1 } }, ["Ana", "Bob"], 0)).toBe(
    "Ana et Bob garde 1.",
  );
});

test.each([
  ["Aline", "d’Aline"],
  ["Bob", "de Bob"],
  ["Élise", "d’Élise"],
  ["Hélène", "d’Hélène"],
  ["Hans", "de Hans"],
  ["Yves", "d’Yves"],
  ["Yann", "de Yann"],
  ["Zoé et Aline", "de Zoé et d’Aline"],
])("DE elides before %s", (who, said) => {
  expect(formatter("of = { DE($who) }", "fr")("of", { who })).toBe(said);
});

test("rules come in the order of their numbers", () => {
  expect(rules(formatter(source, "fr")).map((rule) => rule.id)).toEqual(["XX-2", "XX-10"]);
});

test("no French line ends before a high sign", () => {
  expect(formatter("ask = Sûr ? « Oui » : 10 000", "fr")("ask")).toBe(
    "Sûr\u00a0? «\u00a0Oui\u00a0»\u00a0: 10\u00a0000",
  );
  expect(formatter("ask = A : b", "en")("ask")).toBe("A : b");
});

test("a message may name others, before or after it", () => {
  const t = formatter("count = { $n } dés\nask = avec { count } { end }\nend = { mark }\nmark = point", "fr");
  expect(t("ask", { n: 3 })).toBe("avec 3 dés point");
});

test("of two messages with one id the first counts", () => {
  const t = formatter("a = un\na = deux\nb = trois", "fr");
  expect([t("a"), t("b"), t.has("a"), t.has("c")]).toEqual(["un", "trois", true, false]);
});

test("a missing text shows its id", () => {
  expect(formatter("", "fr")("nothing")).toBe("nothing");
});

test.each([
  ["at once", firstFr, firstEn],
  ["later", laterFr, laterEn],
])("what the shell says %s it says in both languages", (_, french, english) => {
  const [fr, en] = [formatter(french, "fr"), formatter(english, "en")];
  expect([...fr.ids].sort()).toEqual([...en.ids].sort());
  expect(new Set(fr.ids).size).toBe(fr.ids.length);
});
