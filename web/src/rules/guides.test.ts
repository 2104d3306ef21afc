/** Every guide shows every rule of its ledger once, and says the same in both languages. */
import { expect, test } from "vitest";
import { formatter, rules } from "../lib/text/texts";
import laterFr from "../texts/later.fr.ftl?raw";
import { type Guide, rulesOf } from "./guides";

const guides = import.meta.glob<{ guide: Guide }>("../games/*/guide/index.ts", { eager: true });
const words = import.meta.glob<string>("../games/*/guide/*.ftl", { query: "?raw", import: "default", eager: true });
const ledgers = import.meta.glob<string>("@games/*/{fr,en}.ftl", { query: "?raw", import: "default", eager: true });
const shell = formatter(laterFr, "fr");

const folderOf = (path: string): string => path.split("/").at(-3)!;
const ledger = (game: string): string => Object.entries(ledgers).find(([path]) => path.endsWith(`/${game}/fr.ftl`))![1];
const texts = (game: string, lang: "fr" | "en") => formatter(words[`../games/${game}/guide/${lang}.ftl`]!, lang);
const all = Object.entries(guides).map(([path, { guide }]) => [folderOf(path), guide] as const);

test("all five games have one", () => expect(all.length).toBe(5));

test.each(all)("%s: every rule once", (game, { chapters }) => {
  const known = rules(formatter(ledger(game), "fr")).map(({ id }) => id);
  expect(rulesOf(chapters).sort()).toEqual(known.sort());
});

test.each(all)("%s: titles, leads and tables in both languages, none of them unused", (game, { chapters }) => {
  const [fr, en] = [texts(game, "fr"), texts(game, "en")];
  expect([...fr.ids].sort()).toEqual([...en.ids].sort());
  const used = chapters.flatMap(({ title, rows = [] }) => [title, `${title}-lead`, ...rows.map(({ text }) => text)]);
  expect(fr.ids.filter((id) => !used.includes(id))).toEqual([]);
  for (const { title } of chapters) expect(fr.has(title) || shell.has(`rules-${title}`), title).toBe(true);
});
