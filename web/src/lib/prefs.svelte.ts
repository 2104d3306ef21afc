/**
 * What this browser remembers of its person: name, language, light, sound, pace, opponents. Tables, notes and
 * what a proof needs are kept by the modules they belong to.
 */
import { untrack } from "svelte";
import { whole } from "./text/numbers";
import { router } from "./router.svelte";
import { type Format, type Lang, formatter, shellTexts } from "./text/texts";

export type Theme = "auto" | "light" | "dark";
export type Level = "beginner" | "regular" | "champion";
type SavedPrefs = {
  name: string;
  lang: Lang | null;
  theme: Theme;
  sound: boolean;
  notify: boolean;
  speed: number;
  /** Of the bots one plays at once; null leaves it to how often one has played. */
  level: Level | null;
};

const KEY = "cinq";
const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

function read(): SavedPrefs {
  const fresh: SavedPrefs = { name: "", lang: null, theme: "auto", sound: true, notify: false, speed: 1, level: null };
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<SavedPrefs>) };
  } catch {
    return fresh;
  }
}

/** French first: only a browser that puts English before French gets English. */
function browserLang(languages: readonly string[]): Lang {
  const known = languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === "fr" || tag === "en");
  return known === "en" ? "en" : "fr";
}

class Prefs {
  saved = $state(read());
  t = $state.raw<Format>(formatter("", "fr"));
  systemDark = $state(dark.matches);
  reduced = $state(still.matches);
  /** Whether the texts of all parts are wanted, not only those of the first view. */
  #all = false;
  lang = $derived<Lang>(
    router.page.name === "language" ? router.page.lang : (this.saved.lang ?? browserLang(navigator.languages)),
  );
  dark = $derived(this.saved.theme === "dark" || (this.saved.theme === "auto" && this.systemDark));

  constructor() {
    dark.addEventListener("change", (event) => (this.systemDark = event.matches));
    still.addEventListener("change", (event) => (this.reduced = event.matches));
  }

  /** Changes something and keeps it; a browser that forbids storage just forgets. */
  set(change: Partial<SavedPrefs>): void {
    this.saved = { ...this.saved, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.saved));
    } catch {
      /* private mode */
    }
  }

  /** Changes the language; only a chosen one is saved, else the browser's is followed. */
  async setLanguage(lang: Lang, chosen = true): Promise<void> {
    this.t = await shellTexts(lang, this.#all);
    if (chosen) this.set({ lang });
    const { documentElement: root } = document;
    // Written anew, even the same would have the whole page styled anew.
    if (root.lang !== lang) root.lang = lang;
  }

  /** Fetches the texts of what is not part of the first view. */
  async #loadAll(): Promise<void> {
    if (this.#all) return;
    const texts = await shellTexts(this.lang, true);
    if (!this.#all) this.t = texts;
    this.#all = true;
  }

  /** Fetches a part of the page when it is first shown, with its texts: `{#await prefs.part(() => import(…))}`. */
  part<Part>(load: () => Promise<Part>): Promise<Part> {
    return untrack(() => Promise.all([load(), this.#loadAll()]).then(([part]) => part));
  }

  applyTheme(): void {
    const { dataset } = document.documentElement;
    const theme = this.dark ? "dark" : "light";
    if (dataset.theme !== theme) dataset.theme = theme;
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", this.dark ? "#17130f" : "#f6efe2");
  }
}

export const prefs = new Prefs();
/** The shell's texts in the language chosen: `t("play")`. */
export const t = (id: string, args?: Parameters<Format>[1]): string => prefs.t(id, args);
/** A whole number in the language chosen. */
export const number = (value: number): string => whole(value, prefs.lang);
