/**
 * Renders the home page at build time, one file per language, so that its links work before any script has loaded.
 * Run after the build, with its folder: `node prerender.js ../src/cinq/server/static`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { render } from "svelte/server";
import type { Lang } from "./lib/text/texts";

// The browser of a visitor of whom nothing is known yet.
const mediaQuery = { matches: false, addEventListener: () => undefined };
Object.assign(globalThis, {
  location: { pathname: "/", search: "" },
  document: { documentElement: { dataset: {} }, querySelector: () => null },
  localStorage: { getItem: () => null, setItem: () => undefined },
  matchMedia: () => mediaQuery,
  addEventListener: () => undefined,
});
const { default: App } = await import("./App.svelte");
const { default: Home } = await import("./home/Home.svelte");
const { prerendered } = await import("./home/prerendered");
const { default: GameCard } = await import("./home/GameCard.svelte");
const { gameCards } = await import("./home/gameCards");
const { prefs, t } = await import("./lib/prefs.svelte");

const page = process.argv[2]!;
const shell = readFileSync(`${page}/index.html`, "utf8");
const sheets = [...shell.matchAll(/\s*<link rel="stylesheet".* href="(.+?)">/g)];
const styles = sheets.map(([, file]) => readFileSync(page + file, "utf8")).join("");
const [script, entry] = find(/<script type="module".* src="(.+?)"><\/script>/, shell);
const [, font] = find(/url\("?(\S+?\.woff2)"?\)/, styles);
type Part = { file: string; imports?: string[]; css?: string[] };
const built = JSON.parse(readFileSync(`${page}/parts.json`, "utf8")) as Record<string, Part>;
const homeFiles = filesOf("src/home/Home.svelte").filter((file) => !shell.includes(file));

function find(what: RegExp, text: string): readonly string[] {
  const found = what.exec(text);
  if (!found) throw new Error(`there is no ${what}`);
  return found;
}

/** The script and the style sheets of a source and of what it imports; a file may come twice. */
function filesOf(source: string): string[] {
  const { file, imports = [], css = [] } = built[source]!;
  return [...imports.flatMap(filesOf), file, ...css];
}

/** Links to the files of the home page that end so. */
const homeLinks = (relation: string, ending: string): string =>
  [...new Set(homeFiles)]
    .filter((file) => file.endsWith(ending))
    .map((file) => `\n    <link rel="${relation}" crossorigin href="/${file}">`)
    .join("");

/** The cards alone, without the comments that hydration needs. */
const renderCards = (): string =>
  gameCards.map((card) => render(GameCard, { props: { card, open: true } }).body.replace(/<!--.*?-->/g, "")).join("");

/** One page; style and font come first, since the cards are seen before any script runs. */
async function renderPage(lang: Lang): Promise<string> {
  const allSheets = sheets.map(([sheet]) => sheet).join("") + homeLinks("stylesheet", ".css");
  const words = built[`src/texts/shell-${lang}.ts`]!.file;
  await prefs.setLanguage(lang);
  Object.assign(prerendered, { lang, cards: renderCards() });
  const parts: [was: string, is: string][] = [
    ...sheets.map(([sheet]): [string, string] => [sheet, ""]),
    [
      script!,
      `<link rel="modulepreload" crossorigin href="${entry}" data-begin>
    <link rel="modulepreload" crossorigin href="/${words}">${homeLinks("modulepreload", ".js")}`,
    ],
    ['<html lang="fr">', `<html lang="${lang}" data-prerendered>`],
    ["<title>Cinq</title>", `<title>Cinq · ${t("tagline")}</title>`],
    ['content="Cinq jeux, une table."', `content="${t("tagline")}"`],
    ["  </head>", `    <link rel="preload" as="font" crossorigin href="${font}">${allSheets}\n  </head>`],
    ['<div id="app"></div>', `<div id="app">${render(App, { props: { Home } }).body}</div>`],
  ];
  return parts.reduce((html, [was, is]) => {
    if (!html.includes(was)) throw new Error(`index.html has no ${was}`);
    return html.replace(was, () => is);
  }, shell);
}

for (const lang of ["fr", "en"] as const) writeFileSync(`${page}/home.${lang}.html`, await renderPage(lang));
