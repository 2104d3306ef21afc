/** Addresses: `/`, `/table/<id>`, `/replay/<id>?step=12&seat=0`. The History API and nothing more. */

export type Page =
  | { name: "home" }
  | { name: "table"; id: string }
  | { name: "replay"; id: string; step: number | null; seat: number | null }
  | { name: "lesson"; game: string }
  | { name: "workbench"; game: string }
  | { name: "lost" };

export function read(path: string, search: string): Page {
  const [first, second, ...rest] = path.split("/").filter(Boolean);
  const query = new URLSearchParams(search);
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : null);
  if (!first) return { name: "home" };
  if (!second || rest.length) return { name: "lost" };
  if (first === "table") return { name: "table", id: second };
  if (first === "lesson" || first === "workbench") return { name: first, game: second };
  if (first === "replay") return { name: "replay", id: second, step: number("step"), seat: number("seat") };
  return { name: "lost" };
}

class Router {
  page = $state.raw<Page>(read(location.pathname, location.search));

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("click", (event) => this.#click(event));
  }

  go(address: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", address);
    this.#read();
    scrollTo(0, 0);
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
