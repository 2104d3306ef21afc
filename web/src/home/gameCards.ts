/** The cards of the home page: the games of `wire.ts` in their order, each with its `games/<game>/Picture.svelte`. */
import type { Component } from "svelte";
import { folder } from "../lib/text/texts";
import { GAMES } from "../lib/wire";
import NoPicture from "./scenes/NoPicture.svelte";

export type GameCardInfo = {
  game: string;
  title: string;
  scene: Component;
  players: readonly [number, number];
  minutes: readonly [number, number] | null;
  /** Chairs of a quick game against bots. */
  seats: number;
  /** Options that are proposed, where they differ from the defaults. */
  options: Readonly<Record<string, unknown>>;
};

const pictures = import.meta.glob<Component>("../games/*/Picture.svelte", { eager: true, import: "default" });
const picture = (game: string): Component => pictures[`../games/${folder(game)}/Picture.svelte`] ?? NoPicture;

export const gameCards: readonly GameCardInfo[] = GAMES.map(({ name, ...facts }) => ({
  game: name,
  scene: picture(name),
  ...facts,
}));

export const gameCard = (game: string): GameCardInfo | undefined => gameCards.find((one) => one.game === game);
