/**
 * The game cards as the server sent them in the page (`prerender.ts`): plain links, which work before any script.
 * They are kept while their content is current.
 */
const root = document.documentElement;

export const prerendered = {
  lang: "prerendered" in root.dataset ? root.lang : null,
  cards: document.querySelector(".game-cards")?.innerHTML ?? "",
};
