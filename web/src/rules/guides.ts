/**
 * Rule sheets as people read them: a game's `guide/` folder orders the sentences of its ledger into chapters
 * and adds leads and pictures. The sentences themselves are the game's texts, by rule id.
 */
import type { Component } from "svelte";
import { folder, type Format, formatter, type Lang } from "../lib/text/texts";

/** A line of a table: a picture, and beside it a rule or a text of the guide. */
export type Row = { picture: string; rule?: string; text?: string };
export type Chapter = {
  /** The message of its title; `<title>-lead` is what one reads first, where there is one. */
  title: string;
  picture?: string;
  rows?: readonly Row[];
  /** Rules in the order of reading. */
  rules?: readonly string[];
};
export type Guide = { chapters: readonly Chapter[]; Picture: Component<{ name: string }> };

/** All rules that a guide shows, in its order. */
export const rulesOf = (chapters: readonly Chapter[]): string[] =>
  chapters.flatMap(({ rows = [], rules = [] }) => [...rows.flatMap(({ rule }) => rule ?? []), ...rules]);

const guides = import.meta.glob<{ guide: Guide }>("../games/*/guide/index.ts");
const texts = import.meta.glob<string>("../games/*/guide/*.ftl", { query: "?raw", import: "default" });

/** Fetched when somebody opens the rules; null for a game without a guide. */
export async function loadGuide(game: string, lang: Lang): Promise<{ guide: Guide; texts: Format } | null> {
  const place = `../games/${folder(game)}/guide`;
  const [code, words] = [guides[`${place}/index.ts`], texts[`${place}/${lang}.ftl`]];
  if (!code || !words) return null;
  const [{ guide }, source] = await Promise.all([code(), words()]);
  return { guide, texts: formatter(source, lang) };
}
