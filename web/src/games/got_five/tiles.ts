/** The tiles of the box, from the same file that the rules read: colour, dots and the shape that goes with the colour. */
import box from "../../../../src/cinq/games/got_five/tiles.toml?raw";
import type { GotFiveShownRack } from "../../lib/wire";

export type Colour = GotFiveShownRack["colours"][number];
export type Shape = "circle" | "triangle" | "square" | "diamond" | "star";

export const COLOURS: readonly Colour[] = ["green", "pink", "blue", "red", "orange"];
export const SHAPES: Record<Colour, Shape> = {
  green: "circle",
  pink: "triangle",
  blue: "square",
  red: "diamond",
  orange: "star",
};
export const NUMBERS = Array.from({ length: 60 }, (_, index) => index + 1);

/** `[green]` opens a colour, `1 = [1, 16]` names its tiles with one dot. */
export function readBox(text: string): Map<number, { colour: Colour; dots: number }> {
  const tiles = new Map<number, { colour: Colour; dots: number }>();
  let colour: Colour = "green";
  for (const row of text.split("\n")) {
    const opened = /^\[(\w+)\]/.exec(row);
    if (opened) colour = opened[1] as Colour;
    const named = /^(\d) = \[([\d, ]+)\]/.exec(row);
    if (named) for (const number of named[2]!.split(",")) tiles.set(Number(number), { colour, dots: Number(named[1]) });
  }
  return tiles;
}

const TILES = readBox(box);
export const colourOf = (tile: number): Colour => TILES.get(tile)!.colour;
export const dotsOf = (tile: number): number => TILES.get(tile)!.dots;
