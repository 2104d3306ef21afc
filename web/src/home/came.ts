/**
 * The five doors as they came with the file (`prerender.ts`): links, which no script has to bring to life.
 * They stand as they are for as long as they say what is to be said.
 */
const root = document.documentElement;

export const came = {
  lang: "laid" in root.dataset ? root.lang : null,
  doors: document.querySelector(".doors")?.innerHTML ?? "",
};
