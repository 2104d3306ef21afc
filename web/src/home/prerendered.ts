/**
 * The game cards as the server sent them in the page (`prerender.ts`): plain links, which work before any script.
 * They are kept while their content is current.
 */
const root = document.documentElement;
/** None where home is not the page that was opened: a friend comes here from a table's link. */
const cards = document.querySelector(".game-cards")?.innerHTML ?? "";

export const prerendered = { lang: cards && "prerendered" in root.dataset ? root.lang : null, cards };
