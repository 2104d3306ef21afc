import { GAMES, type GameFacts } from "../wire";

/** What `wire.ts` says about a game; undefined for a game that this page was not built with. */
export const gameFacts = (game: string): GameFacts | undefined => GAMES.find(({ name }) => name === game);
