/**
 * Addresses: `/`, `/play/<game>` (`?now`: no question before the first game), `/setup/<game>`, `/invite/<game>`,
 * `/settings`, `/fr` and `/en` (home, and what is wanted there), `/table/<id>`, `/replay/<id>?step=12&seat=0`.
 * The History API and nothing more.
 */
import type { Lang } from "./text/texts";

/** Written into the history of pages that were reached from a page of ours. */
const OURS = "cinq";

export type Page =
  | { name: "home" }
  | { name: "play"; game: string; now: boolean }
  | { name: "setup"; game: string }
  | { name: "invite"; game: string }
  | { name: "settings" }
  | { name: "language"; lang: Lang }
  | { name: "table"; id: string }
  | { name: "replay"; id: string; step: number | null; seat: number | null }
  | { name: "lesson"; game: string }
  | { name: "workbench"; game: string }
  | { name: "not-found" };

export function read(path: string, search: string): Page {
  const [first, second, ...rest] = path.split("/").filter(Boolean);
  const query = new URLSearchParams(search);
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : null);
  if (!first) return { name: "home" };
  if (!second && first === "settings") return { name: "settings" };
  if (!second && (first === "fr" || first === "en")) return { name: "language", lang: first };
  if (!second || rest.length) return { name: "not-found" };
  if (first === "table") return { name: "table", id: second };
  if (first === "play") return { name: first, game: second, now: query.has("now") };
  if (first === "setup" || first === "invite" || first === "lesson" || first === "workbench")
    return { name: first, game: second };
  if (first === "replay") return { name: "replay", id: second, step: number("step"), seat: number("seat") };
  return { name: "not-found" };
}

/** The pages that show the home page. */
const HOME: readonly Page["name"][] = ["home", "play", "setup", "invite", "settings", "language"];
export const atHome = ({ name }: Page): boolean => HOME.includes(name);

class Router {
  page = $state.raw<Page>(read(location.pathname, location.search));

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("click", (event) => this.#click(event));
  }

  go(address: string, replace = false): void {
    const stays = atHome(this.page);
    history[replace ? "replaceState" : "pushState"](replace ? history.state : OURS, "", address);
    this.#read();
    if (!stays || !atHome(this.page)) scrollTo(0, 0);
  }

  /** Back to the home page: one step back in the history if it is ours, else in place of this entry. */
  toHome(): void {
    if (history.state === OURS) history.back();
    else this.go("/", true);
  }

  /** Writes the address of a moment without leaving the page. */
  mark(address: string): void {
    history.replaceState(null, "", address);
  }

  #read(): void {
    this.page = read(location.pathname, location.search);
  }

  /** Plain left clicks on our own links stay in the page; everything else is the browser's. */
  #click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
