/**
 * The game cards as the server sent them in the page (`prerender.ts`): plain links, which work before any script.
 * They stay as they are while they say what is to be said.
 */
const root = document.documentElement;

export const prerendered = {
  lang: "prerendered" in root.dataset ? root.lang : null,
  cards: document.querySelector(".game-cards")?.innerHTML ?? "",
};
