/** The five doors, in the order of the shelf. What a box says on its side, and nothing of its rules. */
import type { Component } from "svelte";
import DixMille from "./DixMille.svelte";
import DoigtOeil from "./DoigtOeil.svelte";
import FiveMillimetres from "./FiveMillimetres.svelte";
import FiveOrLess from "./FiveOrLess.svelte";
import GotFive from "./GotFive.svelte";

export type Door = { game: string; title: string; scene: Component; players: [number, number]; minutes: [number, number]; /** Chairs of a quick game against bots. */ seats: number };

export const doors: readonly Door[] = [
  { game: "dix-mille", title: "Dix Mille", scene: DixMille, players: [2, 8], minutes: [15, 30], seats: 3 },
  { game: "got-five", title: "Got Five!", scene: GotFive, players: [2, 4], minutes: [15, 20], seats: 3 },
  { game: "five-millimetres", title: "5 Millimètres", scene: FiveMillimetres, players: [2, 5], minutes: [20, 30], seats: 4 },
  { game: "doigt-oeil", title: "Au doigt & à l’œil", scene: DoigtOeil, players: [2, 6], minutes: [20, 40], seats: 3 },
  { game: "five-or-less", title: "5 ou Moins", scene: FiveOrLess, players: [2, 6], minutes: [15, 30], seats: 3 },
];

export const door = (game: string): Door | undefined => doors.find((one) => one.game === game);
