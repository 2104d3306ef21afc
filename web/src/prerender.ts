/**
 * The five doors as they come with the file itself, one file a language, so that one can be opened before any script
 * is there. Run once the page is built, with its folder: `node prerender.js ../src/cinq/server/page`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { render } from "svelte/server";
import type { Lang } from "./lib/texts";

// A visitor of whom nothing is known yet.
const room = { matches: false, addEventListener: () => undefined };
Object.assign(globalThis, {
  location: { pathname: "/", search: "" },
  document: { documentElement: { dataset: {} }, querySelector: () => null },
  localStorage: { getItem: () => null, setItem: () => undefined },
  matchMedia: () => room,
  addEventListener: () => undefined,
});
const { default: App } = await import("./App.svelte");
const { came } = await import("./home/came");
const { default: DoorCard } = await import("./home/DoorCard.svelte");
const { doors } = await import("./home/scenes");
const { prefs, t } = await import("./lib/prefs.svelte");

const page = process.argv[2]!;
const shell = readFileSync(`${page}/index.html`, "utf8");
const [sheet, style] = find(/\s*<link rel="stylesheet".* href="(.+?)">/, shell);
const [script, entry] = find(/<script type="module".* src="(.+?)"><\/script>/, shell);
const [, font] = find(/url\("?(\S+?\.woff2)"?\)/, readFileSync(page + style, "utf8"));

function find(what: RegExp, text: string): readonly string[] {
  const found = what.exec(text);
  if (!found) throw new Error(`there is no ${what}`);
  return found;
}

/** The doors alone, without the marks that would let a script find its way in them. */
const drawn = (): string => doors.map((door) => render(DoorCard, { props: { door, open: true } }).body.replace(/<!--.*?-->/g, "")).join("");

/** Its style and letters come first: these doors are seen as soon as they are read. */
function furnished(lang: Lang): string {
  prefs.speak(lang);
  Object.assign(came, { lang, doors: drawn() });
  const parts: [was: string, is: string][] = [
    [sheet!, ""],
    [script!, `<link rel="modulepreload" crossorigin href="${entry}" data-begin>`], // begun by index.html's own script
    ['<html lang="fr">', `<html lang="${lang}" data-laid>`],
    ["<title>Cinq</title>", `<title>Cinq · ${t("tagline")}</title>`],
    ['content="Cinq jeux, une table."', `content="${t("tagline")}"`],
    ["  </head>", `    <link rel="preload" as="font" crossorigin href="${font}">${sheet}\n  </head>`],
    ['<div id="app"></div>', `<div id="app">${render(App).body}</div>`],
  ];
  return parts.reduce((html, [was, is]) => {
    if (!html.includes(was)) throw new Error(`index.html has no ${was}`);
    return html.replace(was, () => is);
  }, shell);
}

for (const lang of ["fr", "en"] as const) writeFileSync(`${page}/home.${lang}.html`, furnished(lang));
